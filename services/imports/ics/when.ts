import type { Clock, When } from './zones/clock.ts'
import type { Property } from './property.ts'
import { dayOf, readWall } from './zones/wall.ts'
import type { Zones } from './zones/zones.ts'

export type ReadWhen = When & {
  /** The TZID given means nothing; the site's zone stands in for it. */
  readonly unknownZone: boolean
}

const zoneClock = (zone: string): Clock => ({ kind: 'zone', zone })

/** Clock of values without zone that belong to a start: the one the start is shown on. */
export const floatingWith = ({ clock }: When): Clock => (clock.kind === 'utc' ? zoneClock(clock.zone) : clock)

/**
 * Reads one DATE or DATE-TIME value of a property by spec 05 §8.3; null when it is none. `floating` is the clock
 * of values without zone.
 */
export const readWhen = (
  value: string,
  { parameters }: Property,
  zones: Zones,
  floating: Clock = zoneClock(zones.standard),
): ReadWhen | null => {
  const written = readWall(value)
  if (written === null) return null
  const { wall, utc } = written
  const dateOnly = written.dateOnly || parameters.get('VALUE')?.toUpperCase() === 'DATE'
  const tzid = parameters.get('TZID')
  const named = tzid === undefined ? null : zones.named(tzid)
  if (utc && !dateOnly) {
    const zone = named?.kind === 'zone' ? named.zone : zones.standard
    return { wall, dateOnly, clock: { kind: 'utc', zone }, unknownZone: false }
  }
  const unknownZone = tzid !== undefined && named === null
  const clock = named ?? (unknownZone ? zoneClock(zones.site) : floating)
  return { wall: dateOnly ? dayOf(wall) : wall, dateOnly, clock, unknownZone }
}
