import { nothing, record, refuse, type Decision } from '../../../shared/kernel/decision.ts'
import {
  DEEPEST_UNDO,
  Undone,
  undoDepth,
  type UndoCounts,
  type UndoFact,
} from '../../../shared/facts/undo.ts'
import { PUT_BACK_ITEMS_A_FACT } from '../../../shared/limits/history.ts'
import type { Selection, UndoCommand, UndoRefusal } from './commands.ts'
import { openUndo, type UndoState } from './state.ts'

type Of<Type extends UndoCommand['type']> = Extract<UndoCommand, { type: Type }>
type Decided = Decision<UndoFact, UndoRefusal>

/** What was chosen, in facts of a bounded size. */
const chosenFacts = (importId: string, { chosen, why, items }: Selection): readonly UndoFact[] => [
  { type: 'UndoChosen', importId, chosen, why },
  ...items.flatMap(({ kind, ids }) =>
    Array.from({ length: Math.ceil(ids.length / PUT_BACK_ITEMS_A_FACT) }, (_, n): UndoFact => {
      const from = n * PUT_BACK_ITEMS_A_FACT
      return { type: 'UndoItemsChosen', importId, kind, ids: ids.slice(from, from + PUT_BACK_ITEMS_A_FACT) }
    }),
  ),
]

/** Asked for what is under way already, it changes nothing. */
const begin = (
  { importId, of, edited, askedBy, total, selection }: Of<'Begin'>,
  state: UndoState,
): Decided => {
  const { undos } = state
  if (of !== importId && !undos.some(({ undoId }) => undoId === of)) return refuse({ code: 'undo_unknown' })
  if (undoDepth(of) >= DEEPEST_UNDO) return refuse({ code: 'undo_too_deep' })
  const open = openUndo(state)
  if (open !== null)
    return open.of === of && open.edited === edited ? nothing : refuse({ code: 'undo_running' })
  const undoId = `${of}.${undos.filter(undo => undo.of === of).length + 1}`
  const begun: UndoFact = { type: 'UndoBegun', importId, undoId, of, edited, askedBy, total }
  const first = selection !== undefined && state.selection === null ? chosenFacts(importId, selection) : []
  return total > 0
    ? record<UndoFact>(...first, begun)
    : record<UndoFact>(...first, begun, { type: 'UndoEnded', importId, undoId })
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
