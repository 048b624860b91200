import { expect, it } from 'vitest'
import { filePatience } from '../../../../services/imports/ics/recurrence/patience.ts'
import { calendar, event, itemsOf } from './calendar.ts'

const looks = (goesOn: () => boolean): number => {
  let count = 0
  while (goesOn()) count++
  return count
}

it('a series gives up after 50,000 fruitless looks, after 2,000 once the file has spent its 2,000,000', () => {
  const ofFile = filePatience()
  const spent = Array.from({ length: 44 }, () => looks(ofFile()))
  expect(spent.slice(0, 41)).toEqual(Array.from({ length: 41 }, () => 50_000))
  expect(spent.slice(-2)).toEqual([2_000, 2_000])
})

it('a file of series that hold nothing spends its 10,000,000 free looks, then 50 for each', () => {
  const ofFile = filePatience()
  // all that is shared
  for (let n = 0; n < 42; n++) looks(ofFile())
  const spent = Array.from({ length: 5_300 }, () => looks(ofFile()))
  expect(spent.slice(0, 5_000).every(count => count === 2_000)).toBe(true)
  expect(spent.slice(-100).every(count => count === 50)).toBe(true)
})

it('05 §8.5 a file full of rules that hold nothing comes to an end, each start kept', () => {
  const empty = event('DTSTART:00010101T080000', 'RRULE:FREQ=HOURLY;INTERVAL=24;BYHOUR=9')
  const items = itemsOf(
    calendar(
      ...Array.from({ length: 5 }, (_, n) => empty.map(line => line.replace('UID:', `UID:${n}`))).flat(),
    ),
  )
  expect(items).toHaveLength(5)
  expect(items[0]).toMatchObject({ start_date: '0001-01-01 08:00:00', warnings: ['series_truncated'] })
})

it('05 §8.5 a rule whose days do not exist costs no patience', () => {
  const [item] = itemsOf(
    calendar(...event('DTSTART:00010101T080000', 'RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30')),
  )
  expect(item).toMatchObject({ start_date: '0001-01-01 08:00:00' })
  expect(item).not.toHaveProperty('warnings')
})
