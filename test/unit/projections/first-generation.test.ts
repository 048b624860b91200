import { describe, expect, it } from 'vitest'
import { eventValues, organizerValues, recorder, venueValues } from '../../support/recorded.ts'
import { editor, guest, readModels, textsOf } from '../../support/read-models.ts'

const CREATED = '2026-11-27T21:33:24.000Z'
const EARLIER = '2026-10-01T13:00:00.000Z'

const fair = {
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
  image: 11,
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
const event = eventValues({
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

const school = async (given: Partial<typeof event> = {}) => {
  const record = recorder(CREATED)
  const models = await readModels(
    undefined,
    new Map([
      [40, fair],
      [11, hall],
    ]),
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

const VENUE =
  '{"id":12,"author":"2","status":"publish","date":"2026-10-01 09:00:00","date_utc":"2026-10-01 13:00:00",' +
  '"modified":"2026-10-01 09:00:00","modified_utc":"2026-10-01 13:00:00","url":"https://school.example/venue/main-hall/",' +
  '"venue":"Main Hall","description":"<p>Ground floor.</p>","excerpt":"<p>Hall.</p>","slug":"main-hall",' +
  '"image":{"url":"https://school.example/media/hall.jpg","id":11,"extension":"jpg"},"address":"1 School Lane","city":"Troy",' +
  '"country":"United States","state":"NY","zip":"12180","phone":"+1 555 0100","website":"https://hall.example/?a=1&b=2",' +
  '"stateprovince":"NY","geo_lat":42.73,"geo_lng":-73.69,"show_map":true,"show_map_link":true,' +
  '"global_id":"school.example?id=12","global_id_lineage":["school.example?id=12"]}'

const ORGANIZER =
  '{"id":15,"author":"2","status":"publish","date":"2026-10-01 09:00:00","date_utc":"2026-10-01 13:00:00",' +
  '"modified":"2026-10-01 09:00:00","modified_utc":"2026-10-01 13:00:00","url":"https://school.example/organizer/pta/",' +
  '"organizer":"PTA","description":"<p>Parents and teachers.</p>","slug":"pta","phone":"+1 555 0101",' +
  '"website":"https://pta.example/","email":"pta@school.example",' +
  '"global_id":"school.example?id=15","global_id_lineage":["school.example?id=15"]}'

const details = (year: string, month: string, day: string, hour: string) =>
  JSON.stringify({ year, month, day, hour, minutes: '00', seconds: '00' })

const EVENT_TO_IMAGE =
  '{"id":41,"global_id":"school.example?id=41","global_id_lineage":["school.example?id=41"],"author":"2","status":"publish",' +
  '"date":"2026-11-27 16:33:24","date_utc":"2026-11-27 21:33:24","modified":"2026-11-27 16:33:24","modified_utc":"2026-11-27 21:33:24",' +
  '"url":"https://school.example/event/spring-fair/","rest_url":"https://school.example/index.php?rest_route=/cal/events/v1/events/41",' +
  '"title":"Spring &#038; Summer Fair",'

const WHEN =
  `"start_date":"2027-05-08 10:00:00","start_date_details":${details('2027', '05', '08', '10')},` +
  `"end_date":"2027-05-08 14:00:00","end_date_details":${details('2027', '05', '08', '14')},` +
  `"utc_start_date":"2027-05-08 14:00:00","utc_start_date_details":${details('2027', '05', '08', '14')},` +
  `"utc_end_date":"2027-05-08 18:00:00","utc_end_date_details":${details('2027', '05', '08', '18')},` +
  '"timezone":"America/New_York","timezone_abbr":"EDT",'

const eventJson = (venueJson: string) =>
  EVENT_TO_IMAGE +
  `"description":"<p>All welcome.</p>","excerpt":"","slug":"spring-fair","image":${fair.cal},"all_day":false,${WHEN}` +
  '"cost":"$5 – $10","cost_details":{"currency_symbol":"","currency_code":"","currency_position":"","values":["5","10"]},' +
  '"website":"https://fair.example/?a=1&amp;b=2","show_map":false,"show_map_link":false,"hide_from_listings":false,' +
  '"sticky":false,"featured":false,"categories":[{"name":"Fairs","slug":"fairs","term_group":0,"term_taxonomy_id":7,' +
  '"taxonomy":"cal_events_cat","description":"","parent":4,"count":1,"filter":"raw","id":7,' +
  '"urls":{"self":"https://school.example/index.php?rest_route=/cal/events/v1/categories/7",' +
  '"collection":"https://school.example/index.php?rest_route=/cal/events/v1/categories"}}],"tags":[],' +
  `"venue":${venueJson},"organizer":[${ORGANIZER}],"custom_fields":[]}`

/** Same value, and the same members in the same order. */
const expectJson = (text: string | undefined, expected: string) => {
  expect(text).toMatch(/^[\x20-\x7e]*$/)
  expect(JSON.stringify(JSON.parse(text ?? 'null'))).toBe(JSON.stringify(JSON.parse(expected)))
}

const everything = {
  viewer: guest,
  statuses: ['publish'],
  includeHidden: false,
  start: {},
  end: {},
  sort: { member: 'start', descending: false },
  skip: 0,
  limit: 10,
} as const

describe('02 §1.1 event', () => {
  it('has every member in order', async () => {
    const { models } = await school()
    const { rows } = await models.events.listEvents(everything)
    const [text] = textsOf(await models.events.calEvents(rows, guest))
    expectJson(text, eventJson(VENUE))
  })

  it('02-7 has no venue as [], one as an object, several as a list', async () => {
    const { models, record } = await school({ venues: [] })
    const shown = async () => {
      const { rows } = await models.events.listEvents(everything)
      const [text] = textsOf(await models.events.calEvents(rows, guest))
      return JSON.parse(text ?? '') as { venue: { id: number }[]; organizer: { id: number }[] }
    }
    expect((await shown()).venue).toEqual([])
    await models.apply([
      record({
        type: 'VenueCreated',
        venueId: 13,
        by: 'person',
        values: venueValues({ name: 'Gym' }),
        hiddenUntilLinked: false,
      }),
      record({ type: 'EventRelocated', eventId: 41, by: 'person', changes: { venues: [[], [13, 12]] } }),
      record({
        type: 'EventOrganizersChanged',
        eventId: 41,
        by: 'person',
        changes: { organizers: [[15], []] },
      }),
    ])
    const after = await shown()
    expect(after.venue.map(({ id }) => id)).toEqual([13, 12])
    expect(after.organizer).toEqual([])
  })

  it('leaves trashed and unreadable venues out and shows them again', async () => {
    const { models, record } = await school()
    const venueSeen = async (viewer = guest) => {
      const { rows } = await models.events.listEvents(everything)
      const [text] = textsOf(await models.events.calEvents(rows, viewer))
      return (JSON.parse(text ?? '') as { venue: { id?: number } }).venue.id
    }
    const status = async (before: 'publish' | 'draft' | 'trash', after: 'publish' | 'draft' | 'trash') =>
      models.apply([
        record({
          type: 'VenueStatusChanged',
          venueId: 12,
          by: 'person',
          changes: { status: [before, after] },
        }),
      ])
    expect(await venueSeen()).toBe(12)
    await status('publish', 'draft')
    expect([await venueSeen(), await venueSeen(editor)]).toEqual([undefined, 12])
    await status('draft', 'trash')
    expect([await venueSeen(), await venueSeen(editor)]).toEqual([undefined, undefined])
    await status('trash', 'publish')
    expect(await venueSeen()).toBe(12)
  })

  it('02-16 draft: zero date_utc, no slug, address by id', async () => {
    const { models } = await school({ status: 'draft', slug: '', website: null })
    const detail = await models.events.byId(41)
    if (detail === null) throw new Error('no event 41')
    const text = await models.events.calEvent(detail, editor, { open: true, jsonLd: false })
    expect(JSON.parse(text)).toMatchObject({
      date: '2026-11-27 16:33:24',
      date_utc: '0000-00-00 00:00:00',
      slug: '',
      url: 'https://school.example/?post_type=cal_events&p=41',
      website: 'https://school.example/?post_type=cal_events&amp;p=41',
    })
  })

  it.each([
    [{}],
    [{ status: 'draft', slug: '', website: null } as const],
    [{ title: 'Fish & "chips"', description: 'Tom & Ann\n\nBob', excerpt: 'A <b>few</b>', cost: '5 - 10' }],
  ])('texts of single members are those of the whole object (%o)', async changed => {
    const { models } = await school(changed)
    const detail = await models.events.byId(41)
    if (detail === null) throw new Error('no event 41')
    const whole = JSON.parse(
      await models.events.calEvent(detail, editor, { open: true, jsonLd: false }),
    ) as Record<string, unknown>
    const texts = models.events.calTexts(detail, [...Object.keys(whole), 'toString'])
    expect(Object.keys(texts).toSorted()).toEqual([
      ...['cost', 'date', 'description', 'excerpt', 'slug', 'title', 'website'],
    ])
    expect(whole).toMatchObject(texts)
  })

  it('describes itself and what it names on single reads', async () => {
    const { models } = await school()
    const detail = await models.events.bySlug('Spring-Fair')
    if (detail === null) throw new Error('no event spring-fair')
    const text = await models.events.calEvent(detail, guest, { open: false, jsonLd: true })
    const place = {
      '@type': 'Place',
      name: 'Main Hall',
      description: 'Ground floor.',
      url: 'https://school.example/venue/main-hall/',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 School Lane',
        addressLocality: 'Troy',
        addressRegion: 'NY',
        postalCode: '12180',
        addressCountry: 'United States',
      },
      telephone: '+1 555 0100',
      sameAs: 'https://hall.example/?a=1&b=2',
    }
    const person = {
      '@type': 'Person',
      name: 'PTA',
      description: 'Parents and teachers.',
      url: 'https://school.example/organizer/pta/',
      telephone: '+1 555 0101',
      email:
        '&#112;&#116;&#97;&#64;&#115;&#99;&#104;&#111;&#111;&#108;&#46;&#101;&#120;&#97;&#109;&#112;&#108;&#101;',
      sameAs: 'https://pta.example/',
    }
    const parsed = JSON.parse(text) as { venue: object; organizer: object[]; json_ld: object }
    expect(parsed.venue).toMatchObject({ id: 12, json_ld: place })
    expect(parsed.organizer[0]).toMatchObject({ id: 15, json_ld: person })
    expect(JSON.stringify(parsed.json_ld)).toBe(
      JSON.stringify({
        '@context': 'http://schema.org',
        '@type': 'Event',
        name: 'Spring & Summer Fair',
        description: 'All welcome.',
        image: fair.url,
        url: 'https://school.example/event/spring-fair/',
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        eventStatus: 'https://schema.org/EventScheduled',
        startDate: '2027-05-08T10:00:00-04:00',
        endDate: '2027-05-08T14:00:00-04:00',
        location: place,
        organizer: person,
        offers: {
          '@type': 'Offer',
          price: '5',
          priceCurrency: 'USD',
          url: 'https://school.example/event/spring-fair/',
          category: 'primary',
          availability: 'https://schema.org/InStock',
          validFrom: '2026-11-27T16:33:24-05:00',
        },
        performer: 'Organization',
      }),
    )
  })

  it('names the ids it had elsewhere behind its own', async () => {
    const { models } = await school({ lineage: ['other.example?id=3'] })
    const { rows } = await models.events.listEvents(everything)
    const [text] = textsOf(await models.events.calEvents(rows, guest))
    expect(JSON.parse(text ?? '')).toMatchObject({
      global_id: 'school.example?id=41',
      global_id_lineage: ['school.example?id=41', 'other.example?id=3'],
    })
  })
})

describe('02 §4 protected items that were not opened', () => {
  const blanked =
    EVENT_TO_IMAGE +
    `"description":"","excerpt":"","slug":"spring-fair","image":false,"all_day":null,${WHEN}` +
    '"cost":"","cost_details":{"currency_symbol":"","currency_code":"","currency_position":"","values":[]},"website":"",' +
    '"show_map":null,"show_map_link":null,"hide_from_listings":null,"sticky":null,"featured":null,' +
    '"categories":[],"tags":[],"venue":[],"organizer":[],"custom_fields":[]}'

  it('event: title, dates, slug and address stay, in lists for everybody', async () => {
    const { models } = await school({ password: 'secret' })
    const { rows } = await models.events.listEvents(everything)
    for (const viewer of [guest, editor]) {
      const [text] = textsOf(await models.events.calEvents(rows, viewer))
      expectJson(text, blanked)
    }
  })

  it('event: opened it shows everything', async () => {
    const { models } = await school({ password: 'secret' })
    const detail = await models.events.byId(41)
    if (detail === null) throw new Error('no event 41')
    const uncounted = eventJson(VENUE).replace('"count":1,"filter"', '"count":0,"filter"')
    expectJson(await models.events.calEvent(detail, guest, { open: true, jsonLd: false }), uncounted)
    expectJson(await models.events.calEvent(detail, guest, { open: false, jsonLd: false }), blanked)
  })

  it('venue: name, dates, slug and address stay, nested as well, without a word of the rest', async () => {
    const { models, record } = await school()
    await models.apply([
      record(
        { type: 'VenueProtected', venueId: 12, by: 'person', changes: { password: ['', 'secret'] } },
        EARLIER,
      ),
    ])
    const blankedVenue =
      '{"id":12,"author":"2","status":"publish","date":"2026-10-01 09:00:00","date_utc":"2026-10-01 13:00:00",' +
      '"modified":"2026-10-01 09:00:00","modified_utc":"2026-10-01 13:00:00","url":"https://school.example/venue/main-hall/",' +
      '"venue":"Main Hall","slug":"main-hall","show_map":true,"show_map_link":true,' +
      '"global_id":"school.example?id=12","global_id_lineage":["school.example?id=12"]}'
    const { rows } = await models.events.listEvents(everything)
    const [text] = textsOf(await models.events.calEvents(rows, guest))
    expectJson(text, eventJson(blankedVenue))

    const found = await models.venues.byId(12)
    const detail = await models.events.byId(41)
    if (found === null || detail === null) throw new Error('missing')
    expectJson(await models.venues.calSingle(found, { open: true, jsonLd: false }), VENUE)
    const shut = await models.venues.calSingle(found, { open: false, jsonLd: true })
    const single = await models.events.calEvent(detail, guest, { open: true, jsonLd: true })
    expect(JSON.parse(shut)).toMatchObject({
      json_ld: { '@type': 'Place', name: 'Main Hall', url: 'https://school.example/venue/main-hall/' },
    })
    for (const secret of ['Ground floor', 'Troy', '12180', '0100', 'hall.example', 'hall.jpg'])
      expect(shut + single).not.toContain(secret)
  })
})

describe('02 §1.2, §1.3 venue and organizer', () => {
  it('have their members in order, empty ones left out', async () => {
    const { models } = await school()
    const venues = await models.venues.byIds([12])
    const organizers = await models.organizers.byIds([15])
    expectJson(textsOf(await models.venues.calList(venues))[0], VENUE)
    expectJson(textsOf(await models.organizers.calList(organizers))[0], ORGANIZER)
  })

  it.each([
    [{ country: 'Canada', province: 'Ontario', state: 'NY' }, 'Ontario'],
    [{ country: '', province: 'Ontario', state: 'NY' }, 'NY'],
    [{ country: 'US', state: 'NY' }, 'NY'],
    [{ country: 'USA', state: 'NY' }, 'NY'],
    [{ country: 'Canada', province: 'Ontario', stateprovince: 'ON' }, 'ON'],
    [{ country: 'Canada', province: 'Ontario', stateprovince: '' }, undefined],
  ])('stateprovince of %o is %s', async (place, expected) => {
    const models = await readModels()
    const values = venueValues(place)
    await models.apply([
      recorder()({ type: 'VenueCreated', venueId: 1, by: 'person', values, hiddenUntilLinked: false }),
    ])
    const [text] = textsOf(await models.venues.calList(await models.venues.byIds([1])))
    const shown = JSON.parse(text ?? '') as { stateprovince?: string }
    expect(shown.stateprovince).toBe(expected)
  })

  it('puts country, province, state in this order and needs both coordinates', async () => {
    const models = await readModels()
    const values = venueValues({ country: 'Canada', province: 'Ontario', state: 'x', latitude: 1 })
    await models.apply([
      recorder()({ type: 'VenueCreated', venueId: 1, by: 'person', values, hiddenUntilLinked: false }),
    ])
    const [text] = textsOf(await models.venues.calList(await models.venues.byIds([1])))
    const members = Object.keys(JSON.parse(text ?? '') as object)
    expect(members.slice(members.indexOf('country'))).toEqual([
      'country',
      'province',
      'state',
      'stateprovince',
      'show_map',
      'show_map_link',
      'global_id',
      'global_id_lineage',
    ])
  })
})

describe('02 §1.4 terms', () => {
  const B = 'https://school.example/index.php?rest_route=/cal/events/v1'
  const category =
    '{"id":7,"count":1,"description":"","name":"Fairs","slug":"fairs","taxonomy":"cal_events_cat","parent":4,"meta":[],' +
    '"url":"https://school.example/events/category/fairs/",' +
    `"urls":{"self":"${B}/categories/7","collection":"${B}/categories","up":"${B}/categories/4"}`

  it('category with and without links', async () => {
    const { models } = await school()
    const found = await models.terms.byId(7)
    if (found === null) throw new Error('no term 7')
    expectJson(models.terms.cal(found, { links: false }), `${category}}`)
    expectJson(
      models.terms.cal(found, { links: true }),
      `${category},"_links":{"self":[{"href":"${B}/categories/7"}],"collection":[{"href":"${B}/categories"}],` +
        `"up":[{"href":"${B}/categories/4"}]}}`,
    )
  })

  it('tags have neither parent nor up', async () => {
    const models = await readModels()
    const values = {
      taxonomy: 'post_tag',
      name: 'Élan',
      slug: 'elan',
      description: 'd',
      parent: null,
    } as const
    await models.apply([
      recorder()({ type: 'TermCreated', termId: 9, by: 'person', values, hiddenUntilLinked: false }),
    ])
    const found = await models.terms.byId(9)
    if (found === null) throw new Error('no term 9')
    expectJson(
      models.terms.cal(found, { links: true }),
      '{"id":9,"count":0,"description":"d","name":"Élan","slug":"elan","taxonomy":"post_tag","meta":[],' +
        `"url":"https://school.example/events/tag/elan/","urls":{"self":"${B}/tags/9","collection":"${B}/tags"},` +
        `"_links":{"self":[{"href":"${B}/tags/9"}],"collection":[{"href":"${B}/tags"}]}}`,
    )
  })
})

describe('marks of listed objects', () => {
  const listed = async ({ models }: Awaited<ReturnType<typeof school>>) => {
    const { rows } = await models.events.listEvents(everything)
    const [event] = await models.events.calEvents(rows, guest)
    const [organizer] = await models.organizers.calList(await models.organizers.byIds([15]))
    return { event, organizer }
  }

  it('are the same for the same objects', async () => {
    expect(await listed(await school())).toEqual(await listed(await school()))
  })

  const by = 'person' as const
  const changes: readonly (readonly [string, Parameters<ReturnType<typeof recorder>>[0]])[] = [
    [
      'title',
      { type: 'EventRetitled', eventId: 41, by, changes: { title: ['Spring & Summer Fair', 'Fair'] } },
    ],
    ['venue', { type: 'VenueRenamed', venueId: 12, by, changes: { name: ['Main Hall', 'Hall'] } }],
    ['category', { type: 'TermRenamed', termId: 7, by, changes: { name: ['Fairs', 'Markets'] } }],
    ['image', { type: 'EventIllustrated', eventId: 41, by, changes: { image: [40, 11] } }],
    ['password', { type: 'EventProtected', eventId: 41, by, changes: { password: ['', 'secret'] } }],
  ]
  it.each(changes)('another %s changes the mark of an event, and of nothing else', async (_, fact) => {
    const world = await school()
    const before = await listed(world)
    await world.models.apply([world.record(fact)])
    const after = await listed(world)
    expect(after.event?.text).not.toBe(before.event?.text)
    expect(after.event?.mark).not.toBe(before.event?.mark)
    expect(after.organizer).toEqual(before.organizer)
  })
})
