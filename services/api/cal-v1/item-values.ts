import type { ImageId, UtcTime } from '../../../shared/kernel/brands.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import { newOrganizerValues, newVenueValues } from '../../calendar/values.ts'
import { canEdit } from '../../../shared/rights.ts'
import type { Wanted } from '../../calendar/directory/find-or-create.ts'
import type { Given, Input } from '../platform/arguments/arguments.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../platform/non-empty.ts'
import type { Owned } from '../items/deps.ts'
import { changedLife, newLife, type SentLife } from '../items/life.ts'
import { storedMembers } from '../items/members.ts'
import { storedHtml } from '../items/stored-html.ts'
import type { newOrganizerMembers, newVenueMembers, SentImage } from './item-arguments.ts'
import { published, type SentDates } from './item-resolve.ts'

export const idOfImage = (image: SentImage | undefined): ImageId | null | undefined =>
  image === undefined || image === null ? image : 'id' in image ? image.id : undefined

type SentItemLife = SentLife & SentDates

/** Whose a new item is, and whether it is published and when. */
export const newItemLife = (sent: SentItemLife, call: Call) =>
  newLife(sent, published(sent, call, null), call)

/** The same of an update. */
export const changedItemLife = (
  sent: SentItemLife,
  stored: { readonly publishedAt: UtcTime | null },
  call: Call,
) => changedLife(sent, published(sent, call, stored.publishedAt), call)

export type SentVenue = Given<typeof newVenueMembers>
export type SentOrganizer = Given<typeof newOrganizerMembers>

const shared = (sent: SentVenue | SentOrganizer, call: Call) => ({
  description: sent.description === undefined ? undefined : storedHtml(sent.description, call),
  image: idOfImage(sent.image),
})

const ofVenue = storedMembers(venueMembers, 'cal')
const ofOrganizer = storedMembers(organizerMembers, 'cal')

/** What was sent of a venue itself, as it is stored. */
export const describedVenue = (sent: SentVenue, call: Call) => ({
  ...defined({ name: sent.venue, ...shared(sent, call) }),
  ...ofVenue(sent, call),
})

/** What was sent of an organizer itself, as it is stored. */
export const describedOrganizer = (sent: SentOrganizer, call: Call) => ({
  ...defined({ name: sent.organizer, ...shared(sent, call) }),
  ...ofOrganizer(sent, call),
})

type NewVenue = Input<typeof newVenueMembers>
type NewOrganizer = Input<typeof newOrganizerMembers>

/** All values of a new venue. */
export const venueOf = (sent: NewVenue, call: Call): VenueValues =>
  newVenueValues({ ...describedVenue(sent, call), name: sent.venue, ...newItemLife(sent, call) })

export const organizerOf = (sent: NewOrganizer, call: Call): OrganizerValues =>
  newOrganizerValues({ ...describedOrganizer(sent, call), name: sent.organizer, ...newItemLife(sent, call) })

const opens =
  ({ caller }: Call) =>
  ({ values }: { readonly values: Owned['values'] }): boolean =>
    canEdit(caller, values)

/** A venue as described in an event: what to look for, and what a new one is to be. */
export const wantedVenue = (sent: NewVenue, call: Call): Wanted<VenueValues> => ({
  sent: { ...describedVenue(sent, call), name: sent.venue },
  values: venueOf(sent, call),
  opens: opens(call),
})

export const wantedOrganizer = (sent: NewOrganizer, call: Call): Wanted<OrganizerValues> => ({
  sent: { ...describedOrganizer(sent, call), name: sent.organizer },
  values: organizerOf(sent, call),
  opens: opens(call),
})
