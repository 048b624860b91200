import { LRUCache } from 'lru-cache'
import { readComponent, type Component } from './components.ts'
import type { Contents } from './contents.ts'
import { unusedOf } from './fields.ts'
import type { Lines } from './lines.ts'
import type { Source } from './vevent.ts'
import { zonesOf } from './zones/zones.ts'

/** How the events of a calendar are read. */
type Reading = Omit<Source, 'event'>

/** Calendars whose zones are at hand; those of others are read again. */
const AT_HAND = 8

/** Reads an event of a file by its number, as often as it is asked for, yielding `pause` between slices of work. */
export type ReadSource = (event: number) => Generator<'pause', Source>

/** Names of properties that a file is told of. */
const MOST_UNUSED = 20

/** `unused`: takes the names of what people see elsewhere, and not here. */
export const sourceReader = (
  lines: Lines,
  contents: Contents,
  siteZone: string,
  unused: Set<string>,
): ReadSource => {
  const atHand = new LRUCache<number, Reading>({ max: AT_HAND })

  function* readingOf(number: number): Generator<'pause', Reading> {
    const known = atHand.get(number)
    if (known !== undefined) return known
    const { zone, cancelled, zonesAt } = contents.calendar(number)
    const definitions: Component[] = []
    for (const place of zonesAt) definitions.push(yield* readComponent(lines, place))
    const reading = { zones: zonesOf(zone, definitions, siteZone), cancelled }
    atHand.set(number, reading)
    return reading
  }

  return function* (event) {
    const reading = yield* readingOf(contents.calendarOf(event))
    const component = yield* readComponent(lines, contents.placeOf(event))
    if (unused.size < MOST_UNUSED) for (const name of unusedOf(component)) unused.add(name)
    return { ...reading, event: component }
  }
}
