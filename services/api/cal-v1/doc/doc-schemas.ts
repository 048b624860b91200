import { eventMembers } from '../../../../shared/members/event.ts'
import { organizerMembers, organizerOrders } from '../../../../shared/members/organizer.ts'
import { venueMembers, venueOrders } from '../../../../shared/members/venue.ts'
import type { Schema } from '../../platform/arguments/accepted.ts'
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
} from '../../openapi/schemas.ts'

const linked: Schema = { type: 'object', additionalProperties: true, description: 'schema.org.' }
const status: Schema = {
  type: 'string',
  enum: ['publish', 'future', 'draft', 'pending', 'private', 'trash'],
}

const post = {
  id: whole,
  author: { type: 'string', pattern: '^\\d+$' },
  status,
  date: { ...wallClock, description: 'Publication date in the zone of the site.' },
  date_utc: { ...wallClock, description: 'Zeros while a draft was never published.' },
  modified: wallClock,
  modified_utc: wallClock,
  url: address,
} as const

const globalIds = { global_id: text, global_id_lineage: listOf(text) } as const

const image: Schema = {
  anyOf: [ref('Image'), { type: 'boolean', enum: [false] }],
  description: 'false: there is none.',
}

const flags: SchemasOfKinds = {
  ...{ title: null, line: null, phone: null, email: null, uri: null, region: null, html: null },
  ...{ flag: truth, coordinate: null, ids: null, own: null },
}

const Event = exactly(
  {
    ...post,
    ...globalIds,
    rest_url: address,
    title: { ...text, description: 'HTML.' },
    description: { ...text, description: 'HTML.' },
    excerpt: { ...text, description: 'HTML.' },
    slug: text,
    image,
    all_day: flag,
    start_date: { ...wallClock, description: 'Wall clock of the event zone.' },
    start_date_details: ref('DateDetails'),
    end_date: { ...wallClock, description: 'Wall clock of the event zone.' },
    end_date_details: ref('DateDetails'),
    utc_start_date: wallClock,
    utc_start_date_details: ref('DateDetails'),
    utc_end_date: wallClock,
    utc_end_date_details: ref('DateDetails'),
    timezone: text,
    timezone_abbr: text,
    cost: text,
    cost_details: ref('CostDetails'),
    website: { ...text, description: 'Address, `&` escaped.' },
    ...shownSchemas(eventMembers, 'cal', [], { ...flags, flag }),
    categories: listOf(ref('Term')),
    tags: listOf(ref('Term')),
    venue: {
      anyOf: [ref('Venue'), listOf(ref('Venue'))],
      description: 'None: a list without elements; one: the object; several: a list.',
    },
    organizer: listOf(ref('Organizer')),
    custom_fields: {
      anyOf: [nothing, { type: 'object', additionalProperties: exactly({ label: text, value: text }) }],
    },
  },
  { json_ld: linked },
)

const filled: Schema = { type: 'string', minLength: 1 }
const ownTexts = { description: filled, excerpt: filled, slug: filled, image: ref('Image') } as const

/** Texts are left out when there is nothing in them. */
const texts: SchemasOfKinds = {
  ...{ title: filled, line: filled, phone: filled, email: filled, uri: filled, region: filled },
  html: { ...filled, description: 'HTML.' },
  ...{ flag: null, coordinate: null, ids: null, own: null },
}
const Venue = exactly(
  { ...post, venue: text, ...shownSchemas(venueMembers, 'cal', [], flags), ...globalIds },
  {
    ...ownTexts,
    ...shownSchemas(venueMembers, 'cal', venueOrders.calObject, texts),
    geo_lat: { type: 'number' },
    geo_lng: { type: 'number' },
    json_ld: linked,
  },
)

const Organizer = exactly(
  { ...post, organizer: text, ...globalIds },
  {
    ...ownTexts,
    ...shownSchemas(organizerMembers, 'cal', organizerOrders.calObject, texts),
    json_ld: linked,
  },
)

const link = listOf(exactly({ href: address }))

/** `meta`, `url` and `_links` stand in the term's own answers, the others inside events. */
const Term = exactly(
  {
    id: whole,
    count: { type: 'integer', minimum: 0 },
    name: text,
    slug: text,
    description: text,
    taxonomy: { type: 'string', enum: ['cal_events_cat', 'post_tag'] },
    urls: exactly({ self: address, collection: address }, { up: address }),
  },
  {
    parent: whole,
    meta: nothing,
    url: address,
    term_group: whole,
    term_taxonomy_id: whole,
    filter: text,
    _links: exactly({ self: link, collection: link }, { up: link }),
  },
)

const two: Schema = { type: 'string', pattern: '^\\d{2}$' }

/** `components.schemas` (spec 02 §10), in its order. */
export const schemas: { readonly [name: string]: Schema } = {
  ImageSize: exactly({ width: whole, height: whole, 'mime-type': text, filesize: whole, url: address }),
  CostDetails: exactly({
    currency_symbol: text,
    currency_code: text,
    currency_position: { type: 'string', enum: ['', 'prefix', 'postfix'] },
    values: listOf({ type: 'string', pattern: '^\\d+(?:\\.\\d+)?$' }),
  }),
  Term,
  Image: exactly(
    { url: address, id: whole, extension: text },
    {
      width: whole,
      height: whole,
      filesize: whole,
      sizes: { type: 'object', additionalProperties: ref('ImageSize') },
      alt: { ...text, description: 'What it shows, in words.' },
    },
  ),
  DateDetails: exactly({
    year: { type: 'string', pattern: '^\\d{4}$' },
    month: two,
    day: two,
    hour: two,
    minutes: two,
    seconds: two,
  }),
  Event,
  Venue,
  Organizer,
}
