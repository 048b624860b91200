import { numbers, type Numbers } from '../numbers.ts'
import type { Line, Lines, Place } from './lines.ts'
import { moveOf, namedIn, type Open } from './nesting.ts'
import { readProperty, type Property } from './property.ts'
import { uidOf } from './uid.ts'
import { readWall } from './wall.ts'
import { zoneNamed } from './zones.ts'

/** A calendar of a file that holds events. */
export type Calendar = {
  /** Of its events, among all of the file. */
  readonly first: number
  /** X-WR-TIMEZONE where it means a zone. */
  readonly zone: string | null
  /** METHOD:CANCEL: everything in the calendar is called off (spec 05 §8.5). */
  readonly cancelled: boolean
  readonly zonesAt: readonly Place[]
}

const KINDS = ['single', 'series', 'override', 'alone'] as const

/** `alone`: an override that can belong to no series, because it names none, or no date of one. */
export type Kind = (typeof KINDS)[number]

/**
 * What stands where in a file: all that must be known of it before its first event can be read. Takes a few bytes for
 * an event, however long that is.
 */
export type Contents = {
  /** Those with events, in file order. */
  readonly calendars: readonly Calendar[]
  /** Complete VEVENTs of all calendars, which are numbered from 0 on in file order. */
  readonly count: number
  readonly placeOf: (event: number) => Place
  readonly kindOf: (event: number) => Kind
  /** Of its uid: equal for equal ones, nearly always different for others. */
  readonly hashOf: (event: number) => number
  /** Something was not finished: an event (dropped) or the calendar itself. */
  readonly truncated: boolean
}

/** Lines read between two pauses: a few milliseconds of work. */
const LINES_PER_SLICE = 500

/** Zone definitions beyond which nobody means a zone any more. */
const MOST_ZONES = 1_000

/** Other text may come before it on the line once leading blanks have been taken for folds. */
const opening = /(?:^|\s)BEGIN\s*:\s*VCALENDAR\s*$/i
const markup = /^\s*[<{[]/

/** Members are undefined until their line was met: of several lines the first counts. */
type OpenCalendar = {
  readonly first: number
  readonly zonesAt: Place[]
  zone?: string | null
  cancelled?: boolean
}
type OpenEvent = { readonly place: Place; uid?: string; dated?: boolean; repeats: boolean }

type Reading = {
  readonly events: { readonly [Column in 'at' | 'line' | 'kind' | 'hash']: Numbers }
  readonly calendars: Calendar[]
  calendar: OpenCalendar | null
  /** Open child of the calendar, and what is known of it when it is an event. */
  open: Open | null
  event: OpenEvent | null
  hasCalendar: boolean
  truncated: boolean
}

/** FNV-1a */
const hashed = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const drop = (reading: Reading): void => {
  reading.truncated ||= reading.event !== null
  reading.open = reading.event = null
}

const closeCalendar = (reading: Reading): void => {
  drop(reading)
  const { calendar, calendars, events } = reading
  reading.calendar = null
  if (calendar === null || calendar.first === events.at.count()) return
  const { first, zonesAt, zone = null, cancelled = false } = calendar
  calendars.push({ first, zonesAt, zone, cancelled })
}

const openCalendar = (reading: Reading): void => {
  reading.truncated ||= reading.calendar !== null
  closeCalendar(reading)
  reading.hasCalendar = true
  reading.calendar = { first: reading.events.at.count(), zonesAt: [] }
}

const openChild = (reading: Reading, calendar: OpenCalendar, name: string, { at, line }: Line): void => {
  drop(reading)
  const place = { at, line }
  reading.open = { name, parts: [] }
  if (name === 'VEVENT') reading.event = { place, repeats: false }
  else if (name === 'VTIMEZONE' && calendar.zonesAt.length < MOST_ZONES) calendar.zonesAt.push(place)
}

const kindOf = ({ uid = '', dated, repeats }: OpenEvent): Kind => {
  if (dated !== undefined) return dated && uid !== '' ? 'override' : 'alone'
  return repeats ? 'series' : 'single'
}

const closeChild = (reading: Reading): void => {
  const { event, events } = reading
  if (event !== null) {
    events.at.add(event.place.at)
    events.line.add(event.place.line)
    events.kind.add(KINDS.indexOf(kindOf(event)))
    events.hash.add(hashed(event.uid ?? ''))
  }
  reading.open = reading.event = null
}

const noteEvent = (event: OpenEvent, { name, value }: Property): void => {
  if (name === 'UID') event.uid ??= uidOf(value)
  else if (name === 'RECURRENCE-ID') event.dated ??= readWall(value) !== null
  else if (name === 'RRULE' || name === 'RDATE') event.repeats = true
}

const noteCalendar = (calendar: OpenCalendar, { name, value }: Property): void => {
  if (name === 'METHOD') calendar.cancelled ??= value.trim().toUpperCase() === 'CANCEL'
  else if (name === 'X-WR-TIMEZONE' && calendar.zone === undefined) calendar.zone = zoneNamed(value)
}

/** A line of a calendar that speaks neither of an open child nor of its parts. */
const inCalendar = (reading: Reading, calendar: OpenCalendar, property: Property, line: Line): void => {
  const name = namedIn(property)
  if (property.name === 'END') {
    if (name === 'VCALENDAR') closeCalendar(reading)
  } else if (property.name !== 'BEGIN') noteCalendar(calendar, property)
  else if (name === 'VCALENDAR') openCalendar(reading)
  else openChild(reading, calendar, name, line)
}

const take = (reading: Reading, calendar: OpenCalendar, line: Line): void => {
  const property = readProperty(line)
  if (property === null) return
  const { open, event } = reading
  const move = open === null ? 'break' : moveOf(open, property)
  if (move === 'break') inCalendar(reading, calendar, property, line)
  else if (move === 'end') closeChild(reading)
  else if (move === 'property' && event !== null && open?.parts.length === 0) noteEvent(event, property)
}

/** First bytes of lines that begin or end something or say what is asked; one that is no ASCII may turn into any letter. */
const beginnings = (letters: string): Uint8Array => {
  const table = new Uint8Array(256).fill(1, 0x80)
  for (const letter of `BE"${letters}`) {
    table[letter.charCodeAt(0)] = 1
    table[letter.toLowerCase().charCodeAt(0)] = 1
  }
  return table
}

const BEGIN_OR_END = beginnings('')
/** METHOD, X-WR-TIMEZONE */
const OF_CALENDAR = beginnings('MX')
/** UID, RECURRENCE-ID, RRULE, RDATE */
const OF_EVENT = beginnings('UR')

const isWanted = ({ calendar, open, event }: Reading, first: number): boolean => {
  if (calendar === null) return true
  if (open === null) return OF_CALENDAR[first] === 1
  return (event !== null && open.parts.length === 0 ? OF_EVENT : BEGIN_OR_END)[first] === 1
}

/**
 * Looks a body through once, yielding `pause` between slices of work; null when it is no calendar at all (spec 05
 * §8.1). Events without their END are dropped, and so is whatever stands outside a calendar.
 */
export function* readContents(lines: Lines): Generator<'pause', Contents | null> {
  const events = { at: numbers(), line: numbers(), kind: numbers(), hash: numbers() }
  const reading: Reading = {
    ...{ events, calendars: [], calendar: null, open: null, event: null },
    ...{ hasCalendar: false, truncated: false },
  }
  let count = 0
  for (const line of lines(undefined, first => isWanted(reading, first))) {
    if (line === 'pause' || ++count % LINES_PER_SLICE === 0) yield 'pause'
    if (line === 'pause') continue
    if (reading.calendar !== null) take(reading, reading.calendar, line)
    else if (opening.test(line.text)) openCalendar(reading)
    else if (!reading.hasCalendar && markup.test(line.text)) return null
  }
  if (!reading.hasCalendar) return null
  reading.truncated ||= reading.calendar !== null
  closeCalendar(reading)
  return {
    calendars: reading.calendars,
    count: events.at.count(),
    placeOf: event => ({ at: events.at.at(event), line: events.line.at(event) }),
    kindOf: event => KINDS[events.kind.at(event)] ?? 'single',
    hashOf: event => events.hash.at(event),
    truncated: reading.truncated,
  }
}
