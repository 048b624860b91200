import type { Json } from '../../../shared/kernel/json.ts'
import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import { readUri } from '../../../shared/kernel/text/uri.ts'
import type { RawItem } from '../item/item.ts'
import { isObject, looseLine, looseList, looseNames, looseNumber } from '../item/loose.ts'

/** A venue or organizer as an item names it: only what was sent, and a name. */
export type ImportedVenue = {
  readonly name: string
  /** Names that it may be instead, when each of them is known already. */
  readonly parts?: readonly string[]
  /** Id or address. */
  readonly image?: string
  readonly globalIds: readonly string[]
  readonly values: {
    /** This and the flags: of rows of a venue file alone. */
    readonly description?: string
    readonly showMap?: boolean
    readonly showMapLink?: boolean
    readonly address?: string
    readonly city?: string
    readonly country?: string
    readonly state?: string
    readonly province?: string
    readonly stateprovince?: string
    readonly zip?: string
    readonly phone?: string
    readonly website?: string
    readonly latitude?: number
    readonly longitude?: number
    /** Id; known when `image` was found. */
    readonly image?: number
  }
}

export type ImportedOrganizer = {
  readonly name: string
  readonly parts?: readonly string[]
  readonly image?: string
  readonly globalIds: readonly string[]
  readonly values: {
    readonly description?: string
    readonly phone?: string
    readonly email?: string
    readonly website?: string
    readonly image?: number
  }
}

export type Places<Place> = { readonly places: readonly Place[]; readonly warnings: readonly string[] }

/** Ids by which other sites know the thing: own one first, then its lineage. */
export const globalIdsOf = (raw: RawItem): readonly string[] => [
  ...new Set([
    ...[looseLine(raw['global_id']) ?? ''].filter(id => id !== ''),
    ...(looseNames(raw['global_id_lineage']) ?? []),
  ]),
]

/** Members by which venues of one name are told apart (spec 05 §5). */
export const PLACE_MEMBERS = [
  'address',
  'city',
  'country',
  'state',
  'province',
  'stateprovince',
  'zip',
] as const
const VENUE_TEXTS = [...PLACE_MEMBERS, 'phone'] as const
const ORGANIZER_TEXTS = ['phone', 'email'] as const

/** Non-empty texts only: an empty one says nothing about a shared venue or organizer. */
const textsOf = <Name extends string>(raw: RawItem, names: readonly Name[]): { [N in Name]?: string } => {
  const texts: { [N in Name]?: string } = {}
  for (const name of names) {
    const text = looseLine(raw[name]) ?? ''
    if (text !== '') texts[name] = text
  }
  return texts
}

const websiteOf = (raw: RawItem): { readonly website?: string; readonly bad: boolean } => {
  const sent = looseLine(raw['website'] ?? raw['url']) ?? ''
  if (sent === '') return { bad: false }
  const website = readUri(sent)
  return website === null ? { bad: true } : { website, bad: false }
}

const imageIn = (raw: RawItem): { readonly image?: string } => {
  const image = looseLine(raw['image']) ?? ''
  return image === '' || raw['image'] === false ? {} : { image }
}

const coordinatesOf = (raw: RawItem) => {
  const latitude = looseNumber(raw['latitude'])
  const longitude = looseNumber(raw['longitude'])
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : {}
}

/** Names of a cell that may hold several. */
const partsIn = (raw: RawItem, cleaning: Cleaning): { readonly parts?: readonly string[] } => {
  const { parts } = raw
  const names = Array.isArray(parts) ? (looseNames(parts) ?? []).map(name => cleaning('title', name)) : []
  return names.length > 1 && names.every(name => name !== '') ? { parts: names } : {}
}

/** Named objects of the member; a text alone is a name. undefined: not sent. */
const named = (value: Json | undefined, nameMember: string, cleaning: Cleaning) =>
  looseList(value)?.flatMap(one => {
    const raw = isObject(one) ? one : { [nameMember]: one }
    const name = cleaning('title', looseLine(raw[nameMember]) ?? '').trim()
    return name === '' ? [] : [{ raw, name }]
  })

/** `venue` of an item; undefined when it was not sent, no places when it was sent empty (spec 05 §6). */
export const venuesOf = (value: Json | undefined, cleaning: Cleaning): Places<ImportedVenue> | undefined => {
  const all = named(value, 'venue', cleaning)?.map(({ raw, name }) => {
    const { bad, ...website } = websiteOf(raw)
    const values = { ...textsOf(raw, VENUE_TEXTS), ...website, ...coordinatesOf(raw) }
    return {
      bad,
      place: { name, ...partsIn(raw, cleaning), ...imageIn(raw), globalIds: globalIdsOf(raw), values },
    }
  })
  return all && collected(all)
}

/** `organizer` of an item, like `venuesOf`. */
export const organizersOf = (
  value: Json | undefined,
  cleaning: Cleaning,
): Places<ImportedOrganizer> | undefined => {
  const all = named(value, 'organizer', cleaning)?.map(({ raw, name }) => {
    const { bad, ...website } = websiteOf(raw)
    return {
      bad,
      place: {
        name,
        ...partsIn(raw, cleaning),
        ...imageIn(raw),
        globalIds: globalIdsOf(raw),
        values: { ...textsOf(raw, ORGANIZER_TEXTS), ...website },
      },
    }
  })
  return all && collected(all)
}

const collected = <Place>(
  all: readonly { readonly bad: boolean; readonly place: Place }[],
): Places<Place> => ({
  places: all.map(({ place }) => place),
  warnings: all.some(({ bad }) => bad) ? ['bad_url'] : [],
})
