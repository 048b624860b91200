import type { LocalTime, UtcTime } from '../brands.ts'
import type { DateValue } from './date-text.ts'
import { toLocal, toUtc, toUtcLater } from './zone.ts'

/** One end of a period: what clocks of its zone show, and the instant. */
type Moment = { readonly local: LocalTime; readonly utc: UtcTime }

/** `unmoved` is the wall clock before a gap moved it. */
export type ReadMoment = Moment & { readonly unmoved: LocalTime }

export type MomentContext = {
  readonly zone: string
  /** The stored moment when it is of this zone: its own local text keeps its instant (spec 04 §3). */
  readonly stored: Moment | null
}

/** Everything a value can mean, the preferred meaning first: a wall clock may be stored, occur twice, or not at all. */
const meanings = (value: DateValue, { zone, stored }: MomentContext): readonly ReadMoment[] => {
  if (value.kind === 'instant') return [momentAt(value.utc, zone)]
  const unmoved = value.local
  const first = { ...toUtc(unmoved, zone), unmoved }
  const later = toUtcLater(unmoved, zone)
  return [
    ...(stored !== null && stored.local === unmoved ? [{ ...stored, unmoved }] : []),
    first,
    ...(later === null ? [] : [{ local: unmoved, utc: later, unmoved }]),
  ]
}

/** The moment of an instant. */
export const momentAt = (utc: UtcTime, zone: string): ReadMoment => {
  const local = toLocal(utc, zone)
  return { local, utc, unmoved: local }
}

/**
 * The moment denoted by a local value, a UTC text, or both; null when both are given and denote different instants.
 */
export const readMoment = (
  value: DateValue | null,
  utc: UtcTime | null,
  context: MomentContext,
): ReadMoment | null => {
  if (value === null) return utc === null ? null : momentAt(utc, context.zone)
  const possible = meanings(value, context)
  return (utc === null ? possible[0] : possible.find(moment => moment.utc === utc)) ?? null
}

/** The moment at which clocks of the zone show a wall clock. */
export const inZone = (local: LocalTime, zone: string): ReadMoment => ({
  ...toUtc(local, zone),
  unmoved: local,
})
