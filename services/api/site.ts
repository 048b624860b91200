import type { Site as TextSite } from '../../projections/event-listing/queries.ts'
import type { Config } from '../../shared/config.ts'
import { nowUtc, secondsBetween } from '../../shared/kernel/time/calculate.ts'
import { parseZone, toLocal } from '../../shared/kernel/time/zone.ts'
import type { Site } from './platform/moment.ts'

const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Hours east of UTC at an instant, as text: `-5`, `5.5`. */
const gmtOffset = (zone: string, ms: number): string => {
  const utc = nowUtc(ms)
  return String(secondsBetween(utc, toLocal(utc, zone)) / 3_600)
}

const isLocal = (url: URL) => LOCAL_HOST.test(url.hostname)

/** The address without a trailing slash; an IPv6 host stands in brackets. */
const baseUrlOf = ({ SITE_URL, HOST, PORT }: Config): string =>
  SITE_URL?.replace(/\/+$/, '') ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${String(PORT)}`

/** Settings of the site (spec 00 §7) as the configuration gives them. */
export const siteOf = (config: Config, nowMs: () => number): { current: () => Site; texts: TextSite } => {
  const zone = parseZone(config.SITE_TIMEZONE)
  if (zone === null) throw new TypeError('the configuration holds a time zone that is none')
  const baseUrl = baseUrlOf(config)
  const url = new URL(baseUrl)
  const named = !zone.startsWith('UTC+') && !zone.startsWith('UTC-')
  const at = (offset: string): Site => ({
    baseUrl,
    name: config.SITE_NAME,
    description: '',
    home: baseUrl,
    zone,
    timezoneString: named ? zone : '',
    gmtOffset: offset,
    perPage: 10,
    applicationPasswords: url.protocol === 'https:' || isLocal(url),
    unfilteredHtml: true,
  })
  let known = at(gmtOffset(zone, nowMs()))
  return {
    current: () => {
      const offset = gmtOffset(zone, nowMs())
      if (offset !== known.gmtOffset) known = at(offset)
      return known
    },
    texts: {
      name: config.SITE_NAME,
      url: baseUrl,
      host: url.host,
      zone,
      mapLinkTemplate: '',
      dateFormat: 'F j, Y',
      timeFormat: 'g:i a',
      currency: { symbol: '$', code: 'USD', position: 'prefix' },
    },
  }
}
