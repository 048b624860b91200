import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseIcs } from '../../../../services/imports/ics/parse.ts'
import { cutLine } from '../../../../services/imports/item/cut.ts'
import type { RawItem } from '../../../../services/imports/item/item.ts'
import { readItem } from '../../../../services/imports/item/read-item.ts'
import { at, calendar, event, itemsOf, only, starts } from './calendar.ts'

const folder = join(import.meta.dirname, '../../../../../shared/samples/reported')
const reported = (name: string) => itemsOf(readFileSync(join(folder, name)))
const days = (rule: string, ...more: readonly string[]) =>
  itemsOf(calendar(...event('DTSTART:20270405T100000', `RRULE:${rule}`, ...more)))
const dated = (rule: string, start: string) =>
  starts(itemsOf(calendar(...event(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`))))

describe('05 §8.1 encodings', () => {
  it('quoted-printable texts are decoded, also in two lines', () => {
    expect(reported('n84.ics')).toMatchObject([
      { title: 'Café am Abend', description: 'Zeile\r\nzwei', line: 3 },
    ])
  })
  it.each([
    ['SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Caf=E9', 'Café'],
    ['SUMMARY;QUOTED-PRINTABLE:a=3Db', 'a=b'],
    ['SUMMARY;ENCODING=QUOTED-PRINTABLE:a=\r\n =C3=A9=\r\nEND:b', 'aéEND:b'],
    ['SUMMARY;ENCODING=QUOTED-PRINTABLE:50=zz%', '50=zz%'],
    ['SUMMARY;ENCODING=BASE64:Q2Fmw6k=', 'Café'],
    ['SUMMARY;ENCODING=b;CHARSET=utf-8:Q2Fmw6k=', 'Café'],
    ['SUMMARY:1+1=\r\nDESCRIPTION:2', '1+1='],
    ['SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=Shift_JIS:=8ER=93=87', '山島'],
  ])('%j', (line, title) => {
    const lines = ['BEGIN:VEVENT', line, 'DTSTART:20270405T100000', 'END:VEVENT']
    expect(itemsOf(calendar(...lines))).toMatchObject([{ title }])
  })
  it('a charset that nobody knows is told', () => {
    const lines = ['BEGIN:VEVENT', 'SUMMARY;CHARSET=X-OLD;ENCODING=QUOTED-PRINTABLE:A', 'END:VEVENT']
    expect(itemsOf(calendar(...lines))).toMatchObject([
      { title: 'A', warnings: ['unknown_charset'], found: { unknown_charset: 'SUMMARY;CHARSET=X-OLD' } },
    ])
  })
  it.each([
    ['', 'it is empty; export or fetch it again'],
    [
      '<!doctype html>',
      'it is a web page; the address may need a sign-in, or is that of a page and not of its feed',
    ],
    ['{"a":1}', 'it is JSON; take the address of the iCalendar feed'],
    ['Name,Start', 'it begins with "Name,Start"'],
  ])('no calendar: %j', (body, found) => {
    expect(parseIcs(Buffer.from(body), at)).toEqual({ ok: false, reason: 'not_a_calendar', found })
  })
})

describe('05 §8.3 zones', () => {
  it('names of Windows as programs write them out', () => {
    expect(reported('n70.ics').map(({ timezone, warnings }) => [timezone, warnings])).toEqual([
      ['America/Los_Angeles', undefined],
      ['America/Los_Angeles', undefined],
      ['Europe/Warsaw', undefined],
      ['America/Los_Angeles', undefined],
      ['Europe/Berlin', undefined],
      ['Europe/Vienna', undefined],
      ['Europe/Berlin', undefined],
    ])
  })
  it.each([
    ['(GMT+01.00) Amsterdam/Berlin/Bern', 'Europe/Berlin'],
    ['(UTC+10:00) Canberra and Melbourne & Sydney', 'Australia/Sydney'],
    ['(GMT-05:00) Bogota, Lima; Quito', 'America/Bogota'],
    ['GMT -5:00 Eastern Time (US and Canada)', 'America/New_York'],
  ])('%s', (name, zone) => {
    expect(only(`DTSTART;TZID="${name}":20270405T100000`)).toMatchObject({ timezone: zone })
  })
  it('a name of an offset whose definition has summer time means that', () => {
    const zone = (name: string) => [
      ...[
        'BEGIN:VTIMEZONE',
        `TZID:${name}`,
        'BEGIN:STANDARD',
        'DTSTART:19701025T020000',
        'TZOFFSETFROM:+0100',
      ],
      ...['TZOFFSETTO:+0000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
      ...['DTSTART:19700329T010000', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0100'],
      ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ]
    const read = (name: string) =>
      itemsOf(calendar(...zone(name), ...event(`DTSTART;TZID=${name}:20270701T100000`)))[0]
    expect(read('GMT')).toMatchObject({
      timezone: 'UTC+1',
      warnings: ['file_timezone'],
      found: { file_timezone: 'GMT' },
    })
    expect(read('UTC')).toMatchObject({ timezone: 'UTC' })
    expect(read('Europe/Paris')).toMatchObject({ timezone: 'Europe/Paris' })
    expect(only('DTSTART;TZID=GMT:20270701T100000')).not.toHaveProperty('warnings')
  })
})

describe('05 §8.4 dates', () => {
  it('a date with a time has that time', () => {
    expect(reported('n71.ics')).toMatchObject([
      {
        start_date: '2027-08-04 18:00:00',
        end_date: '2027-08-04 19:00:00',
        all_day: false,
        warnings: ['date_with_time'],
        found: { date_with_time: 'DTSTART;VALUE=DATE:20270804T180000; DTEND;VALUE=DATE:20270804T190000' },
      },
    ])
  })
  it('what is empty says nothing', () => {
    const item = only('DTSTART:20270405T100000', 'DTEND:', 'RRULE:', 'EXDATE:', 'RDATE: ', 'EXRULE:')
    expect(item).toMatchObject({ start_date: '2027-04-05 10:00:00' })
    expect(item).not.toHaveProperty('warnings')
    expect(item).not.toHaveProperty('occurrence')
  })
  it('an end beside a duration is told', () => {
    expect(only('DTSTART:20270405T100000', 'DTEND:20270405T110000', 'DURATION:PT3H')).toMatchObject({
      end_date: '2027-04-05 11:00:00',
      warnings: ['two_ends'],
    })
  })
})

describe('05 §8.5 parts of rules', () => {
  it('a count or an interval that means nothing is left out', () => {
    expect(reported('n29.ics')).toHaveLength(4)
    expect(reported('n29.ics')[0]).toMatchObject({
      warnings: ['bad_rrule_part'],
      found: { bad_rrule_part: 'COUNT=-1' },
    })
    expect(reported('n72.ics')[0]).toMatchObject({ warnings: ['bad_rrule_part'] })
    expect(starts(reported('n72.ics'))).toEqual(['2027-10-04', '2027-11-01', '2027-11-29', '2027-12-27'])
    expect(days('FREQ=DAILY;INTERVAL=0;COUNT=2')).toHaveLength(2)
    expect(days('FREQ=WEEKLY;COUNT=0').length).toBeGreaterThan(100)
  })

  it('days that a month does not have go where the rule says', () => {
    expect(starts(reported('n25.ics'))).toEqual(
      ['2024-02-29', '2025-03-01', '2026-03-01', '2027-03-01', '2028-02-29'].slice(
        0,
        reported('n25.ics').length,
      ),
    )
    const monthly = (skip: string, more = '') =>
      dated(`RSCALE=GREGORIAN;FREQ=MONTHLY${skip};COUNT=4${more}`, '20270131')
    expect(monthly('')).toEqual(['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31'])
    expect(monthly(';SKIP=OMIT')).toEqual(monthly(''))
    expect(monthly(';SKIP=BACKWARD')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
    expect(monthly(';SKIP=FORWARD')).toEqual(['2027-01-31', '2027-03-01', '2027-03-31', '2027-05-01'])
    expect(monthly(';SKIP=FORWARD;BYMONTHDAY=1,31')).toEqual([
      '2027-01-31',
      '2027-02-01',
      '2027-03-01',
      '2027-03-31',
    ])
    expect(monthly(';SKIP=FORWARD;INTERVAL=3')).toEqual([
      '2027-01-31',
      '2027-05-01',
      '2027-07-31',
      '2027-10-31',
    ])
    expect(dated('FREQ=YEARLY;BYYEARDAY=366;SKIP=BACKWARD;COUNT=3', '20271231')).toEqual([
      '2027-12-31',
      '2028-12-31',
      '2029-12-31',
    ])
    expect(days('RSCALE=HEBREW;FREQ=YEARLY')[0]).toMatchObject({
      warnings: ['bad_rrule'],
      found: { bad_rrule: 'RRULE:RSCALE=HEBREW;FREQ=YEARLY' },
    })
  })

  it('rules of exception leave out what they hold', () => {
    expect(starts(reported('n49.ics'))).toEqual(
      ['05', '06', '07', '08', '09'].map(day => `2027-04-${day} 10:00:00`),
    )
    expect(starts(days('FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=DAILY;INTERVAL=2'))).toEqual([
      '2027-04-06 10:00:00',
      '2027-04-08 10:00:00',
    ])
    expect(starts(days('FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2'))).toEqual([
      '2027-04-05 10:00:00',
      '2027-04-07 10:00:00',
    ])
    expect(days('FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=SOMETIMES')).toHaveLength(3)
    expect(days('FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=SOMETIMES')[0]).toMatchObject({ warnings: ['bad_exrule'] })
  })

  it('what speaks of dates and is not read is named', () => {
    expect(only('DTSTART:20270405T100000', 'X-OLD-RRULE:W1 MO', 'DTSTART:20270406T100000')).toMatchObject({
      start_date: '2027-04-05 10:00:00',
      warnings: ['not_supported'],
      found: { not_supported: 'X-OLD-RRULE, DTSTART' },
    })
    expect(only('DTSTART:20270405T100000', 'X-COLOUR:red')).not.toHaveProperty('warnings')
  })
})

describe('05 §8.5 versions of a series in one file', () => {
  it('the newest is taken, the others are answered for', () => {
    const items = reported('n66.ics')
    expect(starts(items)).toEqual([...['04', '05', '06'].map(day => `2027-01-${day} 05:00:00`), undefined])
    expect(items[3]).toEqual({ uid: 'n66', title: 'Club OLD', sequence: 0, line: 13, superseded: true })
  })
  it.each([
    ['LAST-MODIFIED:20270102T000000Z', 'LAST-MODIFIED:20270101T000000Z', 1],
    ['LAST-MODIFIED:20270101T000000Z', 'LAST-MODIFIED:20270102T000000Z', 2],
    ['DTSTAMP:20270102T000000Z', 'DTSTAMP:20270101T000000Z', 1],
    ['X-A:1', 'X-A:1', 2],
    ['SEQUENCE:1', 'SEQUENCE:0', 1],
    ['SEQUENCE:1', 'SEQUENCE:10', 2],
  ])('%s and %s', (one, other, newer) => {
    const versions = [one, other].map((line, n) =>
      event(`DTSTART:2027040${n + 5}T100000`, 'RRULE:FREQ=DAILY;COUNT=2', line),
    )
    const items = itemsOf(calendar(...versions.flat()))
    const kept = items.filter(({ superseded }) => superseded !== true)
    expect([items.length, starts(kept)[0]]).toEqual([3, `2027-04-0${newer + 4} 10:00:00`])
  })
  it('a single event that became a series, and others of one uid that do not repeat', () => {
    const single = event('DTSTART:20270405T100000', 'SEQUENCE:0')
    const series = event('DTSTART:20270405T100000', 'RRULE:FREQ=DAILY;COUNT=2', 'SEQUENCE:1')
    expect(itemsOf(calendar(...single, ...series)).map(({ superseded }) => superseded)).toEqual([
      true,
      undefined,
      undefined,
    ])
    expect(itemsOf(calendar(...single, ...single)).map(({ superseded }) => superseded)).toEqual([
      undefined,
      undefined,
    ])
  })
  it('overrides belong to the newest', () => {
    const override = event('RECURRENCE-ID:20270406T100000', 'DTSTART:20270406T120000')
    const versions = [0, 1].flatMap(n =>
      event('DTSTART:20270405T100000', 'RRULE:FREQ=DAILY;COUNT=2', `SEQUENCE:${n}`),
    )
    expect(starts(itemsOf(calendar(...versions, ...override)))).toEqual([
      undefined,
      '2027-04-05 10:00:00',
      '2027-04-06 12:00:00',
    ])
  })
})

describe('05 §7 long texts', () => {
  it('lines are cut, and the event stays', () => {
    const [first] = reported('n88.ics')
    const read = readItem((first ?? {}) as RawItem)
    expect(read).toMatchObject({ ok: true, warnings: ['text_cut'] })
    expect(read.ok && read.item.venues?.[0]?.name.length).toBe(2_000)
    expect(readItem({ title: 'A', cost: 'x'.repeat(2_001), tags: ['y'.repeat(2_001)] })).toMatchObject({
      ok: true,
      warnings: ['text_cut'],
      item: { values: { cost: 'x'.repeat(2_000) }, tags: ['y'.repeat(2_000)] },
    })
    expect(readItem({ title: 'x'.repeat(2_001) })).toMatchObject({ ok: false, reason: 'too_large' })
  })
  it('at whole characters', () => {
    expect(cutLine(`${'x'.repeat(1_999)}😀`)).toBe('x'.repeat(1_999))
    expect(cutLine(`${'x'.repeat(1_996)}&amp;amp;`)).toBe('x'.repeat(1_996))
  })
})
