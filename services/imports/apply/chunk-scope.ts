import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import type { FindAlike } from '../item/alike.ts'
import type { KnownEvent } from './known-event.ts'
import type { Linker } from './link.ts'
import type { BatchPlan } from './plan.ts'
import type { SeriesScope } from '../series/series-scope.ts'
import type { ImportedItem } from '../item/read-item.ts'
import type { Run } from '../run/state.ts'
import type { TimingContext } from '../item/timing.ts'
import { EFFECTS, recordedIn } from './was-met.ts'

/** What all items of one chunk share. */
export type Session = {
  readonly writing: Writing
  /** Of the site, as its global ids have it. */
  readonly host: string
  readonly importId: string
  /** As it was before the chunk. */
  readonly run: Run
  readonly plan: BatchPlan
  readonly moment: TimingContext
  readonly context: Context
  readonly link: Linker
  readonly findAlike: FindAlike
  readonly series: SeriesScope
  /** Events on which items of this chunk took effect, and those they met. */
  readonly changed: Set<number>
  readonly met: Set<number>
}

/**
 * What an earlier attempt at this item did, which was stopped before its outcome was recorded; null: nothing. All attempts
 * are one act: what the import created, it created.
 */
export const doneBefore = (
  { importId, run, changed }: Session,
  { id, item }: KnownEvent,
): 'created' | 'updated' | null => {
  if (item.values.origin?.importId !== importId || changed.has(id)) return null
  if (recordedIn(run, EFFECTS, id)) return null
  return item.createdIn === importId ? 'created' : 'updated'
}

/** Why an item must leave a known event as it is (spec 05 §5-6); null: it may change it. */
export const untouchable = (
  { run }: Session,
  { version }: ImportedItem,
  { item: { values, trashed } }: Pick<KnownEvent, 'item'>,
): 'retain' | 'in_trash' | 'older' | null => {
  if (run.updateAuthority === 'retain') return 'retain'
  if (trashed?.reason === 'deleted') return 'in_trash'
  const { origin } = values
  const comparable = origin?.source === run.source && origin.uid === version.uid
  return comparable && version.sequence !== null && version.sequence < origin.sequence ? 'older' : null
}
