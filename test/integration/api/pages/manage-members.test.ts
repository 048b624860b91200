import { expect, it } from 'vitest'
import { createArguments } from '../../../../services/api/cal-v1/events/event-arguments.ts'
import { newOrganizerMembers, newVenueMembers } from '../../../../services/api/cal-v1/item-arguments.ts'
import { updateArguments } from '../../../../services/api/cal-v1/terms/term-arguments.ts'
import { termKinds } from '../../../../services/api/cal-v1/terms/term-kinds.ts'
import * as calx from '../../../../services/api/calx-v1/members.ts'
import { eventMembers } from '../../../../shared/members/event.ts'
import { organizerMembers } from '../../../../shared/members/organizer.ts'
import { venueMembers } from '../../../../shared/members/venue.ts'
import { deskWorld } from '../../../support/desk-world.ts'

/** Why a member has no field. */
const NO_FIELD: Readonly<Record<string, string>> = {
  programs: 'kept for programs of others alone: nothing here shows it or goes by it',
  instant: 'the same instant as the local time, which has a field',
  imports: 'only imports write it',
  computed: 'computed from the times and the time zone',
  cost: 'read from the text of the cost',
  parent: 'no route writes it: old calendars bring it',
  path: 'names what is changed: it stands in the address',
  unused: 'has no effect on writes (02 §5)',
  duration: 'the end has a field',
}

/** Field of the form that has a member, or why there is none. */
type Where = Readonly<Record<string, string | { readonly why: string }>>
const none = (why: string) => ({ why: NO_FIELD[why] ?? 'nobody said why' })
const own = (names: string): Where => Object.fromEntries(names.split(' ').map(name => [name, name]))

/** Of every item, by their names in facts. */
const ofItems: Where = {
  ...own('description excerpt slug status publishedAt author image password'),
  ...{ lineage: none('imports'), origin: none('imports') },
  ...{ commentStatus: none('programs'), pingStatus: none('programs') },
  ...{ format: none('programs'), template: none('programs') },
}
const storedIn: Readonly<Record<string, readonly [table: object, where: Where]>> = {
  events: [
    eventMembers,
    {
      ...{ ...ofItems, start: 'startDate', end: 'endDate' },
      ...own('title allDay timezone categories cost website'),
      ...own('showMap showMapLink hidden sticky featured'),
      ...{ organizers: 'addOrganizer', venues: 'addVenue', tags: 'addTags' },
      ...{ startUtc: none('computed'), endUtc: none('computed') },
      ...{ currency: none('cost'), parent: none('parent') },
    },
  ],
  venues: [
    venueMembers,
    {
      ...{ ...ofItems, tags: 'addTags' },
      ...own('name address city country province state stateprovince zip latitude longitude'),
      ...own('phone website showMap showMapLink sticky'),
    },
  ],
  organizers: [organizerMembers, { ...ofItems, ...own('name phone email website sticky'), tags: 'addTags' }],
}

const firstGeneration: Where = {
  ...{ ...own('author status description image'), date: 'publishedAt', date_utc: none('instant') },
}
const secondGeneration: Where = {
  ...{ content: 'description', excerpt: 'excerpt', slug: 'slug', status: 'status', author: 'author' },
  ...{ date: 'publishedAt', date_gmt: none('instant'), featured_media: 'image', tags: 'addTags' },
  ...{ comment_status: none('programs'), ping_status: none('programs'), sticky: 'sticky' },
  ...{ format: none('programs'), template: none('programs') },
}
const ofVenues = own('address city country province state zip phone website')
const ofOrganizers = own('phone website email')
const term: Where = { ...own('name description slug'), id: none('path') }

/** Arguments of both generations, by where they are told of. */
const takenBy: readonly (readonly [form: string, told: string, args: object, where: Where])[] = [
  [
    ...(['events', '02 §5', createArguments] as const),
    {
      ...{ ...firstGeneration, start_date: 'startDate', end_date: 'endDate', all_day: 'allDay' },
      ...own('title timezone excerpt slug cost website sticky featured'),
      ...{ show_map: 'showMap', show_map_link: 'showMapLink', hide_from_listings: 'hidden' },
      ...{ categories: 'categories', tags: 'addTags', venue: 'addVenue', organizer: 'addOrganizer' },
      password: none('unused'),
    },
  ],
  [
    ...(['events', '03 §3', calx.eventMembers] as const),
    {
      ...{ ...secondGeneration, title: 'title', cal_events_cat: 'categories', all_day: 'allDay' },
      ...{ start_date: 'startDate', end_date: 'endDate', timezone: 'timezone' },
      ...{ start_date_utc: none('computed'), end_date_utc: none('computed'), duration: none('duration') },
      ...{ featured: 'featured', cost: 'cost', organizers: 'addOrganizer', venues: 'addVenue' },
    },
  ],
  [
    ...(['venues', '02 §8', newVenueMembers] as const),
    {
      ...{ ...firstGeneration, ...ofVenues, venue: 'name', stateprovince: 'stateprovince' },
      ...{ show_map: 'showMap', show_map_link: 'showMapLink' },
    },
  ],
  [
    ...(['venues', '03 §3', calx.venueMembers] as const),
    { ...secondGeneration, ...ofVenues, title: 'name', state_province: 'stateprovince' },
  ],
  [
    ...(['organizers', '02 §8', newOrganizerMembers] as const),
    { ...firstGeneration, ...ofOrganizers, organizer: 'name' },
  ],
  [
    ...(['organizers', '03 §3', calx.organizerMembers] as const),
    { ...secondGeneration, ...ofOrganizers, title: 'name' },
  ],
  ['categories', '02 §9', updateArguments(termKinds.cal_events_cat), { ...term, parent: 'parent' }],
  ['tags', '02 §9', updateArguments(termKinds.post_tag), term],
]

const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const

it.each(kinds)('07 §5, §7 the form of %s has a field for all that can be written', async kind => {
  const world = await deskWorld()
  await world.made('categories', { name: 'Music' })
  const editor = await world.signedIn('editor')
  const { text } = await editor.get(`/manage/${kind}/new`)
  const named = new Set([...text.matchAll(/\sname="([^"[]+)(?:\[\])?"/g)].map(([, name]) => name))
  const rows = [
    ...(kind in storedIn ? [['stored', ...(storedIn[kind] ?? [{}, {}])] as const] : []),
    ...takenBy.filter(([form]) => form === kind).map(([, told, args, where]) => [told, args, where] as const),
  ]
  for (const [told, members, where] of rows) {
    expect([told, Object.keys(where).toSorted()]).toEqual([told, Object.keys(members).toSorted()])
    expect(JSON.stringify(where)).not.toContain('nobody said why')
    const lacking = Object.values(where).filter(field => typeof field === 'string' && !named.has(field))
    expect([told, lacking]).toEqual([told, []])
  }
})
