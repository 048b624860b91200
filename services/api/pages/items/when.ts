import type { Period } from '../../../../shared/facts/event.ts'
import { withOffset } from '../../../../shared/kernel/time/calculate.ts'
import { abbreviation, toLocal } from '../../../../shared/kernel/time/zone.ts'
import { lastDayOf } from '../../../views/content/days.ts'
import { scheduleOf } from '../../../views/words.ts'

/** How people of the site read dates: formats of `formatDate`, and the zone their clocks show. */
export type Reading = { readonly dateFormat: string; readonly timeFormat: string; readonly zone: string }

export type When = {
  /** By the event's own clock; with the zone where that is not the one of the site. */
  readonly text: string
  /** By the clock of the site; null: it shows the same. */
  readonly onSite: string | null
  /** For `datetime`: dates of all-day events, else instants with their offset. */
  readonly from: string
  readonly to: string
}

const words = (span: Pick<Period, 'start' | 'end' | 'allDay'>, reading: Reading): string =>
  scheduleOf(span, reading)
    .filter(text => text !== '')
    .join(' – ')

/** When an event takes place, in words. */
export const whenOf = (period: Period, reading: Reading): When => {
  const { allDay, start, end, startUtc, endUtc, timezone } = period
  const text = words(period, reading)
  if (allDay) return { text, onSite: null, from: start.slice(0, 10), to: lastDayOf(period) }
  const instants = { from: withOffset(start, startUtc), to: withOffset(end, endUtc) }
  const { zone } = reading
  const onSite = { start: toLocal(startUtc, zone), end: toLocal(endUtc, zone), allDay }
  if (onSite.start === start && onSite.end === end) return { text, onSite: null, ...instants }
  return {
    text: `${text} ${abbreviation(startUtc, timezone)}`,
    onSite: `${words(onSite, reading)} ${abbreviation(startUtc, zone)}`,
    ...instants,
  }
}
