import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { placeOnEarth } from '../../../shared/kernel/coordinates.ts'
import { isObject, type Json } from '../../../shared/kernel/json.ts'
import { LINE_LENGTH, MOST_ELEMENTS } from '../../../shared/limits/items.ts'
import type { NamesWith } from '../../../shared/members/derive.ts'
import { organizerMembers, organizerOrders } from '../../../shared/members/organizer.ts'
import { venueMembers, venueOrders } from '../../../shared/members/venue.ts'
import { cutLine, cutList } from '../item/cut.ts'
import type { RawItem } from '../item/item.ts'
import { isEmpty, isNoName, looseLine, looseList, looseNames, looseNumber } from '../item/loose.ts'
import { membersReader, type SaidBy } from './read-members.ts'

type IsImported = { readonly imported: object }

/** A venue or organizer as an item names it: only what was sent, and a name. */
type Imported<Values, Name extends keyof Values> = {
  readonly name: string
  /** Names that it may be instead, when each of them is known already. */
  readonly parts?: readonly string[]
  /** Id or address; its id is among the values once it was found. */
  readonly image?: string
  readonly globalIds: readonly string[]
  readonly values: Readonly<Partial<Pick<Values, Name>>>
}

export type ImportedVenue = Imported<
  VenueValues,
  NamesWith<typeof venueMembers, IsImported> | 'latitude' | 'longitude'
>
export type ImportedOrganizer = Imported<OrganizerValues, NamesWith<typeof organizerMembers, IsImported>>

export type Entries<Entry> = { readonly entries: readonly Entry[]; readonly warnings: readonly string[] }

/** Ids by which other sites know the thing: own one first, then its lineage. */
export const globalIdsOf = (raw: RawItem): readonly string[] => {
  const own = looseLine(raw['global_id']) ?? ''
  const lineage = looseNames(raw['global_id_lineage']) ?? []
  const ids = own === '' ? lineage : [own, ...lineage]
  return ids.length < 2 ? ids : [...new Set(ids)]
}

const imageIn = (raw: RawItem): { readonly image?: string } => {
  const image = looseLine(raw['image']) ?? ''
  return image === '' || raw['image'] === false ? {} : { image }
}

type More = { readonly values: object; readonly warnings: readonly string[] }

const NOTHING_MORE: More = { values: {}, warnings: [] }

const coordinatesOf = (raw: RawItem): More => {
  const sent = [raw['latitude'], raw['longitude']] as const
  const place = placeOnEarth(looseNumber(sent[0]), looseNumber(sent[1]))
  if (place !== null) return { values: place, warnings: [] }
  const isSaid = sent.some(degrees => degrees !== undefined && !isEmpty(degrees))
  return isSaid ? { values: {}, warnings: ['bad_coordinates'] } : NOTHING_MORE
}

/** Names of a cell that may hold several. */
const partsIn = (raw: RawItem, cleaning: Cleaning): { readonly parts?: readonly string[] } => {
  const { parts } = raw
  const names = Array.isArray(parts) ? (looseNames(parts) ?? []).map(name => cleaning('title', name)) : []
  return names.length > 1 && names.every(name => name !== '') ? { parts: names } : {}
}

/** Named objects of the member; a text alone is a name. undefined: not sent. */
const named = (value: Json | undefined, nameMember: string, saidBy: SaidBy, cleaning: Cleaning) =>
  looseList(value)?.flatMap(one => {
    if (isNoName(one)) return []
    const raw = isObject(one) ? one : { [nameMember]: one }
    const clean = cleaning('title', looseLine(raw[nameMember]) ?? '')
    // it is by its name that a row is what it is
    const isCut = saidBy === 'item' && clean.length > LINE_LENGTH
    const name = (isCut ? cleaning('title', cutLine(clean)) : clean).trim()
    return name === '' ? [] : [{ raw, name, isCut }]
  })

type Kind = {
  /** Of items, and of the name within it. */
  readonly member: 'venue' | 'organizer'
  readonly read: ReturnType<typeof membersReader>
  readonly more?: (raw: RawItem) => More
}

/** A member of items; undefined when it was not sent, no entries when it was sent empty (spec 05 §6). */
const entriesReader =
  <Entry>({ member, read, more }: Kind) =>
  (value: Json | undefined, cleaning: Cleaning, saidBy: SaidBy = 'item'): Entries<Entry> | undefined => {
    const sent = named(value, member, saidBy, cleaning)
    const all = cutList(sent)?.map(({ raw, name, isCut }) => {
      const { values, warnings } = read(raw, saidBy, cleaning)
      const besides = more?.(raw) ?? NOTHING_MORE
      const known = { name, ...partsIn(raw, cleaning), ...imageIn(raw), globalIds: globalIdsOf(raw) }
      return {
        warnings: [...warnings, ...besides.warnings, ...(isCut ? ['text_cut'] : [])],
        entry: { ...known, values: { ...values, ...besides.values } } as Entry,
      }
    })
    const isMore = sent !== undefined && sent.length > MOST_ELEMENTS
    return (
      all && {
        entries: all.map(({ entry }) => entry),
        warnings: [...all.flatMap(({ warnings }) => warnings), ...(isMore ? ['list_cut'] : [])],
      }
    )
  }

export const venuesOf = entriesReader<ImportedVenue>({
  member: 'venue',
  read: membersReader(venueMembers, venueOrders.imported),
  more: coordinatesOf,
})

export const organizersOf = entriesReader<ImportedOrganizer>({
  member: 'organizer',
  read: membersReader(organizerMembers, organizerOrders.imported),
})

/** Over a limit of spec 00 §8. */
export const isTooLong = ({ name }: ImportedVenue | ImportedOrganizer): boolean => name.length > LINE_LENGTH
