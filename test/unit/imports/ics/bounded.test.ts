import { expect, it } from 'vitest'
import { icsItems } from '../../../../services/imports/ics/parse.ts'
import { at, calendar, event, itemsOf, starts } from './calendar.ts'

const list = (length: number) => Array.from({ length }, (_, n) => n).join()
const everySecond = `BYHOUR=${list(24)};BYMINUTE=${list(60)};BYSECOND=${list(60)}`
const zoned = (parts: readonly string[], ...more: readonly string[]) =>
  calendar('BEGIN:VTIMEZONE', 'TZID:Own', ...parts, 'END:VTIMEZONE', ...more)
const standard = (...lines: readonly string[]) => [
  ...['BEGIN:STANDARD', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', ...lines, 'END:STANDARD'],
]
const own = event('DTSTART;TZID=Own:20270301T080000')

const pausesIn = (body: string): number => {
  let pauses = 0
  for (const step of icsItems(Buffer.from(body), at)) if (step === 'pause') pauses++
  return pauses
}

it('05 §8.1 the search of a rule pauses, and so does the reading of its overrides', () => {
  const idle = event('DTSTART:00010101T080000', 'RRULE:FREQ=HOURLY;INTERVAL=24;BYHOUR=9')
  const plain = pausesIn(calendar(...event('DTSTART:20270501T080000', 'RRULE:FREQ=DAILY;COUNT=2')))
  expect(pausesIn(calendar(...idle))).toBeGreaterThanOrEqual(plain + 25)
  const override = event('RECURRENCE-ID:20270501T080000', 'DTSTART:20270501T090000')
  const replaced = calendar(
    ...event('DTSTART:20270501T080000', 'RRULE:FREQ=DAILY;COUNT=2'),
    ...Array.from({ length: 1_000 }, () => override).flat(),
  )
  expect(pausesIn(replaced)).toBeGreaterThanOrEqual(plain + 10)
})

it('05 §8.5 an hourly series of many years has its recent occurrences, with COUNT or without', () => {
  for (const count of ['', ';COUNT=999999999']) {
    const items = itemsOf(calendar(...event('DTSTART:20150301T080000Z', `RRULE:FREQ=HOURLY${count}`)))
    expect(items).toHaveLength(1_000)
    expect(starts(items)[0]).toBe('2025-11-27 07:00:00')
    expect(items[0]?.warnings).toEqual(['series_truncated'])
  }
})

it('05 §8.5 what a period holds before the recent months is passed over', () => {
  const rule = `RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${everySecond}`
  const items = itemsOf(calendar(...event('DTSTART:20150301T080000Z', rule)))
  expect(starts(items).slice(0, 2)).toEqual(['2025-11-27 07:00:00', '2025-11-27 07:00:01'])
})

it('05 §8.3 the offsets of a zone with a rule for every second are bounded, and the event is imported', () => {
  const rule = `RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${everySecond}`
  const [item] = itemsOf(zoned(standard('DTSTART:20000101T020000', rule), ...own))
  expect(item).toMatchObject({ start_date: '2027-03-01 08:00:00', timezone: 'UTC-5' })
})

it('05 §8.3 hundreds of parts with ten rules each that count their onsets are bounded', () => {
  const rules = Array.from({ length: 10 }, () => 'RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;COUNT=99999')
  const parts = Array.from({ length: 300 }, () => standard('DTSTART:00010101T020000', ...rules)).flat()
  expect(itemsOf(zoned(parts, ...own))[0]).toMatchObject({ timezone: 'UTC-5' })
})

it('05 §8.3 step 5 onsets that are counted end with the last one', () => {
  const onset = (name: string, from: string, to: string, month: number) => [
    ...[`BEGIN:${name}`, `DTSTART:2000${month === 3 ? '03' : '11'}05T020000`],
    ...[`TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=1SU;COUNT=20`],
    `END:${name}`,
  ]
  const parts = [...onset('DAYLIGHT', '-0500', '-0400', 3), ...onset('STANDARD', '-0400', '-0500', 11)]
  const zoneOf = (year: number) =>
    itemsOf(zoned(parts, ...event(`DTSTART;TZID=Own:${year}0701T080000`)))[0]?.timezone
  // the twentieth of both is in 2019
  expect([2000, 2010, 2019, 2020, 2021].map(zoneOf)).toEqual(['UTC-4', 'UTC-4', 'UTC-4', 'UTC-5', 'UTC-5'])
})
