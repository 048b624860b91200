import { inSlices } from '../../../shared/in-slices.ts'
import { folded, textValue } from './content-line.ts'
import { isZoned, uidsOf, vevent, type FeedEvent, type FeedRelated } from './vevent.ts'
import { vtimezone } from './vtimezone.ts'

export type FeedSite = { readonly name: string; readonly zone: string; readonly host: string }

/** The zones that times are written in, each with the first and last instant it is needed for. */
const zonesOf = (events: readonly FeedEvent[]) => {
  const zones = new Map<string, { from: string; to: string }>()
  for (const { values } of events) {
    if (!isZoned(values)) continue
    const { timezone, startUtc, endUtc } = values
    const known = zones.get(timezone)
    zones.set(timezone, {
      from: known === undefined || startUtc < known.from ? startUtc : known.from,
      to: known === undefined || endUtc > known.to ? endUtc : known.to,
    })
  }
  return zones
}

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
    ]),
  ]
  for (const [used, { from, to }] of zonesOf(events)) parts.push(lines(vtimezone(used, from, to)))
  const uids = uidsOf(events, host)
  const written = (event: FeedEvent) => lines(vevent(event, relatedOf(event), uids.get(event._id) ?? ''))
  const texts = await inSlices(events, written, (text, { values }) => text.length + values.description.length)
  return `${parts.join('')}${texts.join('')}END:VCALENDAR\r\n`
}
