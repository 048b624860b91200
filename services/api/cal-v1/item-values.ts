import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import type { ImageId, UserId, UtcTime } from '../../../shared/kernel/brands.ts'
import { resolvePublication } from '../../../shared/kernel/time/period.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import { canEdit } from '../../../shared/rights.ts'
import type { Wanted } from '../../calendar/directory/find-or-create.ts'
import { newOrganizerValues, newVenueValues } from '../../calendar/values.ts'
import type { Owned, WriteSupport } from '../items/deps.ts'
import { changedLife, newLife, type SentLife, storedHtml, storedMembers } from '../items/stored-values.ts'
import { dateProblems, problem, unknownId } from '../items/answer.ts'
import type { Given, Input, Problem, Problems } from '../platform/arguments/arguments.ts'
import type { Call, Moment } from '../platform/call.ts'
import { defined } from '../../../shared/kernel/json.ts'
import type { newOrganizerMembers, newVenueMembers, SentImage } from './item-arguments.ts'

// From what was sent of an item to its values, in the first generation.

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

export const periodContext = ({ nowUtc, site }: Moment) =>
  ({ generation: 'cal', nowUtc, siteZone: site.zone }) as const

/** When an item is published, as this generation sends it. */
export type SentDates = { readonly date?: string | undefined; readonly date_utc?: string | undefined }

const publication = ({ date, date_utc: dateUtc }: SentDates, at: Moment, stored: UtcTime | null) =>
  resolvePublication({ date, dateUtc }, { ...periodContext(at), stored })

export const publicationProblems = (sent: SentDates, at: Moment): Problems => {
  const resolved = publication(sent, at, null)
  return resolved.ok ? {} : dateProblems(resolved.errors)
}

/** UTC publication date as sent; undefined: none. It was checked in step 5. */
const published = (sent: SentDates, { at }: Call, stored: UtcTime | null): UtcTime | undefined => {
  const resolved = publication(sent, at, stored)
  return resolved.ok ? (resolved.utc ?? undefined) : undefined
}

type Owner = { readonly author?: UserId | undefined; readonly image?: SentImage | undefined }

/** Authors and images that are not there. `part`: what of the request names them; "" when it is the request itself. */
export const ownerProblems = async (
  support: Pick<WriteSupport, 'userExists' | 'imageExists' | 'imagesByAddress'>,
  { author, image }: Owner,
  part = '',
): Promise<Problems> => {
  const found: Record<string, Problem> = {}
  const { userExists, imageExists, imagesByAddress } = support
  if (author !== undefined && !(await userExists(author))) found['author'] = unknownId(part || 'author')
  if (image !== undefined && image !== null) {
    // what is behind an address is asked when everything else is in order (spec 01 §3 step 8)
    const known = 'id' in image ? await imageExists(image.id) : imagesByAddress.allows(image.address)
    if (!known) found['image'] = problem('rest_invalid_image', `${part || 'image'} names no image.`)
  }
  return found
}
