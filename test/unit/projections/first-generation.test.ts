import { venueId, eventId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { venueValues } from '../../support/recorded.ts'
import { editor, guest, textsOf } from '../../support/read-models.ts'
import {
  EARLIER,
  fair,
  school,
  VENUE,
  EVENT_TO_IMAGE,
  WHEN,
  eventJson,
  expectJson,
  everything,
} from '../../support/listed-school.ts'

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

  it('shows what its values named when that was asked for, and what it names by now if that is something else', async () => {
    const { models, record } = await school()
    const detail = await models.events.byId(eventId(41))
    if (detail === null) throw new Error('no event 41')
    const named = await models.events.named(detail.values, guest)
    const nothing = await models.events.named({ ...detail.values, venues: [] }, guest)
    await models.apply([
      record({ type: 'VenueRenamed', venueId: 12, by: 'person', changes: { name: ['Main Hall', 'Gym'] } }),
    ])
    const venueWith = async (before?: typeof named) => {
      const options = { open: true, jsonLd: false, named: before }
      const text = await models.events.calEvent(detail, guest, options)
      return (JSON.parse(text) as { venue: { venue?: string } }).venue.venue
    }
    expect(await venueWith(nothing)).toBe('Gym')
    expect(await venueWith()).toBe('Gym')
    expect(await venueWith(named)).toBe('Main Hall')
  })

  it('02-16 draft: zero date_utc, no slug, address by id', async () => {
    const { models } = await school({ status: 'draft', slug: '', website: null })
    const detail = await models.events.byId(eventId(41))
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
    const detail = await models.events.byId(eventId(41))
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
    const detail = await models.events.byId(eventId(41))
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

    const found = await models.venues.byId(venueId(12))
    const detail = await models.events.byId(eventId(41))
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
