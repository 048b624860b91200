import type { Notice } from '../item/notices.ts'
import type { Clock, When } from './zones/clock.ts'
import type { Property } from './property.ts'
import { dayOf, readWall } from './zones/wall.ts'
import type { Zones } from './zones/zones.ts'

export type ReadWhen = When & {
  /** The TZID given means nothing, and the site's zone stands in for it; or a VALUE=DATE has a time. */
  readonly odd?: 'unknown_timezone' | 'file_timezone' | 'date_with_time'
}

/** What is told of a date that is not quite as it should be. */
export const oddnessOf = ({ name, parameters, value }: Property, { odd }: ReadWhen): readonly Notice[] => {
  if (odd === undefined) return []
  const found =
    odd === 'date_with_time' ? `${name};VALUE=DATE:${value.trim()}` : (parameters.get('TZID') ?? '')
  return [{ code: odd, found }]
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
  const isNamedDate = parameters.get('VALUE')?.toUpperCase() === 'DATE'
  // midnight is a date that is written long
  const dateOnly = written.dateOnly || (isNamedDate && wall === dayOf(wall))
  const isOddDate = isNamedDate && !dateOnly
  const tzid = parameters.get('TZID')
  const named = tzid === undefined ? null : zones.named(tzid)
  if (utc && !dateOnly) {
    const zone = named?.kind === 'zone' ? named.zone : zones.standard
    const odd = isOddDate ? ({ odd: 'date_with_time' } as const) : {}
    return { wall, dateOnly, clock: { kind: 'utc', zone }, ...odd }
  }
  const unknownZone = tzid !== undefined && named === null
  const clock = named ?? (unknownZone ? zoneClock(zones.site) : floating)
  const odd = unknownZone
    ? 'unknown_timezone'
    : isOddDate
      ? 'date_with_time'
      : clock.kind === 'observed' && clock.isOfFile === true
        ? 'file_timezone'
        : undefined
  return { wall: dateOnly ? dayOf(wall) : wall, dateOnly, clock, ...(odd === undefined ? {} : { odd }) }
}
