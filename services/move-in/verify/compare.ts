import { decodeReferences } from '../../../shared/kernel/html/text.ts'
import { evenBlanks } from '../../../shared/kernel/text/spelling.ts'
import { isObject, type JsonObject } from '../../../shared/kernel/json.ts'
import type { MovedKind } from '../identity.ts'
import type { ReadThing } from '../read/old-calendar.ts'
import { parentIn, refsIn, type Refs } from '../read/refs.ts'

/** A member that is not the same on both sides, as both show it. */
export type Difference = { readonly member: string; readonly there: string; readonly here: string }

/** Ids over there → ids here, by kind. */
export type Places = Readonly<Record<MovedKind | 'user', ReadonlyMap<number, number>>>

const TEXTS: Readonly<Record<Exclude<MovedKind, 'image'>, readonly string[]>> = {
  event: [
    ...['title', 'slug', 'status', 'all_day', 'start_date', 'end_date', 'utc_start_date', 'utc_end_date'],
    ...['timezone', 'cost', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'],
  ],
  venue: [
    ...['venue', 'slug', 'status', 'address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip'],
    ...['phone', 'website', 'geo_lat', 'geo_lng', 'show_map', 'show_map_link'],
  ],
  organizer: ['organizer', 'slug', 'status', 'phone', 'email', 'website'],
  category: ['name', 'slug', 'description'],
  tag: ['name', 'slug', 'description'],
}

const plain = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return evenBlanks(decodeReferences(value))
  return JSON.stringify(value)
}

const rawIn = (calx: JsonObject | null, member: string): unknown => {
  const text = calx?.[member]
  return isObject(text) ? text['raw'] : undefined
}

/** Comments other than the marks of blocks are shown nowhere and do not move. */
const comment = /<!--(?! ?\/?wp:|more|nextpage)[\s\S]*?-->/g
const shownText = (value: unknown): string =>
  plain(typeof value === 'string' ? value.replace(comment, '') : value)

/** Texts as they were written, where both sides show that; else as they are shown. */
const bodyOf = (thing: ReadThing, here: Here, [name, calxName]: readonly [string, string]) => {
  const raw = [rawIn(thing.calx, calxName), rawIn(here.calx, calxName)]
  const isRaw = raw.every(text => typeof text === 'string')
  return {
    member: name,
    there: shownText(isRaw ? raw[0] : thing.cal[name]),
    here: shownText(isRaw ? raw[1] : here.cal[name]),
  }
}

type Here = { readonly cal: JsonObject; readonly calx: JsonObject | null }

const OUT: readonly unknown[] = ['draft', 'pending', 'trash']

/** Dates that both sides have: drafts have none, and what was changed here since is later here. */
const datesOf = ({ cal }: ReadThing, here: Here): readonly Difference[] => {
  const dates = OUT.includes(cal['status'])
    ? []
    : [{ member: 'date_utc', there: plain(cal['date_utc']), here: plain(here.cal['date_utc']) }]
  const [there, own] = [plain(cal['modified_utc']), plain(here.cal['modified_utc'])]
  return there > own ? [...dates, { member: 'modified_utc', there, here: own }] : dates
}

/** The address of the thing itself stands for no website. */
const websiteOf = (cal: JsonObject): string => {
  const website = plain(cal['website'])
  return website === plain(cal['url']) ? '' : website
}

const listed = (
  ids: readonly number[] | undefined,
  places: ReadonlyMap<number, number> | null,
  sorted: boolean,
) => {
  const all = (ids ?? []).map(id => (places === null ? id : (places.get(id) ?? 0)))
  return (sorted ? all.sort((a, b) => a - b) : all).join(', ')
}

const refsOf = (there: Refs, here: Refs, places: Places): readonly Difference[] => {
  const ids = (
    member: 'venues' | 'organizers' | 'categories' | 'tags',
    kind: MovedKind,
    sorted: boolean,
  ) => ({
    member,
    there: listed(there[member], places[kind], sorted),
    here: listed(here[member], null, sorted),
  })
  const image = there.image == null ? '' : String(places.image.get(there.image.id) ?? 0)
  return [
    ids('venues', 'venue', false),
    ids('organizers', 'organizer', false),
    ids('categories', 'category', true),
    ids('tags', 'tag', true),
    { member: 'image', there: image, here: here.image == null ? '' : String(here.image.id) },
    ...(there.author == null
      ? []
      : [
          {
            member: 'author',
            there: String(places.user.get(there.author) ?? 0),
            here: String(here.author ?? 0),
          },
        ]),
  ]
}

const termDifferences = (thing: ReadThing, here: Here, places: Places): readonly Difference[] => {
  const parent = thing.refs.parent == null ? 0 : (places.category.get(thing.refs.parent) ?? 0)
  return [{ member: 'parent', there: String(parent), here: String(parentIn(here.cal) ?? 0) }]
}

const itemDifferences = (
  kind: 'event' | 'venue' | 'organizer',
  thing: ReadThing,
  here: Here,
  places: Places,
): readonly Difference[] => [
  bodyOf(thing, here, ['description', 'content']),
  bodyOf(thing, here, ['excerpt', 'excerpt']),
  ...datesOf(thing, here),
  ...refsOf(thing.refs, refsIn(here.cal).refs, places),
  ...(kind === 'event'
    ? [{ member: 'website', there: websiteOf(thing.cal), here: websiteOf(here.cal) }]
    : []),
  ...(thing.calx === null
    ? []
    : ['password', 'template'].map(member => ({
        member,
        there: plain(thing.calx?.[member]),
        here: plain(here.calx?.[member]),
      }))),
]

/** What is not the same of a thing here and over there (spec 05 §15). */
export const differencesOf = (
  kind: Exclude<MovedKind, 'image'>,
  thing: ReadThing,
  here: Here,
  places: Places,
): readonly Difference[] => {
  const texts = TEXTS[kind].map(member => ({
    member,
    there: plain(thing.cal[member]),
    here: plain(here.cal[member]),
  }))
  const rest =
    kind === 'category' || kind === 'tag'
      ? termDifferences(thing, here, places)
      : itemDifferences(kind, thing, here, places)
  return [...texts, ...rest].filter(({ there, here: own }) => there !== own)
}
