import { z } from 'zod'
import { SCHEDULES } from '../../shared/facts/schedule.ts'
import { untilMs } from '../due.ts'
import { fetchFeeds } from '../schedule/fetch-feed.ts'
import { working } from './worker.ts'

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
export const fetchingOfFeeds = working<OpenFeed>(
  {
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
  },
  context => ({ 'feed.fetch': fetchFeeds({ ...context, mostFileItems: context.config.IMPORT_FILE_ITEMS }) }),
)
