import { thereOn } from '../../services/imports/undo/scope.ts'
import { undosOn } from '../../services/imports/undo/undos.ts'
import type { JobHandler } from '../../shared/jobs/port.ts'
import type { WorkerContext } from '../reactions/worker.ts'
import { undoWork } from './handler.ts'

/** Who takes imports back, on the parts of a process. */
export const undoWorkOn = (context: WorkerContext): JobHandler<'undo.work'> =>
  undoWork({ ...context, undos: undosOn(context.store), there: thereOn(context.store) })
