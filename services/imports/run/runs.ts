import type { Context, Handled } from '../../handle.ts'
import type { Append, EventStore } from '../../../shared/event-store/port.ts'
import { importStream } from '../../../shared/facts/import.ts'
import { repositoryOf } from '../../repository.ts'
import type { RunCommand, RunRefusal } from './commands.ts'
import { importRun } from './run.ts'
import type { RunState } from './state.ts'

export type ImportRuns = {
  readonly load: (importId: string) => Promise<RunState>
  /** `first`: what must be durable before anything that the command records is. */
  readonly execute: (
    command: RunCommand,
    context: Context,
    first?: Append | null,
  ) => Promise<Handled<RunState, RunRefusal>>
}

/** Enough for a few imports of 100,000 items, or thousands of small ones. */
const KEPT_WEIGHT = 1_000_000

const weightOf = (state: RunState) =>
  state.status === 'unknown'
    ? 1
    : 100 + state.touches.size + state.batches.length + state.series.length + state.failedUids.size

/** Imports of one process. */
export const importRuns = (store: EventStore): ImportRuns => {
  const streams = repositoryOf(store, importRun, { streamOf: importStream, most: KEPT_WEIGHT, weightOf })
  return {
    load: streams.load,
    execute: (command, context, first) => streams.execute(command.importId, command, context, first),
  }
}
