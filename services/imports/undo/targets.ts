import type { ItemKind } from '../../../shared/facts/common.ts'
import { isItemType, type ItemType } from '../../../shared/facts/import.ts'
import { madeOnce } from '../../../shared/remembered.ts'
import { valuesOf } from '../run/state-lists.ts'
import type { Run } from '../run/state.ts'

export type Target = { readonly kind: ItemKind; readonly id: number }

/** Events first: what they name is in nobody's way afterwards. */
const KINDS: readonly (readonly [type: ItemType, kind: ItemKind])[] = [
  ['cal_events', 'event'],
  ['cal_organizer', 'organizer'],
  ['cal_venue', 'venue'],
]

/**
 * What an import created or changed, in the order in which it is undone; the same for undos of it. Made once for what it
 * touched: of a large import it takes as long as a hundred requests, and whoever looks how far an undo is asks for it.
 */
export const targetsOf = madeOnce((touches: Run['touches']): readonly Target[] => {
  const ids = new Map<ItemType, Set<number>>(KINDS.map(([type]) => [type, new Set()]))
  for (const { type, list, id } of valuesOf(touches))
    if (isItemType(type) && list !== 'skipped') ids.get(type)?.add(id)
  return KINDS.flatMap(([type, kind]) => [...(ids.get(type) ?? [])].map(id => ({ kind, id })))
})
