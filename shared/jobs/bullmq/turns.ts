import { Queue, type JobsOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { NextTurn, Turn } from './ledger.ts'

/** BullMQ's queue of turns: groups that have something to do, in rotation. */
export const QUEUE = 'turns'

/** What BullMQ holds about a turn. */
export const TurnData = z.object({ group: z.string(), number: z.string() })

const DAY_S = 86_400
/** No turn is given up: whoever gets it finds out whether it still counts. */
const TURN: JobsOptions = {
  attempts: 1_000_000_000,
  backoff: { type: 'fixed', delay: 500 },
  removeOnComplete: true,
  // these belong to jobs that were given up, for whoever looks into the queue
  removeOnFail: { age: 7 * DAY_S, count: 1_000 },
}

/** BullMQ takes no number alone for an id. */
export const turnId = ({ number }: Turn): string => `turn-${number}`

export type TurnQueue = Queue<Turn>

export const turnQueue = (redis: Redis, prefix: string): TurnQueue =>
  new Queue(QUEUE, {
    connection: redis,
    prefix,
    skipVersionCheck: true,
    streams: { events: { maxLen: 1_000 } },
  })

/** Sees to it that the queue holds this turn; adding it twice is adding it once. */
export const addTurn = async (queue: TurnQueue, turn: NextTurn): Promise<void> => {
  if (turn === null) return
  const { group, number, delayMs } = turn
  await queue.add('turn', { group, number }, { ...TURN, jobId: turnId(turn), delay: delayMs })
}
