import { UNDO, undoCodec } from '../../shared/facts/undo.ts'
import { lateHandler, working } from './worker.ts'

/** An undo of an import that is not over yet. */
type OpenUndo = { readonly importId: string }

/** What an import did is taken back, item by item (spec 05 §12). */
export const workOfUndos = working<OpenUndo>(
  {
    name: 'undos',
    prefixes: [UNDO],
    evolve: (_, { stream, type, data }) => {
      const fact = undoCodec.decode(type, data)
      if (fact.type === 'UndoBegun')
        return { changes: { [stream]: { importId: fact.importId } }, calls: [stream] }
      return fact.type === 'UndoEnded' ? { changes: { [stream]: null } } : {}
    },
    enqueue: async (queue, works) => {
      for (const { importId } of works) await queue.enqueue('undo.work', { importId })
    },
  },
  context => ({
    'undo.work': lateHandler(async () => (await import('../undo/work.ts')).undoWorkOn(context)),
  }),
)
