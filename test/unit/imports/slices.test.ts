import { utcTime } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { csvItems } from '../../../services/imports/csv/parse.ts'
import { icsItems } from '../../../services/imports/ics/parse.ts'
import type { FeedItem } from '../../../services/imports/item/item.ts'

/** Large enough that every way of slicing has to slice. */
const SIZE = 4_194_304
const many = (text: string) => text.repeat(Math.ceil(SIZE / text.length))

const event = (lines: string) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:a',
    'DTSTART:20270101T100000Z',
    lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')

const walked = (steps: Generator<FeedItem | 'pause'>) => {
  const items: FeedItem[] = []
  let pauses = 0
  for (const step of steps) {
    if (step === 'pause') pauses++
    else items.push(step)
  }
  return { items, pauses }
}

const ics = (lines: string) =>
  walked(icsItems(Buffer.from(event(lines)), { nowUtc: utcTime('2027-01-01 00:00:00'), siteZone: 'UTC' }))
const csv = (text: string) => walked(csvItems(Buffer.from(text), { dateOrder: 'MDY' }))

/** A slice of at most so many bytes. */
const SLICES = SIZE / 65_536

describe('05 §8.1 size: one value as large as a body', () => {
  it.each([
    ['a description', `SUMMARY:A\r\nDESCRIPTION:${many('x')}`],
    ['escaped text', `SUMMARY:A\r\nDESCRIPTION:${many('\\,')}`],
    ['text in UTF-8', `SUMMARY:A\r\nDESCRIPTION:${many('é')}`],
    ['folds', `SUMMARY:A\r\nDESCRIPTION:${many(`${'x'.repeat(73)}\r\n `)}`],
    ['an attachment', `SUMMARY:A\r\nATTACH;ENCODING=BASE64:${many('QUJD')}`],
    ['categories', `SUMMARY:A\r\nCATEGORIES:${many('a,')}`],
    ['parameters', `SUMMARY:A\r\nX-A${many(';B=C')}:x`],
    ['quotes', `SUMMARY:A\r\nX-A;B=${many('"')}`],
    ['lines without meaning', `SUMMARY:A\r\n${many('X:y\r\n')}`],
    ['a rule', `SUMMARY:A\r\nRRULE:FREQ=DAILY;COUNT=3;BYDAY=${many('MO,')}TU`],
    ['exception dates', `SUMMARY:A\r\nRRULE:FREQ=DAILY;COUNT=1\r\nEXDATE:${many('20270102T100000Z,')}`],
    [
      'lines of exception dates',
      `SUMMARY:A\r\nRRULE:FREQ=DAILY;COUNT=1\r\n${many('EXDATE:20270102T100000Z\r\n')}`,
    ],
  ])('%s: pauses all along, and one item', (_, lines) => {
    const { items, pauses } = ics(lines)
    expect(items.map(({ title }) => title)).toEqual(['A'])
    expect(pauses).toBeGreaterThanOrEqual(SLICES)
  })

  it('text beyond every limit is cut where it is too large in any case', () => {
    const [item] = ics(`DESCRIPTION:${many('é\\,')}`).items
    // 131,072 bytes are allowed
    expect(Buffer.byteLength(item?.description ?? '')).toBeGreaterThan(131_072)
    expect(item?.description?.length).toBeLessThan(524_288)
    expect(item?.description).not.toContain('\ufffd')
    expect(item?.description).not.toContain('Ã')
  })

  it('dates that are not read are told of', () => {
    const line = `RRULE:FREQ=DAILY;COUNT=2\r\nEXDATE:${many('20270102T100000Z,')}20270101T100000Z`
    expect(ics(line).items).toMatchObject([
      { start_date: '2027-01-01 10:00:00', warnings: ['bad_exdate', 'too_many_dates'] },
    ])
  })

  it('a rule longer than any that means something is broken', () => {
    expect(ics(`RRULE:FREQ=DAILY;BYDAY=${many('MO,')}TU`).items).toMatchObject([{ warnings: ['bad_rrule'] }])
  })

  it('a rule that holds nothing is searched to its horizon, and so nothing of it is left out', () => {
    // of one Monday there is no sixth
    const { items } = ics('RRULE:FREQ=YEARLY;BYWEEKNO=38;BYDAY=MO;BYSETPOS=6')
    expect(items).toMatchObject([{ start_date: '2027-01-01 10:00:00' }])
    expect(items[0]).not.toHaveProperty('warnings')
  })

  it('more extra dates than are kept: the first thousand that are recent', () => {
    const day = (n: number) =>
      new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10).replaceAll('-', '')
    const dates = Array.from({ length: 15_000 }, (_, n) => `${day(n)}T100000Z`)
    const { items } = ics(`RDATE:${dates.join(',')}`)
    // from a year before the import to two years after it, which are fewer than a thousand and one
    expect(items).toHaveLength(1_000)
    expect(items[0]).toMatchObject({ start_date: '2026-01-01 10:00:00', warnings: ['series_truncated'] })
    expect(items.at(-1)?.start_date).toBe('2028-09-26 10:00:00')
  })

  it('blanks of any length before the calendar', () => {
    const body = Buffer.from(many(' ') + event('SUMMARY:A'))
    expect(
      walked(icsItems(body, { nowUtc: utcTime('2027-01-01 00:00:00'), siteZone: 'UTC' })).items.map(
        i => i.title,
      ),
    ).toEqual(['A'])
  })
})

describe('05 §9 one cell, row or column as large as a body', () => {
  it.each([
    ['a cell', `name,start date\nA,${many('x')}`, ['A']],
    ['a cell of quotes', `name,description\nA,"${many('""')}"`, ['A']],
    ['a cell of lines', `name,description\nA,"${many('\n')}"\nB,x`, ['A', 'B']],
    ['a row', `name,description\nA,x${many(',')}\nB,x`, ['A', 'B']],
    ['a header', `name${many(',x')}\nA`, ['A']],
    ['a quote that never ends', `name,description\nA,"${many('x,')}`, ['A']],
    ['blanks', `name\n${many(' ')}\nA`, ['A']],
    ['names', `name,tags\nA,"${many('a,')}"`, ['A']],
  ])('%s: pauses all along', (_, text, titles) => {
    const { items, pauses } = csv(text)
    expect(items.map(({ title }) => title)).toEqual(titles)
    expect(pauses).toBeGreaterThanOrEqual(SLICES)
  })

  it('lines are counted behind it', () => {
    expect(csv(`name,description\nA,"${many('\r\n')}"\nB,x`).items[1]?.line).toBe(3 + SIZE / 2)
  })
})
