import { randomUUID } from 'node:crypto'
import { UnrecoverableError, Worker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { unlessLate } from '../../lifecycle.ts'
import type { JobFailure } from '../attempts.ts'
import type { JobHandlers } from '../port.ts'
import { ledgerOn, type Ledger, type Taken, type Turn } from './ledger.ts'
import { mendTurns } from './mend.ts'
import { runOnce } from './run.ts'
import { addTurn, QUEUE, TurnData, turnId, turnQueue, type TurnQueue } from './turns.ts'

export type WorkerNeeds = {
  /** Waits while Redis is away. */
  readonly redis: Redis
  readonly prefix: string
  readonly handlers: JobHandlers
  readonly concurrency: number
  /** A holder of a turn that is silent for this long has lost it. */
  readonly lockMs: number
  readonly backoff: (attempt: number) => number
  readonly onFailure: (failure: JobFailure) => void
  readonly warn: (message: string, error: unknown) => void
}

export type RunningWorker = {
  /** Takes nothing more, tells running jobs to stop, waits for them; then for Redis to know, but not for long. */
  readonly stop: () => Promise<void>
}

const GOODBYE_MS = 2_000
/** BullMQ tries again this soon after an error. */
const AGAIN_MS = 1_000

type Running = Map<string, { readonly controller: AbortController; readonly run: Promise<unknown> }>

/** Runs jobs as BullMQ hands out turns. */
export const startWorker = (needs: WorkerNeeds): RunningWorker => {
  const { redis, prefix, concurrency, lockMs, warn } = needs
  const running: Running = new Map()
  const queue = turnQueue(redis, prefix)
  const ledger = ledgerOn(redis, prefix)
  const takeTurn = turnTaker(needs, ledger, running, queue)
  const mending = new AbortController()
  void mendTurns(ledger, queue, lockMs, mending.signal)
  let isOpen = true

  const process = async (job: Job<unknown>): Promise<void> => {
    // nothing is taken yet: the turn comes round again, here or elsewhere
    if (!isOpen) throw new Error('this worker stops')
    await takeTurn(job)
  }
  const worker = new Worker<unknown>(QUEUE, process, {
    connection: redis,
    prefix,
    concurrency,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    // a turn is passed on however often its holders die; the attempts of its job are counted elsewhere
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    runRetryDelay: AGAIN_MS,
  })
  // an outage is told by who holds the connections
  const tell = (error: Error) => {
    if (isOpen && redis.status === 'ready') warn('the job queue reports an error', error)
  }
  worker.on('error', tell)
  queue.on('error', tell)
  worker.on('lockRenewalFailed', ids => {
    for (const id of ids) running.get(id)?.controller.abort()
  })

  return {
    stop: async () => {
      isOpen = false
      mending.abort()
      const closed = worker
        .close()
        .then(() => queue.close())
        .catch(tell)
      for (const { controller } of running.values()) controller.abort()
      await Promise.all([...running.values()].map(({ run }) => run))
      await unlessLate(GOODBYE_MS, closed)
    },
  }
}

/** What happens in a turn: the next job of the group runs, and the turn passes on to what comes after it. */
const turnTaker = (needs: WorkerNeeds, ledger: Ledger, running: Running, queue: TurnQueue) => {
  const names = Object.keys(needs.handlers)

  const runHeld = async (turn: Turn, taken: Taken) => {
    const controller = new AbortController()
    const run = runOnce(needs, taken, controller.signal)
    running.set(turnId(turn), { controller, run })
    try {
      return await run
    } finally {
      running.delete(turnId(turn))
    }
  }

  return async (job: Job<unknown>): Promise<void> => {
    const turn = TurnData.parse(job.data)
    const token = randomUUID()
    const taken = await ledger.take(turn, token, names)
    if (taken === null || !('id' in taken)) return addTurn(queue, taken)
    const { outcome, failure } = await runHeld(turn, taken)
    const { counted, next } = await ledger.settle(turn, token, outcome)
    await addTurn(queue, next)
    if (!counted) {
      needs.warn(`job ${taken.id} was taken over by others while it ran here`, failure?.error)
      return
    }
    if (failure === null) return
    needs.onFailure(failure)
    if (failure.retryInMs !== null) return
    await job.updateData({ ...turn, job: taken })
    throw new UnrecoverableError(String(failure.error))
  }
}
