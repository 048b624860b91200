import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endOfTime, type EpochMs, epochMs, type TermId } from '../../../shared/kernel/brands.ts'
import { underWay } from '../../../shared/under-way.ts'
import type { KeptMemory } from '../platform/answers/kept-memory.ts'
import { momentAt, type Site } from '../platform/call.ts'
import type { CodedBodies } from '../platform/answers/send.ts'
import { sendFile } from '../platform/answers/send-file.ts'
import { etagOf } from '../platform/answers/answer.ts'
import { ATOM_TYPE } from './atom-document.ts'
import { ATOM_PATH, changesFeed, type ChangedEvent } from './atom.ts'
import { feedText } from './feed.ts'
import { rssText } from './rss.ts'
import {
  changedEvents,
  comingEvents,
  currentEvents,
  firstEnded,
  relatedTo,
  type FeedReads,
} from './select.ts'
import type { FeedEvent } from './vevent.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

export type FeedDeps = {
  readonly reads: FeedReads
  /** The category with everything below it, or the tag; `path`: as in the address of its page; null: there is none. */
  readonly term: (kind: 'category' | 'tag', path: string) => Promise<readonly TermId[] | null>
  /** Published and unprotected; null: there is none. */
  readonly event: (slug: string) => Promise<FeedEvent | null>
  readonly site: () => Site
  readonly nowMs: () => EpochMs
  /** Awaited before anything is read. */
  readonly refresh: (() => Promise<void>) | null
  /** Changes when a feed may have; null: nothing kept is good. */
  readonly version: () => string | null
  /** What may be kept to save work. */
  readonly kept: KeptMemory
}

type Feed = { readonly bytes: Buffer; readonly etag: string }
type Kept = { readonly feed: Feed; readonly version: string; readonly until: EpochMs }

/** The feed of a category that lies deeper has its slug alone, as every one can have. */
const NAMED_LEVELS = 10

/** What is three months old moves with the clock. */
const KEPT_MS = 300_000

/** Pages of other sites may read what everybody may. */
const OPEN = { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' } as const

const answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  { feed, file }: NonNullable<Named>,
  bodies: CodedBodies,
) =>
  sendFile(
    request,
    reply,
    { ...feed, type: 'text/calendar; charset=UTF-8' },
    { ...OPEN, 'Content-Disposition': `attachment; filename="${file}.ics"` },
    bodies,
  )

/** A calendar or a list of news, made of events. */
type Make<Event = FeedEvent> = (deps: FeedDeps, events: readonly Event[]) => Promise<Feed>

const feedIn = (text: string): Feed => {
  const bytes = Buffer.from(text)
  return { bytes, etag: etagOf(bytes) }
}

const calendarOf: Make = async ({ reads, site }, events) => {
  const { name, zone, baseUrl } = site()
  return feedIn(
    await feedText(events, await relatedTo(reads, events), { name, zone, host: new URL(baseUrl).host }),
  )
}

const newsOf: Make = async ({ reads, site }, events) =>
  feedIn(rssText(events, await relatedTo(reads, events), site()))

const changesOf: Make<ChangedEvent> = async ({ reads, site }, events) =>
  feedIn(await changesFeed(events, await relatedTo(reads, events), site()))

/**
 * Each made once per state of the calendar, however many ask for it at once. `sameUntil`: epoch milliseconds at which the
 * clock alone makes it another one.
 */
const keptFeeds = (deps: FeedDeps) => {
  // there is one for all and one for each term, so nobody can ask for many
  const kept = deps.kept.shelf<Kept>(({ feed }) => feed.bytes.length, 'frequent')
  const making = underWay<Feed>()
  return async <Event extends FeedEvent>(
    key: string,
    events: () => Promise<readonly Event[]>,
    madeOf: Make<Event> = calendarOf,
    sameUntil: (events: readonly Event[]) => EpochMs = () => endOfTime,
  ): Promise<Feed> => {
    const version = deps.version()
    if (version === null) return madeOf(deps, await events())
    const known = kept.get(key)
    if (known?.version === version && known.until > deps.nowMs()) return known.feed
    return making(`${version} ${key}`, async () => {
      const found = await events()
      const feed = await madeOf(deps, found)
      const until = epochMs(Math.min(plusMs(deps.nowMs(), KEPT_MS), sameUntil(found)))
      kept.set(key, { feed, version, until })
      return feed
    })
  }
}

/** A feed and the name of its file, without what tells its type; null: there is no such thing. */
type Named = { readonly feed: Feed; readonly file: string } | null

/** With and without the slash at the end; what is not there falls through to `notFound`. */
const serveAt = (
  app: FastifyInstance,
  { refresh, bodies }: Pick<FeedDeps, 'refresh'> & { readonly bodies: CodedBodies },
  path: string,
  find: (slugs: string) => Promise<Named>,
): void => {
  for (const address of [path, `${path}/`])
    app.get<{ Params: Readonly<Record<string, string>> }>(address, async (request, reply) => {
      await refresh?.()
      const found = await find(Object.values(request.params).join('/'))
      if (found === null) reply.callNotFound()
      else await answer(request, reply, found, bodies)
    })
}

/** Where readers of news look. */
const NEWS = ['/feed', '/feed/', '/events/feed', '/events/feed/']

/** Serves what readers of news ask for (spec 06 §4.1, §4.2). */
const serveNews = (
  app: FastifyInstance,
  deps: FeedDeps,
  bodies: CodedBodies,
  feedOf: ReturnType<typeof keptFeeds>,
): void => {
  const serve = (address: string, type: string, feed: () => Promise<Feed>) =>
    app.get(address, async (request, reply) => {
      await deps.refresh?.()
      const file = { ...(await feed()), type: `${type}; charset=UTF-8` }
      await sendFile(request, reply, file, OPEN, bodies)
    })
  const coming = () => {
    const { nowUtc, site } = momentAt(deps)
    return comingEvents(deps.reads, nowUtc, site.zone)
  }
  for (const address of NEWS)
    serve(address, 'application/rss+xml', () => feedOf('rss', coming, newsOf, firstEnded))
  serve(ATOM_PATH, ATOM_TYPE, () => feedOf('atom', () => changedEvents(deps.reads), changesOf))
}

/** Serves the feeds (spec 06 §4 to §4.2); an unknown slug falls through to `notFound`. */
export const serveFeeds = (app: FastifyInstance, deps: FeedDeps, bodies: CodedBodies): void => {
  const serving = { refresh: deps.refresh, bodies }
  const feedOf = keptFeeds(deps)
  const current = (limits: Parameters<typeof currentEvents>[3]) => {
    const { nowUtc, site } = momentAt(deps)
    return currentEvents(deps.reads, nowUtc, site.zone, limits)
  }
  const ofTerm =
    (kind: 'category' | 'tag') =>
    async (path: string): Promise<Named> => {
      const ids = await deps.term(kind, path)
      if (ids === null) return null
      const limits = kind === 'tag' ? { tags: ids } : { categories: ids }
      const feed = await feedOf(`${kind}/${ids.join()}`, () => current(limits))
      return { feed, file: `${kind}-${ids[0] ?? 0}` }
    }
  const ofEvent = async (slug: string): Promise<Named> => {
    const event = await deps.event(slug)
    return event && { feed: await calendarOf(deps, [event]), file: `event-${event._id}` }
  }

  serveAt(app, serving, '/events/ical', async () => ({
    feed: await feedOf('', () => current({})),
    file: 'calendar',
  }))
  for (let levels = 1, slugs = ''; levels <= NAMED_LEVELS; levels++) {
    slugs += `/:level${levels}`
    serveAt(app, serving, `/events/category${slugs}/ical`, ofTerm('category'))
  }
  serveAt(app, serving, '/events/tag/:slug/ical', ofTerm('tag'))
  serveAt(app, serving, '/event/:slug/ical', ofEvent)
  serveNews(app, deps, bodies, feedOf)
}
