import { utcTime } from '../../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { readFeed } from '../../../../services/imports/feed/feed-body.ts'
import type { RawItem } from '../../../../services/imports/item/item.ts'
import { calendarOf } from '../../../support/feed-server.ts'

const site = { zone: 'America/New_York', dateOrder: 'MDY', nowUtc: utcTime('2027-01-01 00:00:00') } as const

const taken = async (text: string, most: number) => {
  const parts: (readonly RawItem[])[] = []
  const feed = { body: Buffer.from(text), kind: 'ics', site, most } as const
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
