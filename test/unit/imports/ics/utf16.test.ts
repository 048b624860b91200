import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../../services/imports/csv/parse.ts'
import { parseIcs } from '../../../../services/imports/ics/parse.ts'
import { withoutUtf16 } from '../../../../services/imports/item/utf16.ts'
import { at, calendar, event } from './calendar.ts'

const swapped = (body: Buffer) => Buffer.from(body).swap16()
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const feedOf = (description: string) =>
  calendar(...event(`DESCRIPTION:${description}`, 'DTSTART:20270508T100000'))

const read = (body: Uint8Array): { readonly text: string; readonly pauses: number } => {
  let pauses = 0
  const steps = withoutUtf16(body)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return { text: Buffer.from(step.value).toString('utf8'), pauses }
    pauses++
  }
}

describe('05 §8.1 bytes: UTF-16', () => {
  it.each([
    ['little, with its mark', (text: string) => utf16(`\ufeff${text}`)],
    ['big, with its mark', (text: string) => swapped(utf16(`\ufeff${text}`))],
    ['little, without', utf16],
    ['big, without', (text: string) => swapped(utf16(text))],
  ])('%s end first: every letter is itself', (_, encode) => {
    const feed = parseIcs(encode(feedOf('Zürich 山川 🎉')), at)
    expect(feed).toMatchObject({ ok: true, warnings: [], items: [{ description: 'Zürich 山川 🎉' }] })
  })
  it.each([
    ['its first letter is beyond Latin-1', 'Łódź,Title,Start date\n', 'Ярмарка'],
    ['no title is in Latin letters', 'Город;Title;Start date\nМосква;Осенняя ярмарка;2027-05-08\n', 'Ёлка'],
    ['a letter has a zero on the other side', 'Āda,Title,Start date\n', 'Ā　Ѐ'],
  ])('a table without mark: %s', (_, header, title) => {
    const text = `${header}${header.includes(';') ? `Тверь;${title};` : `Āda,${title},`}2027-05-08\n`
    for (const body of [utf16(text), swapped(utf16(text))]) {
      const table = parseCsv(body, { dateOrder: 'MDY' })
      expect(table.ok && table.items.at(-1)?.title).toBe(title)
    }
  })
  it('a character between two slices is whole, and others have their turn there', () => {
    const text = `B${'🎉'.repeat(600_000)}`
    const { text: back, pauses } = read(utf16(`\ufeff${text}`))
    expect(back === text).toBe(true)
    expect(pauses).toBe(3)
  })
  it('half a character at the end is none; what is no calendar stays none', () => {
    expect(read(Buffer.concat([utf16('\ufeffab'), Buffer.from('c')])).text).toBe('ab\ufffd')
    expect(parseIcs(utf16('\ufeff<html></html>'), at)).toMatchObject({
      reason: 'not_a_calendar',
      found: expect.stringContaining('a web page') as unknown,
    })
  })
  it.each([
    ['UTF-8', 'BEGIN:VCALENDAR'],
    ['a stray NUL before it', '\u0000BEGIN'],
    ['strays among much text', `Title\0,Start date\0\0${'A fair in the hall. '.repeat(9)}\0`],
    ['cells filled up with NULs', `Title\0\0\0,Start\0\0\0\0,End\0\0\n`.repeat(9)],
    ['', ''],
  ])('other bytes are handed on as they are: %s', (_, text) => {
    const body = Buffer.from(text)
    const step = withoutUtf16(body).next()
    expect([step.done, step.value]).toEqual([true, body])
  })
})
