import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from './random.ts'

/** A body before it is changed, and how it is to be read. */
export type Seed = {
  readonly name: string
  readonly kind: 'ics' | 'csv'
  readonly body: Buffer
  /** What the same source had before. */
  readonly former?: Buffer
}

const samples = join(import.meta.dirname, '..', '..', '..', 'shared', 'samples')

/** Feeds as they are found, where they are on this machine; the generated ones need none. */
export const sampleSeeds = (): readonly Seed[] =>
  (existsSync(samples) ? readdirSync(samples) : [])
    .filter(name => /\.(ics|csv)$/.test(name))
    .map(name => ({
      name,
      kind: name.endsWith('.csv') ? 'csv' : 'ics',
      body: readFileSync(join(samples, name)),
    }))

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'W. Europe Standard Time',
  '"Quoted/Zone"',
  'UTC',
  'X',
] as const
const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'] as const
const PARTS = [
  'BYDAY=MO,TU',
  'BYDAY=2FR',
  'BYMONTHDAY=-1',
  'BYMONTH=3,11',
  'BYSETPOS=-1',
  'BYHOUR=2,3',
  'WKST=SU',
  'RSCALE=GREGORIAN;SKIP=BACKWARD;BYMONTHDAY=31',
  'RSCALE=GREGORIAN;SKIP=FORWARD;BYMONTHDAY=29,30',
  'SKIP=OMIT;BYMONTH=2;BYMONTHDAY=30',
  'RSCALE=CHINESE',
  'COUNT=0',
  'INTERVAL=0',
] as const
/** Texts as other encodings write them, the last of them none. */
const ENCODED = [
  'DESCRIPTION;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Sch=C3=BCler=\r\n und =0D=0AEltern',
  'LOCATION;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Caf=E9, 1 Street',
  'SUMMARY;CHARSET=WINDOWS-1252;ENCODING=BASE64:RuB0ZQ==',
  'COMMENT;CHARSET=SHIFT_JIS:x',
  'DESCRIPTION;CHARSET=X-NONE;ENCODING=QUOTED-PRINTABLE:=ZZ=',
] as const
const ENDS = ['', ';COUNT=5', ';UNTIL=20271231', ';UNTIL=20271231T235959Z', ';COUNT=100000'] as const

const pad = (value: number, width = 2) => String(value).padStart(width, '0')

const instant = ({ number }: Random) =>
  `${pad(2020 + number(10), 4)}${pad(1 + number(12))}${pad(1 + number(28))}T${pad(number(24))}${pad(number(60))}00`

const property = (name: string, random: Random) => {
  const form = random.number(3)
  if (form === 0) return `${name}:${instant(random)}Z`
  if (form === 1) return `${name};VALUE=DATE:${instant(random).slice(0, 8)}`
  return `${name};TZID=${random.oneOf(ZONES)}:${instant(random)}`
}

const eventLines = (random: Random, n: number): string[] => [
  'BEGIN:VEVENT',
  `UID:u${random.number(4)}@x`,
  `SUMMARY:Event ${n}\\, ${random.oneOf(['a', '<b>b</b>', 'é', ''])}`,
  property('DTSTART', random),
  ...(random.number(2) === 0 ? [property('DTEND', random)] : ['DURATION:PT1H30M']),
  ...(random.number(2) === 0
    ? [`RRULE:FREQ=${random.oneOf(FREQUENCIES)};${random.oneOf(PARTS)}${random.oneOf(ENDS)}`]
    : []),
  ...(random.number(3) === 0 ? [property('EXDATE', random)] : []),
  ...(random.number(4) === 0 ? [property('RDATE', random)] : []),
  ...(random.number(4) === 0 ? [property('RECURRENCE-ID', random)] : []),
  ...(random.number(3) === 0 ? ['LOCATION:Hall\\, 1 Street', 'GEO:42.1;-73.2', 'CATEGORIES:A\\,B,C'] : []),
  ...(random.number(5) === 0 ? ['STATUS:CANCELLED', 'SEQUENCE:3'] : []),
  ...(random.number(5) === 0 ? [`EXRULE:FREQ=${random.oneOf(FREQUENCIES)};${random.oneOf(PARTS)}`] : []),
  ...(random.number(5) === 0 ? [random.oneOf(ENCODED)] : []),
  ...(random.number(4) === 0 ? [`SEQUENCE:${random.number(4)}`, `LAST-MODIFIED:${instant(random)}Z`] : []),
  'END:VEVENT',
]

const ZONE = [
  ...['BEGIN:VTIMEZONE', 'TZID:X', 'BEGIN:STANDARD', 'DTSTART:19701101T020000', 'TZOFFSETFROM:-0400'],
  ...['TZOFFSETTO:-0500', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', 'END:STANDARD', 'END:VTIMEZONE'],
]

const HEADERS = [
  'Name',
  'Event Start Date',
  'Start Time',
  'End Date',
  'All Day',
  'Venue Name',
  'Organizer Name',
  'Tags',
  'Subject',
  'Location',
  'When',
  'Host',
  'Notes',
  'Hide Event From Event Listings',
  'Feature Event',
  'Private',
] as const
const CELLS = [
  '',
  'Fair',
  '5/6/2027',
  '13/05/2027',
  '2027-05-01',
  'May 1, 2027',
  '7:30 pm',
  'yes',
  'Ann, Bob',
  '"a ""b"" ,c"',
  '3. Mai 2027',
  'lundi 7 juin 2027 9h30',
  '07-Jun-27',
  '2027-06-07T09:30:00+02:00',
  '9.30 Uhr',
  '✓',
  'nein',
  'maybe',
] as const

const calendar = (random: Random): string => {
  const events = Array.from({ length: 1 + random.number(4) }, (_, n) => eventLines(random, n)).flat()
  return ['BEGIN:VCALENDAR', ...ZONE, ...events, 'END:VCALENDAR', ''].join(random.oneOf(['\r\n', '\n', '\r']))
}

const table = (random: Random): string => {
  const separator = random.oneOf([',', ';', '\t', '|'])
  const columns = HEADERS.filter(() => random.number(4) > 0)
  const row = () => columns.map(() => random.oneOf(CELLS)).join(separator)
  const hint = random.number(6) === 0 ? [`sep=${separator}`] : []
  return [...hint, columns.join(separator), ...Array.from({ length: 1 + random.number(8) }, row)].join('\r\n')
}

/** A small body of one of the two kinds. */
export const generatedSeed = (random: Random): Seed =>
  random.number(3) === 0
    ? { name: 'generated', kind: 'csv', body: Buffer.from(table(random)) }
    : { name: 'generated', kind: 'ics', body: Buffer.from(calendar(random)) }
