import fc from 'fast-check'
import type { Documents } from '../../shared/documents/port.ts'
import { collections } from './collections.ts'
import { eventValues, organizerValues, venueValues, type ItemFacts } from './recorded.ts'

const by = 'person' as const
const few = fc.integer({ min: 1, max: 3 })
const linked = fc.uniqueArray(few, { maxLength: 3 })
/** The term that was made for an event. */
const MADE = 4
const terms = fc.uniqueArray(fc.integer({ min: 1, max: MADE }), { maxLength: 3 })
const statusPair = fc.tuple(
  fc.constantFrom('publish' as const, 'draft' as const),
  fc.constantFrom('publish' as const, 'draft' as const, 'trash' as const),
)
const category = { taxonomy: 'cal_events_cat', description: '' } as const

/** Facts as a calendar could record them, in any mixture. The first of each item comes before all of them. */
export const later: fc.Arbitrary<ItemFacts> = fc.oneof(
  fc.record({ id: few, status: statusPair }).map(({ id, status }): ItemFacts => ({
    type: 'EventStatusChanged',
    eventId: id,
    by,
    changes: { status },
  })),
  fc.record({ id: few, before: terms, after: terms }).map(({ id, before, after }): ItemFacts => ({
    type: 'EventTermsAssigned',
    eventId: id,
    by,
    changes: { categories: [before, after] },
  })),
  fc.record({ id: few, before: linked, after: linked }).map(({ id, before, after }): ItemFacts => ({
    type: 'EventRelocated',
    eventId: id,
    by,
    changes: { venues: [before, after] },
  })),
  fc.record({ id: few, title: fc.constantFrom('A', 'B') }).map(({ id, title }): ItemFacts => ({
    type: 'EventRetitled',
    eventId: id,
    by,
    changes: { title: ['', title] },
  })),
  fc.record({ id: few, name: fc.constantFrom('A', 'B') }).map(({ id, name }): ItemFacts => ({
    type: 'VenueRenamed',
    venueId: id,
    by,
    changes: { name: ['', name] },
  })),
  fc.record({ id: few, name: fc.constantFrom('A', 'B') }).map(({ id, name }): ItemFacts => ({
    type: 'TermRenamed',
    termId: id,
    by,
    changes: { name: ['', name] },
  })),
  fc
    .record({ id: few, kind: fc.constantFrom('event' as const, 'venue' as const) })
    .map(({ id, kind }): ItemFacts => ({
      type: 'ItemPurged',
      kind,
      itemId: id,
      named: { venues: [id], organizers: [1], categories: [id, 1], tags: [] },
      past: [],
    })),
  fc.constant<ItemFacts>({
    type: 'TermDeleted',
    termId: 2,
    by,
    values: { ...category, name: 'C2', slug: 'c2', parent: 1 },
  }),
)

const made: ItemFacts = {
  type: 'TermCreated',
  termId: MADE,
  by,
  values: { ...category, name: 'M', slug: 'm', parent: null },
  hiddenUntilLinked: true,
}

const each = [1, 2, 3].flatMap((id): ItemFacts[] => [
  {
    type: 'VenueCreated',
    venueId: id,
    by,
    values: venueValues({ name: `V${id}` }),
    hiddenUntilLinked: false,
  },
  {
    type: 'OrganizerCreated',
    organizerId: id,
    by,
    values: organizerValues({ name: `O${id}` }),
    hiddenUntilLinked: false,
  },
  {
    type: 'TermCreated',
    termId: id,
    by,
    values: { ...category, name: `C${id}`, slug: `c${id}`, parent: id === 1 ? null : id - 1 },
    hiddenUntilLinked: false,
  },
  {
    type: 'EventCreated',
    eventId: id,
    by,
    values: eventValues({ venues: [id], organizers: [1], categories: [id, 1] }),
  },
])
export const first = [made, ...each]

/** The same facts, each with what was really there before. */
export const truthful = (facts: readonly ItemFacts[]): readonly ItemFacts[] => {
  const now = new Map<string, unknown>()
  return facts.map(fact => {
    if (fact.type === 'EventCreated') {
      for (const [member, value] of Object.entries(fact.values)) now.set(`${fact.eventId} ${member}`, value)
      return fact
    }
    if (!('eventId' in fact)) return fact
    const changes = Object.entries(fact.changes).map(([member, [, after]]) => {
      const key = `${fact.eventId} ${member}`
      const pair = [member, [now.get(key), after]]
      now.set(key, after)
      return pair
    })
    return { ...fact, changes: Object.fromEntries(changes) as typeof fact.changes } as ItemFacts
  })
}

const ofItems = [
  'events',
  'venues',
  'venueLinks',
  'organizers',
  'organizerLinks',
  'terms',
  'termLinks',
] as const
/** What the read models of items hold. */
export const contents = async (documents: Documents) =>
  Promise.all(
    ofItems.map(async of => {
      const spec = { name: collections[of], indexes: [] }
      const collection = await documents.collection<{ readonly _id: number }>(spec)
      return collection.find({}, { sort: { _id: 1 } })
    }),
  )
