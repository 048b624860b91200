import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { underWay } from '../../../shared/under-way.ts'
import type { KeptMemory } from '../platform/answers/kept-memory.ts'
import { momentAt, type Site } from '../platform/moment.ts'
import { sendFile } from '../platform/answers/send-file.ts'
import { etagOf } from '../platform/answers/wire.ts'
import { feedText } from './feed.ts'
import { currentEvents, relatedTo, type FeedReads } from './select.ts'
import type { FeedEvent } from './vevent.ts'

export type FeedDeps = {
  readonly reads: FeedReads
  /** The category with everything below it, or the tag; null: there is none of that slug. */
  readonly term: (kind: 'category' | 'tag', slug: string) => Promise<readonly number[] | null>
  /** Published and unprotected; null: there is none. */
  readonly event: (slug: string) => Promise<FeedEvent | null>
  readonly site: () => Site
  readonly nowMs: () => number
  /** Awaited before anything is read. */
  readonly refresh: () => Promise<void> | null
  /** Changes when a feed may have; null: nothing kept is good. */
  readonly version: () => string | null
  /** What may be kept to save work. */
  readonly kept: KeptMemory
}

type Feed = { readonly bytes: Buffer; readonly etag: string }
type Kept = { readonly feed: Feed; readonly version: string; readonly until: number }

/** What is three months old moves with the clock. */
const KEPT_MS = 300_000

const answer = (request: FastifyRequest, reply: FastifyReply, feed: Feed, file: string) =>
  sendFile(
    request,
    reply,
    { ...feed, type: 'text/calendar; charset=UTF-8' },
    { 'Content-Disposition': `attachment; filename="${file}.ics"`, 'Cache-Control': 'no-cache' },
  )

/** Serves the calendar feeds (spec 06 §4); an unknown slug falls through to `notFound`. */
export const serveFeeds = (app: FastifyInstance, deps: FeedDeps): void => {
  // there is one for all and one for each term, so nobody can ask for many
  const kept = deps.kept.shelf<Kept>(({ feed }) => feed.bytes.length, 'frequent')
  const making = underWay<Feed>()

  const made = async (events: readonly FeedEvent[]): Promise<Feed> => {
    const { name, zone, baseUrl } = deps.site()
    const site = { name, zone, host: new URL(baseUrl).host }
    const bytes = Buffer.from(await feedText(events, await relatedTo(deps.reads, events), site))
    return { bytes, etag: etagOf(bytes) }
  }

  /** Made once per state of the calendar, however many ask for it at once. */
  const feedOf = async (key: string, events: () => Promise<readonly FeedEvent[]>): Promise<Feed> => {
    const version = deps.version()
    if (version === null) return made(await events())
    const known = kept.get(key)
    if (known?.version === version && known.until > deps.nowMs()) return known.feed
    return making(`${version} ${key}`, async () => {
      const feed = await made(await events())
      kept.set(key, { feed, version, until: deps.nowMs() + KEPT_MS })
      return feed
    })
  }

  const current = (limits: Parameters<typeof currentEvents>[3]) => {
    const { nowUtc, site } = momentAt(deps)
    return currentEvents(deps.reads, nowUtc, site.zone, limits)
  }

  const ofTerm = async (
    kind: 'category' | 'tag',
    slug: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const ids = await deps.term(kind, slug)
    if (ids === null) {
      reply.callNotFound()
      return
    }
    const limits = kind === 'tag' ? { tags: ids } : { categories: ids }
    answer(
      request,
      reply,
      await feedOf(`${kind}/${ids.join()}`, () => current(limits)),
      `${kind}-${ids[0] ?? 0}`,
    )
  }

  type Handle = (slug: string, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** With and without the slash at the end. */
  const serve = (path: string, handle: Handle) => {
    for (const address of [path, `${path}/`])
      app.get<{ Params: { slug?: string } }>(address, async (request, reply) => {
        await deps.refresh()
        await handle(request.params.slug ?? '', request, reply)
      })
  }

  serve('/events/ical', async (_, request, reply) =>
    answer(request, reply, await feedOf('', () => current({})), 'calendar'),
  )
  serve('/events/category/:slug/ical', (slug, request, reply) => ofTerm('category', slug, request, reply))
  serve('/events/tag/:slug/ical', (slug, request, reply) => ofTerm('tag', slug, request, reply))
  serve('/event/:slug/ical', async (slug, request, reply) => {
    const event = await deps.event(slug)
    if (event === null) {
      reply.callNotFound()
      return
    }
    answer(request, reply, await made([event]), `event-${event._id}`)
  })
}
