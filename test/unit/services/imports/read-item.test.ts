import { utcTime, localTime } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import type { RawItem } from '../../../../services/imports/item/item.ts'
import { readItem, versionOf } from '../../../../services/imports/item/read-item.ts'
import { periodOf, timingOf } from '../../../../services/imports/item/timing.ts'
import { fairItem } from '../../../support/import-world.ts'

const at = { nowUtc: utcTime('2027-05-01 20:00:00'), siteZone: 'America/New_York' }

const item = (over: RawItem = {}) => {
  const read = readItem(fairItem(over))
  if (!read.ok) throw new Error(read.reason)
  return { ...read.item, warnings: read.warnings }
}
const failure = (over: RawItem) => {
  const read = readItem(fairItem(over))
  return read.ok ? null : read.reason
}
const period = (over: RawItem, stored: Parameters<typeof periodOf>[2] = null) =>
  periodOf(timingOf(fairItem(over)), at, stored)

describe('05 §7 title', () => {
  it.each([
    [{ title: '' }, 'missing_title'],
    [{ title: '  \n ' }, 'missing_title'],
    [{ title: null }, 'missing_title'],
    [{ title: 'x'.repeat(2_001) }, 'too_large'],
    [{ description: 'é'.repeat(65_537) }, null],
    [{ excerpt: 'x'.repeat(131_073) }, null],
    [{ categories: Array.from({ length: 101 }, (_, n) => `c${n}`) }, null],
    [{ oversize: true }, 'too_large'],
    [{ description: 'x'.repeat(131_072) }, null],
  ])('%#', (over, reason) => {
    expect(failure(over)).toBe(reason)
  })
  it('is one line, keeps inline markup, and text that cleaning would empty', () => {
    expect(item({ title: ' Book\tfair\n<em>now</em> ' }).title).toBe('Book fair <em>now</em>')
    expect(item({ title: '<img src=x onerror=alert(1)>' }).title).toBe('&lt;img src=x onerror=alert(1)&gt;')
    expect(item({ title: 2027 }).title).toBe('2027')
  })
})

describe('05 §7 names of other things', () => {
  it.each([0, '0', [0], ['0']])('%j names nothing', none => {
    const read = item({ venue: none, organizer: none, categories: none, tags: none })
    expect([read.venues, read.organizers, read.categories, read.tags]).toEqual([[], [], [], []])
    expect(item({ categories: [0, 'Fairs', '0', '007'] }).categories).toEqual(['Fairs', '007'])
  })
})

describe('05 §7 dates', () => {
  it.each([
    [
      {
        start_date: '2027-05-08',
        start_hour: '3',
        start_minute: '5',
        start_meridian: 'PM',
        end_date: '2027-05-08',
        end_hour: 4,
        end_minute: '',
        end_meridian: 'pm',
      },
      '2027-05-08 15:05:00',
      '2027-05-08 16:00:00',
      [],
    ],
    [
      {
        start_date: '2027-05-08',
        start_hour: 12,
        start_minute: 0,
        start_meridian: 'am',
        end_date: '2027-05-08',
        end_hour: 12,
        end_meridian: 'pm',
      },
      '2027-05-08 00:00:00',
      '2027-05-08 12:00:00',
      [],
    ],
    [
      { start_date: '2027-05-08', start_hour: '9', end_date: '2027-05-08', end_hour: '17', end_minute: '30' },
      '2027-05-08 09:00:00',
      '2027-05-08 17:30:00',
      [],
    ],
    [
      { start_date: '2027-05-08T14:00:00Z', end_date: '2027-05-08T15:00:00Z' },
      '2027-05-08 10:00:00',
      '2027-05-08 11:00:00',
      [],
    ],
    [{ start_date: 1804654800, end_date: '1804658400' }, '2027-03-10 00:00:00', '2027-03-10 01:00:00', []],
    [{ end_date: '' }, '2027-05-08 10:00:00', '2027-05-08 10:00:00', []],
    [{ end_date: 'later' }, '2027-05-08 10:00:00', '2027-05-08 10:00:00', ['invalid_end_date']],
    [
      { start_date: '2027-05-08 19:00:00', end_date: '2027-05-08 01:00:00' },
      '2027-05-08 19:00:00',
      '2027-05-09 01:00:00',
      ['overnight'],
    ],
    [
      { start_date: '2027-05-08 13:00:00', end_date: '2027-05-08 12:00:00' },
      '2027-05-08 13:00:00',
      '2027-05-08 13:00:00',
      ['end_before_start'],
    ],
    [
      { start_date: '2027-05-08 10:00:00', end_date: '2027-05-07 12:00:00' },
      '2027-05-08 10:00:00',
      '2027-05-08 10:00:00',
      ['end_before_start'],
    ],
    [{ timezone: 'Mars/Base' }, '2027-05-08 10:00:00', '2027-05-08 12:00:00', ['unknown_timezone']],
    [{ all_day: 'TRUE' }, '2027-05-08 00:00:00', '2027-05-08 23:59:59', []],
  ])('%#', (over, start, end, warnings) => {
    expect(period(over)).toMatchObject({
      ok: true,
      period: { start, end, timezone: 'America/New_York' },
      warnings,
    })
  })
  it.each([
    [{ start_date: '' }],
    [{ start_date: 'soon' }],
    [{ start_date: '2027-02-30' }],
    [{ start_date: '2027-05-08', start_hour: '13', start_meridian: 'pm' }],
    [{ start_date: '2027-05-08', start_hour: 'x' }],
  ])('unreadable start %#', over => {
    expect(period(over)).toEqual({ ok: false, reason: 'invalid_date' })
  })
  it('zone and all-day flag that were not sent stay as stored', () => {
    const stored = {
      allDay: true,
      start: localTime('2027-05-08 00:00:00'),
      end: localTime('2027-05-08 23:59:59'),
      timezone: 'Europe/Berlin',
      startUtc: utcTime('2027-05-07 22:00:00'),
      endUtc: utcTime('2027-05-08 21:59:59'),
    }
    const resolved = periodOf(
      { start: '2027-05-08 10:00:00', end: '', timezone: undefined, allDay: undefined },
      at,
      stored,
    )
    expect(resolved).toMatchObject({ ok: true, period: stored })
    expect(
      periodOf(
        { start: '2027-05-08 10:00:00', end: '', timezone: 'America/New_York', allDay: false },
        at,
        stored,
      ),
    ).toMatchObject({ period: { allDay: false, start: '2027-05-08 10:00:00', timezone: 'America/New_York' } })
  })
  it('a clock that did not change keeps the second occurrence of its hour', () => {
    const stored = {
      allDay: false,
      start: localTime('2027-11-07 01:30:00'),
      end: localTime('2027-11-07 01:30:00'),
      timezone: 'America/New_York',
      startUtc: utcTime('2027-11-07 06:30:00'),
      endUtc: utcTime('2027-11-07 06:30:00'),
    }
    expect(
      periodOf({ start: stored.start, end: '', timezone: stored.timezone, allDay: undefined }, at, stored),
    ).toMatchObject({ period: stored })
  })
})

describe('05 §6 absent, empty and present', () => {
  it('absent members are absent', () => {
    const { values, categories, tags, venues, organizers, image } = item()
    expect(values).toEqual({})
    expect([categories, tags, venues, organizers, image]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
  it('empty members are empty', () => {
    const { values, categories, tags, venues, organizers, image } = item({
      description: null,
      excerpt: '',
      cost: '',
      currency_symbol: '',
      url: '',
      show_map: '',
      featured: null,
      categories: '',
      tags: [],
      venue: { venue: '' },
      organizer: {},
      image: false,
    })
    expect(values).toEqual({
      description: '',
      excerpt: '',
      cost: '',
      currency: null,
      website: '',
      showMap: false,
      featured: false,
    })
    expect([categories, tags, venues, organizers, image]).toEqual([[], [], [], [], ''])
  })
})

describe('05 §7 members', () => {
  it('url or website; a bad one is dropped with a warning', () => {
    expect(item({ url: 'https://x.example/?a=1&amp;b=2' }).values.website).toBe('https://x.example/?a=1&b=2')
    expect(item({ website: 'https://w.example/', url: 'https://u.example/' }).values.website).toBe(
      'https://w.example/',
    )
    for (const url of [
      'javascript:alert(1)',
      '//host/x',
      'words',
      'file:///etc/passwd',
      `https://x.example/${'y'.repeat(2_048)}`,
    ]) {
      const read = item({ url })
      expect(read.values).toEqual({})
      expect(read.warnings).toEqual(['bad_url'])
    }
  })
  it('names are names, also digits', () => {
    expect(item({ categories: ['12', 7, ' Fairs ', 'Fairs', ''], tags: 'a, b,,c' })).toMatchObject({
      categories: ['12', '7', 'Fairs'],
      tags: ['a', 'b', 'c'],
    })
    expect(item({ categories: ['Drama, Dance'] }).categories).toEqual(['Drama, Dance'])
  })
  it.each([
    ['prefix', 'prefix'],
    ['Postfix', 'postfix'],
    ['suffix', 'postfix'],
    ['behind', ''],
  ])('02 §1.1 a currency stands where events know it to: %s', (sent, position) => {
    const { currency } = item({ cost: '5', currency_symbol: '€', currency_position: sent }).values
    expect(currency).toEqual({ symbol: '€', position, code: '' })
  })
  it('cost and currency', () => {
    expect(item({ cost: 10 }).values.cost).toBe('10')
    expect(item({ cost: [10, 20] }).values.cost).toBe('10 - 20')
    expect(item({ cost: '5', currency_code: 'EUR', currency_symbol: '€' }).values.currency).toEqual({
      symbol: '€',
      position: '',
      code: 'EUR',
    })
  })
  it('lists and objects where texts belong count as not sent: a mistake clears nothing', () => {
    const odd = [{ a: 1 }, ['x'], [[]]]
    for (const value of odd) {
      const { values } = item({ description: value, excerpt: value, website: value, featured: value })
      expect(values).toEqual({})
    }
    expect(item({ categories: { a: 1 }, tags: { 0: 'x' } })).toMatchObject({
      categories: undefined,
      tags: undefined,
    })
    expect(item({ description: {}, website: [], categories: {}, tags: null })).toMatchObject({
      values: { description: '', website: '' },
      categories: [],
      tags: [],
    })
  })
  it('core booleans in any type; others count as not sent', () => {
    expect(
      item({ featured: 1, sticky: 'False', hide_from_listings: 'true', show_map: '0', show_map_link: 'yes' })
        .values,
    ).toEqual({ featured: true, sticky: false, hidden: true, showMap: false })
  })
  it('venue and organizer members, loosely typed', () => {
    const read = item({
      venue: {
        venue: 'Hall',
        zip: 12180,
        latitude: '42.73',
        longitude: -73.69,
        website: 'javascript:x',
        city: '',
        unknown: 1,
      },
      organizer: [{ organizer: 'PTA', email: 'pta@x.example', global_id: 'o1' }, { organizer: ' ' }, 'Band'],
    })
    expect(read.venues).toEqual([
      { name: 'Hall', globalIds: [], values: { zip: '12180', latitude: 42.73, longitude: -73.69 } },
    ])
    expect(read.organizers).toEqual([
      { name: 'PTA', globalIds: ['o1'], values: { email: 'pta@x.example' } },
      { name: 'Band', globalIds: [], values: {} },
    ])
    expect(read.warnings).toEqual(['bad_url'])
  })
  it.each([
    [{ status: 'Postponed' }, ['unknown_status']],
    [{ status: 'CONFIRMED', featured: 'TRUE', sticky: '', all_day: null }, []],
    [{ status: 'canceled' }, []],
    [{ featured: 'yes' }, ['unknown_flag']],
    [{ all_day: 'maybe' }, ['unknown_flag']],
    [{ venue: { venue: 'Hall', latitude: 'north', longitude: '8.5' } }, ['bad_coordinates']],
    [{ venue: { venue: 'Hall', latitude: 91, longitude: 8.5 } }, ['bad_coordinates']],
    [{ venue: { venue: 'Hall', longitude: 8.5 } }, ['bad_coordinates']],
    [{ venue: { venue: 'Hall', latitude: '', longitude: null } }, []],
  ])('05 §11 a word that means nothing is told: %j', (over, warnings) => {
    expect(item(over).warnings).toEqual(warnings)
  })
  it('warnings of the parser stay', () => {
    expect(item({ warnings: ['series_truncated', 'bad_rrule'] }).warnings).toEqual([
      'series_truncated',
      'bad_rrule',
    ])
  })
  it('warnings are codes; whatever else an aggregator sends there is dropped', () => {
    const warnings = ['bad_url', 'Not a code', '<b>x</b>', 5, null, {}, 'x'.repeat(3_000)]
    expect(item({ warnings }).warnings).toEqual(['bad_url'])
    expect(item({ warnings: 'series_truncated' }).warnings).toEqual(['series_truncated'])
  })
  it('identity members', () => {
    expect(
      versionOf(
        fairItem({
          sequence: '2',
          last_modified: '2027-01-02T03:04:05Z',
          occurrence: '2027-05-08T14:00:00Z',
          global_id: 'a',
          global_id_lineage: ['b', 'a'],
        }),
      ),
    ).toEqual({
      uid: 'a1@feed.example',
      occurrence: '2027-05-08T14:00:00Z',
      globalIds: ['a', 'b'],
      sequence: 2,
      lastModified: '20270102T030405Z',
    })
    for (const sequence of ['9'.repeat(20), 1e300, 'two', '', null])
      expect(versionOf(fairItem({ sequence })).sequence).toBeNull()
    expect(versionOf(fairItem({ uid: 12345 }))).toMatchObject({
      uid: '12345',
      occurrence: null,
      sequence: null,
    })
    expect(versionOf(fairItem({ uid: '', parent_uid: 'p' }))).toMatchObject({
      uid: 'p',
      occurrence: '2027-05-08 10:00:00',
    })
  })
})
