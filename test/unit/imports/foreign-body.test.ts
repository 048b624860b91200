import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../services/imports/csv/parse.ts'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import { at } from './ics/calendar.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const zip = (name: string) =>
  bytes(`PK\x03\x04\x14\0\x06\0\b\0[Content_Types].xml\xa2${'\0'.repeat(5_000)}${name}`)

const asTable = (body: Uint8Array) => parseCsv(body, { dateOrder: 'MDY' })
const asCalendar = (body: Uint8Array) => parseIcs(body, at)

/** What is neither table nor calendar, whatever its file is called. */
const FOREIGN: readonly (readonly [what: string, body: Uint8Array])[] = [
  ['it is an Excel workbook (.xlsx); save it as CSV', zip('xl/workbook.xml')],
  ['it is a spreadsheet (.ods); save it as CSV', zip('application/vnd.oasis.opendocument.spreadsheet')],
  ['it is a Numbers spreadsheet; export it as CSV', zip('Index/CalculationEngine.iwa')],
  [
    'it is a Word document (.docx); put its events into a table, and save that as CSV',
    zip('word/document.xml'),
  ],
  [
    'it is a ZIP archive; unpack it first',
    zip('a.csv\ntitle,start date\nFair,2027-05-08\nBEGIN:VCALENDAR\n'),
  ],
  [
    'it is a file of an older Office program (.xls, .doc); save it as CSV',
    bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  ],
  [
    'it is a PDF; put its events into a table, and save that as CSV',
    bytes('%PDF-1.7\ntitle,x\nBEGIN:VCALENDAR\n'),
  ],
  ['it is compressed; unpack it first', bytes('\x1f\x8b\x08\0\ntitle\nFair')],
  ['it is a picture', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  [
    'it is no text, but the file of a program; save or export it as CSV',
    bytes('SQLite format 3\0\x10\0\x01'),
  ],
  ['it is a text document (.rtf); put its events into a table, and save that as CSV', bytes('{\\rtf1\\ansi')],
  ['it is JSON; take the address of the iCalendar feed', bytes('[{"name":"Fair"}]')],
  ['it holds contacts', bytes('BEGIN:VCARD\nVERSION:3.0\n')],
]

describe('05 §8.1 and §9: what a body is that is none', () => {
  it.each(FOREIGN)('%s', (found, body) => {
    expect(asTable(body)).toEqual({ ok: false, reason: 'not_a_table', found })
    expect(asCalendar(body)).toEqual({ ok: false, reason: 'not_a_calendar', found })
  })

  it.each([
    ['as it is', bytes('BEGIN:VCALENDAR\r\n')],
    ['in UTF-16', Buffer.from('\ufeffBEGIN:VCALENDAR\r\n', 'utf16le')],
  ])('a calendar that is called a table is told so: %s', (_, body) => {
    expect(asTable(body)).toEqual({
      ok: false,
      reason: 'not_a_table',
      found: 'it is a calendar; call it .ics, or give its origin as ics',
    })
  })

  it.each([
    ['[Datum],[Veranstaltung]', ['[Datum]', '[Veranstaltung]']],
    ['{{Datum}},{{Veranstaltung}}', ['{{Datum}}', '{{Veranstaltung}}']],
    ['<none>;Titel;Beginn', ['<none>', 'Titel', 'Beginn']],
    ['<Titel>;<Beginn>', ['<Titel>', '<Beginn>']],
  ])('a table whose columns are in brackets is told them: %s', (header, columns) => {
    expect(asTable(bytes(`${header}\n1,2,3\n`))).toEqual({
      ...{ ok: false, reason: 'missing_title_column' },
      columns,
    })
  })

  it.each([
    ['it is JSON; take the address of the iCalendar feed', ['{"a":1}', '{}', ' [ {"a":1}]', '[]', '[["a"]]']],
    [
      'it is a web page; the address may need a sign-in, or is that of a page and not of its feed',
      ['<!DOCTYPE html>', '\n<html lang="de">', '<!-- x -->', '</div>', '<H1>Not found</H1>', '<p>No.</p>'],
    ],
  ])('%s', (found, texts) => {
    for (const text of texts) {
      expect(asTable(bytes(text))).toEqual({ ok: false, reason: 'not_a_table', found })
      expect(asCalendar(bytes(text))).toEqual({ ok: false, reason: 'not_a_calendar', found })
    }
  })

  it.each([
    ['Ctrl-Z', '\x1a'],
    ['NULs up to the end of a block', '\0'.repeat(600)],
  ])('what old systems put behind a text makes it no file of a program: %s', (_, end) => {
    expect(asTable(bytes(`Titel,Beginn\nFair,2027-05-08\n${end}`))).toMatchObject({
      reason: 'missing_title_column',
      columns: ['Titel', 'Beginn'],
    })
    expect(asCalendar(bytes(`Titel,Beginn${end}`))).toMatchObject({ found: 'it begins with "Titel,Beginn"' })
  })

  it('a table with titles is one, however it begins', () => {
    expect(asTable(Buffer.from('[Date],Title\n2027-05-08,Fair'))).toMatchObject({
      ok: true,
      items: [{ title: 'Fair' }],
    })
  })
})
