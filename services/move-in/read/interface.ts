import { isObject, type Json } from '../../../shared/kernel/json.ts'
import type { OldClient } from './client.ts'

/** What a calendar calls the things that are read. */
type Names = {
  readonly cal: string
  /** Routes of the second generation by kind; null: it has none. */
  readonly calx: Readonly<Record<'event' | 'venue' | 'organizer', string>> | null
  readonly users: string
  /** The member of categories in the second generation. */
  readonly plugin: boolean
}

export type OldInterface = {
  readonly names: Names
  readonly address: (route: string, query?: Readonly<Record<string, string | number>>) => string
}

const OWN: Names = {
  cal: 'cal/events/v1',
  calx: { event: 'calx/v1/events', venue: 'calx/v1/venues', organizer: 'calx/v1/organizers' },
  users: 'core/v2/users',
  plugin: false,
}

/** Of the plugin; versions of before its second generation show the same of their types of posts. */
const pluginNames = (namespaces: readonly Json[]): Names => {
  const calx = namespaces.includes('tec/v1')
    ? { event: 'tec/v1/events', venue: 'tec/v1/venues', organizer: 'tec/v1/organizers' }
    : { event: 'wp/v2/tribe_events', venue: 'wp/v2/tribe_venue', organizer: 'wp/v2/tribe_organizer' }
  return { cal: 'tribe/events/v1', calx, users: 'wp/v2/users', plugin: true }
}

const namesIn = (index: Json): Names | null => {
  const namespaces = isObject(index) ? index['namespaces'] : null
  if (!Array.isArray(namespaces)) return null
  if (namespaces.includes('tribe/events/v1')) return pluginNames(namespaces as readonly Json[])
  return namespaces.includes('cal/events/v1') ? OWN : null
}

type Form = (route: string, query: string) => string

const behind =
  (prefix: string): Form =>
  (route, query) =>
    `${prefix}/${route}${query === '' ? '' : `?${query}`}`

const byQuery =
  (base: string): Form =>
  (route, query) =>
    `${base}/index.php?rest_route=/${route}${query === '' ? '' : `&${query}`}`

/** Places where an interface may begin, the likely ones first. */
const formsOf = (base: string): readonly Form[] =>
  /\/(?:wp-json|api)$/.test(base)
    ? [behind(base)]
    : [behind(`${base}/wp-json`), byQuery(base), behind(`${base}/api`)]

/** Of each place: nothing may be there. */
const TRIES = 3

export type Found =
  { readonly ok: true; readonly old: OldInterface } | { readonly ok: false; readonly why: readonly string[] }

/** Finds how the calendar at that address is asked (spec 05 §15). */
export const findInterface = async (client: OldClient, base: string): Promise<Found> => {
  const why: string[] = []
  for (const form of formsOf(base)) {
    const address = form('', '')
    const got = await client.json(address, TRIES)
    const names = got.ok ? namesIn(got.body) : null
    if (names !== null)
      return {
        ok: true,
        old: {
          names,
          address: (route, query = {}) =>
            form(
              route,
              Object.entries(query)
                .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
                .join('&'),
            ),
        },
      }
    why.push(`${address}: ${got.ok ? 'no calendar is named there' : got.why}`)
  }
  return { ok: false, why }
}
