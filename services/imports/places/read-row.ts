import type { Json } from '../../../shared/kernel/json.ts'
import type { ItemOutcome } from '../../../shared/facts/import.ts'
import { cleanNow, type Cleaning } from '../../../shared/cleaning/texts.ts'
import { foldName } from '../../../shared/kernel/text/fold.ts'
import { placeRowKey } from '../item/identity.ts'
import type { RawItem } from '../item/item.ts'
import { HTML_BYTES, LINE_LENGTH } from '../../../shared/limits.ts'
import { isEmpty, isObject, looseFlag, looseText } from '../item/loose.ts'
import { failedOutcome } from '../apply/outcome.ts'
import { codesOf } from '../item/read-item.ts'
import {
  organizersOf,
  PLACE_MEMBERS,
  venuesOf,
  type ImportedOrganizer,
  type ImportedVenue,
} from './read-places.ts'

/** A row of a venue or organizer file (spec 05 §9). */
export type PlaceRow = {
  readonly position: number
  /** Members sent empty, which clears them; not those that say which place it is. */
  readonly cleared: readonly ('description' | 'phone' | 'email' | 'website' | 'image')[]
  readonly warnings: readonly string[]
  readonly keys: readonly string[]
} & (
  | { readonly noun: 'venue'; readonly place: ImportedVenue }
  | { readonly noun: 'organizer'; readonly place: ImportedOrganizer }
)

const CLEARABLE = ['description', 'phone', 'email', 'website', 'image'] as const

const isTooLong = ({ name, values }: ImportedVenue | ImportedOrganizer): boolean => {
  const { description = '', ...lines } = values
  return (
    Buffer.byteLength(description) > HTML_BYTES ||
    [name, ...Object.values(lines).map(String)].some(text => text.length > LINE_LENGTH)
  )
}

const flagsOf = (raw: RawItem) => {
  const [showMap, showMapLink] = [looseFlag(raw['show_map']), looseFlag(raw['show_map_link'])]
  return {
    ...(showMap === undefined ? {} : { showMap }),
    ...(showMapLink === undefined ? {} : { showMapLink }),
  }
}

const descriptionOf = (raw: RawItem, cleaning: Cleaning): { readonly description?: string } => {
  const sent = looseText(raw['description']) ?? ''
  if (sent === '') return {}
  return { description: Buffer.byteLength(sent) > HTML_BYTES ? sent : cleaning('html', sent) }
}

const objectOf = (value: Json | undefined): RawItem => (isObject(value) ? value : {})

/** What makes two rows of one file the same: the name, and what says which of that name it is. */
const keyOf = (
  source: string,
  noun: PlaceRow['noun'],
  { name, values }: ImportedVenue | ImportedOrganizer,
) => {
  const where = Object.entries(values)
    .filter(([member]) => PLACE_MEMBERS.some(one => one === member))
    .map(([member, value]) => `${member}=${foldName(String(value))}`)
  return placeRowKey(source, noun, [foldName(name), ...where.sort()])
}

const placeIn = (raw: RawItem, noun: PlaceRow['noun'], cleaning: Cleaning) => {
  const sent = objectOf(raw[noun])
  const more = { ...descriptionOf(sent, cleaning), ...(noun === 'venue' ? flagsOf(sent) : {}) }
  const read = noun === 'venue' ? venuesOf(sent, cleaning) : organizersOf(sent, cleaning)
  const place = read?.places[0]
  return {
    cleared: CLEARABLE.filter(member => member in sent && isEmpty(sent[member])),
    warnings: [...codesOf(raw['warnings']), ...(read?.warnings ?? [])],
    place: place && { ...place, values: { ...place.values, ...more } },
  }
}

/** The row that an item is; its outcome at once when it cannot be read; null: the item is an event. */
export const placeRowOf = (
  source: string,
  position: number,
  raw: RawItem,
  cleaning: Cleaning = cleanNow,
): PlaceRow | ItemOutcome | null => {
  const noun = raw['csv_row']
  if (noun !== 'venue' && noun !== 'organizer') return null
  if (raw['oversize'] === true) return failedOutcome(position, 'too_large')
  const { place, cleared, warnings } = placeIn(raw, noun, cleaning)
  if (place === undefined) return failedOutcome(position, 'missing_title', { warnings })
  if (isTooLong(place)) return failedOutcome(position, 'too_large', { warnings })
  return { position, noun, place, cleared, warnings, keys: [keyOf(source, noun, place)] }
}
