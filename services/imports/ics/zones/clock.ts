import { isoOf, toText, utcText } from '../../../../shared/kernel/time/calculate.ts'
import { instantAtWall, toLocal, toUtc, wallAtInstant } from '../../../../shared/kernel/time/zone.ts'
import { fixedZoneAt, offsetAtInstant, offsetAtWall, type Observances } from './observances.ts'

/** The clock a wall clock is read on. */
export type Clock =
  | { readonly kind: 'zone'; readonly zone: string }
  /** Known only by the offsets of the file's VTIMEZONE (spec 05 §8.3 step 5). */
  | {
      readonly kind: 'observed'
      readonly observances: Observances
      /** Its name means offsets without summer time elsewhere, which the file contradicts. */
      readonly isOfFile?: true
    }
  /** Written in UTC, shown in `zone`. */
  | { readonly kind: 'utc'; readonly zone: string }

/** A point in time as a file means it; `wall` is seconds on its clock. */
export type When = { readonly wall: number; readonly dateOnly: boolean; readonly clock: Clock }

export const isSameClock = (a: Clock, b: Clock): boolean =>
  a === b || (a.kind !== 'observed' && a.kind === b.kind && (a.kind === 'utc' || a.zone === b.zone))

export const instantAt = (wall: number, clock: Clock): number => {
  if (clock.kind === 'utc') return wall
  if (clock.kind === 'zone') return instantAtWall(wall, clock.zone)
  return wall - offsetAtWall(clock.observances, wall)
}

export const instantOf = ({ wall, clock }: When): number => instantAt(wall, clock)

/** What the clock shows at an instant. */
export const wallAt = (instant: number, clock: Clock): number => {
  if (clock.kind === 'utc') return instant
  if (clock.kind === 'zone') return wallAtInstant(instant, clock.zone)
  return instant + offsetAtInstant(clock.observances, instant)
}

/** Zone in which a time is stored: the clock's own, or the fixed offset valid at that time. */
export const zoneAt = ({ wall, clock }: When): string =>
  clock.kind === 'observed' ? fixedZoneAt(clock.observances, wall) : clock.zone

/** Seconds on the clocks of the zone in which a time is stored. */
export const shownWall = (when: When): number =>
  when.clock.kind === 'utc' ? wallAt(when.wall, { kind: 'zone', zone: when.clock.zone }) : when.wall

/** `YYYY-MM-DDTHH:MM:SSZ` */
export const instantText = (instant: number): string => isoOf(utcText(instant))

/**
 * Text of a time for an item of that zone: wall clock, or the instant `…Z` where the wall clock occurs twice and the
 * second occurrence is meant (a wall clock alone means the first, spec 04 §3).
 */
export const textIn = (when: When, zone: string): string => {
  if (when.clock.kind === 'zone' && when.clock.zone === zone) return toText(when.wall)
  const instant = instantOf(when)
  const utc = utcText(instant)
  const local = toLocal(utc, zone)
  return toUtc(local, zone).utc === utc ? local : instantText(instant)
}
