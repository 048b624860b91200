import type { By, ItemStatus, Origin } from '../../../shared/facts/common.ts'
import { organizerStream, type OrganizerFact, type OrganizerValues } from '../../../shared/facts/organizer.ts'
import { venueStream, type VenueFact, type VenueValues } from '../../../shared/facts/venue.ts'
import type { ItemAggregate } from '../../calendar/item/aggregate.ts'
import type { Change } from '../../calendar/item/decide.ts'
import type { Found, Wanted as WantedItem } from '../../calendar/item/named.ts'
import type { SharedValues } from '../../calendar/item/state.ts'
import { organizer } from '../../calendar/organizer/index.ts'
import { changeOrganizer, findOrCreateOrganizer } from '../../calendar/organizer/write.ts'
import { newOrganizerValues, newVenueValues } from '../../calendar/values.ts'
import { venue } from '../../calendar/venue/index.ts'
import { changeVenue, findOrCreateVenue } from '../../calendar/venue/write.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import type { ImportedOrganizer, ImportedVenue } from './read-places.ts'

export type AnyPlace = {
  readonly name: string
  readonly globalIds: readonly string[]
  readonly values: object
}

export type Wanted<Place> = {
  readonly place: Place
  /** Of the site, as its global ids have it. */
  readonly host: string
  /** Of the event: what has to be created gets the same. */
  readonly status: ItemStatus
  readonly author: number
  readonly origin: Origin
}

export type Named = SharedValues & {
  readonly name: string
  readonly password: string
  readonly origin: Origin | null
}

export type Parts<Values extends Named, Fact, Place> = {
  readonly type: 'cal_venue' | 'cal_organizer'
  readonly noun: 'venue' | 'organizer'
  readonly aggregate: ItemAggregate<Values, Fact>
  readonly stream: (id: number) => string
  readonly item: (wanted: Wanted<Place>) => WantedItem<Values>
  readonly findOrCreate: (
    writing: Writing,
    wanted: WantedItem<Values>,
    context: Context,
  ) => Promise<Found<Values>>
  readonly change: (writing: Writing, id: number, sent: Change<Values>, context: Context) => Promise<unknown>
}

/** Only what this source brought may be changed by it (spec 05 §5). */
export const isMine = (createdBy: By, { origin }: Pick<Named, 'origin'>, source: string): boolean =>
  createdBy === 'import' && origin?.source === source

/** What this source brought it may see, too. */
const opens =
  ({ origin: { source } }: Wanted<AnyPlace>) =>
  ({ createdBy, values }: { readonly createdBy: By; readonly values: Named }): boolean =>
    isMine(createdBy, values, source)

const shared = ({ place, status, author, origin }: Wanted<AnyPlace>) => ({
  name: place.name,
  status,
  author,
  origin,
  lineage: [...place.globalIds],
})

export const venueParts: Parts<VenueValues, VenueFact, ImportedVenue> = {
  type: 'cal_venue',
  noun: 'venue',
  aggregate: venue,
  stream: venueStream,
  item: (wanted: Wanted<ImportedVenue>): WantedItem<VenueValues> => ({
    sent: { name: wanted.place.name, ...wanted.place.values },
    values: newVenueValues({ ...shared(wanted), ...wanted.place.values }),
    opens: opens(wanted),
  }),
  findOrCreate: findOrCreateVenue,
  change: changeVenue,
}

export const organizerParts: Parts<OrganizerValues, OrganizerFact, ImportedOrganizer> = {
  type: 'cal_organizer',
  noun: 'organizer',
  aggregate: organizer,
  stream: organizerStream,
  item: (wanted: Wanted<ImportedOrganizer>): WantedItem<OrganizerValues> => ({
    sent: { name: wanted.place.name, ...wanted.place.values },
    values: newOrganizerValues({ ...shared(wanted), ...wanted.place.values }),
    opens: opens(wanted),
  }),
  findOrCreate: findOrCreateOrganizer,
  change: changeOrganizer,
}
