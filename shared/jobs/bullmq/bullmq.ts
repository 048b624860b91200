import { setTimeout as sleep } from 'node:timers/promises'
import { exponential, type JobFailure } from '../attempts.ts'
import { connectionsTo, type Connections } from './connections.ts'
import { ledgerOn } from './ledger.ts'
import { addTurn, turnQueue } from './turns.ts'
import { startWorker, type RunningWorker } from './worker.ts'
import { parseJob } from '../parse-job.ts'
import { JobsUnavailable, type JobQueue } from '../port.ts'

export type BullmqOptions = {
  /** `redis://` or `rediss://`, with user, password and database if need be. */
  readonly url: string
  /** Of all keys. The braces keep them together in a cluster. */
  readonly prefix?: string
  /** Jobs this process runs at the same time. */
  readonly concurrency: number
  readonly onFailure: (failure: JobFailure) => void
  readonly warn: (message: string, error: unknown) => void
  /** Milliseconds until the attempt after this one (1 = first). */
  readonly backoff?: (attempt: number) => number
  /** A worker that is silent for so many milliseconds is dead: its job is taken up within twice that time. */
  readonly lockMs?: number
}

/** An answer takes no longer than this; then Redis counts as out of reach. */
const ANSWER_MS = 2_000

/**
 * Jobs in Redis, shared by all processes that name it. Groups take turns, one job each, and BullMQ hands out the
 * turns: whoever dies with one loses it to somebody else. Returns at once and connects by itself, now and whenever
 * the connection is lost. `enqueue`, `pending` and `generation` throw JobsUnavailable within two seconds when Redis
 * does not answer; `enqueue` throws Hopeless for a malformed payload.
 */
export const bullmqJobs = ({
  url,
  prefix = '{belltower}',
  concurrency,
  onFailure,
  warn,
  backoff = exponential,
  lockMs = 15_000,
}: BullmqOptions): JobQueue => {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError(`concurrency must be a whole number from 1, not ${concurrency}`)
  const connections = connectionsTo(url, warn)
  const ledger = ledgerOn(connections.hasty, prefix)
  const queue = turnQueue(connections.hasty, prefix)
  queue.on('error', () => undefined) // whoever asked is told
  let worker: RunningWorker | null = null
  let closing: Promise<void> | null = null

  const ask = async <Answer>(what: string, question: () => Promise<Answer>): Promise<Answer> => {
    if (closing !== null) throw new JobsUnavailable(`the queue is closed; ${what}`)
    try {
      return await inTime(connections, question)
    } catch (cause) {
      throw new JobsUnavailable(`Redis does not answer; ${what}`, { cause })
    }
  }

  const close = async () => {
    await worker?.stop()
    connections.end()
    await queue.close()
  }

  return {
    enqueue: async (name, payload, { delayMs = 0 } = {}) => {
      if (!(delayMs >= 0)) throw new RangeError(`delayMs must be a number from 0, not ${delayMs}`)
      const { id, group } = parseJob(name, payload)
      const job = { id, name, group, payload: JSON.stringify(payload), delayMs }
      await ask(`${name} was not taken`, async () => addTurn(queue, await ledger.enqueue(job)))
    },
    work: async handlers => {
      if (worker !== null) throw new Error('the queue has its handlers already')
      if (closing !== null) throw new JobsUnavailable('the queue is closed')
      const redis = connections.patient()
      worker = startWorker({ redis, prefix, handlers, concurrency, lockMs, backoff, onFailure, warn })
    },
    pending: () => ask('how many jobs it holds is unknown', ledger.pending),
    generation: () => ask('whether it lost jobs is unknown', ledger.generation),
    close: () => (closing ??= close()),
  }
}

/** Asks as soon as there is a connection. Rejects when there is none, or no answer, in time. */
const inTime = async <Answer>(
  { connected }: Connections,
  question: () => Promise<Answer>,
): Promise<Answer> => {
  const over = new AbortController()
  const tooLate = sleep(ANSWER_MS, null, { signal: over.signal }).then(() => {
    throw new Error(`no answer within ${ANSWER_MS} ms`)
  })
  const answer = async () => {
    await connected()
    return question()
  }
  try {
    return await Promise.race([answer(), tooLate])
  } finally {
    over.abort()
  }
}
