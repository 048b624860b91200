import { REPEATED_EVENTS } from '../../../../../shared/limits/desk.ts'
import { plusDays } from '../../../../../shared/kernel/time/calculate.ts'
import { occurrences } from '../../../../imports/ics/recurrence/expand.ts'
import { weekdayOf } from '../../../../imports/ics/recurrence/rule-days.ts'
import { readRule } from '../../../../imports/ics/recurrence/rule.ts'
import { DAY, readWall } from '../../../../imports/ics/zones/wall.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { textOf, textsOf } from '../../page.ts'
import { dayIn } from '../events/address.ts'
import type { Wrong } from '../form/wrong.ts'
import type { Typed } from './typed.ts'

/** How an event may be repeated, with its words. */
export const REPEATS = [
  ['', 'It takes place once'],
  ['daily', 'Every day'],
  ['weekly', 'Every week'],
  ['monthly', 'Every month, on this day of the month'],
  ['monthly-weekday', 'Every month, on this weekday: the second Tuesday, the last Friday'],
  ['yearly', 'Every year'],
] as const

type Frequency = Exclude<(typeof REPEATS)[number][0], ''>

/** Days of the week, as rules name them, and people. */
export const WEEKDAYS = [
  ['MO', 'Monday'],
  ['TU', 'Tuesday'],
  ['WE', 'Wednesday'],
  ['TH', 'Thursday'],
  ['FR', 'Friday'],
  ['SA', 'Saturday'],
  ['SU', 'Sunday'],
] as const

/** A repetition as its part of the form has it. */
export type Repeat = {
  /** "": none. */
  readonly repeat: Frequency | ''
  readonly every: string
  readonly days: readonly string[]
  readonly until: string
  readonly count: string
  /** Days that are left out, with blanks or commas between them. */
  readonly except: string
}

/** What a form says of repeating. Pure. */
export const repeatIn = (form: Nested): Repeat => {
  const days = textsOf(form, 'repeatDays')
  return {
    repeat: REPEATS.find(([name]) => name === textOf(form, 'repeat'))?.[0] ?? '',
    every: textOf(form, 'repeatEvery').trim(),
    days: WEEKDAYS.flatMap(([name]) => (days.includes(name) ? [name] : [])),
    until: textOf(form, 'repeatUntil').trim(),
    count: textOf(form, 'repeatCount').trim(),
    except: textOf(form, 'repeatExcept').trim(),
  }
}

/** A number of a form, at most `most`; null: it is none. */
const numberIn = (text: string, most: number): number | null =>
  /^[1-9]\d{0,3}$/.test(text) && Number(text) <= most ? Number(text) : null

const MOST_INTERVAL = 99

const exceptIn = ({ except }: Repeat): readonly string[] =>
  except.split(/[\s,;]+/, REPEATED_EVENTS + 1).filter(text => text !== '')

const wrongIn = (repeat: Repeat, { startDate }: Typed): Wrong => {
  const { every, until, count } = repeat
  const strange = exceptIn(repeat).find(text => dayIn(text) === '')
  return {
    ...(every === '' || numberIn(every, MOST_INTERVAL) !== null
      ? {}
      : { repeatEvery: `Please give a number from 1 to ${MOST_INTERVAL}.` }),
    ...(until === '' && count === '' ? { repeatUntil: 'Please say until when, or how often.' } : {}),
    ...(until !== '' && (dayIn(until) === '' || until < startDate)
      ? { repeatUntil: 'Please give a day that is not before the first one.' }
      : {}),
    ...(count !== '' && numberIn(count, REPEATED_EVENTS) === null
      ? { repeatCount: `Please give a number from 1 to ${REPEATED_EVENTS}.` }
      : {}),
    ...(strange === undefined
      ? {}
      : { repeatExcept: `“${strange.slice(0, 40)}” is no day; please write days like 2027-05-31.` }),
  }
}

/** Which weekday of its month a day is: `2TU`; a fifth one is the last. */
const nthWeekday = (wall: number, date: string): string => {
  const nth = Math.ceil(Number(date.slice(8)) / 7)
  const [name = ''] = WEEKDAYS[weekdayOf(wall / DAY, 1)] ?? []
  return `${nth > 4 ? -1 : nth}${name}`
}

/** The rule as a calendar file would say it (RFC 5545 §3.3.10). */
const ruleText = ({ repeat, every, days, count }: Repeat, wall: number, date: string): string => {
  const frequency = repeat === 'monthly-weekday' ? 'monthly' : repeat
  const byDay =
    repeat === 'monthly-weekday' ? nthWeekday(wall, date) : repeat === 'weekly' ? days.join(',') : ''
  return [
    `FREQ=${frequency.toUpperCase()}`,
    `INTERVAL=${every === '' ? '1' : every}`,
    ...(byDay === '' ? [] : [`BYDAY=${byDay}`]),
    ...(count === '' ? [] : [`COUNT=${count}`]),
  ].join(';')
}

/** Looks that find nothing before a rule is given up: a 29 February comes at last. */
const FRUITLESS = 10_000

type Dates =
  { readonly ok: true; readonly dates: readonly string[] } | { readonly ok: false; readonly wrong: Wrong }

/** First days of a rule from `date` on, those left out among them; null: more than are made at once. */
const walked = (text: string, wall: number, date: string, until: string): readonly string[] | null => {
  const rule = readRule(text)
  if (rule === null) return []
  const found: string[] = []
  let fruitless = 0
  for (const at of occurrences(rule, wall)) {
    if (at === null) {
      if (++fruitless > FRUITLESS) break
      continue
    }
    const day = plusDays(`${date} 00:00:00`, (at - wall) / DAY).slice(0, 10)
    if (until !== '' && day > until) break
    if (found.length === REPEATED_EVENTS) return null
    found.push(day)
  }
  return found
}

/**
 * The first days of all events that a form asks for, ascending, by the rules by which imports read them (spec 05 §8.5): the
 * day that was typed is always one of them. Pure.
 */
export const repeatedDates = (repeat: Repeat, typed: Typed): Dates => {
  const written = readWall(typed.startDate)
  const wrong = wrongIn(repeat, typed)
  if (written === null || Object.keys(wrong).length > 0) return { ok: false, wrong }
  const { wall } = written
  const found = walked(ruleText(repeat, wall, typed.startDate), wall, typed.startDate, repeat.until)
  if (found === null)
    return {
      ...{ ok: false, wrong: { repeatUntil: `At most ${REPEATED_EVENTS} events are made at once.` } },
    }
  const except = new Set(exceptIn(repeat))
  const dates = found.filter(day => !except.has(day) && endsInTime(typed, day))
  return dates.length === 0
    ? { ok: false, wrong: { repeatExcept: 'Every day is left out.' } }
    : { ok: true, dates }
}

/** From its first day to its last one. */
const daysLong = ({ startDate, endDate }: Typed): number =>
  (Date.parse(endDate) - Date.parse(startDate)) / (DAY * 1000)

/** The same event on another first day; it lasts as long. Pure. */
export const onDay = (typed: Typed, day: string): Typed => ({
  ...typed,
  ...{ startDate: day, endDate: plusDays(`${day} 00:00:00`, daysLong(typed)).slice(0, 10) },
})

/** Behind 9999-12-31 no day is left to end on. */
const endsInTime = (typed: Typed, day: string): boolean => !(daysLong(onDay(typed, day)) < daysLong(typed))
