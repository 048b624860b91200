import type { UndoCounts, UndoFact } from '../../../shared/facts/undo.ts'

/** One undo, as far as it has come. */
export type Undo = {
  readonly undoId: string
  /** Import or undo that it takes back. */
  readonly of: string
  readonly edited: boolean
  readonly askedBy: number | null
  readonly total: number
  readonly done: number
  readonly counts: UndoCounts
  readonly status: 'pending' | 'done'
}

/** All undos of an import and of each other, oldest first. */
export type UndoState = { readonly undos: readonly Undo[] }

export const initial: UndoState = { undos: [] }

export const noCounts: UndoCounts = {
  trashed: 0,
  restored: 0,
  changed: 0,
  kept: 0,
  purged: 0,
  unchanged: 0,
}

const step = (undo: Undo, fact: UndoFact): Undo => {
  switch (fact.type) {
    case 'UndoBegun':
      return undo
    case 'UndoItemsDone':
      return { ...undo, done: fact.done, counts: fact.counts }
    case 'UndoEnded':
      return { ...undo, status: 'done' }
  }
}

export const evolve = ({ undos }: UndoState, fact: UndoFact): UndoState => {
  if (fact.type !== 'UndoBegun')
    return { undos: undos.map(undo => (undo.undoId === fact.undoId ? step(undo, fact) : undo)) }
  const { undoId, of, edited, askedBy, total } = fact
  const begun: Undo = { undoId, of, edited, askedBy, total, done: 0, counts: noCounts, status: 'pending' }
  return { undos: [...undos, begun] }
}

/** The undo that is being worked on; there is one at a time. */
export const openUndo = ({ undos }: UndoState): Undo | null =>
  undos.find(({ status }) => status === 'pending') ?? null
