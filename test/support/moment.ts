import { utcTime, epochMs } from '../../shared/kernel/brands.ts'
import { loadConfig } from '../../shared/config.ts'
import { siteOf } from '../../services/wiring/read-side/site-texts.ts'
import type { Moment, Site } from '../../services/api/platform/call.ts'

const env = {
  SITE_URL: 'https://school.example',
  SITE_NAME: 'Hillside School',
  SITE_TIMEZONE: 'America/New_York',
}

/** In winter. */
export const site: Site = siteOf(loadConfig(env), () => epochMs(Date.UTC(2027, 0, 10, 17))).current()

/** 2027-01-10 12:00 on the site's clock. */
export const moment: Moment = {
  ms: epochMs(Date.UTC(2027, 0, 10, 17)),
  nowUtc: utcTime('2027-01-10 17:00:00'),
  site,
}
