import type { UtcTime } from '../../../shared/kernel/brands.ts'
import { inSlices } from '../../../shared/in-slices.ts'
import { folded, textValue } from './content-line.ts'
import { isZoned, uidsOf, vevent, type FeedEvent, type FeedRelated } from './vevent.ts'
import { vtimezone, type Span } from './vtimezone.ts'

export type FeedSite = { readonly name: string; readonly zone: string; readonly host: string }

/** The zones that times are written in, each with the first and the last instant of every year that it is needed in. */
const zonesOf = (events: readonly FeedEvent[]): ReadonlyMap<string, ReadonlyMap<string, Span>> => {
  const zones = new Map<string, Map<string, Span>>()
  const note = (zone: string, utc: UtcTime) => {
    const years = zones.get(zone) ?? new Map<string, Span>()
    zones.set(zone, years)
    const year = utc.slice(0, 4)
    const { from, to } = years.get(year) ?? { from: utc, to: utc }
    years.set(year, { from: utc < from ? utc : from, to: utc > to ? utc : to })
  }
  for (const { values } of events) {
    if (!isZoned(values)) continue
    note(values.timezone, values.startUtc)
    note(values.timezone, values.endUtc)
  }
  return zones
}

/** How long programs are to keep what they have (RFC 7986 §5.7), and by its older name. */
const FRESH_FOR = 'PT1H'

/** An iCalendar object of these events (spec 06 §4; RFC 5545). */
export const feedText = async (
  events: readonly FeedEvent[],
  relatedOf: (event: FeedEvent) => FeedRelated,
  { name, zone, host }: FeedSite,
): Promise<string> => {
  const lines = (all: readonly string[]) => all.map(folded).join('')
  const parts = [
    lines([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Belltower//Calendar//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      `X-WR-CALNAME:${textValue(name)}`,
      `X-WR-TIMEZONE:${textValue(zone)}`,
      `REFRESH-INTERVAL;VALUE=DURATION:${FRESH_FOR}`,
      `X-PUBLISHED-TTL:${FRESH_FOR}`,
    ]),
  ]
  for (const [used, years] of zonesOf(events)) parts.push(lines(await vtimezone(used, [...years.values()])))
  const uids = uidsOf(events, host)
  const written = (event: FeedEvent) => lines(vevent(event, relatedOf(event), uids.get(event._id) ?? ''))
  const texts = await inSlices(events, written, (text, { values }) => text.length + values.description.length)
  return `${parts.join('')}${texts.join('')}END:VCALENDAR\r\n`
}
