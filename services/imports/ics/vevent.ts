import { ICS_DATES } from '../../../shared/limits/imports.ts'
import type { FeedItem } from '../item/item.ts'
import { firstOf, type Component } from './components.ts'
import { readFields } from './fields.ts'
import { readSpan, type Span } from './span.ts'
import { readDuration } from './zones/wall.ts'
import { withNotices, type Notice } from '../item/notices.ts'
import { floatingWith, oddnessOf, readWhen, type ReadWhen } from './when.ts'
import type { Zones } from './zones/zones.ts'

/** A VEVENT and how its calendar reads it. */
export type Source = {
  readonly event: Component
  readonly zones: Zones
  /** METHOD:CANCEL: everything in the calendar is called off (spec 05 §8.5). */
  readonly cancelled: boolean
}

/** A VEVENT read: its members without dates, and its dates (null: DTSTART missing or unreadable). */
export type ReadEvent = { readonly source: Source; readonly fields: FeedItem; readonly span: Span | null }

/** What speaks of the dates of an event and is not read: names of properties, and other ranges of an override. */
export const unreadOf = (event: Component): readonly Notice[] => {
  const range = rangeOf(event)
  const found = [
    ...event.unread,
    ...repeatingIn(event),
    ...(range === '' || range === 'THISANDFUTURE' ? [] : [`RANGE=${range}`]),
  ]
  return found.length === 0 ? [] : [{ code: 'not_supported', found: found.join(', ') }]
}

const REPEATING: ReadonlySet<string> = new Set(['RRULE', 'EXRULE', 'RDATE', 'EXDATE'])

/** What says that an event repeats which takes the place of one date of its series. */
const repeatingIn = ({ properties }: Component): readonly string[] => {
  const replaced = properties.find(({ name }) => name === 'RECURRENCE-ID')?.value.trim() ?? ''
  if (replaced === '') return []
  const all = properties.filter(
    ({ name, value }) => REPEATING.has(name) && !['', replaced].includes(value.trim()),
  )
  return [...new Set(all.map(({ name }) => name))]
}

export const readEvent = (source: Source): ReadEvent => {
  const span = readSpan(source.event, source.zones)
  const start = span === null ? firstOf(source.event.properties, 'DTSTART')?.value.trim() : undefined
  const fields = withNotices(readFields(source.event), [
    ...unreadOf(source.event),
    ...(start === undefined || start === ''
      ? []
      : [{ code: 'invalid_date', found: `DTSTART:${start}`, ifSo: true } as const]),
  ])
  return { source, fields: source.cancelled ? { ...fields, status: 'cancelled' } : fields, span }
}

/** Values a property lists, on one line or several; `isMore`: not all were read. */
export type ListedDates<Value> = {
  readonly dates: readonly Value[]
  /** The first that could not be read, and what is odd about others; of all one of each kind. */
  readonly notices: readonly Notice[]
  readonly isMore: boolean
}

/** Dates read between two pauses. */
export const DATES_PER_SLICE = 500

function* listed<Value>(
  { source, span }: ReadEvent,
  { name, bad }: { readonly name: string; readonly bad: string },
  read: (text: string, at: (text: string) => ReadWhen | null) => Value | null,
): Generator<'pause', ListedDates<Value>> {
  const floating = span === null ? undefined : floatingWith(span.start)
  const dates: Value[] = []
  const notices = new Map<string, Notice>()
  const notice = (code: string, found: string) => {
    if (!notices.has(code)) notices.set(code, { code, found })
  }
  let count = 0
  for (const property of source.event.properties) {
    // an empty property says nothing
    if (property.name !== name || property.value.trim() === '') continue
    if (property.cut === true) notice(bad, `${name} of many dates`)
    for (const text of property.value.split(',', ICS_DATES + 1)) {
      if (++count > ICS_DATES) return { dates, notices: [...notices.values()], isMore: true }
      if (count % DATES_PER_SLICE === 0) yield 'pause'
      const value = read(text, one => {
        const when = readWhen(one, property, source.zones, floating)
        if (when?.odd !== undefined)
          for (const { code, found = '' } of oddnessOf({ ...property, value: one }, when)) notice(code, found)
        return when
      })
      if (value === null) notice(bad, `${name}:${text.trim().slice(0, 100)}`)
      else dates.push(value)
    }
  }
  return { dates, notices: [...notices.values()], isMore: false }
}

export const readExdates = (event: ReadEvent): Generator<'pause', ListedDates<ReadWhen>> =>
  listed(event, { name: 'EXDATE', bad: 'bad_exdate' }, (text, at) => at(text))

/** One more occurrence of a series, with its own end where it is a PERIOD. */
export type ExtraDate = { readonly when: ReadWhen; readonly end: Span['end'] | null }

const periodEnd = (text: string | undefined, at: (text: string) => ReadWhen | null): Span['end'] | null => {
  if (text === undefined) return null
  const duration = readDuration(text)
  if (duration !== null) return { kind: 'after', duration }
  const when = at(text)
  return when === null ? null : { kind: 'at', when }
}

/** RDATE values: dates, date-times and periods. */
export const readRdates = (event: ReadEvent): Generator<'pause', ListedDates<ExtraDate>> =>
  listed(event, { name: 'RDATE', bad: 'bad_rdate' }, (text, at) => {
    const [start = '', end] = text.split('/')
    const when = at(start)
    return when === null ? null : { when, end: periodEnd(end, at) }
  })

/** The original date an override replaces, read with the start of its series where it names no zone itself. */
export const recurrenceId = (override: Source, series: Span | null): ReadWhen | null => {
  const property = firstOf(override.event.properties, 'RECURRENCE-ID')
  if (property === undefined) return null
  const start = series ?? readSpan(override.event, override.zones)
  return readWhen(
    property.value,
    property,
    override.zones,
    start === null ? undefined : floatingWith(start.start),
  )
}

const rangeOf = (event: Component): string =>
  firstOf(event.properties, 'RECURRENCE-ID')?.parameters.get('RANGE')?.toUpperCase() ?? ''

export const isForFuture = ({ event }: Source): boolean => rangeOf(event) === 'THISANDFUTURE'
