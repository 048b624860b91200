import type { UtcTime } from '../../../shared/kernel/brands.ts'
import { inSlices } from '../../../shared/in-slices.ts'
import { toSeconds, toText, utcText } from '../../../shared/kernel/time/calculate.ts'
import { offsetsBetween } from '../../../shared/kernel/time/offsets.ts'
import { abbreviation } from '../../../shared/kernel/time/zone.ts'
import { stampOf, textValue } from './content-line.ts'

const DAY = 86_400
const two = (n: number) => String(n).padStart(2, '0')

const offsetText = (offset: number): string => {
  const size = Math.abs(offset)
  const seconds = size % 60
  const text = `${two(Math.floor(size / 3600))}${two(Math.floor(size / 60) % 60)}${seconds === 0 ? '' : two(seconds)}`
  return `${offset < 0 ? '-' : '+'}${text}`
}

/** Whether times of a zone are written with a VTIMEZONE: fixed offsets and UTC itself are written as UTC instants. */
export const hasTimezone = (zone: string): boolean => zone !== 'UTC' && !/^UTC[+-]/.test(zone)

/** Instants between which, and nowhere else, times of a zone are written. */
export type Span = { readonly from: UtcTime; readonly to: UtcTime }

type Stretch = { readonly from: number; readonly to: number; readonly isContinued: boolean }

/** Years of changes of clocks that take a few milliseconds to be found. */
const YEARS_AT_ONCE = 8
/** What a stretch of so many years, and an observance, count as in a slice of text. */
const [STRETCH_LENGTH, OBSERVANCE_LENGTH] = [65_536, 2_048] as const

/**
 * From before the first instant of a span to after its last one; what lies nearer to each other than a year is one
 * stretch, in pieces that are found at once. Nothing is told of the centuries between two times that are written.
 */
const stretchesOf = (spans: readonly Span[]): readonly Stretch[] => {
  const stretches: Stretch[] = []
  for (const { from, to } of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = stretches.at(-1)
    const [begin, end] = [toSeconds(from) - 366 * DAY, toSeconds(to) + DAY]
    let isContinued = last !== undefined && begin <= last.to
    let at = isContinued ? (last?.to ?? begin) : begin
    while (at < end) {
      const next = Math.min(end, at + YEARS_AT_ONCE * 366 * DAY)
      stretches.push({ from: at, to: next, isContinued })
      isContinued = true
      at = next
    }
  }
  return stretches
}

type Change = { readonly from: number; readonly before: number; readonly offset: number }

const changesOf = async (zone: string, spans: readonly Span[]): Promise<readonly Change[]> => {
  const found = await inSlices(
    stretchesOf(spans),
    ({ from, to, isContinued }) => {
      const steps = offsetsBetween(zone, from, to)
      const changes = steps.map((step, n) => ({ ...step, before: steps[n - 1]?.offset ?? step.offset }))
      return isContinued ? changes.slice(1) : changes
    },
    () => STRETCH_LENGTH,
  )
  return found.flat()
}

/** Each change of clocks around the times that are written, as an observance of its own. */
export const vtimezone = async (zone: string, spans: readonly Span[]): Promise<readonly string[]> => {
  const changes = await changesOf(zone, spans)
  const least = changes.reduce((sum, { offset }) => Math.min(sum, offset), Infinity)
  const observance = ({ from, before, offset }: Change): readonly string[] => {
    const kind = offset > least ? 'DAYLIGHT' : 'STANDARD'
    return [
      `BEGIN:${kind}`,
      `DTSTART:${stampOf(toText(from + before))}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(offset)}`,
      `TZNAME:${textValue(abbreviation(utcText(from), zone))}`,
      `END:${kind}`,
    ]
  }
  const observances = await inSlices(changes, observance, () => OBSERVANCE_LENGTH)
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances.flat(), 'END:VTIMEZONE']
}
