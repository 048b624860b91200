import { describe, expect, it } from 'vitest'
import { folded, textValue } from '../../../services/api/feeds/content-line.ts'
import { feedText } from '../../../services/api/feeds/feed.ts'
import type { FeedRelated } from '../../../services/api/feeds/vevent.ts'
import { vtimezone } from '../../../services/api/feeds/vtimezone.ts'
import { icsItems } from '../../../services/imports/ics/parse.ts'
import { newOrganizerValues, newVenueValues } from '../../../services/calendar/values.ts'
import { eventValues } from '../../support/recorded.ts'

const site = { name: 'Hillside; School', zone: 'America/New_York', host: 'school.example' }
const alone: FeedRelated = {
  venue: null,
  organizer: null,
  categories: [],
  url: 'https://school.example/event/x/',
}

const event = (id: number, sent: Parameters<typeof eventValues>[0], modified = '2027-01-02 00:00:30') => ({
  _id: id,
  created: '2027-01-02 00:00:00',
  modified,
  values: eventValues(sent),
})
const text = (events: ReturnType<typeof event>[], related: FeedRelated = alone) =>
  feedText(events, () => related, site)
const unfolded = (feed: string) => feed.replaceAll('\r\n ', '').split('\r\n')

const items = (feed: string) =>
  [...icsItems(Buffer.from(feed), { nowUtc: '2027-01-01 00:00:00', siteZone: 'UTC' })].filter(
    step => step !== 'pause',
  )

describe('06 §4 content lines', () => {
  it('are at most 75 octets, never cut inside a character', () => {
    const line = `SUMMARY:${'ä€😀'.repeat(30)}`
    const pieces = folded(line).split('\r\n')
    expect(pieces.every(piece => Buffer.byteLength(piece) <= 75)).toBe(true)
    expect(pieces.pop()).toBe('')
    expect(pieces.map((piece, n) => (n === 0 ? piece : piece.slice(1))).join('')).toBe(line)
  })
  it('texts are escaped', () => {
    expect(textValue('a;b,c\\d\r\ne\u0007')).toBe('a\\;b\\,c\\\\d\\ne')
  })
})

describe('06 §4 an event', () => {
  it('has every property', async () => {
    const venue = newVenueValues({
      ...{
        name: 'Main Hall',
        status: 'publish',
        author: 2,
        address: '1 School Lane',
        city: 'Troy',
        state: 'NY',
      },
      latitude: 42.7,
      longitude: -73.6,
    })
    const organizer = newOrganizerValues({
      name: 'PTA "A"',
      status: 'publish',
      author: 2,
      email: 'pta@school.example',
    })
    const fair = event(41, {
      title: 'Spring &amp; Fair',
      description: '<p>All <b>welcome</b>.</p>',
      start: '2027-05-08 10:00:00',
      end: '2027-05-08 14:00:00',
    })
    const lines = unfolded(await text([fair], { ...alone, venue, organizer, categories: ['Fairs', 'A, B'] }))
    expect(lines.slice(0, 7)).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Belltower//Calendar//EN', 'CALSCALE:GREGORIAN'],
      ...['METHOD:PUBLISH', 'X-WR-CALNAME:Hillside\\; School', 'X-WR-TIMEZONE:America/New_York'],
    ])
    expect(lines.slice(lines.indexOf('BEGIN:VEVENT'))).toEqual([
      'BEGIN:VEVENT',
      'UID:41@school.example',
      'DTSTAMP:20270102T000030Z',
      'CREATED:20270102T000000Z',
      'LAST-MODIFIED:20270102T000030Z',
      'SEQUENCE:30',
      'DTSTART;TZID=America/New_York:20270508T100000',
      'DTEND;TZID=America/New_York:20270508T140000',
      'SUMMARY:Spring & Fair',
      'DESCRIPTION:All welcome.',
      'LOCATION:Main Hall\\, 1 School Lane\\, Troy\\, NY',
      'GEO:42.7;-73.6',
      `ORGANIZER;CN="PTA 'A'":mailto:pta@school.example`,
      'URL:https://school.example/event/x/',
      'CATEGORIES:Fairs,A\\, B',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })
  it('whole days end exclusively; fixed offsets are written as instants', async () => {
    const days = event(1, { allDay: true, start: '2027-05-08 00:00:00', end: '2027-05-09 23:59:59' })
    const offset = event(2, {
      timezone: 'UTC+5:30',
      start: '2027-05-08 10:00:00',
      end: '2027-05-08 11:00:00',
      startUtc: '2027-05-08 04:30:00',
      endUtc: '2027-05-08 05:30:00',
    })
    const lines = unfolded(await text([days, offset]))
    expect(lines).toEqual(
      expect.arrayContaining([
        'DTSTART;VALUE=DATE:20270508',
        'DTEND;VALUE=DATE:20270510',
        'DTSTART:20270508T043000Z',
        'DTEND:20270508T053000Z',
      ]),
    )
    expect(lines).not.toContain('BEGIN:VTIMEZONE')
  })
  it('keeps the uid of its source, but not one that a whole series shares', async () => {
    const origin = { importId: 'a', source: 's', uid: 'u-1', sequence: 0, lastModified: null }
    const one = event(1, { origin: { ...origin, occurrence: null } })
    const two = event(2, { origin: { ...origin, occurrence: '2027-05-08 10:00:00' } })
    const uids = unfolded(await text([one, two])).filter(line => line.startsWith('UID:'))
    expect(uids).toEqual(['UID:u-1', 'UID:2@school.example'])
  })
  it('no text can end its line', async () => {
    const evil = 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT'
    const feed = await text([event(1, { title: evil, description: evil })], { ...alone, categories: [evil] })
    expect(unfolded(feed).filter(line => line === 'BEGIN:VEVENT')).toHaveLength(1)
  })
})

describe('06 §4 zones', () => {
  it('every change of clocks that is needed is told', () => {
    expect(vtimezone('Europe/Berlin', '2027-03-20 00:00:00', '2027-04-20 00:00:00').slice(-7)).toEqual([
      'BEGIN:DAYLIGHT',
      'DTSTART:20270328T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'TZNAME:CEST',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ])
  })
  it('events read back are where they were, on both sides of a change', async () => {
    const berlin = (id: number, day: string, hour: string, startUtc: string, endUtc: string) =>
      event(id, {
        title: `E${id}`,
        timezone: 'Europe/Berlin',
        start: `${day} ${hour}:00:00`,
        end: `${day} ${hour}:30:00`,
        startUtc,
        endUtc,
      })
    const feed = await text([
      berlin(1, '2027-03-27', '08', '2027-03-27 07:00:00', '2027-03-27 07:30:00'),
      berlin(2, '2027-03-29', '08', '2027-03-29 06:00:00', '2027-03-29 06:30:00'),
      berlin(3, '2027-11-01', '08', '2027-11-01 07:00:00', '2027-11-01 07:30:00'),
    ])
    expect(items(feed)).toMatchObject([
      { title: 'E1', start_date: '2027-03-27 08:00:00', timezone: 'Europe/Berlin' },
      { title: 'E2', start_date: '2027-03-29 08:00:00', timezone: 'Europe/Berlin' },
      { title: 'E3', start_date: '2027-11-01 08:00:00', timezone: 'Europe/Berlin' },
    ])
  })
})
