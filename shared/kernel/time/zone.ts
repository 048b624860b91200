import type { LocalTime, UtcTime } from '../brands.ts'
import { inYears, localText, toSeconds, toText, utcText, withinYears } from './calculate.ts'
import { offsetAt, offsetsBetween, steadyOffset } from './offsets.ts'
import { zoneTable } from './zone-table.ts'

// Wall clocks of a zone and instants, what zones and their offsets are called, and fixed offsets (spec 04 §2-3).

/** Farther from UTC than any local clock ever was, in seconds. */
const FARTHEST = 16 * 3600

/**
 * Zone text as stored (spec 04 §2): the tz database spelling of a name sent in any case, links kept
 * (`us/eastern` → `US/Eastern`), or a normalised fixed offset (`+05:30` → `UTC+5:30`); null when it is neither.
 */
export const parseZone = (text: string): string | null => canonicalName(text) ?? fixedZone(text)

/** Offset of a zone at an instant (unix seconds), in seconds east of UTC. */
const offset = (seconds: number, zone: string): number => fixedOffset(zone) ?? offsetAt(zone, seconds)

/** Instants (unix seconds, ascending) at which clocks of the zone showed the wall clock; empty inside a gap. */
const instantsOf = (wall: number, zone: string): readonly number[] => {
  const steps = offsetsBetween(zone, wall - FARTHEST, wall + FARTHEST)
  const only = steps.length === 1 ? steps[0] : undefined
  if (only !== undefined) return [wall - only.offset]
  return steps.flatMap((step, n) => {
    const instant = wall - step.offset
    return instant >= step.from && instant < (steps[n + 1]?.from ?? Infinity) ? [instant] : []
  })
}

/** First instant (unix seconds) at which clocks showed the wall clock; null inside a gap. */
const epochOf = (wall: number, zone: string): number | null => {
  const steady = fixedOffset(zone) ?? steadyOffset(zone, wall - FARTHEST, wall + FARTHEST)
  return steady === null ? (instantsOf(wall, zone)[0] ?? null) : wall - steady
}

/** The change of clocks that skipped a wall clock: its instant and the offset before it. */
const gapAt = (wall: number, zone: string) => {
  const steps = offsetsBetween(zone, wall - FARTHEST, wall + FARTHEST)
  let before = steps[0]?.offset ?? 0
  for (const { from, offset } of steps) {
    if (wall >= from + before && wall < from + offset) return { from, before }
    before = offset
  }
  throw new RangeError(`no gap at ${toText(wall)} in ${zone}`)
}

const gapEnd = (wall: number, zone: string): number => gapAt(wall, zone).from

/** `toUtc` without texts: the instant (unix seconds) of a wall clock, both in the years 0001-9999. */
export const instantAtWall = (wall: number, zone: string): number => {
  const real = withinYears(wall)
  return withinYears(epochOf(real, zone) ?? real - gapAt(real, zone).before)
}

/** `toLocal` without texts: the wall clock at an instant (unix seconds), both in the years 0001-9999. */
export const wallAtInstant = (instant: number, zone: string): number => {
  const real = withinYears(instant)
  return withinYears(real + offset(real, zone))
}

/**
 * UTC of a wall clock. Inside a gap the wall clock is moved forward by the gap and `local` is the moved value;
 * one that occurs twice means its first occurrence (spec 04 §3).
 */
export const toUtc = (
  local: LocalTime,
  zone: string,
): { readonly local: LocalTime; readonly utc: UtcTime } => {
  const wall = toSeconds(local)
  const instant = epochOf(wall, zone)
  if (instant !== null) return { local, utc: utcText(instant) }
  const moved = wall - gapAt(wall, zone).before
  return { local: localText(moved + offset(moved, zone)), utc: utcText(moved) }
}

/** UTC of the second occurrence of a wall clock that occurs twice; null when it does not. */
export const toUtcLater = (local: LocalTime, zone: string): UtcTime | null => {
  if (fixedOffset(zone) !== null) return null
  const instants = instantsOf(toSeconds(local), zone)
  const last = instants.at(-1)
  return instants.length < 2 || last === undefined ? null : utcText(last)
}

/** Wall clock of the zone at an instant. */
export const toLocal = (utc: UtcTime, zone: string): LocalTime => {
  const seconds = toSeconds(utc)
  return localText(seconds + offset(seconds, zone))
}

/** First instant behind one, up to another, at which clocks of the zone are put forward or back; null: they are not. */
export const clockChange = (after: UtcTime, to: UtcTime, zone: string): UtcTime | null => {
  if (fixedOffset(zone) !== null) return null
  const change = offsetsBetween(zone, toSeconds(after), toSeconds(to))[1]
  return change === undefined ? null : utcText(change.from)
}

/** Whether the wall clock of the zone shows a year 0001-9999 at the instant. */
export const hasLocal = (utc: UtcTime, zone: string): boolean => {
  const seconds = toSeconds(utc)
  return inYears(seconds + offset(seconds, zone))
}

/**
 * First and last second of a local day, UTC. Where 00:00:00 or 23:59:59 lies inside a gap, the first or last
 * instant that there is; of a day that a zone skipped, both are the instant after the skip.
 */
export const dayUtc = (date: string, zone: string): { readonly first: UtcTime; readonly last: UtcTime } => {
  const [midnight, lastSecond] = [toSeconds(date), toSeconds(date) + 86_399]
  const first = epochOf(midnight, zone) ?? gapEnd(midnight, zone)
  const last = epochOf(lastSecond, zone) ?? gapEnd(lastSecond, zone) - 1
  return { first: utcText(first), last: utcText(Math.max(first, last)) }
}

/** Abbreviation in force at an instant: `EDT`, `CET`, `-03`; a fixed offset is its own text (spec 02 §1.1). */
export const abbreviation = (utc: UtcTime, zone: string): string => {
  if (fixedOffset(zone) !== null) return zone
  const seconds = toSeconds(utc)
  return abbreviationOf(zone, seconds, offset(seconds, zone))
}

/** One stretch of a zone's history in which each offset has one abbreviation. */
type Span = { readonly until: number; readonly names: ReadonlyMap<number, string> }

const spanOf = (text: string): Span => {
  const colon = text.indexOf(':')
  const pairs = text.slice(colon + 1).split(',')
  return {
    until: colon === -1 ? Infinity : Number(text.slice(0, colon)),
    names: new Map(
      pairs.flatMap(pair => {
        const [name, offset] = pair.split('=')
        return name === undefined || offset === undefined ? [] : [[Number(offset), name] as const]
      }),
    ),
  }
}

const rows = zoneTable
  .trim()
  .split('\n')
  .flatMap(line => {
    const [names = '', spans = ''] = line.split('|')
    return names.split(' ').map(name => ({ name, spans }))
  })

const canonical = new Map(rows.map(({ name }) => [name.toLowerCase(), name]))
const spanTexts = new Map(rows.map(({ name, spans }) => [name, spans]))
const parsed = new Map<string, readonly Span[]>()

/** Every name of the tz database, links included, as spelled there. */
export const zoneNames: readonly string[] = rows.map(({ name }) => name)

/** The tz database spelling of a name in any case; null when it is no such name. */
const canonicalName = (text: string): string | null => canonical.get(text.toLowerCase()) ?? null

const spansOf = (zone: string): readonly Span[] => {
  const known = parsed.get(zone)
  if (known !== undefined) return known
  const spans = (spanTexts.get(zone) ?? '').split(';').map(spanOf)
  parsed.set(zone, spans)
  return spans
}

const numeric = (offset: number): string => {
  const minutes = Math.floor(Math.abs(offset) / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map(n => String(n).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours ?? ''}${rest === '00' ? '' : (rest ?? '')}`
}

/** The letters in use at an instant with that offset, both in seconds; `-03`, `+0530` where there are none. */
const abbreviationOf = (zone: string, instant: number, offset: number): string =>
  spansOf(zone)
    .find(({ until }) => instant < until)
    ?.names.get(offset) ?? numeric(offset)

/** A fixed offset as it may be sent, and as it is stored: `UTC±h[:mm]` (spec 04 §2). */
const sentOffset = /^(?:UTC([+-])(\d{1,2})(?::([0-5]\d)|\.(0|00|25|5|50|75))?|([+-])(\d{2}):([0-5]\d))$/i
const storedOffset = /^UTC([+-])(\d{1,2})(?::(\d{2}))?$/

const HIGHEST = 14 * 60
const LOWEST = -12 * 60

const zoneOfMinutes = (minutes: number): string => {
  const size = Math.abs(minutes)
  const rest = size % 60
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** Normalised text of a fixed offset: `UTC+05.5`, `+05:30` → `UTC+5:30`; null when it is none of -12..+14 hours. */
export const fixedZone = (text: string): string | null => {
  const match = sentOffset.exec(text)
  if (match === null) return null
  const [, sign = match[5], hours = match[6], minutes = match[7], fraction] = match
  const size =
    Number(hours) * 60 + (fraction === undefined ? Number(minutes ?? 0) : Number(`0.${fraction}`) * 60)
  const signed = sign === '-' ? -size : size
  return signed < LOWEST || signed > HIGHEST ? null : zoneOfMinutes(signed)
}

const offsets = new Map<string, number | null>()

/** Seconds east of UTC of a stored zone text, null when it is a name. */
const fixedOffset = (zone: string): number | null => {
  const known = offsets.get(zone)
  if (known !== undefined) return known
  const [match, sign, hours, minutes = '0'] = storedOffset.exec(zone) ?? []
  const size = Number(hours) * 3600 + Number(minutes) * 60
  const offset = match === undefined ? null : sign === '-' ? -size : size
  offsets.set(zone, offset)
  return offset
}
