import type { Period } from '../../facts/event.ts'
import type { UtcTime } from '../brands.ts'
import { secondsBetween } from './calculate.ts'
import {
  type DateValue,
  parseDateText,
  parseExactDateText,
  parseExactUtcText,
  parsePublicationText,
} from './date-text.ts'
import { bothEnds } from './duration.ts'
import { dayPeriod, durationOf, endsOf, timedPeriod } from './ends.ts'
import { inZone, type MomentContext, readMoment, type ReadMoment } from './moment.ts'
import { parseZone, toLocal, toUtc, toUtcLater } from './zone.ts'

// When an event takes place, and when an item is published, by what was sent (spec 04 §3-6).

/** What a caller sent about when an event takes place, as texts; an absent member is left out. */
export type SentPeriod = {
  readonly timezone?: string | undefined
  readonly allDay?: boolean | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
  /** calx only, like `endUtc` and `duration`. */
  readonly startUtc?: string | undefined
  readonly endUtc?: string | undefined
  /** Whole seconds, 0 or more. */
  readonly duration?: number | undefined
}

type PeriodContext = {
  readonly generation: 'cal' | 'calx'
  readonly nowUtc: UtcTime
  readonly siteZone: string
}

/** Codes of spec 01 §4. */
export type PeriodError = {
  readonly argument: 'timezone' | 'start_date' | 'start_date_utc' | 'end_date' | 'end_date_utc' | 'duration'
  readonly code:
    | 'rest_invalid_timezone'
    | 'rest_invalid_date'
    | 'rest_property_required'
    | 'rest_inconsistent_dates'
    | 'rest_out_of_bounds'
}

export type PeriodDecision =
  | { readonly ok: true; readonly period: Period }
  | { readonly ok: false; readonly errors: readonly PeriodError[] }

/** When a new event takes place (spec 04 §3-4). */
export const createPeriod = (sent: SentPeriod, at: PeriodContext): PeriodDecision => {
  const unreadable = sentPeriodErrors(sent, at)
  const errors = [...unreadable, ...missing(sent)]
  if (errors.length === 0) return resolve(sent, at, null)
  // all that is wrong is told at once, of what can be read
  const told = new Set(unreadable.map(({ argument }) => argument))
  const apart = told.has('timezone') ? [] : contradictions(sent, at, told)
  return { ok: false, errors: [...errors, ...apart] }
}

/** When a stored event takes place after a change; what was not sent stays. */
export const changePeriod = (stored: Period, sent: SentPeriod, at: PeriodContext): PeriodDecision => {
  const errors = sentPeriodErrors(sent, at)
  return errors.length > 0 ? { ok: false, errors } : resolve(sent, at, stored)
}

/** Errors that show without the stored event: unreadable texts and unknown zones. */
export const sentPeriodErrors = (sent: SentPeriod, at: PeriodContext): readonly PeriodError[] => {
  const { timezone = '' } = sent
  const zone = timezone === '' ? at.siteZone : parseZone(timezone)
  const unreadable = (text: string | undefined) =>
    text !== undefined && readLocal(text, zone ?? at.siteZone, at) === null
  const noUtc = (text: string | undefined) => text !== undefined && parseExactUtcText(text) === null
  return [
    ...(zone === null ? [{ argument: 'timezone', code: 'rest_invalid_timezone' } as const] : []),
    ...(unreadable(sent.start) ? [invalidDate('start_date')] : []),
    ...(noUtc(sent.startUtc) ? [invalidDate('start_date_utc')] : []),
    ...(unreadable(sent.end) ? [invalidDate('end_date')] : []),
    ...(noUtc(sent.endUtc) ? [invalidDate('end_date_utc')] : []),
  ]
}

const invalidDate = (argument: PeriodError['argument']): PeriodError => ({
  argument,
  code: 'rest_invalid_date',
})
const inconsistent = (argument: PeriodError['argument']): PeriodError => ({
  argument,
  code: 'rest_inconsistent_dates',
})

const readLocal = (text: string, zone: string, at: PeriodContext): DateValue | null => {
  if (at.generation === 'cal') return parseDateText(text, { nowUtc: at.nowUtc, zone })
  const local = parseExactDateText(text)
  return local === null ? null : { kind: 'wall', local }
}

/** What of a period came, whether it can be read or not. */
type Came = { readonly start: boolean; readonly end: boolean; readonly duration: boolean }

/** Arguments that would have to come, too, for both ends to be known. */
export const endsNeeded = ({ start, end, duration }: Came): readonly ('start_date' | 'end_date')[] => [
  ...(start || (end && duration) ? [] : (['start_date'] as const)),
  ...(end || (start && duration) ? [] : (['end_date'] as const)),
]

const missing = (sent: SentPeriod): readonly PeriodError[] =>
  endsNeeded({
    start: sent.start !== undefined || sent.startUtc !== undefined,
    end: sent.end !== undefined || sent.endUtc !== undefined,
    duration: sent.duration !== undefined,
  }).map(argument => ({ argument, code: 'rest_property_required' }))

const zoneOf = (timezone: string | undefined, at: PeriodContext, stored: Period | null): string => {
  if (timezone === undefined && stored !== null) return stored.timezone
  return parseZone(timezone ?? '') ?? at.siteZone
}

/** One end as sent; null when it was not. */
type SentEnd = { readonly moment: ReadMoment | null; readonly errors: readonly PeriodError[] }

const sentEnd = (
  side: 'start' | 'end',
  sent: SentPeriod,
  at: PeriodContext,
  context: MomentContext,
): SentEnd => {
  const local = sent[side]
  const utcText = side === 'start' ? sent.startUtc : sent.endUtc
  if (local === undefined && utcText === undefined) return { moment: null, errors: [] }
  const value = local === undefined ? null : readLocal(local, context.zone, at)
  const utc = utcText === undefined ? null : parseExactUtcText(utcText)
  const moment = readMoment(value, utc, context)
  return { moment, errors: moment === null ? [inconsistent(`${side}_date_utc`)] : [] }
}

/** Ends of a new event whose local and UTC members denote different instants. `told`: what is refused anyway. */
const contradictions = (
  sent: SentPeriod,
  at: PeriodContext,
  told: ReadonlySet<PeriodError['argument']>,
): readonly PeriodError[] => {
  const context = { zone: zoneOf(sent.timezone, at, null), stored: null }
  return (['start', 'end'] as const).flatMap(side =>
    told.has(`${side}_date`) || told.has(`${side}_date_utc`) ? [] : sentEnd(side, sent, at, context).errors,
  )
}

const resolve = (sent: SentPeriod, at: PeriodContext, stored: Period | null): PeriodDecision => {
  const zone = zoneOf(sent.timezone, at, stored)
  const kept = stored?.timezone === zone ? endsOf(stored) : null
  const start = sentEnd('start', sent, at, { zone, stored: kept?.start ?? null })
  const end = sentEnd('end', sent, at, { zone, stored: kept?.end ?? null })
  const errors = [...start.errors, ...end.errors]
  if (errors.length > 0) return { ok: false, errors }

  const allDay = sent.allDay ?? stored?.allDay ?? false
  const stays = kept ?? (stored && { start: inZone(stored.start, zone), end: inZone(stored.end, zone) })
  const ends = bothEnds({
    start: start.moment,
    end: end.moment,
    duration: sent.duration,
    stays,
    allDay,
    zone,
  })
  if (ends === null) return { ok: false, errors: [{ argument: 'duration', code: 'rest_out_of_bounds' }] }

  const period = allDay ? dayPeriod(ends, zone, stored) : timedPeriod(ends, zone)
  if (start.moment !== null && end.moment !== null && sent.duration !== undefined) {
    const agreeing = [secondsBetween(ends.start.utc, ends.end.utc), durationOf(period)]
    if (!agreeing.includes(sent.duration)) return { ok: false, errors: [inconsistent('duration')] }
  }
  return durationOf(period) < 0 ? { ok: false, errors: [inconsistent('end_date')] } : { ok: true, period }
}

/** Publication date as sent (spec 04 §6); an absent member is left out. */
export type SentPublication = { readonly date?: string | undefined; readonly dateUtc?: string | undefined }

export type PublicationContext = {
  readonly generation: 'cal' | 'calx'
  readonly nowUtc: UtcTime
  readonly siteZone: string
  /** UTC stored so far: its own local text keeps it. */
  readonly stored: UtcTime | null
}

export type PublicationError = {
  readonly argument: 'date' | 'date_utc' | 'date_gmt'
  readonly code: 'rest_invalid_date' | 'rest_inconsistent_dates'
}

/** `utc` null: nothing was sent. */
type Publication =
  | { readonly ok: true; readonly utc: UtcTime | null }
  | { readonly ok: false; readonly errors: readonly PublicationError[] }

const zeros = /^0000-00-00[T ]00:00:00$/

const readPublication = (
  text: string | undefined,
  zone: string,
  at: PublicationContext,
): DateValue | 'none' | null => {
  if (text === undefined || zeros.test(text)) return 'none'
  return at.generation === 'cal'
    ? parseDateText(text, { nowUtc: at.nowUtc, zone })
    : parsePublicationText(text, zone)
}

/** Every instant that the value can mean, the preferred one first. */
const instantsOf = (value: DateValue, zone: string, stored: UtcTime | null): readonly UtcTime[] => {
  if (value.kind === 'instant') return [value.utc]
  const kept = stored !== null && toLocal(stored, zone) === value.local ? [stored] : []
  const later = toUtcLater(value.local, zone)
  return [...kept, toUtc(value.local, zone).utc, ...(later === null ? [] : [later])]
}

/** Resolves a sent publication date to UTC. */
export const resolvePublication = (sent: SentPublication, at: PublicationContext): Publication => {
  const utcArgument = at.generation === 'cal' ? 'date_utc' : 'date_gmt'
  const date = readPublication(sent.date, at.siteZone, at)
  const dateUtc = readPublication(sent.dateUtc, 'UTC', at)
  if (date === null || dateUtc === null) {
    const wrong = [
      ...(date === null ? ['date' as const] : []),
      ...(dateUtc === null ? ([utcArgument] as const) : []),
    ]
    return { ok: false, errors: wrong.map(argument => ({ argument, code: 'rest_invalid_date' })) }
  }
  const possible = date === 'none' ? null : instantsOf(date, at.siteZone, at.stored)
  const [utc] = dateUtc === 'none' ? [] : instantsOf(dateUtc, 'UTC', null)
  if (utc === undefined) return { ok: true, utc: possible?.[0] ?? null }
  if (possible === null || possible.includes(utc)) return { ok: true, utc }
  return { ok: false, errors: [{ argument: utcArgument, code: 'rest_inconsistent_dates' }] }
}
