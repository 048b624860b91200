import { utcTime } from '../../../shared/kernel/brands.ts'
import { toLocal } from '../../../shared/kernel/time/zone.ts'
import type { Asked, Told } from './ask.ts'
import { dayAfter, icsOf, instantsOf, type Case } from './cases.ts'
import { unique } from './readings.ts'
import type { MadeSeries } from './rules.ts'

/** `SKIP=FORWARD` of a day of the month, every so many months. */
type Forward = { readonly interval: number; readonly day: number }

const FORWARD = /^RSCALE=GREGORIAN;SKIP=FORWARD;FREQ=MONTHLY;INTERVAL=(\d+);BYMONTHDAY=(\d+)$/

/** null: it skips nothing forward that the other reader could be asked for in one rule. */
export const forwardOf = ({ rule }: MadeSeries): Forward | null => {
  const [, interval, day] = FORWARD.exec(rule) ?? []
  return interval === undefined ? null : { interval: Number(interval), day: Number(day) }
}

/** `YYYYMMDD` of the first day of the month after a `YYYYMMDDTHHMMSS`. */
const nextMonth = (start: string): string =>
  new Date(Date.UTC(Number(start.slice(0, 4)), Number(start.slice(4, 6)), 1))
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '')

/**
 * Two series, since the other reader knows no SKIP: the months that have the day, and the first days of the months that
 * come after each. None: the rule skips nothing forward.
 */
export const forwardAsked = ({ id, series }: Case): readonly Asked[] => {
  const forward = forwardOf(series)
  if (forward === null) return []
  const { interval, day } = forward
  const plain = (number: number) => `FREQ=MONTHLY;INTERVAL=${interval};BYMONTHDAY=${number}`
  const span = { from: '2026-12-30T00:00:00', to: `${dayAfter(series, 3)}T00:00:00` }
  const start = nextMonth(series.start) + series.start.slice(8)
  return [
    { id: `${id}has`, ics: icsOf({ ...series, rule: plain(day), bound: '' }), ...span },
    { id: `${id}after`, ics: icsOf({ ...series, rule: plain(1), bound: '', start }), ...span },
  ]
}

/** Day of the month before the local day of a date, or of an instant. */
const dayBefore = (begin: string, { zone, allDay }: MadeSeries): number => {
  const local = allDay ? begin : toLocal(utcTime(begin.slice(0, 19).replace('T', ' ')), zone)
  const day = Date.UTC(Number(local.slice(0, 4)), Number(local.slice(5, 7)) - 1, Number(local.slice(8, 10)))
  return new Date(day - 86_400_000).getUTCDate()
}

const spelled = (text: string): string =>
  text.replace(/^(\d{4})(\d\d)(\d\d)/, '$1-$2-$3').replace(/T(\d\d)(\d\d)(\d\d)/, 'T$1:$2:$3')

const bounded = (begins: readonly string[], { bound }: MadeSeries): readonly string[] => {
  const [, name, value = ''] = /^;(COUNT|UNTIL)=(.*)$/.exec(bound) ?? []
  if (name === 'COUNT') return begins.slice(0, Number(value))
  return name === 'UNTIL' ? begins.filter((begin, n) => n === 0 || begin <= spelled(value)) : begins
}

/** What begins when, by both series and what else the case says of dates; null: it skips nothing forward. */
export const forwardTold = (
  { id, series, ics }: Case,
  told: ReadonlyMap<string, Told>,
): readonly string[] | null => {
  const forward = forwardOf(series)
  if (forward === null) return null
  const begins = (name: string) => {
    const answer = told.get(`${id}${name}`)
    if (answer === undefined || 'error' in answer) throw new Error(`nothing is told of ${id}${name}`)
    return answer.begins.map(([, begin]) => begin)
  }
  const late = begins('after').filter(begin => dayBefore(begin, series) < forward.day)
  const held = bounded(unique([...begins('has'), ...late]), series)
  const excluded = instantsOf(ics, series, 'EXDATE')
  return [...held, ...instantsOf(ics, series, 'RDATE')].filter(begin => !excluded.includes(begin))
}
