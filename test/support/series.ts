import { calendar, event, itemsOf } from '../unit/imports/ics/calendar.ts'

export const berlin = 'DTSTART;TZID=Europe/Berlin:20270301T080000'

export const series = (...lines: readonly string[]) => itemsOf(calendar(...event(...lines)))

export const withOverrides = (master: readonly string[], ...overrides: readonly (readonly string[])[]) =>
  itemsOf(calendar(...event(...master), ...overrides.flatMap(lines => event(...lines))))

export const occurrencesOf = (...lines: readonly string[]) =>
  series(...lines).map(({ occurrence }) => occurrence)

export const warningsOf = (...lines: readonly string[]) =>
  series(...lines).flatMap(({ warnings }) => warnings ?? [])

export const daysOf = (...lines: readonly string[]) =>
  series(...lines).map(({ start_date }) => start_date?.slice(5, 10))
