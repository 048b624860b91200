import { z } from 'zod'
import type { StoredRecord } from '../shared/event-store/port.ts'

/** A feed that is to be fetched again. */
export type OpenFeed = {
  /** Stream name. */
  readonly _id: string
  readonly rev: number
  readonly kind: 'feed'
  readonly scheduleId: string
  /** Epoch milliseconds. */
  readonly dueMs: number
}

/** Facts after which a feed waits for its next time. */
export const FEED_CALLS = ['ScheduleSet', 'FeedImported', 'FeedUnchanged', 'FeedFailed'] as const

const Due = z.object({ scheduleId: z.string(), dueAt: z.string() })

/** After a record of a schedule; null: it is removed. */
export const feedWork = (
  before: OpenFeed | null,
  { type, data, stream, position: rev }: StoredRecord,
): OpenFeed | null => {
  if (type === 'ScheduleRemoved') return null
  if (!FEED_CALLS.some(call => call === type)) return before && { ...before, rev }
  const { scheduleId, dueAt } = Due.parse(data)
  return { _id: stream, rev, kind: 'feed', scheduleId, dueMs: Date.parse(dueAt) }
}
