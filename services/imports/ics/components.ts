import { logicalLines } from './lines.ts'
import { readProperty, type Property } from './property.ts'

export type Component = {
  readonly name: string
  /** Physical line of its BEGIN. */
  readonly line: number
  readonly properties: Property[]
  /** Of a VTIMEZONE: its observances. Parts of events (alarms) are not kept. */
  readonly parts: Component[]
}

export type Calendar = {
  readonly properties: Property[]
  readonly zones: Component[]
  readonly events: Component[]
}

export type CalendarFile = {
  readonly calendars: readonly Calendar[]
  /** Something was not finished: an event (dropped) or the calendar itself. */
  readonly truncated: boolean
}

/** Lines read between two pauses: a few milliseconds of work. */
const LINES_PER_SLICE = 500

/** Properties of which the first counts (spec 05 §8); of all others that mean nothing, none is kept. */
const SINGLE: ReadonlySet<string> = new Set([
  ...['METHOD', 'X-WR-TIMEZONE', 'TZID', 'X-LIC-LOCATION', 'TZOFFSETFROM', 'TZOFFSETTO'],
  ...[
    'SUMMARY',
    'DESCRIPTION',
    'X-ALT-DESC',
    'UID',
    'URL',
    'LOCATION',
    'GEO',
    'ORGANIZER',
    'STATUS',
    'SEQUENCE',
  ],
  ...[
    'LAST-MODIFIED',
    'CLASS',
    'DTSTART',
    'DTEND',
    'DURATION',
    'RECURRENCE-ID',
    'X-MICROSOFT-CDO-ALLDAYEVENT',
  ],
])

/** How many there may be of those that come more than once. */
const SEVERAL: ReadonlyMap<string, number> = new Map([
  ['CATEGORIES', 1_000],
  ['ATTACH', 1_000],
  ['RRULE', 10],
  ['EXDATE', Infinity],
  ['RDATE', Infinity],
])

/** Zone definitions, and parts of one, beyond which nobody means a zone any more. */
const MOST_PARTS = 1_000

/** Other text may come before it on the line once leading blanks have been taken for folds. */
const opening = /(?:^|\s)BEGIN\s*:\s*VCALENDAR\s*$/i
const markup = /^\s*[<{[]/

export const firstOf = (properties: readonly Property[], name: string): Property | undefined =>
  properties.find(property => property.name === name)

type Reading = {
  calendars: Calendar[]
  calendar: Calendar | null
  /** Open child of the calendar, and what is open inside it. */
  component: Component | null
  inner: { name: string; component: Component | null }[]
  /** How many properties of each name the open child has. */
  counts: Map<string, number>
  truncated: boolean
}

const componentAt = (name: string, line: number): Component => ({ name, line, properties: [], parts: [] })

const dropUnfinished = (reading: Reading): void => {
  if (reading.component?.name === 'VEVENT') reading.truncated = true
  reading.component = null
  reading.inner = []
}

const begin = (reading: Reading, name: string, line: number): void => {
  if (name === 'VCALENDAR' || name === 'VEVENT' || reading.component === null) {
    dropUnfinished(reading)
    if (name !== 'VCALENDAR') {
      reading.component = componentAt(name, line)
      reading.counts = new Map()
      const zones = reading.calendar?.zones ?? []
      if (name === 'VTIMEZONE' && zones.length < MOST_PARTS) zones.push(reading.component)
      return
    }
    reading.truncated ||= reading.calendar !== null
    reading.calendar = { properties: [], zones: [], events: [] }
    reading.calendars.push(reading.calendar)
    return
  }
  const { parts } = reading.component
  const kept =
    reading.component.name === 'VTIMEZONE' && reading.inner.length === 0 && parts.length < MOST_PARTS
  const part = kept ? componentAt(name, line) : null
  if (part !== null) parts.push(part)
  reading.inner.push({ name, component: part })
}

const end = (reading: Reading, name: string): void => {
  if (name === 'VCALENDAR') {
    dropUnfinished(reading)
    reading.calendar = null
  } else if (name === reading.component?.name) {
    if (name === 'VEVENT') reading.calendar?.events.push(reading.component)
    reading.component = null
    reading.inner = []
  } else if (name === reading.inner.at(-1)?.name) reading.inner.pop()
}

const addTo = (properties: Property[], property: Property, most: number, before: number): void => {
  if (before < most) properties.push(property)
}

const timesIn = (properties: readonly Property[], name: string): number =>
  properties.reduce((count, property) => count + (property.name === name ? 1 : 0), 0)

const add = ({ inner, component, calendar, counts }: Reading, property: Property): void => {
  const { name } = property
  const most = SINGLE.has(name) ? 1 : SEVERAL.get(name)
  if (most === undefined) return
  const part = inner.at(-1)
  if (part === undefined && component !== null) {
    const before = counts.get(name) ?? 0
    counts.set(name, before + 1)
    addTo(component.properties, property, most, before)
    return
  }
  const properties = part === undefined ? calendar?.properties : part.component?.properties
  if (properties !== undefined && properties.length < MOST_PARTS)
    addTo(properties, property, most, timesIn(properties, name))
}

const nameIn = (property: Property) => property.value.trim().toUpperCase()

/**
 * Reads a body into its calendars, yielding `pause` between slices of work; null when it is no calendar at all
 * (spec 05 §8.1). Events without their END are dropped, and so is whatever stands outside a calendar.
 */
export function* readCalendars(body: Uint8Array): Generator<'pause', CalendarFile | null> {
  const reading: Reading = {
    calendars: [],
    calendar: null,
    component: null,
    inner: [],
    counts: new Map(),
    truncated: false,
  }
  let count = 0
  for (const line of logicalLines(body)) {
    if (line === 'pause' || ++count % LINES_PER_SLICE === 0) yield 'pause'
    if (line === 'pause') continue
    if (reading.calendar === null) {
      if (opening.test(line.text)) begin(reading, 'VCALENDAR', line.line)
      else if (reading.calendars.length === 0 && markup.test(line.text)) return null
      continue
    }
    const property = readProperty(line)
    if (property === null) continue
    if (property.name === 'BEGIN') begin(reading, nameIn(property), line.line)
    else if (property.name === 'END') end(reading, nameIn(property))
    else add(reading, property)
  }
  if (reading.calendars.length === 0) return null
  const unfinished = reading.calendar !== null
  return { calendars: reading.calendars, truncated: reading.truncated || unfinished }
}
