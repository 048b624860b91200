import { utcTime } from '../../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { readFeed } from '../../../../services/imports/feed/feed-body.ts'
import type { RawItem } from '../../../../services/imports/item/item.ts'
import { calendarOf } from '../../../support/feed-server.ts'

const site = { zone: 'America/New_York', dateOrder: 'MDY', nowUtc: utcTime('2027-01-01 00:00:00') } as const

const taken = async (text: string, most: number, kind: 'ics' | 'csv' = 'ics') => {
  const parts: (readonly RawItem[])[] = []
  const feed = { body: Buffer.from(text), kind, site, most } as const
  const end = await readFeed(feed, async items => {
    parts.push(items)
  })
  return { end, parts, items: parts.flat() }
}
const titles = (count: number) => Array.from({ length: count }, (_, n) => `Event ${n}`)

it.each([499, 500, 501, 4_999, 5_000, 5_001, 5_500])(
  '05 §1 limits: %d items come whole, in order and in parts, though they are counted first',
  async count => {
    // without its end
    const { end, items, parts } = await taken(
      calendarOf(...titles(count)).replace('END:VCALENDAR', ''),
      6_000,
    )
    expect(end).toEqual({ ok: true, warnings: ['truncated'] })
    expect(items.map(({ title }) => title)).toEqual(titles(count))
    expect(parts.every(part => part.length <= 500)).toBe(true)
    expect(items.flatMap(({ warnings }, n) => (warnings === undefined ? [] : [[n, warnings]]))).toEqual([
      [count - 1, ['truncated']],
    ])
  },
)

it('05 §1 limits: one more than are taken, and nothing is handed on; of far too many not all are counted', async () => {
  const tooMany = { ok: false, reason: 'too_many_items', most: 100 }
  expect(await taken(calendarOf(...titles(101)), 100)).toEqual({
    end: { ...tooMany, items: 101, isMore: false },
    parts: [],
    items: [],
  })
  expect((await taken(calendarOf(...titles(500)), 100)).end).toEqual({
    ...tooMany,
    items: 500,
    isMore: false,
  })
  expect((await taken(calendarOf(...titles(501)), 100)).end).toEqual({ ...tooMany, items: 500, isMore: true })
})

const event = (uid: string, ...lines: readonly string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART:20270501T100000Z', ...lines, 'END:VEVENT'].join('\r\n')
const others = (count: number, ...lines: readonly string[]) =>
  Array.from({ length: count }, (_, n) => event(`other-${n}`, 'SUMMARY:Other', ...lines))
const series = ['SUMMARY:Choir', 'RRULE:FREQ=DAILY;COUNT=20']
const file = (...events: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\r\n')

/** Behind 5,000 items the rest is counted: what has to be read for it, and what has not. */
const LARGE = {
  'a series before and behind them': [
    5_140,
    [event('a', ...series), ...others(5_100), event('b', ...series)],
  ],
  'a series and changed occurrences of it': [
    5_121,
    [
      ...others(5_100),
      event('a', ...series),
      event('a', 'SUMMARY:Moved', 'RECURRENCE-ID:20270503T100000Z'),
      event('a', 'SUMMARY:Once more', 'RECURRENCE-ID:20280503T100000Z'),
    ],
  ],
  'a single event with an override': [
    5_102,
    [...others(5_100), event('a'), event('a', 'SUMMARY:Moved', 'RECURRENCE-ID:20270601T100000Z')],
  ],
  'older versions of a series': [
    5_121,
    [
      ...others(5_100),
      event('a', ...series),
      event('a', 'SUMMARY:Newer', 'SEQUENCE:2', 'RRULE:FREQ=DAILY;COUNT=20'),
    ],
  ],
  'overrides without series': [5_200, others(5_200, 'RECURRENCE-ID:20270501T100000Z')],
  'series that never take place': [
    5_100,
    [...others(5_100), event('a', 'SUMMARY:Never', 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20270501T100000Z')],
  ],
} as const satisfies Record<string, readonly [number, readonly string[]]>

it.each(Object.entries(LARGE))(
  '05 §1 limits: %s are as many as they are counted',
  async (_, [count, events]) => {
    const text = file(...events)
    const { end, items } = await taken(text, count)
    expect([end.ok, items.length]).toEqual([true, count])
    expect(await taken(text, count - 1)).toEqual({
      end: { ok: false, reason: 'too_many_items', items: count, most: count - 1, isMore: false },
      ...{ parts: [], items: [] },
    })
  },
)

it.each([
  ['events', 'Name,Start Date', (n: number) => `Event ${n},5/1/2027`],
  ['venues', 'Venue Name,City', (n: number) => `Hall ${n},Troy`],
])('05 §1 limits: rows of %s are as many as they are counted, blank ones aside', async (_, head, row) => {
  const rows = Array.from({ length: 5_100 }, (_, n) => (n % 10 === 0 ? `${row(n)}\n , ` : row(n)))
  const text = [head, ...rows, ''].join('\n')
  const { end, items } = await taken(text, 5_100, 'csv')
  expect([end.ok, items.length]).toEqual([true, 5_100])
  expect((await taken(text, 5_099, 'csv')).end).toEqual({
    ok: false,
    reason: 'too_many_items',
    items: 5_100,
    most: 5_099,
    isMore: false,
  })
})
