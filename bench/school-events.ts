import {
  localTime,
  utcTime,
  organizerId,
  venueId,
  eventId,
  termId,
  userId,
  type StreamName,
  isoTime,
} from '../shared/kernel/brands.ts'
import { randomUUID } from 'node:crypto'
import { termNameStream } from '../services/calendar/claims.ts'
import { newOrganizerValues, newVenueValues } from '../services/calendar/values.ts'
import { fingerprintKey, uidKey } from '../services/imports/item/identity.ts'
import type { EventStore, NewRecord } from '../shared/event-store/port.ts'
import { claimCodec, identityStream, idsCodec, idsStream, slugStream } from '../shared/facts/claim.ts'
import { eventCodec, eventStream, type EventFact } from '../shared/facts/event.ts'
import { organizerCodec, organizerStream } from '../shared/facts/organizer.ts'
import { termCodec, termStream } from '../shared/facts/term.ts'
import { venueCodec, venueStream } from '../shared/facts/venue.ts'
import { plusDays, plusSeconds } from '../shared/kernel/time/calculate.ts'
import { toUtc } from '../shared/kernel/time/zone.ts'

const ZONE = 'America/New_York'
const SOURCE = 'https://school.example/calendar.ics'
/** Venues, and as many organizers. */
export const PLACES = 20
/** Categories. */
export const TERMS = 12
/** Ids of venues, organizers and events share one sequence; terms have their own. */
const FIRST_EVENT = 1_000

const meta = {
  actor: userId(1),
  at: isoTime('2026-09-01T12:00:00.000Z'),
  source: 'import',
  route: null,
  correlation: 'bench',
  causation: null,
} as const

const item = {
  description: '<p>Everybody is welcome, nobody has to book.</p>',
  excerpt: '',
  status: 'publish' as const,
  publishedAt: utcTime('2026-09-01 12:00:00'),
  author: userId(1),
  image: null,
  password: '',
  lineage: [],
  origin: null,
  commentStatus: 'open' as const,
  pingStatus: 'open' as const,
  format: 'standard',
  template: '',
}

type Created = EventFact & { readonly type: 'EventCreated' }

type Calendar = {
  /** `YYYY-MM-DD` */
  readonly firstDay: string
  readonly count: number
  /** Venues, and as many organizers; absent: 20. */
  readonly places?: number
  /** Categories; absent: 12. */
  readonly terms?: number
  /** What the n-th venue, organizer and category are called; absent: by their numbers. */
  readonly names?: Names
  /** What the n-th event has besides, or in place of what all have. */
  readonly more?: (n: number) => Partial<Created['values']>
}
type Names = Readonly<Record<'venue' | 'organizer' | 'category', (n: number) => string>>
type Around = { readonly places: number; readonly terms: number; readonly names: Names }

const NUMBERED: Names = {
  venue: n => `Hall ${n}`,
  organizer: n => `Team ${n}`,
  category: n => `Category ${n}`,
}

const aroundOf = ({ places = PLACES, terms = TERMS, names = NUMBERED }: Calendar): Around => ({
  ...{ places, terms, names },
})

/** The id of the first event: those of the others go before it. */
export const firstEventId = (calendar: Calendar): number =>
  Math.max(FIRST_EVENT, 2 * aroundOf(calendar).places + 1)

const uidOf = (n: number) => `event-${n}@school.example`

/** Events that are made at once, and records that are written at once. */
const TOGETHER = 125
const AT_ONCE = 500

/** Coprime to the number of events: no import comes in the order of time. */
const STRIDE = 7_919

const created = (n: number, calendar: Calendar): Created => {
  const { firstDay, count, more } = calendar
  const { places, terms } = aroundOf(calendar)
  const perDay = Math.ceil(count / 730)
  const nth = (n * STRIDE) % count
  const start = plusSeconds(plusDays(`${firstDay} 08:00:00`, Math.floor(nth / perDay)), (nth % perDay) * 300)
  const end = plusSeconds(start, n % 40 === 0 ? 3 * 86_400 : 5_400)
  return {
    type: 'EventCreated',
    eventId: eventId(firstEventId(calendar) + n),
    by: 'import',
    values: {
      ...item,
      origin: {
        importId: 'bench',
        source: SOURCE,
        uid: uidOf(n),
        occurrence: null,
        sequence: 0,
        lastModified: null,
      },
      title: `School event ${n}`,
      slug: `school-event-${n}`,
      allDay: false,
      start: localTime(start),
      end: localTime(end),
      timezone: ZONE,
      startUtc: toUtc(localTime(start), ZONE).utc,
      endUtc: toUtc(localTime(end), ZONE).utc,
      venues: [venueId(1 + (n % places))],
      organizers: [organizerId(places + 1 + (n % places))],
      categories: [termId(1 + (n % terms))],
      tags: [],
      cost: '',
      currency: null,
      website: null,
      showMap: true,
      showMapLink: false,
      hidden: false,
      sticky: false,
      featured: false,
      parent: null,
      ...more?.(n),
    },
  }
}

/** What the n-th of so many school events begins with. */
export const schoolEvent = (n: number, calendar: Calendar): Created['values'] => created(n, calendar).values

/** A record, and the stream that it is the first of. */
export type Written = { readonly stream: StreamName; readonly record: NewRecord }

export const written = (stream: StreamName, encoded: Pick<NewRecord, 'type' | 'data'>): Written => ({
  stream,
  record: { id: randomUUID(), ...encoded, meta },
})

export const claimed = (stream: StreamName, owner: number): Written =>
  written(stream, claimCodec.encode({ type: 'Claimed', owner }))

/** What an import writes for one new event, in its order: two claims, the event, the claim on its looks. */
const imported = (n: number, calendar: Calendar): readonly Written[] => {
  const fact = created(n, calendar)
  const { title, slug, startUtc } = fact.values
  const looks = { title: title.toLowerCase(), startUtc, venueName: `hall ${n % aroundOf(calendar).places}` }
  const { eventId } = fact
  return [
    claimed(identityStream('event', uidKey(SOURCE, uidOf(n), null)), eventId),
    claimed(slugStream('event', slug), eventId),
    written(eventStream(eventId), eventCodec.encode(fact)),
    claimed(identityStream('event', fingerprintKey(SOURCE, looks)), eventId),
  ]
}

const reserved = (sequence: 'post' | 'term', to: number): Written =>
  written(idsStream(sequence), idsCodec.encode({ type: 'IdsReserved', from: 1, to }))

/** The claims on what events name. */
const claimedAround = ({ places, terms, names }: Around): readonly Written[] => [
  ...Array.from({ length: places }, (_, n) => [
    claimed(slugStream('venue', `hall-${n}`), n + 1),
    claimed(slugStream('organizer', `team-${n}`), places + 1 + n),
  ]).flat(),
  ...Array.from({ length: terms }, (_, n) => [
    claimed(slugStream('cal_events_cat', `category-${n}`), n + 1),
    claimed(termNameStream('cal_events_cat', { name: names.category(n), parent: null }), n + 1),
  ]).flat(),
]

const around = ({ places, terms, names }: Around): Written[] => [
  ...claimedAround({ places, terms, names }),
  ...Array.from({ length: places }, (_, n) =>
    written(
      venueStream(venueId(n + 1)),
      venueCodec.encode({
        type: 'VenueCreated',
        venueId: venueId(n + 1),
        by: 'import',
        values: newVenueValues({
          ...item,
          slug: `hall-${n}`,
          name: names.venue(n),
          address: `${n} School Lane`,
          city: 'Troy',
          country: 'United States',
          state: 'NY',
          zip: '12180',
        }),
        hiddenUntilLinked: false,
      }),
    ),
  ),
  ...Array.from({ length: places }, (_, n) =>
    written(
      organizerStream(organizerId(places + 1 + n)),
      organizerCodec.encode({
        type: 'OrganizerCreated',
        organizerId: organizerId(places + 1 + n),
        by: 'import',
        values: newOrganizerValues({
          ...item,
          slug: `team-${n}`,
          name: names.organizer(n),
          phone: '+1 555 0100',
          email: `team${n}@school.example`,
        }),
        hiddenUntilLinked: false,
      }),
    ),
  ),
  ...Array.from({ length: terms }, (_, n) =>
    written(
      termStream(termId(n + 1)),
      termCodec.encode({
        type: 'TermCreated',
        termId: termId(n + 1),
        by: 'import',
        values: {
          taxonomy: 'cal_events_cat',
          name: names.category(n),
          slug: `category-${n}`,
          description: '',
          parent: null,
        },
        hiddenUntilLinked: false,
      }),
    ),
  ),
]

/** Writes what goes together, each the first of its stream. */
export const writeAll = async (store: EventStore, some: readonly Written[]): Promise<number> => {
  // a large calendar is never on its way as a whole
  for (let from = 0; from < some.length; from += AT_ONCE)
    await Promise.all(
      some.slice(from, from + AT_ONCE).map(({ stream, record }) => store.append(stream, [record], 'absent')),
    )
  return some.length
}

/**
 * Fills a log with a calendar of `count` events as an import leaves it, spread evenly over two years from
 * `firstDay` on. `spare`: ids that are taken besides, of what comes behind the events, and behind the categories.
 * Answers how many facts that took.
 */
export const fillWith = async (
  store: EventStore,
  calendar: Calendar,
  spare: Readonly<Record<'posts' | 'terms', number>>,
): Promise<number> => {
  const { count } = calendar
  const some = aroundOf(calendar)
  let amount = await writeAll(store, [
    reserved('post', firstEventId(calendar) + count + spare.posts),
    reserved('term', some.terms + spare.terms),
    ...around(some),
  ])
  for (let from = 0; from < count; from += TOGETHER) {
    const length = Math.min(TOGETHER, count - from)
    amount += await writeAll(store, Array.from({ length }, (_, n) => imported(from + n, calendar)).flat())
  }
  return amount
}

/** The same with nothing besides (`firstDay`: `YYYY-MM-DD`). */
export const fillCalendar = (store: EventStore, count: number, firstDay: string): Promise<number> =>
  fillWith(store, { count, firstDay }, { posts: 0, terms: 0 })
