import { toSeconds, toText } from '../../../shared/kernel/time/calculate.ts'
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

/** Each change of clocks from before the first instant to after the last one, as an observance of its own. */
export const vtimezone = (zone: string, fromUtc: string, toUtc: string): readonly string[] => {
  const steps = offsetsBetween(zone, toSeconds(fromUtc) - 366 * DAY, toSeconds(toUtc) + DAY)
  const least = Math.min(...steps.map(({ offset }) => offset))
  const observances = steps.flatMap(({ from, offset }, n) => {
    const before = steps[n - 1]?.offset ?? offset
    const kind = offset > least ? 'DAYLIGHT' : 'STANDARD'
    return [
      `BEGIN:${kind}`,
      `DTSTART:${stampOf(toText(from + before))}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(offset)}`,
      `TZNAME:${textValue(abbreviation(toText(from), zone))}`,
      `END:${kind}`,
    ]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE']
}
