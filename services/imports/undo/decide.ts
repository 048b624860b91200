import { nothing, record, refuse, type Decision } from '../../../shared/kernel/decision.ts'
import {
  DEEPEST_UNDO,
  Undone,
  undoDepth,
  type UndoCounts,
  type UndoFact,
} from '../../../shared/facts/undo.ts'
import type { UndoCommand, UndoRefusal } from './commands.ts'
import { openUndo, type UndoState } from './state.ts'

type Of<Type extends UndoCommand['type']> = Extract<UndoCommand, { type: Type }>
type Decided = Decision<UndoFact, UndoRefusal>

/** Asked for what is under way already, it changes nothing. */
const begin = ({ importId, of, edited, askedBy, total }: Of<'Begin'>, state: UndoState): Decided => {
  const { undos } = state
  if (of !== importId && !undos.some(({ undoId }) => undoId === of)) return refuse({ code: 'undo_unknown' })
  if (undoDepth(of) >= DEEPEST_UNDO) return refuse({ code: 'undo_too_deep' })
  const open = openUndo(state)
  if (open !== null)
    return open.of === of && open.edited === edited ? nothing : refuse({ code: 'undo_running' })
  const undoId = `${of}.${undos.filter(undo => undo.of === of).length + 1}`
  const begun: UndoFact = { type: 'UndoBegun', importId, undoId, of, edited, askedBy, total }
  return total > 0
    ? record<UndoFact>(begun)
    : record<UndoFact>(begun, { type: 'UndoEnded', importId, undoId })
}

const sum = (one: UndoCounts, other: UndoCounts): UndoCounts => {
  const all = { ...one }
  for (const name of Undone.options) all[name] += other[name]
  return all
}

const sizeOf = (counts: UndoCounts) => Undone.options.reduce((size, name) => size + counts[name], 0)

/** Somebody else may have recorded the same items: whoever comes second records nothing. */
const recordItems = (
  { importId, undoId, from, counts, kept }: Of<'RecordItems'>,
  { undos }: UndoState,
): Decided => {
  const undo = undos.find(one => one.undoId === undoId)
  if (undo === undefined) return refuse({ code: 'undo_unknown' })
  const done = from + sizeOf(counts)
  if (undo.status === 'done' || undo.done !== from || done === from || done > undo.total) return nothing
  const fact: UndoFact = {
    type: 'UndoItemsDone',
    importId,
    undoId,
    done,
    counts: sum(undo.counts, counts),
    kept: [...kept],
  }
  return done < undo.total
    ? record<UndoFact>(fact)
    : record<UndoFact>(fact, { type: 'UndoEnded', importId, undoId })
}

export const decide = (command: UndoCommand, state: UndoState): Decided =>
  command.type === 'Begin' ? begin(command, state) : recordItems(command, state)
