import { expect, it } from 'vitest'
import { csvRow } from '../../../../services/imports/csv/inert.ts'
import { parseCsv } from '../../../../services/imports/csv/parse.ts'

const HEADER = csvRow(['Event Name', 'Event Description', 'Event Start Date'])

it.each([
  ['=1+1', '=1+1'],
  ["'=1+1", "'=1+1"],
  ["'", "'"],
  ["'tis", "'tis"],
  ['\n', ''],
  ['\t', ''],
  ['\tafter a tab', 'after a tab'],
  ['\r\n-5 degrees', '-5 degrees'],
  [' +49 30 ', '+49 30'],
  ['＝1', '＝1'],
])(
  '05 §9 the reader makes the same of a cell %j of a table of ours, but for blanks around it',
  (text, read) => {
    const table = HEADER + csvRow(['Fair', text, '2027-05-08'])
    const feed = parseCsv(Buffer.from(table), { dateOrder: 'MDY' })
    expect(feed).toMatchObject({ ok: true, items: [{ title: 'Fair', description: read }] })
  },
)
