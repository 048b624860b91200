import { utcTime } from '../../shared/kernel/brands.ts'
import type { ItemAggregate } from '../../services/calendar/item/aggregate.ts'
import type { ItemRefusal } from '../../services/calendar/item/decide.ts'
import type { ItemFact, SharedValues } from '../../services/calendar/item/state.ts'
import { specify } from './given.ts'

/** Facts of one item; `merged` into 12. */
type Facts<Fact> = Readonly<Record<'created' | 'trashed' | 'merged' | 'unmerged' | 'settled', Fact>>

/** What is decided of merging a venue or an organizer, which is the same for both (spec 07 §7.1). */
export const mergeCases = <Values extends SharedValues, Fact extends ItemFact<Values>>(
  kind: ItemAggregate<Values, Fact>,
  id: number,
  inTrash: ItemRefusal['code'],
  { created, trashed, merged, unmerged, settled }: Facts<Fact>,
) => {
  const { given } = specify(kind)
  const asked = { id, by: 'person', at: utcTime('2026-11-27 12:00:00') } as const
  return {
    merged: () => {
      given(created)
        .when({ ...asked, type: 'Merge', into: 12 })
        .then(merged)
      given(created, merged)
        .when({ ...asked, type: 'Merge', into: 12 })
        .then()
      given(created, merged)
        .when({ ...asked, type: 'Merge', into: 13 })
        .refuses(inTrash)
      given(created, trashed)
        .when({ ...asked, type: 'Merge', into: 12 })
        .refuses(inTrash)
    },
    unmerged: () => {
      given(created, merged)
        .when({ ...asked, type: 'Unmerge' })
        .then(unmerged)
      given(created, merged, unmerged)
        .when({ ...asked, type: 'Unmerge' })
        .then()
      given(created, trashed)
        .when({ ...asked, type: 'Unmerge' })
        .then()
    },
    settled: () => {
      given(created, merged)
        .when({ ...asked, type: 'SettleMerge', moved: 'there' })
        .then(settled)
      given(created, merged, unmerged)
        .when({ ...asked, type: 'SettleMerge', moved: 'there' })
        .then()
      given(created, merged, unmerged)
        .when({ ...asked, type: 'SettleMerge', moved: 'back' })
        .then(settled)
    },
  }
}
