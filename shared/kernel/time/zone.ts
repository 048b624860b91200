import { toSeconds, toText } from './calculate.ts'
import { offsetAt, offsetsBetween } from './offsets.ts'
import { fixedOffset, fixedZone } from './fixed-zone.ts'
import { abbreviationOf, canonicalName } from './zone-names.ts'

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

/** The instant of a wall clock inside a gap: as if the clocks had not yet been changed. */
const afterGap = (wall: number, zone: string): number => {
  const steps = offsetsBetween(zone, wall - FARTHEST, wall + FARTHEST)
  let before = steps[0]?.offset ?? 0
  for (const step of steps) {
    if (wall >= step.from + before && wall < step.from + step.offset) break
    before = step.offset
  }
  return wall - before
}

/**
 * UTC of a wall clock. Inside a gap the wall clock is moved forward by the gap and `local` is the moved value;
 * one that occurs twice means its first occurrence (spec 04 §3).
 */
export const toUtc = (local: string, zone: string): { readonly local: string; readonly utc: string } => {
  const wall = toSeconds(local)
  const fixed = fixedOffset(zone)
  if (fixed !== null) return { local, utc: toText(wall - fixed) }
  const [first] = instantsOf(wall, zone)
  if (first !== undefined) return { local, utc: toText(first) }
  const instant = afterGap(wall, zone)
  return { local: toText(instant + offset(instant, zone)), utc: toText(instant) }
}

/** UTC of the second occurrence of a wall clock that occurs twice; null when it does not. */
export const toUtcLater = (local: string, zone: string): string | null => {
  if (fixedOffset(zone) !== null) return null
  const instants = instantsOf(toSeconds(local), zone)
  const last = instants.at(-1)
  return instants.length < 2 || last === undefined ? null : toText(last)
}

/** Wall clock of the zone at an instant. */
export const toLocal = (utc: string, zone: string): string => {
  const seconds = toSeconds(utc)
  return toText(seconds + offset(seconds, zone))
}

/** Abbreviation in force at an instant: `EDT`, `CET`, `-03`; a fixed offset is its own text (spec 02 §1.1). */
export const abbreviation = (utc: string, zone: string): string => {
  if (fixedOffset(zone) !== null) return zone
  const seconds = toSeconds(utc)
  return abbreviationOf(zone, seconds, offset(seconds, zone))
}
