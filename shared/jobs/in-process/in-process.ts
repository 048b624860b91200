import { setImmediate } from 'node:timers'
import { exponential, isStopped, type JobFailure } from '../attempts.ts'
import { jobs, type JobName } from '../catalogue.ts'
import { systemClock, type QueueClock } from './clock.ts'
import { delays } from './delays.ts'
import { fairGroups } from './fair-groups.ts'
import { parseJob } from '../parse-job.ts'
import { Hopeless, JobsUnavailable, type JobHandlers, type JobQueue } from '../port.ts'

export type InProcessOptions = {
  /** Jobs running at the same time. */
  readonly concurrency: number
  readonly onFailure: (failure: JobFailure) => void
  /** Milliseconds until the attempt after this one (1 = first). */
  readonly backoff?: (attempt: number) => number
  readonly clock?: QueueClock
}

type Job = {
  readonly name: JobName
  readonly id: string
  readonly group: string
  /** As JSON: what a caller does to its object later does not reach the handler. */
  readonly payload: string
  state: 'waiting' | 'delayed' | 'running'
  /** When it is due, on the queue's clock. */
  at: number
  attempt: number
  /** Asked for while it ran: when it is due once more. */
  again: number | null
}

/**
 * Jobs in this process's memory; whoever starts it enqueues anew what is still to do. Groups take turns, so a
 * group with thousands of jobs delays the others by one job each. A job without a handler waits.
 * `enqueue` throws Hopeless for a malformed payload and JobsUnavailable once closed.
 */
export const inProcessJobs = ({
  concurrency,
  onFailure,
  backoff = exponential,
  clock = systemClock,
}: InProcessOptions): JobQueue => {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError(`concurrency must be a whole number from 1, not ${concurrency}`)

  const known = new Map<string, Job>()
  const ready = fairGroups<Job>()
  const running = new Map<Promise<void>, AbortController>()
  let handlers: JobHandlers | null = null
  let isWaking = false
  let isOpen = true

  const makeReady = (job: Job) => {
    job.state = 'waiting'
    if (handlers === null || handlers[job.name] === undefined) return
    ready.add(job)
    wake()
  }
  const later = delays<Job>(clock, makeReady)
  const schedule = (job: Job, at: number) => {
    job.at = at
    if (at <= clock.now()) makeReady(job)
    else {
      job.state = 'delayed'
      later.add(job, at)
    }
  }

  /** Not at once: between two rounds of jobs everything else in the process gets its turn. */
  const wake = () => {
    if (isWaking) return
    isWaking = true
    setImmediate(() => {
      isWaking = false
      while (isOpen && running.size < concurrency) {
        const job = ready.take()
        if (job === null) return
        start(job)
      }
    })
  }

  const start = (job: Job) => {
    const controller = new AbortController()
    const run = attempt(job, controller.signal).then(failure => {
      running.delete(run)
      ready.release(job.group)
      wake()
      settle(job, failure)
    })
    running.set(run, controller)
  }

  const attempt = async (job: Job, signal: AbortSignal): Promise<{ readonly error: unknown } | null> => {
    job.state = 'running'
    job.attempt++
    if (job.again !== null && job.again <= clock.now()) job.again = null
    try {
      await call(job, handlers ?? {}, signal)
      return null
    } catch (error) {
      // stopped, not failed
      return isStopped(signal, error) ? null : { error }
    }
  }

  /** Decides what comes after a run, then reports. */
  const settle = (job: Job, failure: { readonly error: unknown } | null) => {
    const { name, id, attempt } = job
    const isOver =
      failure === null || failure.error instanceof Hopeless || attempt >= jobs[name].attempts || !isOpen
    const retryInMs = isOver ? null : backoff(attempt)
    if (retryInMs !== null) schedule(job, clock.now() + retryInMs)
    else {
      known.delete(id)
      if (job.again !== null && isOpen) renew(job, job.again)
    }
    if (failure !== null) onFailure({ name, id, attempt, error: failure.error, retryInMs })
  }

  const renew = (job: Pick<Job, 'name' | 'id' | 'group' | 'payload'>, at: number) => {
    const { name, id, group, payload } = job
    const fresh: Job = { name, id, group, payload, state: 'delayed', at, attempt: 0, again: null }
    known.set(id, fresh)
    schedule(fresh, at)
  }

  const askAgain = (job: Job, at: number) => {
    if (job.state === 'running') job.again = Math.min(at, job.again ?? Infinity)
    // a wait between attempts is kept: asking more often must not use the attempts up
    else if (job.state === 'delayed' && job.attempt === 0 && at < job.at) {
      later.delete(job)
      schedule(job, at)
    }
  }

  return {
    enqueue: async (name, payload, { delayMs = 0 } = {}) => {
      if (!isOpen) throw new JobsUnavailable(`the queue is closed; ${name} was not taken`)
      if (!(delayMs >= 0)) throw new RangeError(`delayMs must be a number from 0, not ${delayMs}`)
      const { id, group } = parseJob(name, payload)
      const at = clock.now() + delayMs
      const job = known.get(id)
      if (job === undefined) renew({ name, id, group, payload: JSON.stringify(payload) }, at)
      else askAgain(job, at)
    },
    work: async given => {
      if (handlers !== null) throw new Error('the queue has its handlers already')
      handlers = given
      for (const job of known.values()) if (job.state === 'waiting') makeReady(job)
    },
    pending: async () => known.size,
    // what this memory holds is lost with the process, never before
    generation: async () => 'in process',
    close: async () => {
      isOpen = false
      later.stop()
      for (const controller of running.values()) controller.abort()
      await Promise.all(running.keys())
    },
  }
}

/** Reads the payload as the catalogue has it today. Throws what the handler throws. */
const call = async ({ name, payload, attempt }: Job, handlers: JobHandlers, signal: AbortSignal) => {
  const handler = handlers[name]
  const { input } = parseJob(name, JSON.parse(payload))
  await handler?.(input as never, { attempt, signal })
}
