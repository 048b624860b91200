import type { itemValues } from '../../shared/facts/common.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import type { VenueValues } from '../../shared/facts/venue.ts'

/** In nobody's list, and nobody's. */
const item = {
  description: '',
  excerpt: '',
  slug: '',
  status: 'trash',
  publishedAt: null,
  author: 0,
  image: null,
  password: '',
  lineage: [],
  origin: null,
  commentStatus: 'closed',
  pingStatus: 'closed',
  format: '',
  template: '',
} satisfies Pick<EventValues, keyof typeof itemValues>

const NEVER = '0001-01-01 00:00:00'

/** What stands in the tombstone of an event in place of its values. */
export const nothingOfEvent: EventValues = {
  ...item,
  title: '',
  allDay: false,
  start: NEVER,
  end: NEVER,
  timezone: 'UTC',
  startUtc: NEVER,
  endUtc: NEVER,
  venues: [],
  organizers: [],
  categories: [],
  tags: [],
  cost: '',
  currency: null,
  website: null,
  showMap: false,
  showMapLink: false,
  hidden: true,
  sticky: false,
  featured: false,
  parent: null,
}

export const nothingOfVenue: VenueValues = {
  ...item,
  name: '',
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
  showMap: false,
  showMapLink: false,
  sticky: false,
  tags: [],
}

export const nothingOfOrganizer: OrganizerValues = {
  ...item,
  name: '',
  phone: '',
  email: '',
  website: '',
  sticky: false,
  tags: [],
}
