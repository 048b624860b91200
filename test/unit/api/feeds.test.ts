import { localTime, utcTime, userId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { folded, quoted, textValue } from '../../../services/api/feeds/content-line.ts'
import { feedText } from '../../../services/api/feeds/feed.ts'
import type { FeedRelated } from '../../../services/api/feeds/vevent.ts'
import { vtimezone } from '../../../services/api/feeds/vtimezone.ts'
import { icsItems } from '../../../services/imports/ics/parse.ts'
import { newOrganizerValues, newVenueValues } from '../../../services/calendar/values.ts'
import { eventValues } from '../../support/recorded.ts'

const site = { name: 'Hillside; School', zone: 'America/New_York', host: 'school.example' }
const alone: FeedRelated = {
  venues: [],
  modified: '',
  organizer: null,
  categories: [],
  url: 'https://school.example/event/x/',
}

const event = (
  id: number,
  sent: Parameters<typeof eventValues>[0],
  modified = utcTime('2027-01-02 00:00:30'),
) => ({
  _id: id,
  created: utcTime('2027-01-02 00:00:00'),
  modified,
  values: eventValues(sent),
})
const text = (events: ReturnType<typeof event>[], related: FeedRelated = alone) =>
  feedText(events, () => related, site)
const unfolded = (feed: string) => feed.replaceAll('\r\n ', '').split('\r\n')

const items = (feed: string) =>
  [...icsItems(Buffer.from(feed), { nowUtc: utcTime('2027-01-01 00:00:00'), siteZone: 'UTC' })].filter(
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

describe('06 §4 parameters', () => {
  it('hold neither quotes nor controls, nor what readers of RFC 6868 take for another sign', () => {
    expect(quoted('a "b"\u0007 ^n ^" ^^ ^x \\,')).toBe(`"a 'b' ^^n ^^' ^^^ ^x \\,"`)
  })
})

describe('06 §4 a feed', () => {
  it('may have more events than a call takes arguments', async () => {
    const one = event(1, { title: 'Fair' })
    const feed = await text(Array.from({ length: 150_000 }, (_, n) => ({ ...one, _id: n + 1 })))
    expect(feed.match(/^BEGIN:VEVENT/gm)).toHaveLength(150_000)
  })
})

describe('06 §4 an event', () => {
  it('has every property', async () => {
    const venue = newVenueValues({
      ...{
        name: 'Main Hall',
        status: 'publish',
        author: userId(2),
        address: '1 School Lane',
        city: 'Troy',
        state: 'NY',
      },
      latitude: 42.7,
      longitude: -73.6,
    })
    const organizer = {
      ...newOrganizerValues({
        name: 'PTA "A"',
        status: 'publish',
        author: userId(2),
        email: 'pta@school.example',
      }),
      url: 'https://school.example/organizer/pta-a/',
    }
    const fair = event(41, {
      title: 'Spring &amp; Fair',
      description: '<p>All <b>welcome</b>.</p>',
      start: localTime('2027-05-08 10:00:00'),
      end: localTime('2027-05-08 14:00:00'),
    })
    const lines = unfolded(
      await text([fair], { ...alone, venues: [venue], organizer, categories: ['Fairs', 'A, B'] }),
    )
    expect(lines.slice(0, 9)).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Belltower//Calendar//EN', 'CALSCALE:GREGORIAN'],
      ...['METHOD:PUBLISH', 'X-WR-CALNAME:Hillside\\; School', 'X-WR-TIMEZONE:America/New_York'],
      ...['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
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
  it('what it names is part of its version: a later change of its venue is one of its own', async () => {
    const held = event(41, { title: 'Fair' })
    const at = async (name: string, modified: string) => {
      const venue = newVenueValues({ name, status: 'publish', author: userId(2) })
      const lines = unfolded(await text([held], { ...alone, venues: [venue], modified: utcTime(modified) }))
      const of = (start: string) => lines.find(line => line.startsWith(start)) ?? ''
      return ['LOCATION:', 'DTSTAMP:', 'LAST-MODIFIED:', 'SEQUENCE:'].map(start =>
        of(start).slice(start.length),
      )
    }
    const was = await at('Hall', '2001-01-01 00:00:00')
    const [place, stamp, modified, sequence] = await at('Aula', '2030-01-02 03:04:05')
    expect([place, stamp, modified]).toEqual(['Aula', '20300102T030405Z', '20300102T030405Z'])
    expect(Number(sequence)).toBeGreaterThan(Number(was[3]))
  })
  it('every venue is named, and the first one is on the map', async () => {
    const base = { status: 'publish', author: userId(2) } as const
    const venues = [
      newVenueValues({ ...base, name: 'Hall', city: 'Troy', latitude: 1, longitude: 2 }),
      newVenueValues({ ...base, name: 'Gym', latitude: 3, longitude: 4 }),
    ]
    const lines = unfolded(await text([event(1, {})], { ...alone, venues }))
    expect(lines).toContain('LOCATION:Hall\\, Troy\\; Gym')
    expect(lines.filter(line => line.startsWith('GEO'))).toEqual(['GEO:1;2'])
  })
  it('whole days end exclusively; fixed offsets are written as instants', async () => {
    const days = event(1, {
      allDay: true,
      start: localTime('2027-05-08 00:00:00'),
      end: localTime('2027-05-09 23:59:59'),
    })
    const offset = event(2, {
      timezone: 'UTC+5:30',
      start: localTime('2027-05-08 10:00:00'),
      end: localTime('2027-05-08 11:00:00'),
      startUtc: utcTime('2027-05-08 04:30:00'),
      endUtc: utcTime('2027-05-08 05:30:00'),
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
  it('one uid is of one event: of the oldest that has it, and those of this calendar of their numbers', async () => {
    const origin = {
      importId: 'a',
      source: 's',
      uid: 'u-1',
      sequence: 0,
      lastModified: null,
      occurrence: null,
    }
    const other = { ...origin, source: 't' }
    const ours = { ...origin, uid: '9@school.example' }
    const events = [
      event(3, { origin: other }),
      event(1, { origin }),
      event(2, { origin: ours }),
      event(9, {}),
    ]
    const uids = unfolded(await text(events)).filter(line => line.startsWith('UID:'))
    expect(uids).toEqual([
      ...['UID:3@school.example', 'UID:u-1', 'UID:2@school.example', 'UID:9@school.example'],
    ])
  })
  it('without a mail address an organizer has that of the page; numbers have no exponent', async () => {
    const organizer = {
      ...newOrganizerValues({ name: 'PTA', status: 'publish', author: userId(2) }),
      url: 'https://school.example/organizer/pta/',
    }
    const venue = newVenueValues({
      ...{ name: 'Equator', status: 'publish', author: userId(2) },
      ...{ latitude: 4e-7, longitude: -0.000_002 },
    })
    const lines = unfolded(await text([event(1, {})], { ...alone, organizer, venues: [venue] }))
    expect(lines).toContain('ORGANIZER;CN="PTA":https://school.example/organizer/pta/')
    expect(lines).toContain('GEO:0;-0.000002')
  })
  it('a wall clock that occurs twice is written as instants, whichever of the two it is', async () => {
    const twice = (id: number, startUtc: string) =>
      event(id, {
        ...{
          timezone: 'America/New_York',
          start: localTime('2027-11-07 01:30:00'),
          end: localTime('2027-11-07 03:00:00'),
        },
        ...{ startUtc: utcTime(startUtc), endUtc: utcTime('2027-11-07 08:00:00') },
      })
    const feed = await text([twice(1, '2027-11-07 05:30:00'), twice(2, '2027-11-07 06:30:00')])
    expect(unfolded(feed).filter(line => /^DT(START|END)[:;].*(T0[13568]\d{4}Z?)$/.test(line))).toEqual([
      'DTSTART:20271107T053000Z',
      'DTEND:20271107T080000Z',
      'DTSTART:20271107T063000Z',
      'DTEND:20271107T080000Z',
    ])
  })
  it('no text can end its line', async () => {
    const evil = 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT'
    const feed = await text([event(1, { title: evil, description: evil })], { ...alone, categories: [evil] })
    expect(unfolded(feed).filter(line => line === 'BEGIN:VEVENT')).toHaveLength(1)
  })
})

describe('06 §4 zones', () => {
  it('every change of clocks that is needed is told', async () => {
    const spring = { from: utcTime('2027-03-20 00:00:00'), to: utcTime('2027-04-20 00:00:00') }
    expect((await vtimezone('Europe/Berlin', [spring])).slice(-7)).toEqual([
      'BEGIN:DAYLIGHT',
      'DTSTART:20270328T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'TZNAME:CEST',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ])
  })
  const begun = (lines: readonly string[]) =>
    lines.filter(line => line.startsWith('DTSTART:')).map(line => line.slice(8))
  const noon = (date: string) => utcTime(`${date} 12:00:00`)
  const day = (date: string) => ({ from: noon(date), to: noon(date) })

  it('years in one go have each change once', async () => {
    const years = Array.from({ length: 20 }, (_, n) => day(`${2027 + n}-05-01`))
    const changes = begun(await vtimezone('Europe/Berlin', years))
    // 366 days before the first of May 2027 it was summer already
    expect(changes.slice(0, 3)).toEqual(['20260430T140000', '20261025T030000', '20270328T020000'])
    expect(changes).toHaveLength(1 + 20 * 2)
    expect(new Set(changes).size).toBe(changes.length)
  })
  it('of an event of centuries only the years around its ends are told', async () => {
    const lines = await vtimezone('Europe/Berlin', [day('2777-05-01'), day('2027-05-01')])
    expect(begun(lines).map(stamp => stamp.slice(0, 4))).toEqual([
      '2026',
      '2026',
      '2027',
      '2776',
      '2776',
      '2777',
    ])
    const far = event(1, {
      ...{
        timezone: 'Europe/Berlin',
        start: localTime('2027-05-01 12:00:00'),
        end: localTime('2777-05-01 12:00:00'),
      },
      ...{ startUtc: utcTime('2027-05-01 10:00:00'), endUtc: utcTime('2777-05-01 10:00:00') },
    })
    expect(items(await text([far]))).toMatchObject([
      { start_date: '2027-05-01 12:00:00', end_date: '2777-05-01 12:00:00', timezone: 'Europe/Berlin' },
    ])
  })
  it('events read back are where they were, on both sides of a change', async () => {
    const berlin = (id: number, day: string, hour: string, startUtc: string, endUtc: string) =>
      event(id, {
        title: `E${id}`,
        timezone: 'Europe/Berlin',
        start: localTime(`${day} ${hour}:00:00`),
        end: localTime(`${day} ${hour}:30:00`),
        startUtc: utcTime(startUtc),
        endUtc: utcTime(endUtc),
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
