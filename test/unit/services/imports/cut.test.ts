import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../../services/imports/csv/parse.ts'
import { entryRowOf } from '../../../../services/imports/directory/read-row.ts'
import { cutHtml } from '../../../../services/imports/item/cut.ts'
import type { RawItem } from '../../../../services/imports/item/item.ts'
import { readItem } from '../../../../services/imports/item/read-item.ts'
import { shorterOf } from '../../../../services/imports/item/shorter.ts'
import { calendar, event, itemsOf } from '../../imports/ics/calendar.ts'

const MOST = 131_072
const x = (length: number) => 'x'.repeat(length)

const read = (members: RawItem) => {
  const result = readItem({ title: 'Fair', start_date: '2027-05-08', ...members })
  if (!result.ok) throw new Error(result.reason)
  return { ...result.item, warnings: result.warnings }
}

describe('05 §7 long texts', () => {
  it.each([
    ['as long as it may be', x(MOST), x(MOST)],
    ['at a character of one byte', x(MOST + 1), x(MOST)],
    ['between characters of several', `x${'é'.repeat(MOST / 2)}`, `x${'é'.repeat(MOST / 2 - 1)}`],
    ['between characters of two parts', `${x(MOST - 2)}😀`, x(MOST - 2)],
    ['before a tag', `${x(MOST - 3)}<b class="a">c</b>`, x(MOST - 3)],
    ['before the end of a tag', `${x(MOST - 4)}<b></b>`, `${x(MOST - 4)}<b>`],
    ['behind a sign that begins no tag', `${x(MOST - 4)}a < b`, `${x(MOST - 4)}a < `],
    ['before a character reference', `${x(MOST - 3)}&amp;b`, x(MOST - 3)],
    ['before a picture that is longer than all', `a<img src="data:${x(MOST)}">`, 'a'],
  ])('are cut: %s', (_, text, cut) => {
    expect(cutHtml(text)).toBe(cut)
  })

  it('descriptions and excerpts are cut, then cleaned, with a warning', () => {
    const long = `<b onclick="x()">${x(MOST)}</b>`
    const start = `<b>${x(MOST - '<b onclick="x()">'.length)}</b>`
    expect(read({ description: long, excerpt: long })).toMatchObject({
      values: { description: start, excerpt: start },
      warnings: ['text_cut'],
    })
    expect(read({ description: x(MOST), excerpt: x(MOST) }).warnings).toEqual([])
  })

  it.each([
    ['cost', { cost: x(2_001) }],
    ['a price from and to', { cost: [x(1_000), x(999)] }],
    ['currency', { currency_symbol: x(2_001) }],
    ['a category', { categories: [x(2_001)] }],
    ['a venue', { venue: { venue: x(2_001) } }],
    ['the address of a venue', { venue: { venue: 'Hall', address: x(2_001) } }],
    ['an organizer', { organizer: x(2_001) }],
  ])('%s is cut, and the event stays', (_, members) => {
    const { warnings, ...item } = read(members)
    expect(warnings).toEqual(['text_cut'])
    expect(JSON.stringify(item)).not.toContain(x(2_001))
  })

  it('short names that are many together are not', () => {
    expect(read({ tags: Array.from({ length: 60 }, (_, n) => `${x(50)}${n}`).join(',') }).warnings).toEqual(
      [],
    )
  })

  it('of lists the first hundred are taken', () => {
    const names = Array.from({ length: 101 }, (_, n) => `n${n}`)
    for (const [member, as] of [
      ['categories', 'categories'],
      ['tags', 'tags'],
      ['venue', 'venues'],
      ['organizer', 'organizers'],
    ] as const) {
      const item = read({ [member]: names })
      expect([member, item[as]?.length, item.warnings]).toEqual([member, 100, ['list_cut']])
      expect(read({ [member]: names.slice(1) }).warnings).toEqual([])
    }
  })

  it('a web address is whole, or none', () => {
    const address = `https://x.example/${x(2_020)}`
    expect(read({ venue: { venue: 'Hall', website: address } }).venues?.[0]?.values.website).toBe(address)
    expect(read({ venue: { venue: 'Hall', website: address + x(20) } })).toMatchObject({
      warnings: ['bad_url'],
      venues: [{ values: {} }],
    })
  })

  it('rows of venue files are cut, too, but for their name', () => {
    const row = (venue: RawItem) => entryRowOf('s', 1, { csv_row: 'venue', venue })
    expect(row({ venue: 'Hall', phone: x(2_001) })).toMatchObject({
      warnings: ['text_cut'],
      entry: { values: { phone: x(2_000) } },
    })
    expect(row({ venue: x(2_001) })).toMatchObject({ outcome: 'failed', reason: 'too_large' })
  })

  it('what is too large as a whole is made shorter, and what identifies it is not touched', () => {
    const item = {
      ...{ uid: x(3_000), title: 'Fair', description: x(500_000), url: x(5_000), warnings: ['overnight'] },
      ...{ tags: [x(3_000)], venue: { venue: x(3_000), global_id: x(3_000) } },
    }
    const lengths = [...shorterOf(item)].map(({ uid, title, description, url, tags, venue, warnings }) => [
      ...[uid, title, description, url].map(text => JSON.stringify(text).length - 2),
      ...[tags, venue].map(value => JSON.stringify(value).length),
      warnings,
    ])
    expect(lengths[0]).toEqual([3_000, 4, MOST, 2_049, 2_004, 5_027, ['overnight', 'text_cut']])
    expect(lengths[4]).toEqual([3_000, 4, MOST / 16, 2_049, 129, 3_152, ['overnight', 'text_cut']])
  })

  it('files say where the text stands', () => {
    const ics = itemsOf(calendar(...event('DTSTART:20270508T100000', `DESCRIPTION:${x(MOST + 1)}`)))
    expect(ics[0]?.found).toEqual({ text_cut: `DESCRIPTION:${x(60)}…` })
    const body = `Title,Start Date,Cost,Tags\nFair,2027-05-08,${x(2_001)},"${'a,'.repeat(101)}"\n${x(2_001)},2027-05-08,,\n`
    const csv = parseCsv(Buffer.from(body), { dateOrder: 'MDY' })
    const found = csv.ok ? csv.items.map(item => Object.entries(item.found ?? {})) : []
    expect(found.map(one => one.map(([code, text]) => [code, text.slice(0, 8)]))).toEqual([
      [
        ['list_cut', 'Tags: a,'],
        ['text_cut', 'Cost: xx'],
      ],
      [['too_large', 'Title: x']],
    ])
  })
})
