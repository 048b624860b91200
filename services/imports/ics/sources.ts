import { LRUCache } from 'lru-cache'
import { readComponent, type Component } from './components.ts'
import type { Contents } from './contents.ts'
import type { Lines } from './lines.ts'
import type { Source } from './vevent.ts'
import { zonesOf, type Zones } from './zones.ts'

/** Calendars whose zones are at hand; those of others are read again. */
const AT_HAND = 8

/** Reads an event of a file by its number, as often as it is asked for, yielding `pause` between slices of work. */
export type ReadSource = (event: number) => Generator<'pause', Source>

/** Index of the last calendar that begins at or before an event. */
const calendarOf = ({ calendars }: Contents, event: number): number => {
  let [low, high] = [0, calendars.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((calendars[middle]?.first ?? 0) <= event) low = middle
    else high = middle - 1
  }
  return low
}

export const sourceReader = (lines: Lines, contents: Contents, siteZone: string): ReadSource => {
  const atHand = new LRUCache<number, Zones>({ max: AT_HAND })

  function* zonesIn(calendar: number): Generator<'pause', Zones> {
    const known = atHand.get(calendar)
    if (known !== undefined) return known
    const { zone = null, zonesAt = [] } = contents.calendars[calendar] ?? {}
    const definitions: Component[] = []
    for (const place of zonesAt) definitions.push(yield* readComponent(lines, place))
    const zones = zonesOf(zone, definitions, siteZone)
    atHand.set(calendar, zones)
    return zones
  }

  return function* (event) {
    const calendar = calendarOf(contents, event)
    const zones = yield* zonesIn(calendar)
    const cancelled = contents.calendars[calendar]?.cancelled ?? false
    return { event: yield* readComponent(lines, contents.placeOf(event)), zones, cancelled }
  }
}
