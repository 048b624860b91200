import type { IdOf } from '../../../shared/facts/id-of.ts'
import {
  localTime,
  utcTime,
  organizerId,
  venueId,
  eventId,
  termId,
  imageId,
  userId,
  logPosition,
} from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { eventFold, type Item, type Purgeable, type ShownItem } from '../../../projections/items/item.ts'
import { organizerFold } from '../../../projections/organizers/evolve.ts'
import { termFold } from '../../../projections/terms/evolve.ts'
import { venueFold } from '../../../projections/venues/evolve.ts'
import type { EventFact, EventValues } from '../../../shared/facts/event.ts'
import type { OrganizerFact, OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { TermFact, TermValues } from '../../../shared/facts/term.ts'
import type { VenueFact, VenueValues } from '../../../shared/facts/venue.ts'
import { eventValues, organizerValues, recorder, venueValues } from '../../support/recorded.ts'

// One row per fact: what it does to an item, and to nothing.
type Table<Fact extends { readonly type: string }, Values> = {
  readonly [Type in Fact['type']]: readonly [fact: Fact & { type: Type }, after: Partial<Values>]
}

const CREATED = utcTime('2027-01-01 08:00:00')
const itemOf = <Values>(_id: IdOf<Values>, values: Values): Item<Values> & Purgeable => ({
  _id,
  rev: logPosition(0),
  created: CREATED,
  modified: CREATED,
  values,
  was: null,
  purged: false,
})
const shownOf = <Values>(id: IdOf<Values>, values: Values): ShownItem<Values> => ({
  ...itemOf(id, values),
  shown: true,
})
const eventOf = (values: EventValues) => ({ ...itemOf(eventId(5), values), madeOf: 1 })
const later = '2027-01-02T09:10:11.999Z'
const origin = {
  importId: 'a',
  source: 's',
  uid: 'u',
  occurrence: null,
  sequence: 1,
  lastModified: null,
} as const

const event = { eventId: eventId(5), by: 'person' } as const
const eventBefore = eventValues({ title: 'Old', slug: 'old', status: 'draft' })
const events: Table<EventFact, EventValues> = {
  EventCreated: [
    { type: 'EventCreated', ...event, values: eventValues({ title: 'New' }) },
    eventValues({ title: 'New' }),
  ],
  EventRetitled: [{ type: 'EventRetitled', ...event, changes: { title: ['Old', 'New'] } }, { title: 'New' }],
  EventDescribed: [
    { type: 'EventDescribed', ...event, changes: { description: ['', 'd'], excerpt: ['', 'e'] } },
    { description: 'd', excerpt: 'e' },
  ],
  EventRescheduled: [
    {
      type: 'EventRescheduled',
      ...event,
      changes: {
        start: [localTime('2027-05-08 10:00:00'), localTime('2027-05-08 11:00:00')],
        allDay: [false, true],
      },
    },
    { start: localTime('2027-05-08 11:00:00'), allDay: true },
  ],
  EventRelocated: [
    { type: 'EventRelocated', ...event, changes: { venues: [[], [venueId(7), venueId(3)]] } },
    { venues: [venueId(7), venueId(3)] },
  ],
  EventOrganizersChanged: [
    { type: 'EventOrganizersChanged', ...event, changes: { organizers: [[], [organizerId(8)]] } },
    { organizers: [organizerId(8)] },
  ],
  EventTermsAssigned: [
    {
      type: 'EventTermsAssigned',
      ...event,
      changes: { categories: [[], [termId(1)]], tags: [[], [termId(2)]] },
    },
    { categories: [termId(1)], tags: [termId(2)] },
  ],
  EventPriced: [
    { type: 'EventPriced', ...event, changes: { cost: ['', '$5'], currency: [null, null] } },
    { cost: '$5' },
  ],
  EventIllustrated: [
    { type: 'EventIllustrated', ...event, changes: { image: [null, imageId(9)] } },
    { image: imageId(9) },
  ],
  EventLinked: [{ type: 'EventLinked', ...event, changes: { website: [null, ''] } }, { website: '' }],
  EventPresented: [
    { type: 'EventPresented', ...event, changes: { sticky: [false, true], hidden: [false, true] } },
    { sticky: true, hidden: true },
  ],
  EventStatusChanged: [
    {
      type: 'EventStatusChanged',
      ...event,
      changes: { status: ['draft', 'publish'], publishedAt: [null, CREATED] },
    },
    { status: 'publish', publishedAt: CREATED },
  ],
  EventSlugChanged: [
    { type: 'EventSlugChanged', ...event, changes: { slug: ['old', 'new'] } },
    { slug: 'new' },
  ],
  EventReattributed: [
    { type: 'EventReattributed', ...event, changes: { author: [userId(2), userId(3)] } },
    { author: userId(3) },
  ],
  EventProtected: [{ type: 'EventProtected', ...event, changes: { password: ['', 'p'] } }, { password: 'p' }],
  EventPostOptionsChanged: [
    {
      type: 'EventPostOptionsChanged',
      ...event,
      changes: { template: ['', 't'], parent: [null, eventId(4)] },
    },
    { template: 't', parent: eventId(4) },
  ],
  EventOriginNoted: [{ type: 'EventOriginNoted', ...event, changes: { origin: [null, origin] } }, { origin }],
  EventTrashed: [
    {
      type: 'EventTrashed',
      ...event,
      reason: 'deleted',
      changes: { status: ['draft', 'trash'], slug: ['old', 'old__trashed'] },
    },
    { status: 'trash', slug: 'old__trashed' },
  ],
  EventRestored: [
    { type: 'EventRestored', ...event, changes: { status: ['draft', 'pending'] } },
    { status: 'pending' },
  ],
}

const venue = { venueId: venueId(5), by: 'person' } as const
const venueBefore = venueValues({ name: 'Old' })
const venues: Table<VenueFact, VenueValues> = {
  VenueCreated: [
    { type: 'VenueCreated', ...venue, values: venueValues({ city: 'Troy' }), hiddenUntilLinked: false },
    venueValues({ city: 'Troy' }),
  ],
  VenueRenamed: [{ type: 'VenueRenamed', ...venue, changes: { name: ['Old', 'New'] } }, { name: 'New' }],
  VenueDescribed: [
    { type: 'VenueDescribed', ...venue, changes: { description: ['', 'd'] } },
    { description: 'd' },
  ],
  VenueMoved: [
    { type: 'VenueMoved', ...venue, changes: { city: ['', 'Troy'], latitude: [null, 42.73] } },
    { city: 'Troy', latitude: 42.73 },
  ],
  VenueContactChanged: [
    {
      type: 'VenueContactChanged',
      ...venue,
      changes: { phone: ['', '1'], website: ['', 'https://a.example'] },
    },
    { phone: '1', website: 'https://a.example' },
  ],
  VenuePresented: [
    { type: 'VenuePresented', ...venue, changes: { showMap: [true, false], sticky: [false, true] } },
    { showMap: false, sticky: true },
  ],
  VenueTagged: [
    { type: 'VenueTagged', ...venue, changes: { tags: [[], [termId(1)]] } },
    { tags: [termId(1)] },
  ],
  VenueIllustrated: [
    { type: 'VenueIllustrated', ...venue, changes: { image: [null, imageId(9)] } },
    { image: imageId(9) },
  ],
  VenueStatusChanged: [
    { type: 'VenueStatusChanged', ...venue, changes: { status: ['publish', 'draft'] } },
    { status: 'draft' },
  ],
  VenueSlugChanged: [{ type: 'VenueSlugChanged', ...venue, changes: { slug: ['', 's'] } }, { slug: 's' }],
  VenueReattributed: [
    { type: 'VenueReattributed', ...venue, changes: { author: [userId(2), userId(3)] } },
    { author: userId(3) },
  ],
  VenueProtected: [{ type: 'VenueProtected', ...venue, changes: { password: ['', 'p'] } }, { password: 'p' }],
  VenuePostOptionsChanged: [
    { type: 'VenuePostOptionsChanged', ...venue, changes: { commentStatus: ['open', 'closed'] } },
    { commentStatus: 'closed' },
  ],
  VenueOriginNoted: [
    { type: 'VenueOriginNoted', ...venue, changes: { origin: [null, origin], lineage: [[], ['x?id=1']] } },
    { origin, lineage: ['x?id=1'] },
  ],
  VenueTrashed: [
    { type: 'VenueTrashed', ...venue, reason: 'deleted', changes: { status: ['publish', 'trash'] } },
    { status: 'trash' },
  ],
  VenueRestored: [
    { type: 'VenueRestored', ...venue, changes: { status: ['trash', 'private'] } },
    { status: 'private' },
  ],
  VenueMerged: [
    {
      type: 'VenueMerged',
      ...venue,
      ...{ reason: 'merged', into: 9, changes: { status: ['publish', 'trash'] } },
    },
    { status: 'trash' },
  ],
  VenueUnmerged: [
    { type: 'VenueUnmerged', ...venue, changes: { status: ['trash', 'draft'] } },
    { status: 'draft' },
  ],
  VenueMergeSettled: [{ type: 'VenueMergeSettled', ...venue, changes: {} }, {}],
}

const organizer = { organizerId: organizerId(5), by: 'person' } as const
const organizerBefore = organizerValues({ name: 'Old' })
const organizers: Table<OrganizerFact, OrganizerValues> = {
  OrganizerCreated: [
    {
      type: 'OrganizerCreated',
      ...organizer,
      values: organizerValues({ phone: '1' }),
      hiddenUntilLinked: false,
    },
    organizerValues({ phone: '1' }),
  ],
  OrganizerRenamed: [
    { type: 'OrganizerRenamed', ...organizer, changes: { name: ['Old', 'New'] } },
    { name: 'New' },
  ],
  OrganizerDescribed: [
    { type: 'OrganizerDescribed', ...organizer, changes: { excerpt: ['', 'e'] } },
    { excerpt: 'e' },
  ],
  OrganizerContactChanged: [
    { type: 'OrganizerContactChanged', ...organizer, changes: { email: ['', 'a@b.example'] } },
    { email: 'a@b.example' },
  ],
  OrganizerPresented: [
    { type: 'OrganizerPresented', ...organizer, changes: { sticky: [false, true] } },
    { sticky: true },
  ],
  OrganizerTagged: [
    { type: 'OrganizerTagged', ...organizer, changes: { tags: [[], [termId(1)]] } },
    { tags: [termId(1)] },
  ],
  OrganizerIllustrated: [
    { type: 'OrganizerIllustrated', ...organizer, changes: { image: [null, imageId(9)] } },
    { image: imageId(9) },
  ],
  OrganizerStatusChanged: [
    { type: 'OrganizerStatusChanged', ...organizer, changes: { status: ['publish', 'draft'] } },
    { status: 'draft' },
  ],
  OrganizerSlugChanged: [
    { type: 'OrganizerSlugChanged', ...organizer, changes: { slug: ['', 's'] } },
    { slug: 's' },
  ],
  OrganizerReattributed: [
    { type: 'OrganizerReattributed', ...organizer, changes: { author: [userId(2), userId(3)] } },
    { author: userId(3) },
  ],
  OrganizerProtected: [
    { type: 'OrganizerProtected', ...organizer, changes: { password: ['', 'p'] } },
    { password: 'p' },
  ],
  OrganizerPostOptionsChanged: [
    { type: 'OrganizerPostOptionsChanged', ...organizer, changes: { format: ['standard', 'aside'] } },
    { format: 'aside' },
  ],
  OrganizerOriginNoted: [
    { type: 'OrganizerOriginNoted', ...organizer, changes: { origin: [null, origin] } },
    { origin },
  ],
  OrganizerTrashed: [
    { type: 'OrganizerTrashed', ...organizer, reason: 'deleted', changes: { status: ['publish', 'trash'] } },
    { status: 'trash' },
  ],
  OrganizerRestored: [
    { type: 'OrganizerRestored', ...organizer, changes: { status: ['trash', 'publish'] } },
    { status: 'publish' },
  ],
  OrganizerMerged: [
    {
      type: 'OrganizerMerged',
      ...organizer,
      ...{ reason: 'merged', into: 9, changes: { status: ['publish', 'trash'] } },
    },
    { status: 'trash' },
  ],
  OrganizerUnmerged: [
    { type: 'OrganizerUnmerged', ...organizer, changes: { status: ['trash', 'draft'] } },
    { status: 'draft' },
  ],
  OrganizerMergeSettled: [{ type: 'OrganizerMergeSettled', ...organizer, changes: {} }, {}],
}

const term = { termId: termId(5), by: 'person' } as const
const termBefore: TermValues = {
  taxonomy: 'cal_events_cat',
  name: 'Old',
  slug: 'old',
  description: '',
  parent: null,
}
const terms: Table<TermFact, TermValues> = {
  TermCreated: [
    { type: 'TermCreated', ...term, values: { ...termBefore, name: 'New' }, hiddenUntilLinked: false },
    { name: 'New' },
  ],
  TermAdopted: [{ type: 'TermAdopted', ...term, values: { ...termBefore, name: 'New' } }, { name: 'New' }],
  TermRenamed: [{ type: 'TermRenamed', ...term, changes: { name: ['Old', 'New'] } }, { name: 'New' }],
  TermDescribed: [
    { type: 'TermDescribed', ...term, changes: { description: ['', 'd'] } },
    { description: 'd' },
  ],
  TermSlugChanged: [{ type: 'TermSlugChanged', ...term, changes: { slug: ['old', 'new'] } }, { slug: 'new' }],
  TermMoved: [{ type: 'TermMoved', ...term, changes: { parent: [null, termId(3)] } }, { parent: termId(3) }],
  TermDiscarded: [{ type: 'TermDiscarded', ...term, changes: { slug: ['old', ''] } }, { slug: '' }],
  TermRestored: [{ type: 'TermRestored', ...term, changes: { slug: ['', 'new'] } }, { slug: 'new' }],
  TermMerged: [{ type: 'TermMerged', ...term, into: termId(9), changes: {} }, {}],
  TermUnmerged: [{ type: 'TermUnmerged', ...term, changes: {} }, {}],
  TermMergeSettled: [{ type: 'TermMergeSettled', ...term, changes: {} }, {}],
  TermDeleted: [{ type: 'TermDeleted', ...term, values: termBefore }, {}],
}

describe.each([...Object.values(events).map(row => [row[0].type, eventFold, eventBefore, ...row] as const)])(
  '%s',
  (type, fold, before, fact, after) => {
    const record = recorder(later)(fact)
    it('sets what it names, and when', () => {
      expect(fold.evolve(eventOf(before), fact, record)).toEqual({
        _id: 5,
        rev: 3,
        created: type === 'EventCreated' ? '2027-01-02 09:10:11' : CREATED,
        modified: '2027-01-02 09:10:11',
        values: { ...before, ...after },
        was: type === 'EventTrashed' ? 'draft' : null,
        purged: false,
        madeOf: expect.any(Number) as number,
      })
    })
    it('begins nothing, unless it is the first', () => {
      const begun = {
        ...itemOf(eventId(5), after),
        rev: 3,
        created: '2027-01-02 09:10:11',
        modified: '2027-01-02 09:10:11',
        // the first 48 bits of the record's id
        madeOf: Number.parseInt(record.id.replaceAll('-', '').slice(0, 12), 16),
      }
      expect(fold.evolve(null, fact, record)).toEqual(type === 'EventCreated' ? begun : null)
    })
  },
)

it.each(Object.values(venues))('$type of a venue sets what it names', (fact, after) => {
  const record = recorder(later)(fact)
  expect(venueFold.evolve(shownOf(venueId(5), venueBefore), fact, record)?.values).toEqual({
    ...venueBefore,
    ...after,
  })
  expect(venueFold.evolve(null, fact, record)?.values).toEqual(
    fact.type === 'VenueCreated' ? after : undefined,
  )
})

it.each(Object.values(organizers))('$type of an organizer sets what it names', (fact, after) => {
  const record = recorder(later)(fact)
  expect(organizerFold.evolve(shownOf(organizerId(5), organizerBefore), fact, record)?.values).toEqual({
    ...organizerBefore,
    ...after,
  })
  expect(organizerFold.evolve(null, fact, record)?.values).toEqual(
    fact.type === 'OrganizerCreated' ? after : undefined,
  )
})

it.each(Object.values(terms))('$type of a term sets what it names', (fact, after) => {
  const record = recorder(later)(fact)
  expect(
    termFold.evolve({ ...itemOf(termId(5), termBefore), shown: true, deleted: false }, fact, record)?.values,
  ).toEqual({
    ...termBefore,
    ...after,
  })
  expect(termFold.evolve(null, fact, record)?.values).toEqual(
    fact.type === 'TermCreated' || fact.type === 'TermAdopted' ? { ...termBefore, ...after } : undefined,
  )
})
