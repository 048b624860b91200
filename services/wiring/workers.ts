import { checkpointsIn, type Checkpoints } from '../../projections/engine/checkpoints.ts'
import { underLease, type Held, type LeaseDeps } from '../../projections/engine/lease.ts'
import type { Documents } from '../../shared/documents/port.ts'
import { WritesHeld, type Holding } from '../../shared/event-store/holding.ts'
import type { JobContext, JobHandlers, JobQueue } from '../../shared/jobs/port.ts'
import type { Part } from '../../shared/lifecycle.ts'
import { dispatchName, runDispatch } from '../../workers/dispatch.ts'
import { handlersOf, reactions } from '../../workers/reactions/all.ts'
import type { WorkerContext } from '../../workers/reactions/worker.ts'

type WorkersDeps = Omit<WorkerContext, 'stopping'> & {
  readonly documents: Documents
  readonly holding: Pick<Holding, 'over'>
  readonly queue: JobQueue
  /** null: nobody else dispatches. */
  readonly lease: Omit<LeaseDeps, 'awaited'> | null
}

/** Others wait to hear that the log was read once; where it is read from after a crash may be a beat behind. */
const checkpointsUnder = ({ mark, write, note }: Held): Checkpoints => {
  let { caughtUp } = mark
  return {
    load: async () => mark.reached,
    advance: async (_name, reached) => {
      const next = { ...mark, reached, live: true, caughtUp: true }
      if (caughtUp) note(next)
      else await write(next)
      caughtUp = true
    },
  }
}

/** Name of the lease under which facts become jobs. */
export const DISPATCH = dispatchName(reactions)

/** Facts become jobs in one process at a time. */
const dispatching = async (needs: WorkersDeps, signal: AbortSignal): Promise<void> => {
  const { lease, documents } = needs
  const reacting = { ...needs, reactions }
  if (lease === null) await runDispatch({ ...reacting, checkpoints: await checkpointsIn(documents) }, signal)
  else
    await underLease(
      { ...lease, awaited: false },
      DISPATCH,
      held => runDispatch({ ...reacting, checkpoints: checkpointsUnder(held) }, held.signal),
      signal,
    )
}

/** A job that comes to where writes are held waits for the end of it and begins anew: that is no failure of its own. */
const patient =
  <Input>(handler: (input: Input, context: JobContext) => Promise<void>, over: Holding['over']) =>
  async (input: Input, context: JobContext): Promise<void> => {
    for (;;)
      try {
        await handler(input, context)
        return
      } catch (error) {
        if (!(error instanceof WritesHeld) || context.signal.aborted) throw error
        await over(context.signal)
      }
  }

const patientOf = (handlers: JobHandlers, over: Holding['over']): JobHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, patient(handler as never, over)]),
  )

export type Workers = {
  readonly start: () => Promise<void>
  /** In the order of their start. */
  readonly parts: readonly Part[]
}

/** Takes jobs, and turns facts into jobs, until stopped. */
export const workersOf = (needs: WorkersDeps): Workers => {
  const stopping = new AbortController()
  let dispatch: Promise<void> = Promise.resolve()
  return {
    start: async () => {
      const handlers = handlersOf({ ...needs, stopping: stopping.signal })
      await needs.queue.work(patientOf(handlers, needs.holding.over))
      dispatch = dispatching(needs, stopping.signal)
    },
    parts: [
      { name: 'jobs', stop: () => needs.queue.close() },
      {
        name: 'dispatch',
        stop: async () => {
          stopping.abort()
          await dispatch
        },
      },
    ],
  }
}
