import type { itemValues } from '../../shared/facts/common.ts'
import type { EventValues, Period } from '../../shared/facts/event.ts'
import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import type { TermValues } from '../../shared/facts/term.ts'
import type { VenueValues } from '../../shared/facts/venue.ts'

type Sent<Values> = { readonly [Member in keyof Values]?: Values[Member] | undefined }
type Shared = Pick<EventValues, keyof typeof itemValues>

/** What a new item has where nothing was sent (spec 02 §5, §8; 03 §3). The status is the caller's to decide. */
const common = {
  description: '',
  excerpt: '',
  slug: '',
  publishedAt: null,
  image: null,
  password: '',
  lineage: [],
  origin: null,
  commentStatus: 'open',
  pingStatus: 'open',
  format: 'standard',
  template: '',
} satisfies Omit<Shared, 'status' | 'author'>

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

export const newEventValues = (sent: NewEvent): EventValues =>
  withSent<EventValues>(
    {
      ...common,
      title: sent.title,
      status: sent.status,
      author: sent.author,
      allDay: sent.allDay,
      start: sent.start,
      end: sent.end,
      timezone: sent.timezone,
      startUtc: sent.startUtc,
      endUtc: sent.endUtc,
      venues: [],
      organizers: [],
      categories: [],
      tags: [],
      cost: '',
      currency: null,
      website: null,
      showMap: false,
      showMapLink: false,
      hidden: false,
      sticky: false,
      featured: false,
      parent: null,
    },
    sent,
  )

export type NewVenue = Sent<VenueValues> & Pick<VenueValues, 'name' | 'status' | 'author'>

export const newVenueValues = (sent: NewVenue): VenueValues =>
  withSent<VenueValues>(
    {
      ...common,
      name: sent.name,
      status: sent.status,
      author: sent.author,
      address: '',
      city: '',
      country: '',
      province: '',
      state: '',
      stateprovince: null,
      zip: '',
      latitude: null,
      longitude: null,
      phone: '',
      website: '',
      showMap: true,
      showMapLink: true,
      sticky: false,
      tags: [],
    },
    sent,
  )

export type NewOrganizer = Sent<OrganizerValues> & Pick<OrganizerValues, 'name' | 'status' | 'author'>

export const newOrganizerValues = (sent: NewOrganizer): OrganizerValues =>
  withSent<OrganizerValues>(
    {
      ...common,
      name: sent.name,
      status: sent.status,
      author: sent.author,
      phone: '',
      email: '',
      website: '',
      sticky: false,
      tags: [],
    },
    sent,
  )

export type NewTerm = Sent<TermValues> & Pick<TermValues, 'taxonomy' | 'name'>

export const newTermValues = (sent: NewTerm): TermValues =>
  withSent<TermValues>(
    { taxonomy: sent.taxonomy, name: sent.name, slug: '', description: '', parent: null },
    sent,
  )
