import type { Aggregate } from '../../handle.ts'
import { importCodec, type ImportFact } from '../../../shared/facts/import.ts'
import type { RunCommand, RunRefusal } from './commands.ts'
import { decide } from './decide.ts'
import { evolve, initial, type RunState } from './state.ts'

/** One import on stream `import-<id>` (spec 05 §1-4). */
export const importRun: Aggregate<RunState, RunCommand, ImportFact, RunRefusal> = {
  initial,
  evolve,
  decide,
  codec: importCodec,
}
