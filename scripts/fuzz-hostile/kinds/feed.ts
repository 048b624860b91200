import type { Kind } from '../input.ts'
import { pickFrom } from '../targets.ts'
import { ALPHABETS } from './content.ts'
import { followed } from './imported.ts'
import { countOf } from './repeat.ts'

type Feed = {
  readonly name: string
  readonly type: 'text/calendar' | 'text/csv'
  readonly text: (n: number, salt: number, sign: string) => string
}

const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (salt: number, ...lines: readonly string[]) =>
  [
    'BEGIN:VEVENT',
    `UID:h${salt}@x`,
    `SUMMARY:Hostile ${salt}`,
    'DTSTART:20270501T100000Z',
    ...lines,
    'END:VEVENT',
  ].join('\r\n')
const times = (n: number, line: (at: number) => string) =>
  Array.from({ length: n }, (_, at) => line(at)).join('\r\n')

const ics = (name: string, text: Feed['text']): Feed => ({ name: `ics ${name}`, type: 'text/calendar', text })
const one = (name: string, line: (n: number, sign: string) => string): Feed =>
  ics(name, (n, salt, sign) => calendar(event(salt, line(n, sign))))
const csv = (name: string, text: Feed['text']): Feed => ({ name: `csv ${name}`, type: 'text/csv', text })
const HEAD = 'Event Name,Event Start Date,Event End Date,Event Description'
const row = (salt: number, at: number, text: string) =>
  `Hostile ${salt} ${at},2027-05-01,2027-05-01,${text}\r\n`

/** Bodies of calendars and tables in which something is long, or stands there often. */
export const FEEDS: readonly Feed[] = [
  one(
    'lines of a description',
    (n, sign) => `DESCRIPTION:${`${sign.replace(/[\r\n]/g, '\\n')}\\n`.repeat(n)}`,
  ),
  one('description', (n, sign) => `DESCRIPTION:${sign.replace(/[\r\n]/g, '\\n').repeat(n)}`),
  one('location', (n, sign) => `LOCATION:${sign.replace(/[\r\n]/g, '\\n').repeat(n)}`),
  one('summary', (n, sign) => `SUMMARY:${sign.replace(/[\r\n]/g, '\\n').repeat(n)}`),
  one('folded lines', (n, sign) => `DESCRIPTION:a${`\r\n ${sign.replace(/[\r\n]/g, '')}`.repeat(n)}`),
  one('categories', n => `CATEGORIES:${'a,'.repeat(n)}`),
  one('lists of categories', n => times(n, at => `CATEGORIES:c${at % 50}`)),
  one('properties', n => times(n, at => `X-${at}:a`)),
  one('parameters', n => `DESCRIPTION${';X=a'.repeat(n)}:x`),
  one('quoted parameters', n => `DESCRIPTION;X="${'a'.repeat(n)}:x`),
  one('dates left out', n => `RRULE:FREQ=DAILY;COUNT=50\r\n${times(n, () => 'EXDATE:20270502T100000Z')}`),
  one(
    'a list of dates left out',
    n => `RRULE:FREQ=DAILY;COUNT=50\r\nEXDATE:${'20270502T100000Z,'.repeat(n)}`,
  ),
  one(
    'dates added',
    n =>
      `RDATE:${times(n, at => `2027${String(1 + (at % 12)).padStart(2, '0')}01T100000Z`).replaceAll('\r\n', ',')}`,
  ),
  one('parts of a rule', n => `RRULE:FREQ=DAILY;COUNT=5${';BYDAY=MO'.repeat(n)}`),
  one('days of a rule', n => `RRULE:FREQ=YEARLY;COUNT=5;BYYEARDAY=${'1,'.repeat(n)}1`),
  one(
    'a rule without days',
    n =>
      `RRULE:FREQ=${['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY'][n % 4] ?? ''};INTERVAL=${n};BYMONTH=2;BYMONTHDAY=30`,
  ),
  one('alarms', n => times(n, () => 'BEGIN:VALARM\r\nTRIGGER:-PT1M\r\nEND:VALARM')),
  one('depth', n => `${'BEGIN:VALARM\r\n'.repeat(n)}${'END:VALARM\r\n'.repeat(n)}X:y`),
  one('attendees', n => times(n, at => `ATTENDEE;CN="${at}":mailto:a@b.example`)),
  one(
    'far dates',
    n =>
      `DTEND:${String(2027 + n)
        .slice(-4)
        .padStart(4, '9')}0501T100000Z`,
  ),
  ics('events', (n, salt) => calendar(times(Math.min(n, 500), at => event(salt * 10_000 + at)))),
  ics('the same event', (n, salt) => calendar(times(n, () => event(salt)))),
  ics('series', (n, salt) =>
    calendar(times(Math.min(n, 2), at => event(salt * 10_000 + at, 'RRULE:FREQ=HOURLY'))),
  ),
  ics('exceptions', (n, salt) =>
    calendar(
      event(salt, 'RRULE:FREQ=DAILY;COUNT=500'),
      times(n, at => event(salt, `RECURRENCE-ID:2027050${1 + (at % 9)}T100000Z`)),
    ),
  ),
  ics('zones', (n, salt) =>
    calendar(
      times(n, at => `BEGIN:VTIMEZONE\r\nTZID:z${at}\r\nEND:VTIMEZONE`),
      event(salt),
    ),
  ),
  ics('changes of a zone', (n, salt) =>
    calendar(
      'BEGIN:VTIMEZONE',
      'TZID:Z',
      times(
        n,
        () =>
          'BEGIN:STANDARD\r\nDTSTART:19701101T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r\nEND:STANDARD',
      ),
      'END:VTIMEZONE',
      event(salt, 'DTSTART;TZID=Z:20270501T100000'),
    ),
  ),
  ics('calendars', (n, salt) => times(n, () => calendar(event(salt)))),
  ics('line ends', (n, salt) => calendar('\r\n'.repeat(n), event(salt))),
  ics('colons', (n, salt) => calendar(':'.repeat(n), event(salt))),
  ics('no end', n => 'BEGIN:VCALENDAR\r\n'.repeat(n)),
  csv(
    'rows',
    (n, salt) =>
      `${HEAD}\r\n${Array.from({ length: Math.min(n, 500) }, (_, at) => row(salt, at, 'x')).join('')}`,
  ),
  csv('the same row', (n, salt) => `${HEAD}\r\n${row(salt, 0, 'x').repeat(n)}`),
  csv('a cell', (n, salt, sign) => `${HEAD}\r\n${row(salt, 0, `"${sign.replaceAll('"', '""').repeat(n)}"`)}`),
  csv('quotes', (n, salt) => `${HEAD}\r\n${row(salt, 0, '"'.repeat(n))}`),
  csv('columns', (n, salt) => `${HEAD}${',x'.repeat(n)}\r\n${row(salt, 0, 'x')}`),
  csv('cells', (n, salt) => `${HEAD}\r\n${row(salt, 0, 'x,'.repeat(n))}`),
  csv('line ends', (n, salt) => `${HEAD}${'\r\n'.repeat(n)}${row(salt, 0, 'x')}`),
  csv(
    'tags',
    (n, salt) => `${HEAD.replace('Description', 'Tags')}\r\n${row(salt, 0, `"${'a,'.repeat(n)}"`)}`,
  ),
  csv(
    'a date',
    (n, salt, sign) => `${HEAD}\r\nHostile ${salt},"${sign.replaceAll('"', '').repeat(n)}",2027-05-01,x\r\n`,
  ),
]

const MOST_BYTES = 10 * 1024 * 1024
/** A feed that the service fetches from an address, and that then is read everywhere. */
export const feed: Kind = site => random => {
  const form = pickFrom(FEEDS, random)
  const sign = pickFrom(ALPHABETS, random)
  const each = form.text(200, 1, sign).length / 200
  const size = Math.max(1, Math.min(countOf(random), Math.floor(MOST_BYTES / each)))
  return {
    kind: `feed ${form.name}`,
    what: `${form.name} of ${JSON.stringify(sign)}`,
    size,
    perform: async (count, salt, talk) => {
      const url = talk.published(Buffer.from(form.text(count, salt, sign)), form.type)
      const done = await talk.operate('schedule-import', { url, every: '31d', post_status: 'publish' })
      await followed(site, `${String(done['schedule_id'])}_1`, talk)
      await talk.operate('unschedule', { schedule_id: done['schedule_id'] })
    },
  }
}
