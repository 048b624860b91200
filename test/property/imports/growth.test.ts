import { utcTime } from '../../../shared/kernel/brands.ts'
import { describe, it } from 'vitest'
import { readDate, isAmbiguous, readMoment } from '../../../services/imports/csv/dates.ts'
import { readTime } from '../../../services/imports/csv/times.ts'
import { fileColumns } from '../../../services/imports/csv/columns.ts'
import { flagOf, namesOf } from '../../../services/imports/csv/cells.ts'
import { csvItems } from '../../../services/imports/csv/parse.ts'
import { icsItems } from '../../../services/imports/ics/parse.ts'
import { readProperty } from '../../../services/imports/ics/property.ts'
import { readRule } from '../../../services/imports/ics/recurrence/rule.ts'
import { splitList, unescapeText } from '../../../services/imports/ics/text-value.ts'
import { uidOf } from '../../../services/imports/ics/uid.ts'
import { readDuration, readWall } from '../../../services/imports/ics/zones/wall.ts'
import { zoneNamed } from '../../../services/imports/ics/zones/zones.ts'
import { versionKeys } from '../../../services/imports/item/identity.ts'
import { counted } from '../../../services/imports/item/item.ts'
import { looseLine, looseNames, looseNumber } from '../../../services/imports/item/loose.ts'
import { readItem, versionOf } from '../../../services/imports/item/read-item.ts'
import { expectLinear } from '../../support/growth.ts'

const LINES = [
  ...[
    'a',
    ' ',
    '\t',
    '\r\n',
    '\n',
    '\r',
    '\r\n ',
    '\n\t',
    ':',
    ';',
    ',',
    '=',
    '"',
    '\\',
    '\\n',
    '\\,',
    '/',
    'é',
    '\0',
    '\ufeff',
  ],
  ...[
    'BEGIN:VEVENT\r\n',
    'END:VEVENT\r\n',
    'BEGIN:VCALENDAR\r\n',
    'END:VCALENDAR\r\n',
    'BEGIN:VALARM\n',
    'END:VALARM\n',
  ],
  ...[
    'BEGIN:VTIMEZONE\n',
    'END:VTIMEZONE\n',
    'BEGIN:STANDARD\n',
    'TZID:X\n',
    'UID:a\n',
    'SUMMARY:A\n',
    'DTSTART:20270501T080000\n',
  ],
  ...[
    'DTSTART;TZID=X:20270501T080000\n',
    'RRULE:FREQ=DAILY;COUNT=2\n',
    'RRULE:FREQ=HOURLY\n',
    'EXDATE:20270502T080000\n',
  ],
  ...[
    'RDATE:20270503T080000\n',
    'RECURRENCE-ID:20270501T080000\n',
    'METHOD:CANCEL\n',
    'EXRULE:FREQ=DAILY;INTERVAL=2\n',
    'SUMMARY;ENCODING=QUOTED-PRINTABLE:A=\n',
    '=\n',
    'SEQUENCE:1\n',
    'X-OLD-RRULE:1\n',
    'LOCATION:A\\, b\n',
    'CATEGORIES:a,b\n',
  ],
  ...[
    'ATTACH;FMTTYPE=image/png:http://a.example/\n',
    'ORGANIZER;CN="A":mailto:a@b\n',
    'X-WR-TIMEZONE:UTC\n',
    'GEO:1;2\n',
  ],
]
const PROPERTY = [
  'a',
  ' ',
  ':',
  ';',
  ',',
  '=',
  '"',
  '\\',
  '/',
  'TZID=',
  'CN=',
  'ENCODING=QUOTED-PRINTABLE',
  'BASE64',
  '=C3=A9',
  '=\r\n',
  'GMT+1 ',
  ' and ',
  'MAILTO:',
  '2027',
  'é',
  '\t',
  '^n',
  '%',
]
const RULES = [
  ...[
    'FREQ=',
    'DAILY',
    'HOURLY',
    'YEARLY',
    ';',
    '=',
    ',',
    'BYDAY=',
    'MO',
    '-1MO',
    'COUNT=',
    '1',
    '9',
    'UNTIL=',
    '20270501',
  ],
  ...[
    'INTERVAL=',
    'SKIP=FORWARD',
    'RSCALE=GREGORIAN',
    'BYSETPOS=',
    'BYMONTH=',
    'BYMONTHDAY=',
    'BYHOUR=',
    'WKST=',
    ' ',
    '-',
    '+',
    'a',
  ],
]
const DURATIONS = ['P', 'T', '1', '9', 'D', 'H', 'M', 'S', 'W', '-', '+', ' ', '2027', '05', 'Z', 'a', '.']
const CELLS = [
  ...[
    ',',
    ';',
    '\t',
    '|',
    '"',
    '""',
    '\r\n',
    '\n',
    '\r',
    ' ',
    'a',
    'é',
    '\0',
    '\ufeff',
    '%1',
    '1',
    '/',
    '-',
    '.',
    ':',
  ],
  ...[
    'name',
    'title',
    'event ',
    'start date',
    'venue name',
    'organizer name',
    'true',
    'May 8, 2027',
    '5/8/27',
    '10:00 pm',
  ],
]
const ITEMS = [
  'a',
  ' ',
  ',',
  '|',
  '\n',
  '\t',
  '<b>',
  '</b>',
  '&amp;',
  '<',
  '>',
  '"',
  '%1',
  '1',
  '-',
  '.',
  ':',
  '/',
  'é',
  '😀',
]

const body = (text: string): Uint8Array => Buffer.from(text)
const at = { nowUtc: utcTime('2027-05-01 20:00:00'), siteZone: 'America/New_York' }
const calendar = (text: string) => counted(icsItems(body(text), at))

describe('the work of a file grows with it: iCalendar', () => {
  it('line ends of one kind', () => {
    for (const signs of [['\r'], ['\n'], ['\r\r\n'], ['\r '], ['\n\t']])
      expectLinear(text => calendar(`BEGIN:VCALENDAR\n${text}`), { signs, runs: 3 })
  })
  it('a body of anything', () => {
    expectLinear(calendar, { signs: LINES, length: 8_000, runs: 30 })
  })
  it('a calendar of anything', () => {
    expectLinear(text => calendar(`BEGIN:VCALENDAR\r\n${text}`), { signs: LINES, length: 8_000, runs: 60 })
  })
  it('an event of anything', () => {
    const event = 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:A\nDTSTART:20270501T080000\n'
    expectLinear(text => calendar(`${event}${text}\nEND:VEVENT\nEND:VCALENDAR`), {
      signs: LINES,
      length: 8_000,
      runs: 60,
    })
  })
  it('events of anything, again and again', () => {
    const event = 'BEGIN:VEVENT\nUID:a\nSUMMARY:A\nDTSTART:20270501T080000\n'
    // of an hourly series each has a thousand items
    const events = LINES.filter(line => !line.includes('HOURLY')).map(line => `${event}${line}\nEND:VEVENT\n`)
    expectLinear(text => calendar(`BEGIN:VCALENDAR\n${text}`), { signs: events, length: 8_000, runs: 40 })
  })
  it.each([
    ['a property', (text: string) => readProperty({ text, at: 0, line: 1, cut: false })],
    [
      'its parameters',
      (text: string) => readProperty({ text: `DTSTART;${text}:1`, at: 0, line: 1, cut: false }),
    ],
    ['a text', unescapeText],
    ['a list', (text: string) => splitList(text, 10_000)],
    ['a uid', uidOf],
    ['a zone', zoneNamed],
  ])('%s', (_, work) => {
    expectLinear(work, { signs: PROPERTY, runs: 40 })
  })
  it.each([
    ['a rule', readRule],
    ['a rule of days', (text: string) => readRule(`FREQ=YEARLY;BYDAY=${text}`)],
    ['a rule of hours', (text: string) => readRule(`FREQ=DAILY;BYHOUR=${text}`)],
  ])('%s', (_, work) => {
    expectLinear(work, { signs: RULES, runs: 40 })
  })
  it.each([
    ['a date', readWall],
    ['a duration', readDuration],
    ['a period of time', (text: string) => readDuration(`P${text}`)],
  ])('%s', (_, work) => {
    expectLinear(work, { signs: DURATIONS, runs: 40 })
  })
})

describe('the work of a file grows with it: CSV', () => {
  const file = (text: string) => counted(csvItems(body(text), { dateOrder: 'MDY' }))
  it('a body of anything', () => {
    expectLinear(file, { signs: CELLS, length: 8_000, runs: 40 })
  })
  it('rows of anything', () => {
    const header = 'name,start date,start time,venue name,organizer name,tags,description\n'
    expectLinear(text => file(`${header}${text}`), { signs: CELLS, length: 8_000, runs: 60 })
  })
  it.each([
    ['a date', (text: string) => readDate(text, 'MDY')],
    ['a date with a time', (text: string) => readMoment(text, 'MDY')],
    ['whether a date is ambiguous', (text: string) => isAmbiguous(text, 'MDY')],
    ['a time', readTime],
    ['a flag', flagOf],
    ['names', namesOf],
    ['a header', (text: string) => fileColumns(text.split(','))],
  ])('%s', (_, work) => {
    expectLinear(work, { signs: CELLS, runs: 30 })
  })
})

describe('the work of an item grows with it', () => {
  it.each([
    ['a line', looseLine],
    ['names', looseNames],
    ['a number', looseNumber],
    [
      'its version',
      (text: string) => versionKeys('s', versionOf({ uid: text, global_id: text, last_modified: text })),
    ],
  ])('%s', (_, work) => {
    expectLinear(work, { signs: ITEMS, runs: 30 })
  })
  it.each([
    'title',
    'description',
    'start_date',
    'end_date',
    'start_hour',
    'timezone',
    'cost',
    'website',
    'image',
    'categories',
    'venue',
    'organizer',
    'status',
    'all_day',
    'warnings',
  ])('%s', member => {
    const item = { uid: 'a', title: 'A', start_date: '2027-05-08 10:00:00' }
    expectLinear(text => readItem({ ...item, [member]: text }), { signs: ITEMS, runs: 15, length: 4_000 })
  })
})
