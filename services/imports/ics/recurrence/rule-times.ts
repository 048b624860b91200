import type { Rule } from './rule.ts'
import { DAY } from '../zones/wall.ts'

/** Ascending walls that are counted and found without being listed: a period may hold millions. */
export type Slots = { readonly size: number; readonly at: (index: number) => number }

export const NO_SLOTS: Slots = { size: 0, at: () => NaN }

/** Index of the first wall at or after one, the size when there is none. */
export const firstFrom = ({ size, at }: Slots, wall: number): number => {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (at(middle) < wall) low = middle + 1
    else high = middle
  }
  return low
}

/** Places of BYSETPOS (1 = first, -1 = last) in so many walls, ascending. */
const placesIn = (positions: readonly number[], total: number): readonly number[] => {
  const places = positions.map(p => (p > 0 ? p - 1 : total + p)).filter(p => p >= 0 && p < total)
  return [...new Set(places)].sort((a, b) => a - b)
}

/** Walls of the days, and of an HOURLY rule the hour, of one period. */
export type SlotsOf = (days: readonly number[], hour: number | null) => Slots

/** Walls of the periods of a rule with its defaults. */
export const slotsOf = (rule: Rule, start: number): SlotsOf => {
  const clock = ((start % DAY) + DAY) % DAY
  const hours = rule.hours ?? [Math.floor(clock / 3600)]
  const minutes = rule.minutes ?? [Math.floor(clock / 60) % 60]
  const seconds = rule.seconds ?? [clock % 60]
  const perHour = minutes.length * seconds.length
  let known: { total: number; places: readonly number[] } = { total: 0, places: [] }
  return (days, hour) => {
    const perDay = hour === null ? hours.length * perHour : perHour
    const at = (index: number): number => {
      const [day, rest] = [days[Math.floor(index / perDay)] ?? 0, index % perDay]
      const h = hour ?? hours[Math.floor(rest / perHour)] ?? 0
      const m = minutes[Math.floor((rest % perHour) / seconds.length)] ?? 0
      return day * DAY + h * 3600 + m * 60 + (seconds[rest % seconds.length] ?? 0)
    }
    const total = days.length * perDay
    if (rule.positions === null) return { size: total, at }
    if (known.total !== total) known = { total, places: placesIn(rule.positions, total) }
    const { places } = known
    return places.length === 0 ? NO_SLOTS : { size: places.length, at: index => at(places[index] ?? 0) }
  }
}
