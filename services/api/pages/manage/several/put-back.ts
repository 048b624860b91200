import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { ItemKind, ItemStatus } from '../../../../../shared/facts/common.ts'
import { planOf } from '../../../../imports/undo/plan.ts'
import { storyOf } from '../../../../imports/undo/story.ts'
import { same } from '../../../../calendar/item/changes.ts'

/** What taking a change at the desk back does to one item. */
export type PutBack = {
  /** To the trash, or out of it or back to this status; null: the status stays. */
  readonly status: ItemStatus | null
  /** Members and the values that they had before. */
  readonly patch: Readonly<Record<string, unknown>>
  /** Members that somebody has changed since, and that stay. */
  readonly kept: readonly string[]
}

type Story = NonNullable<ReturnType<typeof storyOf>>

/** The status before, where nobody has given the item another one since. */
const formerStatus = ({ before, left, now, trashedBefore }: Story): ItemStatus | 'kept' | null => {
  const former = before.get('status')
  if (trashedBefore !== undefined || former === undefined) return null
  if (former === now.values['status']) return null
  return same(left['status'], now.values['status']) ? (former as ItemStatus) : 'kept'
}

/**
 * What brings an item back to where it was before everything that `correlation` did: members that nobody changed
 * since get their former values (spec 07 §4), by the same plan as imports are undone by. Pure; null: it did nothing
 * to it, or there is nothing left to take back.
 */
export const putBackOf = (
  noun: ItemKind,
  records: readonly StoredRecord[],
  correlation: string,
): PutBack | null => {
  // what others than the desk did has other ways back
  if (!records.some(({ meta }) => meta.correlation === correlation && meta.source === 'desk')) return null
  const story = storyOf(noun, records, correlation)
  if (story === null) return null
  const { move, changes, stays } = planOf(noun, records, { of: correlation, edited: false })
  const former = formerStatus(story)
  const entries = Object.entries(changes).flatMap(([member, pair]) =>
    pair === undefined ? [] : [[member, pair[1]] as const],
  )
  const kept = [
    ...(stays?.members.map(({ member }) => member) ?? []),
    ...(former === 'kept' ? ['status'] : []),
  ]
  const status = move?.to ?? (former === 'kept' ? null : former)
  if (status === null && entries.length === 0 && kept.length === 0) return null
  return { status, patch: Object.fromEntries(entries), kept: [...new Set(kept)] }
}
