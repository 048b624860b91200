import { imageId, organizerId, termId, venueId, userId } from '../../../shared/kernel/brands.ts'
import { organizerMembers as organizerTable, organizerOrders } from '../../../shared/members/organizer.ts'
import { venueMembers as venueTable, venueOrders } from '../../../shared/members/venue.ts'
import { type KindsOfGeneration, memberArguments } from '../items/stored-values.ts'
import { optional } from '../platform/arguments/arguments.ts'
import { boolean, html, integer, oneLine, oneOf, text, title, idOf } from '../platform/arguments/kinds.ts'
import { uri } from '../platform/arguments/uri-kind.ts'
import { email, exactDate, phone, publicationDate, references } from './kinds.ts'
import { idOfObject, spoken } from './read-kinds.ts'

export const STATUSES = ['publish', 'pending', 'draft', 'future', 'private'] as const

/** The index shows defaults that only a create has. */
const shown = <const Value extends string | boolean>(description: string, showDefault: Value) => ({
  description,
  showDefault,
})

const switched = ['open', 'closed'] as const
const formats = [
  ...([
    'standard',
    'aside',
    'chat',
    'gallery',
    'link',
    'image',
    'quote',
    'status',
    'video',
    'audio',
  ] as const),
]

/** Members that events, organizers and venues take (spec 03 §3), each optional: what is missing is said by name. */
export const sharedMembers = {
  title: optional(spoken(title()), { description: 'Title or name.' }),
  content: optional(spoken(html()), { description: 'Content, HTML.' }),
  excerpt: optional(spoken(html()), { description: 'Excerpt, HTML.' }),
  date: optional(publicationDate(), { description: 'Publication date, wall clock of the site.' }),
  date_gmt: optional(publicationDate(), { description: 'Publication date, UTC.' }),
  slug: optional(text(), { description: 'Last part of the address.' }),
  status: optional(oneOf(STATUSES), shown('Publication status.', 'publish')),
  author: optional(idOf(userId), { description: 'Id of the author.' }),
  featured_media: optional(idOf(imageId, integer({ minimum: 0 })), {
    description: 'Id of an image; 0: none.',
  }),
  comment_status: optional(oneOf(switched), shown('Whether comments are open.', 'open')),
  ping_status: optional(oneOf(switched), shown('Whether pings are open.', 'open')),
  format: optional(oneOf(formats), shown('Format.', 'standard')),
  template: optional(oneLine(), { description: 'Template.' }),
  tags: optional(references(idOf(termId)), { description: 'Ids of tags.' }),
}

const line = (description: string) => optional(oneLine(), { description })
const exact = (description: string) => optional(exactDate(), { description })
const flag = (description: string) => optional(boolean(), { description })

/** Arguments of event writes. */
export const eventMembers = {
  ...sharedMembers,
  sticky: flag('Whether the event is to stick out.'),
  cal_events_cat: optional(references(idOf(termId)), { description: 'Ids of categories.' }),
  start_date: exact('Start, wall clock of the event zone.'),
  start_date_utc: exact('Start, UTC.'),
  end_date: exact('End, wall clock of the event zone.'),
  end_date_utc: exact('End, UTC.'),
  timezone: optional(text(), { description: 'Zone of the event.' }),
  duration: optional(integer({ minimum: 0 }), { description: 'Seconds from start to end.' }),
  all_day: flag('Whether the event takes whole days.'),
  featured: flag('Whether the event is featured.'),
  cost: line('Cost.'),
  organizers: optional(references(idOf(organizerId, idOfObject())), { description: 'Ids of organizers.' }),
  venues: optional(references(idOf(venueId, idOfObject())), { description: 'Ids of venues.' }),
}

const stuck = { sticky: optional(boolean(), shown('Whether it is to stick out.', false)) }
const kinds: KindsOfGeneration = {
  ...{ title: null, line: oneLine(), phone: phone(), email: email(), region: oneLine(), html: html() },
  ...{ uri: uri({ empty: true }), flag: boolean(), coordinate: null, ids: null, own: null },
}

/** Arguments of organizer writes. */
export const organizerMembers = {
  ...sharedMembers,
  ...stuck,
  ...memberArguments(organizerTable, 'calx', organizerOrders.calx, kinds),
}

/** Arguments of venue writes. */
export const venueMembers = {
  ...sharedMembers,
  ...stuck,
  ...memberArguments(venueTable, 'calx', venueOrders.calx, kinds),
}
