import { ICS_DATES } from '../../../shared/limits.ts'
import type { FeedItem } from '../item/item.ts'
import { firstOf, type Component } from './components.ts'
import { readFields } from './fields.ts'
import { readSpan, type Span } from './span.ts'
import { readDuration } from './zones/wall.ts'
import { floatingWith, readWhen, type ReadWhen } from './when.ts'
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

export const readEvent = (source: Source): ReadEvent => {
  const fields = readFields(source.event)
  return {
    source,
    fields: source.cancelled ? { ...fields, status: 'cancelled' } : fields,
    span: readSpan(source.event, source.zones),
  }
}

/** Values a property lists, on one line or several; `bad` counts what could not be read, `isMore`: not all were. */
export type ListedDates<Value> = {
  readonly dates: readonly Value[]
  readonly bad: number
  readonly isMore: boolean
}

/** Dates read between two pauses. */
export const DATES_PER_SLICE = 500

function* listed<Value>(
  { source, span }: ReadEvent,
  name: string,
  read: (text: string, at: (text: string) => ReadWhen | null) => Value | null,
): Generator<'pause', ListedDates<Value>> {
  const floating = span === null ? undefined : floatingWith(span.start)
  const dates: Value[] = []
  let [count, bad] = [0, 0]
  for (const property of source.event.properties) {
    if (property.name !== name) continue
    if (property.cut === true) bad++
    for (const text of property.value.split(',', ICS_DATES + 1)) {
      if (++count > ICS_DATES) return { dates, bad, isMore: true }
      if (count % DATES_PER_SLICE === 0) yield 'pause'
      const value = read(text, one => readWhen(one, property, source.zones, floating))
      if (value === null) bad++
      else dates.push(value)
    }
  }
  return { dates, bad, isMore: false }
}

export const readExdates = (event: ReadEvent): Generator<'pause', ListedDates<ReadWhen>> =>
  listed(event, 'EXDATE', (text, at) => at(text))

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
  listed(event, 'RDATE', (text, at) => {
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

export const isForFuture = ({ event }: Source): boolean =>
  firstOf(event.properties, 'RECURRENCE-ID')?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE'
