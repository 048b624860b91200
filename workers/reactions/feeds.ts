import { z } from 'zod'
import { SCHEDULES } from '../../shared/facts/schedule.ts'
import { untilMs } from '../due.ts'
import type { Reaction } from './reaction.ts'

/** A feed that is to be fetched again. */
type OpenFeed = {
  readonly scheduleId: string
  /** Epoch milliseconds. */
  readonly dueMs: number
}

/** Facts after which a feed waits for its next time. */
const CALLS = ['ScheduleSet', 'FeedImported', 'FeedUnchanged', 'FeedFailed']

const Due = z.object({ scheduleId: z.string(), dueAt: z.string() })

/** Feeds are fetched when they are due (spec 05 §10). */
export const fetchingOfFeeds: Reaction<OpenFeed> = {
  name: 'feeds',
  prefixes: [SCHEDULES],
  evolve: (_, { type, data, stream }) => {
    if (type === 'ScheduleRemoved') return { changes: { [stream]: null } }
    if (!CALLS.includes(type)) return {}
    const { scheduleId, dueAt } = Due.parse(data)
    return { changes: { [stream]: { scheduleId, dueMs: Date.parse(dueAt) } }, calls: [stream] }
  },
  enqueue: async (queue, works, nowMs) => {
    for (const { scheduleId, dueMs } of works)
      await queue.enqueue('feed.fetch', { scheduleId }, { delayMs: untilMs(dueMs, nowMs) })
  },
}
