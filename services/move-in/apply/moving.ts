import type { Json } from '../../../shared/kernel/json.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Notice } from '../old/post.ts'

/** One calendar on its way in, as far as every thing of it asks. */
export type Moving = {
  readonly writing: Writing
  /** Which calendar: see `sourceOf`. */
  readonly source: string
  /** Ids over there that are kept here (`keepIds`): nobody else has or gets them. */
  readonly kept: ReadonlySet<number>
  /** Records nothing, and says what would be done. */
  readonly dryRun: boolean
}

/** Why a thing is not here as it is there (spec 05 §15). */
type MovedReason =
  | 'missing_title'
  | 'invalid_date'
  /** Somebody changed here what another value has over there. */
  | 'changed_here'
  | 'trashed_here'
  | 'purged_here'
  | 'deleted_here'
  | 'not_an_image'
  | 'conflict'

export type Outcome = 'created' | 'updated' | 'unchanged' | 'matched' | 'stays' | 'failed'

/** What became of one thing. */
export type Moved = {
  /** Over there, and here (null: it is not here). */
  readonly id: number
  readonly here: number | null
  readonly outcome: Outcome
  readonly reason: MovedReason | null
  /** What would be or was changed: member → [before, after]. */
  readonly changes: { readonly [member: string]: readonly [Json, Json] }
  /** Members that stay as somebody made them here. */
  readonly stays: readonly string[]
  readonly notices: readonly Notice[]
}

export const movedAs = (
  id: number,
  here: number | null,
  outcome: Outcome,
  more: Partial<Moved> = {},
): Moved => ({ id, here, outcome, reason: null, changes: {}, stays: [], notices: [], ...more })

/** The id for a new thing: its own where that was kept, else null, and any free one is taken. */
export const keptId = ({ kept }: Moving, id: number): number | null => (kept.has(id) ? id : null)
