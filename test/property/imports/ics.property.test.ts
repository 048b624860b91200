import { utcTime } from '../../../shared/kernel/brands.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseIcs } from '../../../services/imports/ics/parse.ts'

const at = { nowUtc: utcTime('2026-11-27 12:00:00'), siteZone: 'America/New_York' }

const small = [
  'BEGIN:VCALENDAR',
  'X-WR-TIMEZONE:Europe/Lisbon',
  'BEGIN:VTIMEZONE',
  'TZID:Own 1',
  'BEGIN:STANDARD',
  'DTSTART:20001029T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:a@x.example',
  'SUMMARY:Été &amp; fête\\, à l’école',
  'DTSTART;TZID="Own 1":20270301T080000',
  'DURATION:P1DT2H',
  'RRULE:FREQ=MONTHLY;BYDAY=-1MO,2TU;COUNT=9;BYSETPOS=1',
  'RDATE;VALUE=PERIOD:20270401T080000Z/PT1H',
  'EXDATE;TZID=W. Europe Standard Time:20270405T080000',
  'LOCATION:Hall\\, 1 Main St',
  'CATEGORIES:A\\,B,C',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:a@x.example',
  'RECURRENCE-ID;RANGE=THISANDFUTURE:20270329T060000Z',
  'DTSTART;VALUE=DATE:20270329',
  'DTEND:20270331T000000Z',
  'STATUS:CANCELLED',
  'END:VEVENT',
  'END:VCALENDAR',
]
const body = Buffer.from(small.join('\r\n'))

const pieces = fc.constantFrom(
  ...[
    'BEGIN:VEVENT',
    'END:VEVENT',
    'BEGIN:VCALENDAR',
    'RRULE:FREQ=HOURLY',
    'DTSTART:00010101',
    'DTEND:99991231T235959Z',
  ],
  ...[
    'COUNT=999999999;',
    'INTERVAL=999999999;',
    '99',
    '-',
    'Z',
    'T',
    ':',
    ';',
    ',',
    '"',
    '\\',
    '/',
    '=',
    '\r',
    '\n',
    '\r\n ',
  ],
  ...[
    'FREQ=YEARLY;',
    'BYMONTHDAY=30;BYMONTH=2;',
    'P9999999W',
    'TZID=Europe/Berlin',
    '99991231',
    '\u0000',
    'é',
  ],
)

const change = fc.record({
  place: fc.nat(body.length),
  remove: fc.nat(12),
  insert: fc.oneof(pieces, fc.string({ maxLength: 4 })),
})

const changed = (changes: readonly { place: number; remove: number; insert: string }[]) =>
  changes.reduce<Buffer>(
    (bytes, { place, remove, insert }) =>
      Buffer.concat([bytes.subarray(0, place), Buffer.from(insert), bytes.subarray(place + remove)]),
    body,
  )

const date = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d:\d\dZ?)?$/

const expectSound = (bytes: Uint8Array) => {
  const feed = parseIcs(bytes, at)
  if (!feed.ok) return
  for (const { start_date, end_date, timezone, all_day } of feed.items) {
    if (start_date === undefined)
      expect([end_date, timezone, all_day]).toEqual([undefined, undefined, undefined])
    else
      expect([date.test(start_date), date.test(end_date ?? ''), typeof timezone]).toEqual([
        true,
        true,
        'string',
      ])
  }
}

describe('any bytes', () => {
  it('are parsed without fault or hang: changed calendars', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), changes => {
        expectSound(changed(changes))
      }),
      { numRuns: 400 },
    )
  })

  it('are parsed without fault or hang: noise inside a calendar', () => {
    const begin = Buffer.from('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), noise => {
        expectSound(Buffer.concat([begin, noise, Buffer.from('\nEND:VEVENT')]))
      }),
      { numRuns: 300 },
    )
  })
})

describe('folding', () => {
  const whole = parseIcs(body, at)

  it('a file differently never changes its items', () => {
    const folds = fc.array(
      fc.record({ place: fc.nat(body.length), fold: fc.constantFrom('\r\n ', '\r\n\t', '\n ', '\r ') }),
      {
        minLength: 1,
        maxLength: 60,
      },
    )
    fc.assert(
      fc.property(folds, chosen => {
        const inLines = chosen.filter(({ place }) => ![0x0a, 0x0d].includes(body[place] ?? 0x0a))
        const inserts = new Map(inLines.map(({ place, fold }) => [place, fold]))
        const folded = Buffer.concat(
          [...body].map((byte, place) => {
            const fold = place > 0 && body[place - 1] !== 0x0a ? inserts.get(place) : undefined
            return Buffer.concat([Buffer.from(fold ?? ''), Buffer.of(byte)])
          }),
        )
        const parsed = parseIcs(folded, at)
        const withoutLines = (feed: typeof parsed) =>
          feed.ok && feed.items.map(item => ({ ...item, line: 0 }))
        expect(withoutLines(parsed)).toEqual(withoutLines(whole))
      }),
      { numRuns: 300 },
    )
  })

  it('the file has items to compare', () => {
    expect(whole.ok && whole.items.length).toBe(11)
  })
})
