import fc from 'fast-check'
import { first as firstOfItems, later as laterOfItems } from './mixed-facts.ts'
import { imageValues, venueValues, type ItemFacts } from './recorded.ts'

const by = 'person' as const
const few = fc.integer({ min: 1, max: 3 })
const linked = fc.uniqueArray(few, { maxLength: 3 })
const TAGS = [5, 6]
const tags = fc.subarray(TAGS)
const picture = fc.option(fc.integer({ min: 1, max: 2 }))

/** The first fact of each item, of tags and pictures, too. */
const first: readonly ItemFacts[] = [
  ...firstOfItems,
  ...TAGS.map((termId): ItemFacts => ({
    ...{ type: 'TermCreated', termId, by, hiddenUntilLinked: false },
    values: { taxonomy: 'post_tag', description: '', name: `T${termId}`, slug: `t${termId}`, parent: null },
  })),
  ...[1, 2].map((id): ItemFacts => ({
    ...{ type: 'ImageAdded', imageId: id, by },
    values: imageValues(`p${id}.png`),
  })),
]

/** Everything that changes what is counted of events, in any mixture. */
export const later: fc.Arbitrary<ItemFacts> = fc.oneof(
  { weight: 3, arbitrary: laterOfItems },
  {
    weight: 2,
    arbitrary: fc.record({ id: few, after: linked }).map(({ id, after }): ItemFacts => ({
      ...{ type: 'EventOrganizersChanged', eventId: id, by },
      changes: { organizers: [[], after] },
    })),
  },
  fc.record({ id: few, after: tags }).map(({ id, after }): ItemFacts => ({
    ...{ type: 'EventTermsAssigned', eventId: id, by },
    changes: { tags: [[], after] },
  })),
  fc.record({ id: few, after: fc.constantFrom('', 'secret') }).map(({ id, after }): ItemFacts => ({
    ...{ type: 'EventProtected', eventId: id, by },
    changes: { password: ['', after] },
  })),
  {
    weight: 3,
    arbitrary: fc.record({ id: few, day: fc.integer({ min: 1, max: 4 }) }).map(({ id, day }): ItemFacts => ({
      ...{ type: 'EventRescheduled', eventId: id, by },
      changes: { endUtc: ['', `2027-06-0${day} 18:00:00`] },
    })),
  },
  {
    weight: 3,
    arbitrary: fc.record({ id: few, after: picture }).map(({ id, after }): ItemFacts => ({
      ...{ type: 'EventIllustrated', eventId: id, by },
      changes: { image: [null, after] },
    })),
  },
  // its stream begins anew: events named it before that
  few.map((id): ItemFacts => ({
    ...{ type: 'VenueCreated', venueId: id, by, hiddenUntilLinked: false },
    values: venueValues({ name: `W${id}` }),
  })),
)

/** The facts that come first in any order, as in a log whose items began anew: what events name may come behind them. */
export const firstInAnyOrder: fc.Arbitrary<readonly ItemFacts[]> = fc.shuffledSubarray([...first], {
  minLength: first.length,
})
