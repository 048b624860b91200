import { isObject, type Json } from '../../../shared/kernel/json.ts'
import type { ItemOutcome } from '../../../shared/facts/import.ts'
import { cleanNow, type Cleaning } from '../../../shared/cleaning/texts.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { entryRowKey } from '../item/identity.ts'
import type { RawItem } from '../item/item.ts'
import { membersWith } from '../../../shared/members/derive.ts'
import type { Members } from '../../../shared/members/member.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import { isEmpty } from '../item/loose.ts'
import { failedOutcome } from '../apply/outcome.ts'
import { codesOf } from '../item/read-item.ts'
import { isTooLong, organizersOf, venuesOf, type ImportedOrganizer, type ImportedVenue } from './read.ts'

/** A row of a venue or organizer file (spec 05 §9). */
export type EntryRow = {
  readonly position: number
  /** Members sent empty, which clears them; not those that say which venue it is. */
  readonly cleared: readonly string[]
  readonly warnings: readonly string[]
  readonly keys: readonly string[]
} & (
  | { readonly noun: 'venue'; readonly entry: ImportedVenue }
  | { readonly noun: 'organizer'; readonly entry: ImportedOrganizer }
)

const TABLES = { venue: venueMembers, organizer: organizerMembers } as const

const clearsOf = (table: Members) =>
  membersWith(table, 'imported').flatMap(([name, { imported }]) =>
    imported.clears === true ? [{ name, as: imported.as }] : [],
  )
const CLEARABLE = { venue: clearsOf(venueMembers), organizer: clearsOf(organizerMembers) } as const

const objectOf = (value: Json | undefined): RawItem => (isObject(value) ? value : {})

/** What makes two rows of one file the same: the name, and what says which of that name it is. */
const keyOf = (
  source: string,
  noun: EntryRow['noun'],
  { name, values }: ImportedVenue | ImportedOrganizer,
) => {
  const table: Members = TABLES[noun]
  const where = Object.entries(values)
    .filter(([member]) => table[member]?.differs === 'apart')
    .map(([member, value]) => `${member}=${foldName(String(value))}`)
  return entryRowKey(source, noun, [foldName(name), ...where.sort()])
}

const entryIn = (raw: RawItem, noun: EntryRow['noun'], cleaning: Cleaning) => {
  const sent = objectOf(raw[noun])
  const read = noun === 'venue' ? venuesOf(sent, cleaning, 'row') : organizersOf(sent, cleaning, 'row')
  return {
    cleared: CLEARABLE[noun].filter(({ as }) => as in sent && isEmpty(sent[as])).map(({ name }) => name),
    warnings: [...codesOf(raw['warnings']), ...(read?.warnings ?? [])],
    entry: read?.entries[0],
  }
}

/** The row that an item is; its outcome at once when it cannot be read; null: the item is an event. */
export const entryRowOf = (
  source: string,
  position: number,
  raw: RawItem,
  cleaning: Cleaning = cleanNow,
): EntryRow | ItemOutcome | null => {
  const noun = raw['csv_row']
  if (noun !== 'venue' && noun !== 'organizer') return null
  if (raw['oversize'] === true) return failedOutcome(position, 'too_large')
  const { entry, cleared, warnings } = entryIn(raw, noun, cleaning)
  if (entry === undefined) return failedOutcome(position, 'missing_title', { warnings })
  if (isTooLong(entry)) return failedOutcome(position, 'too_large', { warnings })
  return { position, noun, entry, cleared, warnings, keys: [keyOf(source, noun, entry)] }
}
