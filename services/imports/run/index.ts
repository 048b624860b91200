import type { Aggregate } from '../../handle.ts'
import { importCodec, type ImportFact } from '../../../shared/facts/import.ts'
import { decide, type RunCommand, type RunRefusal } from './decide.ts'
import { evolve, initial, type RunState } from './state.ts'

/** One import on stream `import-<id>` (spec 05 §1-4). */
export const importRun: Aggregate<RunState, RunCommand, ImportFact, RunRefusal> = {
  initial,
  evolve,
  decide,
  codec: importCodec,
}
