import { LRUCache } from 'lru-cache'
import { handle, load, type Context, type Handled, type Loaded } from '../../handle.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { importStream } from '../../../shared/facts/import.ts'
import type { RunCommand, RunRefusal } from './commands.ts'
import { importRun } from './index.ts'
import type { RunState } from './state.ts'

export type ImportRuns = {
  readonly load: (importId: string) => Promise<RunState>
  readonly execute: (command: RunCommand, context: Context) => Promise<Handled<RunState, RunRefusal>>
}

/** Weights of the folds kept: enough for a few imports of 100,000 items, or thousands of small ones. */
const KEPT_WEIGHT = 1_000_000

const weightOf = ({ state }: Loaded<RunState>) =>
  state.status === 'unknown' ? 1 : 100 + state.touches.size + state.batches.length

/** Imports of one process: keeps folds, so that a step reads only what is new; one command at a time each. */
export const importRuns = (store: EventStore): ImportRuns => {
  const kept = new LRUCache<string, Loaded<RunState>>({ maxSize: KEPT_WEIGHT, sizeCalculation: weightOf })
  const tails = new Map<string, Promise<void>>()

  /** Other processes still meet at the expected revision; this only spares useless conflicts. */
  const inTurn = async <T>(importId: string, work: () => Promise<T>): Promise<T> => {
    const before = tails.get(importId) ?? Promise.resolve()
    const mine = before.then(work)
    const settled = mine.then(
      () => undefined,
      () => undefined,
    )
    tails.set(importId, settled)
    try {
      return await mine
    } finally {
      if (tails.get(importId) === settled) tails.delete(importId)
    }
  }

  return {
    load: importId =>
      inTurn(importId, async () => {
        const loaded = await load(store, importRun, importStream(importId), kept.get(importId))
        kept.set(importId, loaded)
        return loaded.state
      }),
    execute: (command, context) =>
      inTurn(command.importId, async () => {
        const { importId } = command
        const done = await handle(
          store,
          importRun,
          importStream(importId),
          command,
          context,
          kept.get(importId),
        )
        if (done.ok) kept.set(importId, { state: done.state, revision: done.revision })
        return done
      }),
  }
}
