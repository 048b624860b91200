import { z } from 'zod'
import type { UtcTime, UserId, IsoTime } from '../kernel/brands.ts'

/** Through what a fact came. */
export const Source = z.enum([
  'cal',
  'calx',
  'batch',
  'import',
  'worker',
  'operator',
  'move-in',
  'desk',
  'export',
])
export type Source = z.infer<typeof Source>

/** Who, when, through what. Never names or addresses of people: a purge could not reach them here. */
export type Meta = {
  /** User id; null for guests, workers and operators without an account. */
  readonly actor: UserId | null
  /** Instant of the decision, ISO 8601 UTC with milliseconds. */
  readonly at: IsoTime
  readonly source: Source
  /** Route or command that asked, e.g. `POST /cal/events/v1/events`; null for workers. */
  readonly route: string | null
  /** Same for everything one request, batch or import caused. */
  readonly correlation: string
  /** Record id of the fact that caused this one, or null. */
  readonly causation: string | null
  /**
   * When somebody changed it in the calendar that it moves in from, what readers are told as
   * its date of change (spec 05 §15). Absent: `at` is that.
   */
  readonly changed?: UtcTime
}
