import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { sanitizeHtml } from '../../../shared/kernel/html/sanitize.ts'
import { unfilteredHtml } from '../../../shared/kernel/html/unfiltered.ts'
import { newOrganizerValues, newVenueValues } from '../../calendar/values.ts'
import type { Wanted } from '../../calendar/item/named.ts'
import type { Given, Input } from '../platform/arguments.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../platform/defined.ts'
import { can, scaleStatus, type AskedStatus } from '../../accounts/capabilities.ts'
import type { newOrganizerMembers, newVenueMembers, SentImage } from './item-arguments.ts'
import { published } from './item-resolve.ts'

/** HTML as this caller may store it (spec 01 §2). */
export const storedHtml = (text: string, { caller, at }: Call): string =>
  at.site.unfilteredHtml && can(caller, 'unfiltered-html') ? unfilteredHtml(text) : sanitizeHtml(text)

export const imageId = (image: SentImage | undefined): number | null | undefined =>
  image === undefined || image === null ? image : 'id' in image ? image.id : undefined

/** What events, venues and organizers have in common when they are sent. */
export type SentLife = {
  readonly status?: AskedStatus | undefined
  readonly author?: number | undefined
  readonly slug?: string | undefined
  readonly date?: string | undefined
  readonly date_utc?: string | undefined
}

/** Whose a new item is, and whether it is published and when (spec 01 §9, 02 §5). */
export const newLife = (sent: SentLife, call: Call) => ({
  status: scaleStatus(call.caller, sent.status ?? null, 'create') ?? 'draft',
  author: sent.author ?? call.caller?.id ?? 0,
  publishedAt: published(sent, call, null),
})

/** The same of an update. "" is no slug. */
export const changedLife = (sent: SentLife, stored: { readonly publishedAt: string | null }, call: Call) =>
  defined({
    status: scaleStatus(call.caller, sent.status ?? null, 'update') ?? undefined,
    author: sent.author,
    slug: sent.slug === '' ? undefined : sent.slug,
    publishedAt: published(sent, call, stored.publishedAt),
  })

export type SentVenue = Given<typeof newVenueMembers>
export type SentOrganizer = Given<typeof newOrganizerMembers>

const shared = (sent: SentVenue | SentOrganizer, call: Call) => ({
  description: sent.description === undefined ? undefined : storedHtml(sent.description, call),
  image: imageId(sent.image),
  phone: sent.phone,
  website: sent.website,
})

/** What was sent of a venue itself, as it is stored. */
export const describedVenue = (sent: SentVenue, call: Call) => {
  const { address, city, country, province, state, zip, stateprovince } = sent
  return defined({
    name: sent.venue,
    ...shared(sent, call),
    ...{ address, city, country, province, state, zip, stateprovince },
    showMap: sent.show_map,
    showMapLink: sent.show_map_link,
  })
}

/** What was sent of an organizer itself, as it is stored. */
export const describedOrganizer = (sent: SentOrganizer, call: Call) =>
  defined({ name: sent.organizer, ...shared(sent, call), email: sent.email })

type NewVenue = Input<typeof newVenueMembers>
type NewOrganizer = Input<typeof newOrganizerMembers>

/** All values of a new venue. */
export const venueOf = (sent: NewVenue, call: Call): VenueValues =>
  newVenueValues({ ...describedVenue(sent, call), name: sent.venue, ...newLife(sent, call) })

export const organizerOf = (sent: NewOrganizer, call: Call): OrganizerValues =>
  newOrganizerValues({ ...describedOrganizer(sent, call), name: sent.organizer, ...newLife(sent, call) })

/** A venue as described in an event: what to look for, and what a new one is to be. */
export const wantedVenue = (sent: NewVenue, call: Call): Wanted<VenueValues> => ({
  sent: { ...describedVenue(sent, call), name: sent.venue },
  values: venueOf(sent, call),
})

export const wantedOrganizer = (sent: NewOrganizer, call: Call): Wanted<OrganizerValues> => ({
  sent: { ...describedOrganizer(sent, call), name: sent.organizer },
  values: organizerOf(sent, call),
})
