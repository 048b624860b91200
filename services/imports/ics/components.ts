import { ICS_DATES, ICS_ZONES } from '../../../shared/limits/imports.ts'
import type { Lines, Place } from './lines.ts'
import { moveOf, namedIn, type Open } from './nesting.ts'
import { readProperty, type Property } from './property.ts'

export type Component = {
  readonly name: string
  /** Physical line of its BEGIN. */
  readonly line: number
  readonly properties: Property[]
  /** Of a VTIMEZONE: its observances. Parts of events (alarms) are not kept. */
  readonly parts: Component[]
  /** Names of properties that speak of its dates and are not read. */
  readonly unread: Set<string>
  /** Names of properties that people see elsewhere and that are not used. */
  readonly unused: Set<string>
}

/** Properties of which the first counts (spec 05 §8); of all others that mean nothing, none is kept. */
const SINGLE: ReadonlySet<string> = new Set([
  ...['TZID', 'X-LIC-LOCATION', 'TZOFFSETFROM', 'TZOFFSETTO'],
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
    'DTSTAMP',
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
  ['EXRULE', 10],
])

/** Lines read between two pauses: a few milliseconds of work. */
const LINES_PER_SLICE = 500

/** Lists of dates: what counts is how many dates they hold, on one line or several. */
const LISTS: ReadonlySet<string> = new Set(['EXDATE', 'RDATE'])

/** Values of a line, without making any of them. */
const valuesOn = (list: string): number => {
  let count = 1
  for (let at = list.indexOf(','); at !== -1; at = list.indexOf(',', at + 1)) count++
  return count
}

export const firstOf = (properties: readonly Property[], name: string): Property | undefined =>
  properties.find(property => property.name === name)

type Counted = { readonly component: Component; readonly counts: Map<string, number> }

const counted = (name: string, line: number): Counted => ({
  component: { name, line, properties: [], parts: [], unread: new Set(), unused: new Set() },
  counts: new Map(),
})

/** Ends of names of properties that would change dates. */
const ofDates =
  /(?:^|-)(?:DTSTART|DTEND|DUE|DURATION|X?RRULE|XRULE|EXRULE|X?RDATE|EXDATE|XDATE|RECURRENCE-?ID)$/
const MOST_UNREAD = 20

/** Properties that other calendars show, and nothing here does; some programs have names of their own for them. */
const SHOWN = /^(?:COMMENT|CONTACT|CONFERENCE|IMAGE|RESOURCES)$/
const SHOWN_BY_SOME =
  /^X-(?:.*-)?(?:COST|PRICE|IMAGE|IMAGES?-URL|CONTACT|CONTACT-INFO|TAGS|TICKETS?(?:-URL)?|HOSTS|SPEAKERS?|WEBCAST)$/
/** Of which a second one with another value would be seen. */
const SHOWN_ONCE = /^(?:SUMMARY|DESCRIPTION|LOCATION|URL|GEO|ORGANIZER|STATUS|CLASS)$/

const noteUnread = ({ unread, properties }: Component, property: Property): void => {
  const { name, value } = property
  if (!ofDates.test(name) || unread.size >= MOST_UNREAD || value.trim() === '') return
  // what is said twice is no news
  if (!properties.some(one => one.name === name && one.value.trim() === value.trim()))
    unread.add(name.slice(0, 60))
}

const noteUnused = ({ unused, properties }: Component, { name, value }: Property): void => {
  if (unused.size >= MOST_UNREAD || value.trim() === '') return
  const known = SHOWN_ONCE.test(name) ? properties.find(one => one.name === name) : undefined
  const isSecond = known !== undefined && known.value.trim() !== value.trim()
  if (isSecond || SHOWN.test(name) || SHOWN_BY_SOME.test(name)) unused.add(name.slice(0, 60))
}

/** `most`: properties that the component may have altogether. */
const add = ({ component, counts }: Counted, property: Property, most: number): void => {
  const { name } = property
  const isList = LISTS.has(name)
  // one beyond the limit tells that there are more
  const times = SINGLE.has(name) ? 1 : isList ? ICS_DATES + 1 : SEVERAL.get(name)
  if (times === undefined || component.properties.length >= most) {
    noteUnread(component, property)
    noteUnused(component, property)
    return
  }
  const before = counts.get(name) ?? 0
  if (before >= times) {
    if (!isList) noteUnread(component, property)
    noteUnused(component, property)
    return
  }
  counts.set(name, before + (isList ? valuesOn(property.value) : 1))
  component.properties.push(property)
}

/** A part that has just begun, where such parts are kept. */
const partOf = ({ component }: Counted, open: Open, property: Property, line: number): Counted | null => {
  const { name, parts } = component
  if (name !== 'VTIMEZONE' || open.parts.length > 1 || parts.length >= ICS_ZONES) return null
  const part = counted(namedIn(property), line)
  parts.push(part.component)
  return part
}

/** Reads the child of a calendar that begins at a place, to its end or to where it breaks off. */
export function* readComponent(lines: Lines, place: Place): Generator<'pause', Component> {
  let [whole, part, count]: [Counted | null, Counted | null, number] = [null, null, 0]
  let open: Open = { name: '', parts: [] }
  for (const line of lines(place)) {
    if (line === 'pause' || ++count % LINES_PER_SLICE === 0) yield 'pause'
    if (line === 'pause') continue
    const property = readProperty(line)
    if (property === null) continue
    if (whole === null) {
      open = { name: namedIn(property), parts: [] }
      whole = counted(open.name, line.line)
      continue
    }
    const move = moveOf(open, property)
    if (move === 'end' || move === 'break') break
    if (move === 'part') part = partOf(whole, open, property, line.line)
    else if (move === 'property' && open.parts.length === 0) add(whole, property, Infinity)
    else if (move === 'property' && open.parts.length === 1 && part !== null) add(part, property, ICS_ZONES)
  }
  return (whole ?? counted('', place.line)).component
}
