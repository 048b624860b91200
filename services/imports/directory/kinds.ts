import type { UserId } from '../../../shared/kernel/brands.ts'
import type { By, ItemStatus, Origin } from '../../../shared/facts/common.ts'
import type { OrganizerFact, OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueFact, VenueValues } from '../../../shared/facts/venue.ts'
import type { Members } from '../../../shared/members/member.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import { calendarOn } from '../../calendar/calendar.ts'
import type { Wanted as WantedItem } from '../../calendar/directory/find-or-create.ts'
import type { DirectoryWriter } from '../../calendar/directory/write.ts'
import type { Kind } from '../../calendar/item/kind.ts'
import type { SharedValues } from '../../calendar/item/state.ts'
import { itemKinds } from '../../calendar/kinds.ts'
import { newOrganizerValues, newVenueValues } from '../../calendar/values.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { ImportedOrganizer, ImportedVenue } from './read.ts'

/** A venue or organizer as an item names it. */
export type AnyEntry = {
  readonly name: string
  readonly globalIds: readonly string[]
  readonly values: object
}

export type Wanted<Entry> = {
  readonly entry: Entry
  /** Of the site, as its global ids have it. */
  readonly host: string
  /** Of the event: what has to be created gets the same. */
  readonly status: ItemStatus
  readonly author: UserId
  readonly origin: Origin
}

export type EntryValues = SharedValues & {
  readonly name: string
  readonly password: string
  readonly origin: Origin | null
}

/** What venues and organizers differ in for imports. */
export type EntryKind<Values extends EntryValues, Fact, Entry> = Kind<Values, Fact> & {
  readonly type: 'cal_venue' | 'cal_organizer'
  readonly noun: 'venue' | 'organizer'
  readonly members: Members
  readonly item: (wanted: Wanted<Entry>) => WantedItem<Values>
  readonly writes: (writing: Writing) => Pick<DirectoryWriter<Values>, 'findOrCreate' | 'change'>
}

/** Only what this source brought may be changed by it (spec 05 §5). */
export const isMine = (createdBy: By, { origin }: Pick<EntryValues, 'origin'>, source: string): boolean =>
  createdBy === 'import' && origin?.source === source

/** What this source brought it may see, too. */
const opens =
  ({ origin: { source } }: Wanted<AnyEntry>) =>
  ({ createdBy, values }: { readonly createdBy: By; readonly values: EntryValues }): boolean =>
    isMine(createdBy, values, source)

const shared = ({ entry, status, author, origin }: Wanted<AnyEntry>) => ({
  name: entry.name,
  status,
  author,
  origin,
  lineage: [...entry.globalIds],
})

export const venueKind: EntryKind<VenueValues, VenueFact, ImportedVenue> = {
  type: 'cal_venue',
  members: venueMembers,
  ...itemKinds.venue,
  noun: 'venue',
  item: (wanted: Wanted<ImportedVenue>): WantedItem<VenueValues> => ({
    sent: { name: wanted.entry.name, ...wanted.entry.values },
    values: newVenueValues({ ...shared(wanted), ...wanted.entry.values }),
    opens: opens(wanted),
  }),
  writes: writing => calendarOn(writing).venue,
}

export const organizerKind: EntryKind<OrganizerValues, OrganizerFact, ImportedOrganizer> = {
  type: 'cal_organizer',
  members: organizerMembers,
  ...itemKinds.organizer,
  noun: 'organizer',
  item: (wanted: Wanted<ImportedOrganizer>): WantedItem<OrganizerValues> => ({
    sent: { name: wanted.entry.name, ...wanted.entry.values },
    values: newOrganizerValues({ ...shared(wanted), ...wanted.entry.values }),
    opens: opens(wanted),
  }),
  writes: writing => calendarOn(writing).organizer,
}
