import { endOfTime, type EpochMs, epochMs, type TermId } from '../../../shared/kernel/brands.ts'
import { underWay } from '../../../shared/under-way.ts'
import type { KeptMemory } from '../platform/answers/kept-memory.ts'
import { momentAt, type Site } from '../platform/call.ts'
import type { CodedBodies } from '../platform/answers/send.ts'
import { sendFile, type SentFile } from '../platform/answers/send-file.ts'
import { etagOf } from '../platform/answers/answer.ts'
import type { Addressed, Answering } from '../platform/request/find-page.ts'
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

/** What is three months old moves with the clock. */
const KEPT_MS = 300_000

/** Pages of other sites may read what everybody may. */
const OPEN = { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' } as const

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

type FeedOf = ReturnType<typeof keptFeeds>

/** A feed and the name of its file, without what tells its type; null: there is no such thing. */
type Named = { readonly feed: Feed; readonly file: string } | null

/** What is found at an address; `find` gets the slugs in it. null: there is no such thing. */
type FeedRoute = Addressed & {
  readonly find: (
    slugs: string,
  ) => Promise<(SentFile & { readonly headers: Readonly<Record<string, string>> }) | null>
}

const calendarAt = (path: string, find: (slugs: string) => Promise<Named>): FeedRoute => ({
  ...{ method: 'GET', path },
  find: async slugs => {
    const found = await find(slugs)
    if (found === null) return null
    const { feed, file } = found
    const headers = { ...OPEN, 'Content-Disposition': `attachment; filename="${file}.ics"` }
    return { ...feed, type: 'text/calendar; charset=UTF-8', headers }
  },
})

/** Calendars by their addresses (spec 06 §4). */
const calendars = (deps: FeedDeps, feedOf: FeedOf): readonly FeedRoute[] => {
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
  const whole = async (): Promise<Named> => ({
    feed: await feedOf('', () => current({})),
    file: 'calendar',
  })
  return [
    calendarAt('/events/ical', whole),
    calendarAt('/events/category/*/ical', ofTerm('category')),
    calendarAt('/events/tag/:slug/ical', ofTerm('tag')),
    calendarAt('/event/:slug/ical', ofEvent),
  ]
}

/** What readers of news ask for (spec 06 §4.1, §4.2). */
const news = (deps: FeedDeps, feedOf: FeedOf): readonly FeedRoute[] => {
  const at = (path: string, type: string, feed: () => Promise<Feed>): FeedRoute => ({
    ...{ method: 'GET', path },
    find: async () => ({ ...(await feed()), type: `${type}; charset=UTF-8`, headers: OPEN }),
  })
  const coming = () => {
    const { nowUtc, site } = momentAt(deps)
    return comingEvents(deps.reads, nowUtc, site.zone)
  }
  const next = () => feedOf('rss', coming, newsOf, firstEnded)
  return [
    ...['/feed', '/events/feed'].map(path => at(path, 'application/rss+xml', next)),
    {
      ...at(ATOM_PATH, ATOM_TYPE, () => feedOf('atom', () => changedEvents(deps.reads), changesOf)),
      noSlash: true,
    },
  ]
}

/** All feeds (spec 06 §4 to §4.2); at an unknown slug they answer as where nothing is. */
export const feedRoutes = (deps: FeedDeps, bodies: CodedBodies): readonly Answering[] => {
  const feedOf = keptFeeds(deps)
  return [...calendars(deps, feedOf), ...news(deps, feedOf)].map(({ find, ...address }) => ({
    ...address,
    answer: async (request, reply, params) => {
      await deps.refresh?.()
      const file = await find(Object.values(params).join('/'))
      if (file === null) reply.callNotFound()
      else await sendFile(request, reply, file, file.headers, bodies)
    },
  }))
}
