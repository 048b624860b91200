import { z } from 'zod'
import { StoredIsoTime, streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'
import { pair } from './common.ts'
import { authorChange, ImportId, importSettings } from './import.ts'

const { postStatus, category, updateAuthority } = importSettings

/** Short: the imports of a schedule are named after it. */
export const ScheduleId = z.string().regex(/^\w{1,40}$/)

const which = { scheduleId: ScheduleId } as const
/** ISO instant at which the feed is to be fetched next. */
const next = { dueAt: StoredIsoTime } as const

const digest = z.string().regex(/^[0-9a-f]{64}$/)

export const CarriedSchedule = z.object({
  checks: z.int().nonnegative(),
  /** The last version of the feed; null: none was read. */
  known: z.object({ etag: z.string().nullable(), lastModified: z.string().nullable(), digest }).nullable(),
  knownSince: StoredIsoTime.nullable(),
})
export type CarriedSchedule = z.infer<typeof CarriedSchedule>

export const ScheduleFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ScheduleSet'),
    ...which,
    /** Address of the feed: http, https or webcal. */
    url: z.string(),
    everyMinutes: z.int().positive(),
    ...importSettings,
    ...next,
    /** How it went in the service that it was brought from: its next import is named after the last one there. */
    carried: CarriedSchedule.optional(),
  }),
  /** The feed was fetched and its items were given to an import. */
  z.object({
    type: z.literal('FeedImported'),
    ...which,
    importId: ImportId,
    /** What the server calls this version, for the next question; null: nothing. */
    etag: z.string().nullable(),
    lastModified: z.string().nullable(),
    /** SHA-256 of the bytes, 64 hex. */
    digest: z.string(),
    ...next,
  }),
  /** The same as last time, by the server's word or byte by byte. */
  z.object({ type: z.literal('FeedUnchanged'), ...which, ...next }),
  z.object({
    type: z.literal('FeedFailed'),
    ...which,
    /** The import that tells about it; while a feed fails for the same reason again and again, the first one. */
    importId: ImportId,
    /** `unreachable`, `bad_status`, `not_a_calendar`, … */
    reason: z.string(),
    /** What was found instead, such as the status of the answer; absent: nothing to tell. */
    found: z.string().optional(),
    ...next,
  }),
  /** It is fetched from another address, at once; what the one before was tells nothing of it. */
  z.object({
    type: z.literal('FeedAddressChanged'),
    ...which,
    changes: z.object({ url: pair(z.string()) }),
    ...next,
  }),
  z.object({
    type: z.literal('ScheduleRetimed'),
    ...which,
    changes: z.object({ everyMinutes: pair(z.int().positive()) }),
    ...next,
  }),
  /** Its imports from now on do otherwise; those that changed. */
  z.object({
    type: z.literal('ScheduleOptionsChanged'),
    ...which,
    changes: z
      .object({
        postStatus: pair(postStatus),
        category: pair(category),
        updateAuthority: pair(updateAuthority),
      })
      .partial(),
  }),
  /** Its imports from now on are another user's. */
  z.object({ type: z.literal('ScheduleReattributed'), ...which, changes: authorChange }),
  /** It is not fetched until it is resumed. */
  z.object({ type: z.literal('SchedulePaused'), ...which }),
  z.object({ type: z.literal('ScheduleResumed'), ...which, ...next }),
  z.object({ type: z.literal('ScheduleRemoved'), ...which }),
])
export type ScheduleFact = z.infer<typeof ScheduleFact>

export const scheduleCodec = codecOf(ScheduleFact)
export const SCHEDULES = 'schedule-'
export const scheduleStream = (scheduleId: string) => streamName(`${SCHEDULES}${scheduleId}`)
