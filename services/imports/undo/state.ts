import type { UserId } from '../../../shared/kernel/brands.ts'
import type { UndoCounts, UndoFact } from '../../../shared/facts/undo.ts'
import type { Selection } from './commands.ts'

/** One undo, as far as it has come. */
export type Undo = {
  readonly undoId: string
  /** Import or undo that it takes back. */
  readonly of: string
  readonly edited: boolean
  readonly askedBy: UserId | null
  readonly total: number
  readonly done: number
  readonly counts: UndoCounts
  readonly status: 'pending' | 'done'
}

/** All undos of an import and of each other, oldest first. */
export type UndoState = {
  readonly undos: readonly Undo[]
  /** What stands in the place of an import; null: an import does. */
  readonly selection: Selection | null
}

export const initial: UndoState = { undos: [], selection: null }

export const noCounts: UndoCounts = {
  trashed: 0,
  restored: 0,
  changed: 0,
  kept: 0,
  purged: 0,
  unchanged: 0,
}

type ChosenFact = Extract<UndoFact, { type: 'UndoChosen' | 'UndoItemsChosen' }>

const step = (undo: Undo, fact: Exclude<UndoFact, ChosenFact>): Undo => {
  switch (fact.type) {
    case 'UndoBegun':
      return undo
    case 'UndoItemsDone':
      return { ...undo, done: fact.done, counts: fact.counts }
    case 'UndoEnded':
      return { ...undo, status: 'done' }
  }
}

const choose = (selection: Selection | null, fact: ChosenFact): Selection | null => {
  if (fact.type === 'UndoChosen') return { chosen: fact.chosen, why: fact.why, items: [] }
  const { kind, ids } = fact
  return selection && { ...selection, items: [...selection.items, { kind, ids }] }
}

export const evolve = (state: UndoState, fact: UndoFact): UndoState => {
  const { undos } = state
  if (fact.type === 'UndoChosen' || fact.type === 'UndoItemsChosen')
    return { ...state, selection: choose(state.selection, fact) }
  if (fact.type !== 'UndoBegun')
    return { ...state, undos: undos.map(undo => (undo.undoId === fact.undoId ? step(undo, fact) : undo)) }
  const { undoId, of, edited, askedBy, total } = fact
  const begun: Undo = { undoId, of, edited, askedBy, total, done: 0, counts: noCounts, status: 'pending' }
  return { ...state, undos: [...undos, begun] }
}

/** The undo that is being worked on; there is one at a time. */
export const openUndo = ({ undos }: Pick<UndoState, 'undos'>): Undo | null =>
  undos.find(({ status }) => status === 'pending') ?? null
