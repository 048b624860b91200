import type { Aggregate } from '../../handle.ts'
import { undoCodec, type UndoFact } from '../../../shared/facts/undo.ts'
import type { UndoCommand, UndoRefusal } from './commands.ts'
import { decide } from './decide.ts'
import { evolve, initial, type UndoState } from './state.ts'

/** Undos of one import on stream `undo-<id of the import>` (spec 05 §12). */
export const undoing: Aggregate<UndoState, UndoCommand, UndoFact, UndoRefusal> = {
  initial,
  evolve,
  decide,
  codec: undoCodec,
}
