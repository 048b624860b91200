import { ICS_ZONES } from '../../../shared/limits/imports.ts'
import { numbers, type Numbers } from '../item/numbers.ts'
import type { Line, Lines, Place } from './lines.ts'
import { moveOf, namedIn, type Open } from './nesting.ts'
import { readProperty, type Property } from './property.ts'
import { uidOf } from './uid.ts'
import { readWall } from './zones/wall.ts'
import { zoneNamed } from './zones/zones.ts'

/** What a calendar says for its events. */
type Calendar = {
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
  /** Complete VEVENTs of all calendars, which are numbered from 0 on in file order. */
  readonly count: number
  readonly placeOf: (event: number) => Place
  readonly kindOf: (event: number) => Kind
  /** Of its uid: equal for equal ones, nearly always different for others. */
  readonly hashOf: (event: number) => number
  /** Number of the calendar that holds an event. */
  readonly calendarOf: (event: number) => number
  readonly calendar: (calendar: number) => Calendar
  /** Something was not finished: an event (dropped) or the calendar itself. */
  readonly truncated: boolean
  /** A calendar system that its dates are said to be of, and that is not read; null: the usual one. */
  readonly otherScale: string | null
}

/** Lines read between two pauses: a few milliseconds of work. */
const LINES_PER_SLICE = 500

/** Other text may come before it on the line once leading blanks have been taken for folds. */
const opening = /(?:^|\s)BEGIN\s*:\s*VCALENDAR\s*$/i
const markup = /^\s*[<{[]/

/** Members are undefined until their line was met: of several lines the first counts. */
type OpenCalendar = {
  readonly first: number
  readonly zonesAt: number[]
  zone?: string | null
  cancelled?: boolean
}
type OpenEvent = { readonly place: Place; uid?: string; dated?: boolean; repeats: boolean }

type Reading = {
  readonly events: { readonly [Column in 'at' | 'line' | 'kind' | 'hash']: Numbers }
  /** Those with events: where these begin among all, and where their zones do. */
  readonly calendars: { readonly [Column in 'event' | 'zone' | 'cancelled']: Numbers }
  readonly standards: (string | null)[]
  readonly zones: Numbers
  calendar: OpenCalendar | null
  /** Open child of the calendar, and what is known of it when it is an event. */
  open: Open | null
  event: OpenEvent | null
  hasCalendar: boolean
  truncated: boolean
  otherScale: string | null
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
  const { calendar, calendars, events, zones } = reading
  reading.calendar = null
  if (calendar === null || calendar.first === events.at.count()) return
  calendars.event.add(calendar.first)
  calendars.zone.add(zones.count())
  calendars.cancelled.add(calendar.cancelled === true ? 1 : 0)
  reading.standards.push(calendar.zone ?? null)
  for (const at of calendar.zonesAt) zones.add(at)
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
  else if (name === 'VTIMEZONE' && calendar.zonesAt.length < ICS_ZONES) calendar.zonesAt.push(at)
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
  else if ((name === 'RRULE' || name === 'RDATE') && value.trim() !== '') event.repeats = true
}

/** RFC 5545 §3.7.1: there is one; what names another has dates that mean something else. */
const noteScale = (reading: Reading, { name, value }: Property): void => {
  const scale = value.trim()
  if (name === 'CALSCALE' && scale !== '' && scale.toUpperCase() !== 'GREGORIAN') reading.otherScale ??= scale
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
  } else if (property.name !== 'BEGIN') {
    noteCalendar(calendar, property)
    noteScale(reading, property)
  } else if (name === 'VCALENDAR') openCalendar(reading)
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
/** CALSCALE, METHOD, X-WR-TIMEZONE */
const OF_CALENDAR = beginnings('CMX')
/** UID, RECURRENCE-ID, RRULE, RDATE */
const OF_EVENT = beginnings('UR')

const isWanted = ({ calendar, open, event }: Reading, first: number): boolean => {
  if (calendar === null) return true
  if (open === null) return OF_CALENDAR[first] === 1
  return (event !== null && open.parts.length === 0 ? OF_EVENT : BEGIN_OR_END)[first] === 1
}

/** Index of the last number that is not above one. */
const lastUpTo = (ascending: Numbers, most: number): number => {
  let [low, high] = [0, ascending.count() - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (ascending.at(middle) <= most) low = middle
    else high = middle - 1
  }
  return low
}

const calendarAt = ({ calendars, standards, zones }: Reading, calendar: number): Calendar => {
  const end = calendar + 1 < standards.length ? calendars.zone.at(calendar + 1) : zones.count()
  const zonesAt: Place[] = []
  for (let zone = calendars.zone.at(calendar); zone < end; zone++)
    zonesAt.push({ at: zones.at(zone), line: 1 })
  return {
    zone: standards[calendar] ?? null,
    cancelled: calendars.cancelled.at(calendar) === 1,
    zonesAt,
  }
}

const contentsOf = (reading: Reading): Contents => {
  const { events, calendars, truncated, otherScale } = reading
  return {
    count: events.at.count(),
    placeOf: event => ({ at: events.at.at(event), line: events.line.at(event) }),
    kindOf: event => KINDS[events.kind.at(event)] ?? 'single',
    hashOf: event => events.hash.at(event),
    calendarOf: event => lastUpTo(calendars.event, event),
    calendar: calendar => calendarAt(reading, calendar),
    truncated,
    otherScale,
  }
}

/**
 * Looks a body through once, yielding `pause` between slices of work; null when it is no calendar at all (spec 05
 * §8.1). Events without their END are dropped, and so is whatever stands outside a calendar.
 */
export function* readContents(lines: Lines): Generator<'pause', Contents | null> {
  const events = { at: numbers(), line: numbers(), kind: numbers(), hash: numbers() }
  const calendars = { event: numbers(), zone: numbers(), cancelled: numbers() }
  const reading: Reading = {
    ...{ events, calendars, standards: [], zones: numbers() },
    ...{ calendar: null, open: null, event: null, hasCalendar: false, truncated: false },
    otherScale: null,
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
  return contentsOf(reading)
}
