import { setImmediate } from 'node:timers'
import { exponential, isStopped, type JobFailure } from '../attempts.ts'
import { jobs, type JobName } from '../catalogue.ts'
import { systemClock, type QueueClock } from './clock.ts'
import { delays, type Delays } from './delays.ts'
import { fairGroups, type FairGroups } from './fair-groups.ts'
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

type Queue = {
  readonly options: Required<InProcessOptions>
  /** By id: everything that is waiting, delayed or running. */
  readonly known: Map<string, Job>
  readonly ready: FairGroups<Job>
  readonly later: Delays<Job>
  readonly running: Map<Promise<void>, AbortController>
  handlers: JobHandlers | null
  isWaking: boolean
  isOpen: boolean
}

type Failed = { readonly error: unknown }

/**
 * Jobs in this process's memory; whoever starts it enqueues anew what is still to do. Groups take turns, so a
 * group with thousands of jobs delays the others by one job each. A job without a handler waits.
 * `enqueue` throws Hopeless for a malformed payload and JobsUnavailable once closed.
 */
export const inProcessJobs = ({
  backoff = exponential,
  clock = systemClock,
  ...rest
}: InProcessOptions): JobQueue => {
  const { concurrency } = rest
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError(`concurrency must be a whole number from 1, not ${concurrency}`)
  const queue: Queue = {
    options: { ...rest, backoff, clock },
    known: new Map(),
    ready: fairGroups(),
    later: delays(clock, job => makeReady(queue, job)),
    running: new Map(),
    handlers: null,
    isWaking: false,
    isOpen: true,
  }
  return {
    enqueue: async (name, payload, { delayMs = 0 } = {}) => {
      if (!queue.isOpen) throw new JobsUnavailable(`the queue is closed; ${name} was not taken`)
      if (!(delayMs >= 0)) throw new RangeError(`delayMs must be a number from 0, not ${delayMs}`)
      const { id, group } = parseJob(name, payload)
      const at = clock.now() + delayMs
      const job = queue.known.get(id)
      if (job === undefined) addNew(queue, { name, id, group, payload: JSON.stringify(payload) }, at)
      else askAgain(queue, job, at)
    },
    work: async given => {
      if (queue.handlers !== null) throw new Error('the queue has its handlers already')
      queue.handlers = given
      for (const job of queue.known.values()) if (job.state === 'waiting') makeReady(queue, job)
    },
    pending: async () => queue.known.size,
    // what this memory holds is lost with the process, never before
    generation: async () => 'in process',
    close: async () => {
      queue.isOpen = false
      queue.later.stop()
      for (const controller of queue.running.values()) controller.abort()
      await Promise.all(queue.running.keys())
    },
  }
}

const makeReady = (queue: Queue, job: Job): void => {
  job.state = 'waiting'
  if (queue.handlers?.[job.name] === undefined) return
  queue.ready.add(job)
  wake(queue)
}

const schedule = (queue: Queue, job: Job, at: number): void => {
  job.at = at
  if (at <= queue.options.clock.now()) makeReady(queue, job)
  else {
    job.state = 'delayed'
    queue.later.add(job, at)
  }
}

const addNew = (queue: Queue, job: Pick<Job, 'name' | 'id' | 'group' | 'payload'>, at: number): void => {
  const { name, id, group, payload } = job
  const fresh: Job = { name, id, group, payload, state: 'delayed', at, attempt: 0, again: null }
  queue.known.set(id, fresh)
  schedule(queue, fresh, at)
}

const askAgain = (queue: Queue, job: Job, at: number): void => {
  if (job.state === 'running') job.again = Math.min(at, job.again ?? Infinity)
  // a wait between attempts is kept: asking more often must not use the attempts up
  else if (job.state === 'delayed' && job.attempt === 0 && at < job.at) {
    queue.later.delete(job)
    schedule(queue, job, at)
  }
}

/** Not at once: between two rounds of jobs everything else in the process gets its turn. */
const wake = (queue: Queue): void => {
  if (queue.isWaking) return
  queue.isWaking = true
  setImmediate(() => {
    queue.isWaking = false
    while (queue.isOpen && queue.running.size < queue.options.concurrency) {
      const job = queue.ready.take()
      if (job === null) return
      start(queue, job)
    }
  })
}

const start = (queue: Queue, job: Job): void => {
  const controller = new AbortController()
  const run = attempt(queue, job, controller.signal).then(failure => {
    queue.running.delete(run)
    queue.ready.release(job.group)
    wake(queue)
    settle(queue, job, failure)
  })
  queue.running.set(run, controller)
}

const attempt = async (queue: Queue, job: Job, signal: AbortSignal): Promise<Failed | null> => {
  job.state = 'running'
  job.attempt++
  if (job.again !== null && job.again <= queue.options.clock.now()) job.again = null
  try {
    await call(job, queue.handlers ?? {}, signal)
    return null
  } catch (error) {
    // stopped, not failed
    return isStopped(signal, error) ? null : { error }
  }
}

/** Decides what comes after a run, then reports. */
const settle = (queue: Queue, job: Job, failure: Failed | null): void => {
  const { backoff, clock, onFailure } = queue.options
  const { name, id, attempt } = job
  const isOver =
    failure === null || failure.error instanceof Hopeless || attempt >= jobs[name].attempts || !queue.isOpen
  const retryInMs = isOver ? null : backoff(attempt)
  if (retryInMs !== null) schedule(queue, job, clock.now() + retryInMs)
  else {
    queue.known.delete(id)
    if (job.again !== null && queue.isOpen) addNew(queue, job, job.again)
  }
  if (failure !== null) onFailure({ name, id, attempt, error: failure.error, retryInMs })
}

/** Reads the payload as the catalogue has it today. Throws what the handler throws. */
const call = async ({ name, payload, attempt }: Job, handlers: JobHandlers, signal: AbortSignal) => {
  const handler = handlers[name]
  const { input } = parseJob(name, JSON.parse(payload))
  await handler?.(input as never, { attempt, signal })
}
