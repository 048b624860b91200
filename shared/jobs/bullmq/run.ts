import { isStopped, type JobFailure } from '../attempts.ts'
import { jobs, type JobName } from '../catalogue.ts'
import { parseJob } from '../parse-job.ts'
import { Hopeless, type JobHandlers } from '../port.ts'
import type { Outcome, Taken } from './ledger.ts'

export type Ended = { readonly outcome: Outcome; readonly failure: JobFailure | null }

type Needs = { readonly handlers: JobHandlers; readonly backoff: (attempt: number) => number }

/** Runs a job's handler on the payload as the catalogue has it today, and decides what comes after. Never throws. */
export const runOnce = async (
  { handlers, backoff }: Needs,
  taken: Taken,
  signal: AbortSignal,
): Promise<Ended> => {
  const { id, attempt } = taken
  // only names with a handler are taken
  const name = taken.name as JobName
  const { attempts } = jobs[name]
  const failed = (error: unknown, retryInMs: number | null): Ended => ({
    outcome: retryInMs === null ? { kind: 'done' } : { kind: 'retry', inMs: retryInMs },
    failure: { name, id, attempt: Math.min(attempt, attempts), error, retryInMs },
  })
  if (attempt > attempts) return failed(new Error(`${id}: whoever worked on it died, each time`), null)
  try {
    await call(name, taken, handlers, signal)
    return { outcome: { kind: 'done' }, failure: null }
  } catch (error) {
    if (isStopped(signal, error)) return { outcome: { kind: 'stopped' }, failure: null }
    const isOver = error instanceof Hopeless || attempt >= attempts
    return failed(error, isOver ? null : backoff(attempt))
  }
}

const call = async (
  name: JobName,
  { payload, attempt }: Taken,
  handlers: JobHandlers,
  signal: AbortSignal,
) => {
  const { input } = parseJob(name, JSON.parse(payload))
  await handlers[name]?.(input as never, { attempt, signal })
}
