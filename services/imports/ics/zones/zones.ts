import { utcTime } from '../../../../shared/kernel/brands.ts'
import { parseZone, toLocal } from '../../../../shared/kernel/time/zone.ts'
import type { Clock } from './clock.ts'
import { firstOf, type Component } from '../components.ts'
import { readObservances } from './observances.ts'
import { unescapeText } from '../text-value.ts'
import { windowsZone } from './windows-zones.ts'

/** How the date-times of one calendar are read. */
export type Zones = {
  /** Zone of floating times and dates, and in which `…Z` is shown: X-WR-TIMEZONE, else the site's. */
  readonly standard: string
  readonly site: string
  /** Clock of a TZID, null when it means nothing. */
  readonly named: (tzid: string) => Clock | null
}

/** Steps 1 and 2: a name of the tz database, any case, or a path that ends in one. */
const namedZone = (text: string): string | null => {
  const segments = text.split('/').slice(-10)
  for (const [n] of segments.entries()) {
    const zone = parseZone(segments.slice(n).join('/'))
    if (zone !== null) return zone
  }
  return null
}

const knownZone = (text: string): string | null => namedZone(text) ?? windowsZone(text)

const clean = (text: string) => unescapeText(text).replaceAll('"', '').trim()

/** `GMT`, `EST`, `GMT+1`: names of offsets, not of regions, which people take for regions. */
const offsetName = /^(?!(?:utc|z|zulu)$)[a-z]{3,4}(?:[+-]?\d{1,2})?$/i

const [JANUARY, JULY] = [utcTime('2027-01-01 00:00:00'), utcTime('2027-07-01 00:00:00')]
const hasSummer = (zone: string): boolean =>
  toLocal(JANUARY, zone).slice(11) !== toLocal(JULY, zone).slice(11)

/** What the file says of a zone that it names by an offset alone, when it says that there is summer time (spec 05 §8.3). */
const contradicted = (tzid: string, zone: string, definition: Component | undefined): Clock | null => {
  const isDaylight = definition?.parts.some(({ name }) => name === 'DAYLIGHT') ?? false
  if (definition === undefined || !isDaylight || !offsetName.test(tzid) || hasSummer(zone)) return null
  const observances = readObservances(definition)
  return observances === null ? null : { kind: 'observed', observances, isOfFile: true }
}

const resolve = (tzid: string, definitions: ReadonlyMap<string, Component>): Clock | null => {
  const known = knownZone(tzid)
  const definition = definitions.get(tzid.toLowerCase())
  if (known !== null) return contradicted(tzid, known, definition) ?? { kind: 'zone', zone: known }
  if (definition === undefined) return null
  const location = namedZone(clean(firstOf(definition.properties, 'X-LIC-LOCATION')?.value ?? ''))
  if (location !== null) return { kind: 'zone', zone: location }
  const observances = readObservances(definition)
  return observances === null ? null : { kind: 'observed', observances }
}

/** Zone that the value of an X-WR-TIMEZONE names, null when it names none. */
export const zoneNamed = (value: string): string | null => knownZone(clean(value))

/**
 * Zones of a calendar by the steps of spec 05 §8.3; each TZID is resolved once. `standard`: by its X-WR-TIMEZONE;
 * `defined`: its VTIMEZONEs.
 */
export const zonesOf = (standard: string | null, defined: readonly Component[], siteZone: string): Zones => {
  const definitions = new Map(
    defined.map(zone => [clean(firstOf(zone.properties, 'TZID')?.value ?? '').toLowerCase(), zone]),
  )
  const resolved = new Map<string, Clock | null>()
  return {
    standard: standard ?? siteZone,
    site: siteZone,
    named: written => {
      const tzid = clean(written)
      const known = resolved.get(tzid)
      if (known !== undefined) return known
      const clock = resolve(tzid, definitions)
      resolved.set(tzid, clock)
      return clock
    },
  }
}
