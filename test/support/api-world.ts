import { trailsOfVersion } from '../../shared/documents/trails.ts'
import {
  userId,
  streamName,
  type Position,
  logPosition,
  imageId,
  eventId,
  organizerId,
  venueId,
} from '../../shared/kernel/brands.ts'
import { isoOfMs } from '../../shared/kernel/time/calculate.ts'
import { eventInLog } from '../../projections/event-listing/queries.ts'
import { keptMemory } from '../../services/api/platform/answers/kept-memory.ts'
import { organizerInLog } from '../../projections/organizers/queries.ts'
import { venueInLog } from '../../projections/venues/queries.ts'
import { latest, termNamed } from '../../services/wiring/read-side/read-current.ts'
import type { WriteSupport } from '../../services/api/items/deps.ts'
import { itemRoutes } from '../../services/wiring/api/item-routes.ts'
import { buildApp, type ApiDeps } from '../../services/api/app.ts'
import type { User } from '../../services/api/platform/call.ts'
import { calendarOn, type Calendar } from '../../services/calendar/calendar.ts'
import { knownIds } from '../../services/calendar/known-names.ts'
import { findOrCreateTerm } from '../../services/calendar/term/find-or-create.ts'
import { changeTerm, createTerm, deleteTerm } from '../../services/calendar/term/write.ts'
import { newOrganizerValues, newTermValues, newVenueValues } from '../../services/calendar/values.ts'
import { writingOn } from '../../services/calendar/writing.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { httpFetcher } from '../../shared/http-fetcher.ts'
import type { Role } from '../../shared/facts/user.ts'
import type { TermValues } from '../../shared/facts/term.ts'
import { documentedAnswers } from './documented.ts'
import { memoryLog } from './memory-log.ts'
import { moment, site } from './moment.ts'
import { readModels } from './read-models.ts'
import { personAt } from './calendar.ts'
import { unlockWith } from '../../services/api/items/unlock.ts'
import { passwordGuard } from '../../services/accounts/guard.ts'

const ROLES: readonly Role[] = ['administrator', 'editor', 'author', 'contributor', 'subscriber']
/** `administrator` has the id 1, `editor` 2, … and `other` is a second author. */
const USERS: readonly User[] = [
  ...ROLES.map((role, index) => ({ id: userId(index + 1), login: role, role })),
  { id: userId(6), login: 'other', role: 'author' },
]

const PICTURE = {
  id: imageId(900_040),
  cal: '{"url":"https://school.example/media/fair.jpg","id":900040,"extension":"jpg"}',
  url: 'https://school.example/media/fair.jpg',
}

const ELSEWHERE = 'https://pictures.example/fair.jpg'

/** `body`: JSON, or the text as it is sent. `as`: a login; undefined: a guest. */
export type Sent = {
  readonly body?: unknown
  readonly as?: string | undefined
  readonly headers?: Record<string, string>
}
export type Answered = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly body: unknown
}

/** Everything the record follower of a process would do, at once. */
const feeder = (
  store: EventStore,
  apply: (records: Parameters<Awaited<ReturnType<typeof readModels>>['apply']>[0]) => Promise<void>,
) => {
  let done: Position | null = null
  let version = 0
  return {
    version: () => String(version),
    catchUp: async () => {
      const stop = new AbortController()
      for await (const step of store.follow(done, [], stop.signal)) {
        if (step.records.length > 0) {
          await apply(step.records)
          version++
        }
        done = step.reached
        if (step.live) stop.abort()
      }
    },
  }
}

/**
 * The routes of items on real parts in memory, with a clock that stands still. `wrap`: puts faults before the log.
 * `compatibility`: speaks the names of others, too.
 */
export const apiWorld = async (
  wrap = (log: EventStore): EventStore => log,
  compatibility: ApiDeps['compatibility'] = null,
) => {
  const clock = { ms: moment.ms }
  const store = wrap(memoryLog(() => clock.ms))
  const writing = writingOn(store)
  const models = await readModels(undefined, new Map([[PICTURE.id, PICTURE]]))
  const feed = feeder(store, models.apply)
  const reported: unknown[] = []
  const fetched: string[] = []
  const support: WriteSupport = {
    userExists: async id => USERS.some(user => user.id === id),
    imageExists: async id => id === PICTURE.id,
    imagesByAddress: {
      allows: httpFetcher().allows,
      fetch: async address => {
        fetched.push(address)
        return address === ELSEWHERE
          ? { ok: true, id: PICTURE.id, added: true }
          : { ok: false, reason: 'wrong_type' }
      },
    },
    waitUntilVisible: async () => {
      await feed.catchUp()
      return null
    },
  }
  // the read models have everything as soon as a write has waited for it
  const all = { reached: () => logPosition(Infinity), refresh: null }
  const events = latest(store, all, {
    model: { name: 'details', queries: models.events },
    noun: 'event',
    idOf: eventId,
    inLog: eventInLog,
  })
  const venues = latest(store, all, {
    model: { name: 'venues', queries: models.venues },
    noun: 'venue',
    idOf: venueId,
    inLog: venueInLog,
  })
  const organizers = latest(store, all, {
    model: { name: 'organizers', queries: models.organizers },
    noun: 'organizer',
    idOf: organizerId,
    inLog: organizerInLog,
  })
  const app = buildApp({
    routes: itemRoutes({
      ...{ writing, unlock: unlockWith(passwordGuard()) },
      support,
      events: {
        ...models.events,
        terms: models.terms,
        termNamed: termNamed(models.terms, knownIds(store), async () => true),
        venuesByIds: models.venues.byIds,
        organizersByIds: models.organizers.byIds,
        eventById: models.events.byId,
        eventBySlug: models.events.bySlug,
        lookAtEvent: events.look,
        meetEvent: events.meet,
        peekEvent: events.peek,
        eventSince: events.since,
      },
      venues: { ...venues, ...models.venues },
      organizers: { ...organizers, ...models.organizers },
      terms: {
        reads: { ...models.terms, termById: models.terms.byId, eventById: models.events.byId },
        writes: {
          ...support,
          create: (values, context) =>
            createTerm(writing, values, context, async id => (await models.terms.byId(id)) !== null),
          change: (id, patch, context) => changeTerm(writing, id, patch, context),
          remove: (id, children, context) => deleteTerm(writing, id, children, context),
        },
      },
    }),
    adminRoutes: async () => [],
    compatibility,
    site: () => site,
    nowMs: () => clock.ms,
    credentials: {
      authenticate: who => {
        const user = USERS.find(({ login }) => login === who)
        return user === undefined ? { ok: false, code: 'invalid_username' } : { ok: true, user }
      },
      session: async () => null,
    },
    newCorrelation: () => 'c-1',
    report: error => reported.push(error),
    refresh: null,
    readModelVersion: feed.version,
    trails: trailsOfVersion(feed.version),
    notReady: async () => [],
    kept: keptMemory(1_000_000),
  })

  const mustBeDocumented = documentedAnswers(
    async address => (await app.inject({ url: `/index.php?rest_route=${address}` })).body,
  )

  /** `path` is behind `/cal/events/v1/` unless it starts with a slash; arguments follow with `&`. */
  const ask = async (request: string, { body, as, headers = {} }: Sent = {}): Promise<Answered> => {
    const [method = '', path = ''] = request.split(/ (.*)/s)
    const response = await app.inject({
      method,
      url: `/index.php?rest_route=${path.startsWith('/') ? path : `/cal/events/v1/${path}`}`,
      headers: {
        ...(as === undefined ? {} : { authorization: `Basic ${Buffer.from(`${as}:x`).toString('base64')}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = response.body
    const answer: Answered = {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: text === '' ? null : response.json<unknown>(),
    }
    if (!Object.keys(headers).some(name => name.toLowerCase() === 'x-http-method-override'))
      await mustBeDocumented(method, path.startsWith('/') ? path : `/cal/events/v1/${path}`, answer)
    return answer
  }

  const made = async (written: Promise<{ readonly ok: boolean; readonly id?: number }>): Promise<number> => {
    const { ok, id } = await written
    await feed.catchUp()
    if (!ok || id === undefined) throw new Error('could not be made')
    return id
  }
  const item = { status: 'publish', author: userId(2) } as const

  return {
    ask,
    clock,
    reported,
    catchUp: feed.catchUp,
    imageId: PICTURE.id,
    /** The one address from which an image can be fetched: that of `imageId`. */
    imageAddress: ELSEWHERE,
    /** Addresses that were fetched. */
    fetched,
    close: () => app.close(),
    venue: (name: string, sent: object = {}) =>
      made(
        calendarOn(writing).venue.create({ values: newVenueValues({ ...item, name, ...sent }) }, personAt()),
      ),
    /** Nobody moves what names it. */
    mergeVenue: (id: number, into: number) => made(calendarOn(writing).venue.merge(id, into, personAt())),
    trashVenue: (id: number) => made(calendarOn(writing).venue.trash(id, 'deleted', personAt())),
    organizer: (name: string, sent: object = {}) =>
      made(
        calendarOn(writing).organizer.create(
          { values: newOrganizerValues({ ...item, name, ...sent }) },
          personAt(),
        ),
      ),
    term: (taxonomy: TermValues['taxonomy'], name: string, sent: Partial<TermValues> = {}) =>
      made(createTerm(writing, newTermValues({ taxonomy, name, ...sent }), personAt())),
    /** What an event that never comes leaves behind. */
    abandonedTerm: (taxonomy: TermValues['taxonomy'], name: string) =>
      made(
        findOrCreateTerm(writing, taxonomy, name, 'slug', personAt()).then(({ id }) => ({ ok: true, id })),
      ),
    /** What happens to an item whose publication date may have come. */
    publishDue: (id: number) =>
      made(
        calendarOn(writing).event.publishDue(id, {
          ...personAt(),
          at: isoOfMs(clock.ms),
        }),
      ),
    /** The site's own way to set what routes do not: a password, a parent. */
    change: (id: number, patch: Parameters<Calendar['event']['change']>[1]) =>
      made(calendarOn(writing).event.change(id, patch, personAt())),
    linkedVenues: async (id: number) => (await models.events.byId(eventId(id)))?.values.venues,
    revisionOf: async (id: number, noun: 'event' | 'venue' | 'organizer' | 'term' = 'event') =>
      (await store.read(streamName(`${noun}-${id}`))).at(-1)?.revision,
    eventIds: async (): Promise<readonly number[]> => {
      const { body } = await ask('GET events&start_date=2000-01-01', { as: 'editor' })
      return (body as { events: readonly { id: number }[] }).events.map(event => event.id)
    },
    venueNames: async () =>
      (
        await models.venues.list({
          viewer: { id: userId(1), role: 'administrator' },
          statuses: ['publish', 'draft', 'pending'],
          skip: 0,
          limit: 50,
        })
      ).rows.map(({ values }) => values.name),
  }
}
export type ApiWorld = Awaited<ReturnType<typeof apiWorld>>
