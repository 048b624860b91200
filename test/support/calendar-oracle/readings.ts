import { localTime, utcTime } from '../../../shared/kernel/brands.ts'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import type { FeedItem } from '../../../services/imports/item/item.ts'
import { toUtc } from '../../../shared/kernel/time/zone.ts'

/** Zone of floating times. */
export const SITE = 'America/New_York'

/** Start of an item as the oracle tells it. */
export const beginOf = ({
  start_date: start = '',
  timezone: zone = SITE,
  all_day: allDay,
}: FeedItem): string => {
  if (allDay === true || start.endsWith('Z')) return start
  return `${toUtc(localTime(start), zone).utc.replace(' ', 'T')}Z`
}

/** What we read in a body at an instant; nothing of what is no calendar. */
export const itemsOf = (body: Uint8Array, nowUtc: string): readonly FeedItem[] => {
  const parsed = parseIcs(body, { nowUtc: utcTime(nowUtc), siteZone: SITE })
  return parsed.ok ? parsed.items : []
}

/** Each once, in order. */
export const unique = (texts: readonly string[]) => [...new Set(texts)].sort()

export const minus = (all: readonly string[], some: readonly string[]) =>
  all.filter(one => !some.includes(one))

/** Of a wall clock `YYYYMMDDTHHMMSS` in a zone, as both readers tell it. */
export const instantAt = (compactLocal: string, zone: string): string => {
  const [date, time] = [compactLocal.slice(0, 8), compactLocal.slice(9)]
  const local = localTime(
    `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)} ${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}`,
  )
  return `${toUtc(local, zone).utc.replace(' ', 'T')}Z`
}
