import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { sanitizeHtml } from '../../../shared/kernel/html/sanitize.ts'
import { unfilteredHtml } from '../../../shared/kernel/html/unfiltered.ts'
import { newOrganizerValues, newVenueValues } from '../../calendar/values.ts'
import type { Wanted } from '../../calendar/item/named.ts'
import type { Input } from '../platform/arguments.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../platform/defined.ts'
import { can, scaleStatus } from '../../accounts/capabilities.ts'
import type { newOrganizerMembers, newVenueMembers, SentImage } from './item-arguments.ts'

/** HTML as this caller may store it (spec 01 §2). */
export const storedHtml = (text: string, { caller, at }: Call): string =>
  at.site.unfilteredHtml && can(caller, 'unfiltered-html') ? unfilteredHtml(text) : sanitizeHtml(text)

export const imageId = (image: SentImage | undefined): number | null | undefined =>
  image === undefined || image === null ? image : 'id' in image ? image.id : undefined

type NewVenue = Input<typeof newVenueMembers>
type NewOrganizer = Input<typeof newOrganizerMembers>

const shared = (sent: NewVenue | NewOrganizer, call: Call) => ({
  description: sent.description === undefined ? undefined : storedHtml(sent.description, call),
  image: imageId(sent.image),
  phone: sent.phone,
  website: sent.website,
})

const owned = (sent: NewVenue | NewOrganizer, { caller }: Call) => ({
  status: scaleStatus(caller, sent.status ?? null, 'create') ?? 'draft',
  author: sent.author ?? caller?.id ?? 0,
})

/** A venue as described in a request: what to look for, and what a new one is to be. */
export const wantedVenue = (sent: NewVenue, call: Call): Wanted<VenueValues> => {
  const { address, city, country, province, state, zip, stateprovince } = sent
  const described = {
    name: sent.venue,
    ...defined({
      ...shared(sent, call),
      ...{ address, city, country, province, state, zip, stateprovince },
      showMap: sent.show_map,
      showMapLink: sent.show_map_link,
    }),
  }
  return { sent: described, values: newVenueValues({ ...described, ...owned(sent, call) }) }
}

export const wantedOrganizer = (sent: NewOrganizer, call: Call): Wanted<OrganizerValues> => {
  const described = {
    name: sent.organizer,
    ...defined({ ...shared(sent, call), email: sent.email }),
  }
  return { sent: described, values: newOrganizerValues({ ...described, ...owned(sent, call) }) }
}
