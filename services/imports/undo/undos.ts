import { noRevision, revisionAfter, streamRevision } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { undoCodec, undoStream, type KeptItem } from '../../../shared/facts/undo.ts'
import { folded, handle, type Context, type Handled } from '../../handle.ts'
import type { Loaded } from '../../../shared/event-store/folding.ts'
import { lastUsed } from '../../../shared/remembered.ts'
import { undoing } from './undo.ts'
import type { UndoCommand, UndoRefusal } from './commands.ts'
import { initial, type UndoState } from './state.ts'

/** Records read at once: each may tell of what stays of some dozens of items. */
const PAGE = 50
const KEPT_FOLDS = 100

/** Some of what stays, and the revision to go on from; null: there is no more. */
type KeptPage = { readonly kept: readonly KeptItem[]; readonly next: number | null }

export type Undos = {
  readonly load: (importId: string) => Promise<UndoState>
  readonly execute: (command: UndoCommand, context: Context) => Promise<Handled<UndoState, UndoRefusal>>
  /** What stayed in an undo, some dozens of records at a time. */
  readonly keptOf: (importId: string, undoId: string, from: number) => Promise<KeptPage>
}

/** Undos of imports, as one process works on them: folds are kept, so that a step reads only what is new. */
export const undosOn = (store: EventStore): Undos => {
  const folds = lastUsed<string, Loaded<UndoState>>(KEPT_FOLDS)

  const caughtUp = async (importId: string): Promise<Loaded<UndoState>> => {
    let loaded: Loaded<UndoState> = folds.get(importId) ?? { state: initial, revision: noRevision }
    for (;;) {
      const records = await store.read(undoStream(importId), {
        from: revisionAfter(loaded.revision),
        limit: PAGE,
      })
      loaded = folded(undoing, records, loaded)
      if (records.length < PAGE) break
    }
    folds.set(importId, loaded)
    return loaded
  }

  return {
    load: async importId => (await caughtUp(importId)).state,
    execute: async (command, context) =>
      handle(
        store,
        undoing,
        undoStream(command.importId),
        command,
        context,
        await caughtUp(command.importId),
      ),
    keptOf: async (importId, undoId, from) => {
      const records = await store.read(undoStream(importId), { from: streamRevision(from), limit: PAGE })
      const kept = records.flatMap(({ type, data }) => {
        const fact = undoCodec.decode(type, data)
        return fact.type === 'UndoItemsDone' && fact.undoId === undoId ? fact.kept : []
      })
      return { kept, next: records.length < PAGE ? null : from + records.length }
    },
  }
}
