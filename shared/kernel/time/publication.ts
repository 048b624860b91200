import type { UtcTime } from '../brands.ts'
import { parseDateText, parsePublicationText, type DateValue } from './date-text.ts'
import { toLocal, toUtc, toUtcLater } from './zone.ts'

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
export type Publication =
  | { readonly ok: true; readonly utc: UtcTime | null }
  | { readonly ok: false; readonly errors: readonly PublicationError[] }

const zeros = /^0000-00-00[T ]00:00:00$/

const read = (text: string | undefined, zone: string, at: PublicationContext): DateValue | 'none' | null => {
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
  const date = read(sent.date, at.siteZone, at)
  const dateUtc = read(sent.dateUtc, 'UTC', at)
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
