import { expect, it } from 'vitest'
import { linesOf } from '../../../../services/imports/ics/lines.ts'
import { readComponent } from '../../../../services/imports/ics/components.ts'
import { calendar, event, itemsOf, starts } from './calendar.ts'

const day = (n: number) => `20270501T${String(n % 24).padStart(2, '0')}${String(n % 60).padStart(2, '0')}00`
const dates = (count: number) => Array.from({ length: count }, (_, n) => day(n)).join()
const daily = (...more: readonly string[]) =>
  itemsOf(calendar(...event('DTSTART:20270430T080000', 'RRULE:FREQ=DAILY;COUNT=3', ...more)))

it('05 §8.5 many dates: of EXDATE and RDATE the first 20,000 values are read, on one line or several', () => {
  for (const name of ['EXDATE', 'RDATE']) {
    const all = [`${name}:${dates(19_999)}`, `${name}:20270501T080000`]
    expect(daily(...all)[0]?.warnings ?? []).not.toContain('too_many_dates')
    expect(daily(...all, `${name}:20270502T080000`)[0]?.warnings).toContain('too_many_dates')
  }
})

it('05 §8.5 many dates: what is beyond them counts for nothing', () => {
  const cut = daily(`EXDATE:${dates(20_000)}`, 'EXDATE:20270502T080000')
  expect(starts(cut)).toContain('2027-05-02 08:00:00')
  const whole = daily('EXDATE:20270502T080000', `EXDATE:${dates(19_999)}`)
  expect(starts(whole)).not.toContain('2027-05-02 08:00:00')
})

it('05 §8.5 many dates: a VEVENT of megabytes of them keeps a line more than it reads', () => {
  const lines = Array.from({ length: 5_000 }, () => `EXDATE:${dates(100)}`)
  const body = Buffer.from(calendar(...event('DTSTART:20270430T080000', 'RRULE:FREQ=DAILY', ...lines)))
  const reading = readComponent(linesOf(body), { at: body.indexOf('BEGIN:VEVENT'), line: 1 })
  let step = reading.next()
  while (step.done !== true) step = reading.next()
  expect(step.value.properties.filter(({ name }) => name === 'EXDATE')).toHaveLength(201)
})
