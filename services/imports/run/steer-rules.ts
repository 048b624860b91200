import type { ImportFact } from '../../../shared/facts/import.ts'
import { nothing, record, refuse, type Decision } from '../../../shared/kernel/decision.ts'
import type { RunCommand, RunRefusal } from './commands.ts'
import type { Run } from './state.ts'

/** What the service or an operator does to an import from outside of its callbacks. */
export type Steering = Extract<
  RunCommand,
  { type: 'CloseStalled' | 'CloseUnreadable' | 'Delete' | 'Cancel' | 'Pause' | 'Resume' | 'Reattribute' }
>

type Decided = Decision<ImportFact, RunRefusal>

const failed = (importId: string, reason: string, message: string): Decided =>
  record<ImportFact>({ type: 'ImportClosed', importId, status: 'failed', reason, message })

const isWaiting = (run: Run) => run.recorded < run.received
/** Nothing comes, and nothing waits that would still be applied. */
const isOver = (run: Run) => run.status !== 'pending' && (run.gone || !isWaiting(run))

/** Closed for good, but accepted items still wait: they must not be applied any more. */
const stopWaiting = (run: Run, importId: string, reason: string): Decided =>
  run.status === 'pending' || isOver(run)
    ? nothing
    : record<ImportFact>({ type: 'ImportClosed', importId, status: run.status, reason, message: '' })

const closeStalled = (run: Run, importId: string, callbacks: number): Decided => {
  if (run.status !== 'pending') return nothing
  return isWaiting(run) || run.paused || run.callbacks.size > callbacks
    ? refuse({ code: 'not_stalled' })
    : failed(
        importId,
        'stalled',
        `no ${run.hash === null ? 'items' : 'callback'} for ${run.stallMinutes} minutes`,
      )
}

const cancel = (run: Run, importId: string): Decided => {
  if (run.status === 'pending') {
    const far = `cancelled when ${run.recorded} of ${run.received} items were recorded; what was changed stays`
    return failed(importId, 'cancelled', far)
  }
  return isOver(run) && !run.cancelled
    ? refuse({ code: 'import_over' })
    : stopWaiting(run, importId, 'cancelled')
}

/** Asked for what is so already, it changes nothing. */
const pause = (run: Run, importId: string, paused: boolean): Decided => {
  if (isOver(run)) return refuse({ code: 'import_over' })
  if (run.paused === paused) return nothing
  return record<ImportFact>({ type: paused ? 'ImportPaused' : 'ImportResumed', importId })
}

const reattribute = (
  run: Run,
  { importId, from, to }: Extract<Steering, { type: 'Reattribute' }>,
): Decided =>
  run.author === from && from !== to && !isOver(run)
    ? record<ImportFact>({ type: 'ImportReattributed', importId, changes: { author: [from, to] } })
    : nothing

export const steer = (command: Steering, run: Run): Decided => {
  const { importId } = command
  switch (command.type) {
    case 'CloseStalled':
      return closeStalled(run, importId, command.callbacks)
    case 'CloseUnreadable':
      return run.status === 'pending' ? failed(importId, command.reason, command.message) : nothing
    case 'Delete':
      return run.status === 'pending'
        ? failed(importId, 'deleted', 'deleted by an operator')
        : stopWaiting(run, importId, 'deleted')
    case 'Cancel':
      return cancel(run, importId)
    case 'Pause':
      return pause(run, importId, true)
    case 'Resume':
      return pause(run, importId, false)
    case 'Reattribute':
      return reattribute(run, command)
  }
}
