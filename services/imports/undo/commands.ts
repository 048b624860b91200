import type { UserId } from '../../../shared/kernel/brands.ts'
import type { Chosen, KeptItem, UndoCounts } from '../../../shared/facts/undo.ts'

type Which = { readonly importId: string }

/** Entries of the history, and the items that they are about, kind by kind in the order in which they are undone. */
export type Selection = {
  readonly chosen: Chosen
  readonly why: string
  readonly items: readonly { readonly kind: KeptItem['kind']; readonly ids: readonly number[] }[]
}

export type UndoCommand =
  | (Which & {
      readonly type: 'Begin'
      /** Import or undo. */
      readonly of: string
      readonly edited: boolean
      readonly askedBy: UserId | null
      readonly total: number
      /** In the place of an import; absent: of an import, or recorded before. */
      readonly selection?: Selection
    })
  /** Items from `from` (0-based) on, each in one of the counts. */
  | (Which & {
      readonly type: 'RecordItems'
      readonly undoId: string
      readonly from: number
      readonly counts: UndoCounts
      readonly kept: readonly KeptItem[]
    })

export type UndoRefusal = {
  readonly code:
    /** Nothing of this id was undone, so it cannot be undone itself. */
    | 'undo_unknown'
    /** Another undo of the same import is worked on. */
    | 'undo_running'
    /** An undo of an undo of an undo …: the import itself can be undone once more. */
    | 'undo_too_deep'
}
