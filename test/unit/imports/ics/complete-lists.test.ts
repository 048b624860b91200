import { describe, expect, it } from 'vitest'
import { dates } from './calendar.ts'
import { readSample } from './written-out.ts'

const read = (number: string) => {
  const parsed = readSample(number)
  return parsed.ok ? parsed.items.map(dates) : parsed.reason
}

type Row = readonly [start: string, end: string, zone: string, allDay: boolean]

const ny = 'America/New_York'
const timed =
  (zone: string) =>
  (start: string, end: string): Row => [`${start}:00`, `${end}:00`, zone, false]
const [inNewYork, inToronto, inHalifax, inUtc, inDetroit] = [
  timed(ny),
  timed('America/Toronto'),
  timed('America/Halifax'),
  timed('UTC'),
  timed('America/Detroit'),
]
const days = (first: string, last = first): Row => [first, last, ny, true]

const morning = (day: string, end = '13:00') => inUtc(`2023-09-${day} 10:00`, `2023-09-${day} ${end}`)

/** Every event of a file in the order of the file, as RFC 5545 and spec 05 §8 read what stands there. */
const complete: Readonly<Record<string, readonly Row[]>> = {
  '03': [
    days('2026-08-03'),
    days('2026-08-04'),
    days('2026-08-05'),
    inNewYork('2026-08-18 18:00', '2026-08-18 19:00'),
    days('2026-09-07'),
    inNewYork('2026-09-15 18:00', '2026-09-15 19:00'),
    inNewYork('2026-09-24 17:30', '2026-09-24 19:30'),
    days('2026-10-09'),
  ],
  '04': [
    inToronto('2026-08-30 12:00', '2026-09-04 12:00'),
    inToronto('2026-09-23 12:00', '2026-09-23 12:00'),
    inToronto('2026-10-07 15:00', '2026-10-07 17:30'),
    inToronto('2026-10-19 16:10', '2026-10-19 18:00'),
  ],
  '05': [
    ['2026-08-20 00:00:00', '2026-09-11 23:59:59', 'America/Halifax', false],
    inHalifax('2026-08-22 09:00', '2026-08-22 14:00'),
    inHalifax('2026-08-23 06:00', '2026-08-23 09:00'),
    inHalifax('2026-08-23 13:00', '2026-08-23 17:00'),
  ],
  '06': [
    days('2026-07-03', '2026-09-04'),
    days('2026-09-11', '2026-11-01'),
    inUtc('2026-07-24 00:00', '2026-11-07 00:00'),
    days('2026-07-24', '2026-11-07'),
    inUtc('2026-09-11 17:00', '2026-09-11 19:00'),
    inUtc('2026-09-12 07:00', '2026-09-12 16:00'),
    timed('America/Indiana/Indianapolis')('2026-09-12 12:00', '2026-09-12 16:00'),
    inUtc('2026-09-12 13:00', '2026-09-12 14:30'),
    inUtc('2026-09-13 11:00', '2026-09-13 16:30'),
  ],
  '07': [
    morning('04'),
    morning('08'),
    morning('04'),
    morning('05'),
    morning('06', '11:00'),
    morning('06'),
    morning('06'),
    inUtc('2023-09-06 14:00', '2023-09-06 15:00'),
    inUtc('2023-09-06 18:00', '2023-09-06 20:00'),
    morning('07'),
    inUtc('2025-01-08 15:30', '2025-01-08 16:30'),
    morning('08'),
    morning('08'),
    morning('08'),
    morning('04'),
    morning('08'),
    morning('04'),
  ],
  // written in UTC, four hours ahead of New York in summer
  '09': [
    inNewYork('2026-08-05 18:00', '2026-08-05 20:00'),
    inNewYork('2026-08-08 13:00', '2026-08-08 15:00'),
    inNewYork('2026-08-12 19:00', '2026-08-12 21:00'),
    inNewYork('2026-08-16 13:00', '2026-08-16 15:00'),
    inNewYork('2026-08-19 18:00', '2026-08-19 20:00'),
  ],
  // ends before starts are the importer's to repair
  '13': [
    inNewYork('2026-08-22 20:30', '2026-08-22 20:00'),
    inNewYork('2026-08-28 23:00', '2026-08-28 20:00'),
    inNewYork('2026-09-05 20:30', '2026-09-05 20:00'),
    inNewYork('2026-09-02 19:00', '2026-09-02 22:00'),
    inNewYork('2026-08-29 13:00', '2026-08-29 14:00'),
    inNewYork('2026-08-21 23:00', '2026-08-21 20:00'),
    inNewYork('2026-09-01 19:00', '2026-09-01 22:00'),
    inNewYork('2026-09-03 19:00', '2026-09-03 22:00'),
    inNewYork('2026-08-29 20:30', '2026-08-29 20:00'),
    inNewYork('2026-09-04 20:30', '2026-09-05 02:30'),
    inNewYork('2026-08-28 20:30', '2026-08-28 23:30'),
  ],
  '14': [
    inNewYork('2026-09-08 10:00', '2026-01-03 22:00'),
    inNewYork('2026-08-23 09:15', '2026-08-23 11:15'),
    inNewYork('2026-08-24 17:00', '2026-08-24 19:00'),
  ],
  // three of them called off, which changes no time
  '16': [
    inNewYork('2026-08-23 20:00', '2026-08-23 22:00'),
    inNewYork('2026-08-26 12:00', '2026-08-26 13:00'),
    inNewYork('2026-08-27 15:30', '2026-08-27 16:30'),
    inNewYork('2026-08-23 19:00', '2026-08-23 20:00'),
    inNewYork('2026-08-23 20:00', '2026-08-23 22:00'),
  ],
  '17': [
    inNewYork('2017-07-29 20:00', '2017-07-29 20:00'),
    inNewYork('2017-07-30 09:30', '2017-07-30 14:30'),
  ],
  '20': [
    inNewYork('2026-08-22 19:30', '2026-08-22 21:30'),
    inNewYork('2026-08-27 19:00', '2026-08-27 20:30'),
    inNewYork('2026-08-29 19:30', '2026-08-29 21:30'),
  ],
  '21': [
    inDetroit('2026-09-02 12:00', '2026-09-02 13:30'),
    inDetroit('2026-09-09 12:00', '2026-09-09 13:30'),
    inDetroit('2026-09-16 12:00', '2026-09-16 13:30'),
  ],
}

describe('05 §8 all events of a sample, with start, end, zone and all-day', () => {
  it.each(Object.entries(complete))('%s', (number, rows) => {
    expect(read(number)).toEqual(rows)
  })
})
