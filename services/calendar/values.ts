import type { EventValues, Period } from '../../shared/facts/event.ts'
import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import type { TermValues } from '../../shared/facts/term.ts'
import type { VenueValues } from '../../shared/facts/venue.ts'
import { initialOf } from '../../shared/members/derive.ts'
import { eventMembers } from '../../shared/members/event.ts'
import { organizerMembers } from '../../shared/members/organizer.ts'
import { venueMembers } from '../../shared/members/venue.ts'

type Sent<Values> = { readonly [Member in keyof Values]?: Values[Member] | undefined }

/** Member by member: made for every item of an import, and several times as fast as entries of a new object. */
const withSent = <Values extends object>(defaults: Values, sent: Sent<Values>): Values => {
  const values: { -readonly [Member in keyof Values]: Values[Member] } = { ...defaults }
  for (const member in sent) {
    const value = sent[member]
    if (value !== undefined) values[member] = value
  }
  return values
}

type NewEvent = Sent<EventValues> & Pick<EventValues, 'title' | 'status' | 'author'> & Period

const eventInitial = initialOf(eventMembers)

export const newEventValues = (sent: NewEvent): EventValues => withSent(eventInitial, sent)

export type NewVenue = Sent<VenueValues> & Pick<VenueValues, 'name' | 'status' | 'author'>

const venueInitial = initialOf(venueMembers)

export const newVenueValues = (sent: NewVenue): VenueValues => withSent(venueInitial, sent)

export type NewOrganizer = Sent<OrganizerValues> & Pick<OrganizerValues, 'name' | 'status' | 'author'>

const organizerInitial = initialOf(organizerMembers)

export const newOrganizerValues = (sent: NewOrganizer): OrganizerValues => withSent(organizerInitial, sent)

export type NewTerm = Sent<TermValues> & Pick<TermValues, 'taxonomy' | 'name'>

export const newTermValues = (sent: NewTerm): TermValues =>
  withSent<TermValues>(
    { taxonomy: sent.taxonomy, name: sent.name, slug: '', description: '', parent: null },
    sent,
  )
