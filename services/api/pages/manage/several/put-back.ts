import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { ItemKind, ItemStatus } from '../../../../../shared/facts/common.ts'
import { planOf } from '../../../../imports/undo/plan.ts'
import { requestUndone } from '../../../../imports/undo/scope.ts'

/** What taking a change at the desk back does to one item. */
export type PutBack = {
  /** To the trash, or out of it or back to this status; null: the status stays. */
  readonly status: ItemStatus | null
  /** Members and the values that they had before. */
  readonly patch: Readonly<Record<string, unknown>>
  /** Members that somebody has changed since, and that stay. */
  readonly kept: readonly string[]
}

/** What an update does by itself with a status. */
const BY_ITSELF = ['publishedAt', 'slug']

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
  const { move, changes, stays } = planOf(noun, records, requestUndone(correlation))
  const entries = Object.entries(changes).flatMap(([member, pair]) =>
    pair === undefined || BY_ITSELF.includes(member) ? [] : [[member, pair[1]] as const],
  )
  const { status: former = null, ...patch } = Object.fromEntries(entries)
  const status = move?.to ?? (former as ItemStatus | null)
  const kept = stays?.members.map(({ member }) => member).filter(member => !BY_ITSELF.includes(member)) ?? []
  if (status === null && Object.keys(patch).length === 0 && kept.length === 0) return null
  return { status, patch, kept }
}
