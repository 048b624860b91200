import { z } from 'zod'
import { type EpochMs, isoTime } from '../../shared/kernel/brands.ts'
import { SCHEDULES } from '../../shared/facts/schedule.ts'
import { untilMs } from '../due.ts'
import { READER_PIECES } from '../../services/imports/reader-pieces.ts'
import { lateHandler, working } from './worker.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/** A feed that is to be fetched again. */
type OpenFeed = {
  readonly scheduleId: string
  /** Epoch milliseconds. */
  readonly dueMs: EpochMs
  /** Absent: it is not. */
  readonly isPaused?: boolean
}

/** Facts after which a feed waits for its next time. */
const CALLS = [
  ...['ScheduleSet', 'FeedImported', 'FeedUnchanged', 'FeedFailed'],
  ...['FeedAddressChanged', 'ScheduleRetimed', 'ScheduleResumed'],
]

const Due = z.object({ scheduleId: z.string(), dueAt: z.string() })

/** Feeds are fetched when they are due (spec 05 §10). */
export const fetchingOfFeeds = working<OpenFeed>(
  {
    name: 'feeds',
    prefixes: [SCHEDULES],
    evolve: (open, { type, data, stream }) => {
      if (type === 'ScheduleRemoved') return { changes: { [stream]: null } }
      const before = open.get(stream)
      if (type === 'SchedulePaused')
        return before === null ? {} : { changes: { [stream]: { ...before, isPaused: true } } }
      if (!CALLS.includes(type)) return {}
      const { scheduleId, dueAt } = Due.parse(data)
      const isPaused = before?.isPaused === true && type !== 'ScheduleResumed'
      const work = { scheduleId, dueMs: msOfIso(isoTime(dueAt)), ...(isPaused ? { isPaused } : {}) }
      return { changes: { [stream]: work }, calls: [stream] }
    },
    enqueue: async (queue, works, nowMs) => {
      for (const { scheduleId, dueMs, isPaused } of works)
        if (isPaused !== true)
          await queue.enqueue('feed.fetch', { scheduleId }, { delayMs: untilMs(dueMs, nowMs) })
    },
  },
  context => ({
    'feed.fetch': lateHandler(async () => {
      const { fetchFeeds } = await import('../schedule/fetch-feed.ts')
      return fetchFeeds({ ...context, mostFileItems: context.config.IMPORT_FILE_ITEMS })
    }, READER_PIECES),
  }),
)
