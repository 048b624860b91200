import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { SiteSettings } from '../../../shared/facts/site.ts'
import { nowUtc } from '../../../shared/kernel/time/calculate.ts'
import type { UtcTime } from '../../../shared/kernel/brands.ts'

/** Settings of the site that requests depend on (spec 00 §7). */
export type Site = {
  /** Address without a trailing slash; every produced address starts with it. */
  readonly baseUrl: string
  readonly name: string
  readonly description: string
  readonly home: string
  /** Canonical zone text: a tz database name or `UTC±h[:mm]` (spec 04 §2). */
  readonly zone: string
  readonly timezoneString: string
  readonly gmtOffset: string
  readonly perPage: number
  /** Whether Basic authentication is offered (spec 01 §8.1). */
  readonly applicationPasswords: boolean
  /** The setting `unfiltered_html` (spec 00 §7). */
  readonly unfilteredHtml: boolean
  /** All of them, as they count now. */
  readonly settings: SiteSettings
}

/** When and where a request is judged: one instant for all of its rules. */
export type Moment = {
  /** Epoch milliseconds. */
  readonly ms: number
  /** The same instant as UTC text `YYYY-MM-DD HH:MM:SS`. */
  readonly nowUtc: UtcTime
  readonly site: Site
  /** Makes names safe; absent: as `cleanNow`. */
  readonly cleaning?: Cleaning
}

/** This moment, at the site as it is now. */
export const momentAt = ({
  nowMs,
  site,
}: {
  readonly nowMs: () => number
  readonly site: () => Site
}): Moment => {
  const ms = nowMs()
  return { ms, nowUtc: nowUtc(ms), site: site() }
}
