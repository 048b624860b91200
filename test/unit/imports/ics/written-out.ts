import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseIcs } from '../../../../services/imports/ics/parse.ts'
import { at } from './calendar.ts'

const folder = join(import.meta.dirname, '../../../../../shared/samples')

/** What is told of an event; the title is absent where the file has none. */
export type Told = readonly [
  title: string | undefined,
  uid: string | undefined,
  start: string | undefined,
  end: string | undefined,
  zone: string | undefined,
  allDay: boolean | undefined,
  warnings: readonly string[],
]

/** A sample by its number, read on the day of `at`. */
export const readSample = (number: string) => {
  const name = readdirSync(folder).find(file => file.startsWith(`${number}_`)) ?? `no file ${number}`
  return parseIcs(readFileSync(join(folder, name)), at)
}

/** Every event of a sample, in the order of the file, or why there are none. */
export const toldOf = (number: string): readonly Told[] | string => {
  const parsed = readSample(number)
  if (!parsed.ok) return parsed.reason
  return parsed.items.map(item => [
    item.title,
    item.uid,
    item.start_date,
    item.end_date,
    item.timezone,
    item.all_day,
    item.warnings ?? [],
  ])
}

/** Start of every event of a sample that has the UID, with the name of its place. */
export const placesOf = (number: string, uid: string) => {
  const parsed = readSample(number)
  const items = parsed.ok ? parsed.items.filter(item => item.uid === uid) : []
  return items.map(({ start_date: start, venue }) => [start, venue?.venue])
}

/** Start and end, `YYYY-MM-DD` for days and `YYYY-MM-DD HH:MM` for times. */
export type Period = readonly [start: string, end: string]

/** Dates written as lines like `2026-06 16 17` or `2023 10-27 11-24`: the first word begins all others. */
const datesIn = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .flatMap(line => {
      const [begin = '', ...rest] = line.trim().split(' ')
      return rest.map(end => `${begin}-${end}`)
    })

/** From one time to another, on each of the dates. */
export const each = (start: string, end: string, text: string): readonly Period[] =>
  datesIn(text).map(date => [`${date} ${start}`, `${date} ${end}`])

/** Each of the dates as a whole day. */
export const wholeDays = (text: string): readonly Period[] => datesIn(text).map(date => [date, date])

/** Events that have everything in common but their time. */
export const events = (
  title: string | undefined,
  uid: string,
  zone: string,
  periods: readonly Period[],
  warnings: readonly string[] = [],
): readonly Told[] =>
  periods.map(([start, end]) => {
    const allDay = start.length === 'YYYY-MM-DD'.length
    return [
      title,
      uid,
      ...(allDay ? ([start, end] as const) : ([`${start}:00`, `${end}:00`] as const)),
      zone,
      allDay,
      warnings,
    ]
  })
