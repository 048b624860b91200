import { memoized } from '../memoized.ts'

/** Offsets of tz database zones over time, from the runtime's own rules, kept per zone and stretch of time. */

/** Offset in force from `from` (unix seconds) on, in seconds east of UTC. */
type Step = { readonly from: number; readonly offset: number }

const STRETCH = 2 ** 25 // about 388 days
const SAMPLE = 2 ** 19 // about 6 days: closer pairs of changes are not known to exist
const KEPT_STRETCHES = 400

const readOffset = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/

const reader = (zone: string): ((seconds: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
    year: 'numeric',
  })
  return seconds => {
    const [, sign, hours = '0', minutes = '0', rest = '0'] =
      readOffset.exec(format.format(seconds * 1000)) ?? []
    const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
    return sign === '-' ? -size : size
  }
}

/** First second in (low, high] with an offset other than that at `low`. */
const changeBetween = (
  read: (seconds: number) => number,
  low: number,
  high: number,
  before: number,
): number => {
  let [a, b] = [low, high]
  while (b - a > 1) {
    const middle = Math.floor((a + b) / 2)
    if (read(middle) === before) a = middle
    else b = middle
  }
  return b
}

const stepsOf = (read: (seconds: number) => number, start: number): readonly Step[] => {
  const steps: Step[] = [{ from: start, offset: read(start) }]
  let current = steps[0]?.offset ?? 0
  for (let at = start; at < start + STRETCH; at += SAMPLE) {
    const next = read(at + SAMPLE)
    let from = at
    while (next !== current) {
      from = changeBetween(read, from, at + SAMPLE, current)
      current = read(from)
      steps.push({ from, offset: current })
    }
  }
  return steps
}

/** The steps of a zone in each stretch, by its number. */
const stretchesOf = memoized(Infinity, (zone: string) => {
  const read = reader(zone)
  return memoized(KEPT_STRETCHES, (number: number) => stepsOf(read, number * STRETCH))
})

/** Offset in force at an instant (unix seconds), in seconds east of UTC. */
export const offsetAt = (zone: string, seconds: number): number => {
  const steps = stretchesOf(zone)(Math.floor(seconds / STRETCH))
  let offset = steps[0]?.offset ?? 0
  for (let n = 1; n < steps.length; n++) {
    const step = steps[n]
    if (step === undefined || step.from > seconds) break
    offset = step.offset
  }
  return offset
}

/** The offset in force between two instants that are close together, null when it changes or may change. */
export const steadyOffset = (zone: string, from: number, to: number): number | null => {
  const number = Math.floor(from / STRETCH)
  if (Math.floor(to / STRETCH) !== number) return null
  const steps = stretchesOf(zone)(number)
  for (let n = steps.length - 1; n >= 0; n--) {
    const step = steps[n]
    if (step !== undefined && step.from <= from) return step.offset
    if (step !== undefined && step.from <= to) return null
  }
  return null
}

/** The offsets in force between two instants, in order: each with the instant of its beginning (the first: `from`). */
export const offsetsBetween = (zone: string, from: number, to: number): readonly Step[] => {
  const stretch = stretchesOf(zone)
  const result: Step[] = [{ from, offset: offsetAt(zone, from) }]
  for (let number = Math.floor(from / STRETCH); number * STRETCH <= to; number++) {
    for (const step of stretch(number)) {
      if (step.from > from && step.from <= to && step.offset !== result.at(-1)?.offset) result.push(step)
    }
  }
  return result
}
