import { utcTime } from '../../../../shared/kernel/brands.ts'
import { parseIcs, type IcsOptions } from '../../../../services/imports/ics/parse.ts'
import type { FeedItem } from '../../../../services/imports/item/item.ts'

export const at: IcsOptions = { nowUtc: utcTime('2026-11-27 12:00:00'), siteZone: 'America/New_York' }

/** A calendar with these lines inside. */
export const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')

/** Lines of an event named Fair, with these lines inside. */
export const event = (...lines: readonly string[]): string[] => [
  'BEGIN:VEVENT',
  'UID:a@x.example',
  'SUMMARY:Fair',
  ...lines,
  'END:VEVENT',
]

export const itemsOf = (body: string | Uint8Array, options: IcsOptions = at): readonly FeedItem[] => {
  const feed = parseIcs(typeof body === 'string' ? Buffer.from(body) : body, options)
  if (!feed.ok) throw new Error(feed.reason)
  return feed.items
}

/** The only item of a calendar with one event of these lines. */
export const only = (...lines: readonly string[]): FeedItem => {
  const items = itemsOf(calendar(...event(...lines)))
  const [item] = items
  if (item === undefined || items.length !== 1) throw new Error(`${items.length} items`)
  return item
}

/** Start, end, zone and all-day flag, as far as an item has them. */
export const dates = ({ start_date, end_date, timezone, all_day }: FeedItem) => [
  start_date,
  end_date,
  timezone,
  all_day,
]

export const starts = (items: readonly FeedItem[]) => items.map(({ start_date }) => start_date)
