import { imageId } from '../../shared/kernel/brands.ts'
import { expect } from 'vitest'
import { eventValues, organizerValues, recorder, venueValues } from './recorded.ts'
import { guest, readModels, site } from './read-models.ts'

const CREATED = '2026-11-27T21:33:24.000Z'

export const EARLIER = '2026-10-01T13:00:00.000Z'

export const fair = {
  url: 'https://school.example/media/fair.jpg',
  cal:
    '{"url":"https://school.example/media/fair.jpg","id":40,"extension":"jpg","width":1200,"height":800,"filesize":81234,' +
    '"sizes":{"thumbnail":{"width":150,"height":150,"mime-type":"image/jpeg","filesize":6021,"url":"https://school.example/media/fair-150x150.jpg"}}}',
}

const hall = {
  url: 'https://school.example/media/hall.jpg',
  cal: '{"url":"https://school.example/media/hall.jpg","id":11,"extension":"jpg"}',
}

const venue = venueValues({
  description: 'Ground floor.',
  excerpt: 'Hall.',
  slug: 'main-hall',
  image: imageId(11),
  address: '1 School Lane',
  city: 'Troy',
  country: 'United States',
  state: 'NY',
  zip: '12180',
  phone: '+1 555 0100',
  website: 'https://hall.example/?a=1&b=2',
  latitude: 42.73,
  longitude: -73.69,
})

const organizer = organizerValues({
  description: 'Parents and teachers.',
  slug: 'pta',
  phone: '+1 555 0101',
  website: 'https://pta.example/',
  email: 'pta@school.example',
})

export const event = eventValues({
  title: 'Spring & Summer Fair',
  description: 'All welcome.',
  slug: 'spring-fair',
  image: 40,
  cost: '5-10',
  website: 'https://fair.example/?a=1&b=2',
  venues: [12],
  organizers: [15],
  categories: [7],
})

export const school = async (given: Partial<typeof event> = {}, shownSite = site) => {
  const record = recorder(CREATED)
  const models = await readModels(
    undefined,
    new Map([
      [imageId(40), fair],
      [imageId(11), hall],
    ]),
    shownSite,
  )
  const taxonomy = 'cal_events_cat' as const
  await models.apply([
    record(
      { type: 'VenueCreated', venueId: 12, by: 'person', values: venue, hiddenUntilLinked: false },
      EARLIER,
    ),
    record(
      {
        type: 'OrganizerCreated',
        organizerId: 15,
        by: 'person',
        values: organizer,
        hiddenUntilLinked: false,
      },
      EARLIER,
    ),
    record({
      type: 'TermCreated',
      termId: 4,
      by: 'person',
      values: { taxonomy, name: 'Sales', slug: 'sales', description: '', parent: null },
      hiddenUntilLinked: false,
    }),
    record({
      type: 'TermCreated',
      termId: 7,
      by: 'person',
      values: { taxonomy, name: 'Fairs', slug: 'fairs', description: '', parent: 4 },
      hiddenUntilLinked: false,
    }),
    record({ type: 'EventCreated', eventId: 41, by: 'person', values: { ...event, ...given } }),
  ])
  return { models, record }
}

export const VENUE =
  '{"id":12,"author":"2","status":"publish","date":"2026-10-01 09:00:00","date_utc":"2026-10-01 13:00:00",' +
  '"modified":"2026-10-01 09:00:00","modified_utc":"2026-10-01 13:00:00","url":"https://school.example/venue/main-hall/",' +
  '"venue":"Main Hall","description":"<p>Ground floor.</p>","excerpt":"<p>Hall.</p>","slug":"main-hall",' +
  '"image":{"url":"https://school.example/media/hall.jpg","id":11,"extension":"jpg"},"address":"1 School Lane","city":"Troy",' +
  '"country":"United States","state":"NY","zip":"12180","phone":"+1 555 0100","website":"https://hall.example/?a=1&b=2",' +
  '"stateprovince":"NY","geo_lat":42.73,"geo_lng":-73.69,"show_map":true,"show_map_link":true,' +
  '"global_id":"school.example?id=12","global_id_lineage":["school.example?id=12"]}'

export const ORGANIZER =
  '{"id":15,"author":"2","status":"publish","date":"2026-10-01 09:00:00","date_utc":"2026-10-01 13:00:00",' +
  '"modified":"2026-10-01 09:00:00","modified_utc":"2026-10-01 13:00:00","url":"https://school.example/organizer/pta/",' +
  '"organizer":"PTA","description":"<p>Parents and teachers.</p>","slug":"pta","phone":"+1 555 0101",' +
  '"website":"https://pta.example/","email":"pta@school.example",' +
  '"global_id":"school.example?id=15","global_id_lineage":["school.example?id=15"]}'

const details = (year: string, month: string, day: string, hour: string) =>
  JSON.stringify({ year, month, day, hour, minutes: '00', seconds: '00' })

export const EVENT_TO_IMAGE =
  '{"id":41,"global_id":"school.example?id=41","global_id_lineage":["school.example?id=41"],"author":"2","status":"publish",' +
  '"date":"2026-11-27 16:33:24","date_utc":"2026-11-27 21:33:24","modified":"2026-11-27 16:33:24","modified_utc":"2026-11-27 21:33:24",' +
  '"url":"https://school.example/event/spring-fair/","rest_url":"https://school.example/index.php?rest_route=/cal/events/v1/events/41",' +
  '"title":"Spring &#038; Summer Fair",'

export const WHEN =
  `"start_date":"2027-05-08 10:00:00","start_date_details":${details('2027', '05', '08', '10')},` +
  `"end_date":"2027-05-08 14:00:00","end_date_details":${details('2027', '05', '08', '14')},` +
  `"utc_start_date":"2027-05-08 14:00:00","utc_start_date_details":${details('2027', '05', '08', '14')},` +
  `"utc_end_date":"2027-05-08 18:00:00","utc_end_date_details":${details('2027', '05', '08', '18')},` +
  '"timezone":"America/New_York","timezone_abbr":"EDT",'

export const eventJson = (venueJson: string) =>
  EVENT_TO_IMAGE +
  `"description":"<p>All welcome.</p>","excerpt":"","slug":"spring-fair","image":${fair.cal},"all_day":false,${WHEN}` +
  '"cost":"$5 – $10","cost_details":{"currency_symbol":"","currency_code":"","currency_position":"","values":["5","10"]},' +
  '"website":"https://fair.example/?a=1&amp;b=2","show_map":false,"show_map_link":false,"hide_from_listings":false,' +
  '"sticky":false,"featured":false,"categories":[{"name":"Fairs","slug":"fairs","term_group":0,"term_taxonomy_id":7,' +
  '"taxonomy":"cal_events_cat","description":"","parent":4,"count":1,"filter":"raw","id":7,' +
  '"urls":{"self":"https://school.example/index.php?rest_route=/cal/events/v1/categories/7",' +
  '"collection":"https://school.example/index.php?rest_route=/cal/events/v1/categories","up":"https://school.example/index.php?rest_route=/cal/events/v1/categories/4"}}],"tags":[],' +
  `"venue":${venueJson},"organizer":[${ORGANIZER}],"custom_fields":[]}`

/** Same value, and the same members in the same order. */
export const expectJson = (text: string | undefined, expected: string) => {
  expect(text).toMatch(/^[\x20-\x7e]*$/)
  expect(JSON.stringify(JSON.parse(text ?? 'null'))).toBe(JSON.stringify(JSON.parse(expected)))
}

export const everything = {
  viewer: guest,
  statuses: ['publish'],
  includeHidden: false,
  start: {},
  end: {},
  sort: { member: 'start', descending: false },
  skip: 0,
  limit: 10,
} as const
