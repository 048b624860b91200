import { organizerMembers as organizerTable, organizerOrders } from '../../../shared/members/organizer.ts'
import { venueMembers as venueTable, venueOrders } from '../../../shared/members/venue.ts'
import {
  address,
  exactly,
  flag,
  listOf,
  nothing,
  ref,
  shownSchemas,
  text,
  truth,
  wallClock,
  whole,
  type SchemasOfKinds,
} from '../openapi/schemas.ts'
import { type Arguments, membersSchema } from '../platform/arguments/arguments.ts'
import type { Schema } from '../platform/arguments/accepted.ts'
import { eventMembers, organizerMembers, sharedMembers, venueMembers } from './members.ts'

const stamp: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' }
const never: Schema = {
  type: 'string',
  nullable: true,
  enum: [null],
  description: 'Always null.',
}
const rendered = exactly({ rendered: text }, { raw: text })
const protectable = exactly({ rendered: text, protected: truth }, { raw: text })

/** Members of every context; `embed` has no others of the shared ones (spec 03 §1.3). */
const embedded = {
  id: whole,
  date: { ...stamp, description: 'Publication date in the zone of the site.' },
  slug: text,
  type: { type: 'string', enum: ['cal_events', 'cal_organizer', 'cal_venue'] },
  link: address,
  title: rendered,
  excerpt: protectable,
  author: whole,
  featured_media: { ...whole, description: 'Id of an image; 0: none.' },
} as const

const viewed = {
  date_gmt: stamp,
  guid: rendered,
  modified: stamp,
  modified_gmt: stamp,
  status: { type: 'string', enum: ['publish', 'future', 'draft', 'pending', 'private', 'trash'] },
  content: protectable,
  template: text,
} as const

const edited = { password: text, permalink_template: text, generated_slug: text } as const
const others = { ...viewed, ...edited }

const Event = exactly(
  {
    ...embedded,
    start_date: wallClock,
    start_date_utc: wallClock,
    end_date: wallClock,
    end_date_utc: wallClock,
    dates: ref('DateDetails'),
    timezone: text,
    duration: { ...whole, description: 'Seconds.' },
    multiday: {
      anyOf: [
        { type: 'integer', minimum: 2 },
        { type: 'boolean', enum: [false, null], nullable: true },
      ],
      description: 'Number of local days, false for one; null: the event is protected.',
    },
    is_past: flag,
    is_now: flag,
    all_day: flag,
    starts_this_week: never,
    ends_this_week: never,
    this_week_duration: never,
    happens_this_week: never,
    displays_on: nothing,
    featured: flag,
    sticky: flag,
    cost: text,
    organizer_names: listOf(text),
    organizers: listOf(ref('Organizer')),
    venues: listOf(ref('Venue')),
    schedule_details: { ...text, description: 'HTML.' },
    short_schedule_details: { ...text, description: 'HTML.' },
  },
  { ...others, tags: listOf(whole), cal_events_cat: listOf(whole), class_list: listOf(text) },
)

const shown: SchemasOfKinds = {
  ...{ title: text, line: text, phone: text, email: text, uri: text, region: text },
  html: { ...text, description: 'HTML.' },
  ...{ flag: null, coordinate: null, ids: null, own: null },
}

const Organizer = exactly(
  { ...embedded, ...shownSchemas(organizerTable, 'calx', organizerOrders.calx, shown) },
  others,
)

const Venue = exactly(
  { ...embedded, ...shownSchemas(venueTable, 'calx', venueOrders.calx, shown), directions_link: text },
  others,
)

const bodyOf = (args: Arguments): Schema => ({ type: 'object', properties: membersSchema(args) })

/** `components.schemas` (spec 03 §7), in its order. */
export const schemas: { readonly [name: string]: Schema } = {
  Post_Entity: { ...exactly(embedded, others), additionalProperties: true },
  Post_Entity_Request_Body: bodyOf(sharedMembers),
  Event,
  Event_Request_Body: bodyOf(eventMembers),
  Organizer,
  Organizer_Request_Body: bodyOf(organizerMembers),
  Venue,
  Venue_Request_Body: bodyOf(venueMembers),
  Date: exactly({
    date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}\\.\\d{6}$' },
    timezone_type: { type: 'integer', enum: [1, 3] },
    timezone: text,
  }),
  DateDetails: exactly(
    Object.fromEntries(
      [
        ...['start', 'start_utc', 'start_site', 'start_display'],
        ...['end', 'end_utc', 'end_site', 'end_display'],
      ].map(name => [name, ref('Date')]),
    ),
  ),
  OpenApiDocumentation: exactly({
    openapi: text,
    info: { type: 'object' },
    tags: listOf(exactly({ name: text, description: text })),
    servers: listOf(exactly({ url: address })),
    paths: { type: 'object', additionalProperties: ref('OpenApiPath') },
    components: { type: 'object' },
  }),
  OpenApiPath: { type: 'object', additionalProperties: { type: 'object' } },
}
