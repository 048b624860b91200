import { icsText, type Entry } from './ics-writer.ts'
import { schools } from './program.ts'
import type { School, Weekly } from './school.ts'

export type DemoCalendar = { readonly file: string; readonly school: string; readonly text: string }

const DAY_MS = 86_400_000
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

const two = (n: number) => String(n).padStart(2, '0')
const dateText = (ms: number) => {
  const date = new Date(ms)
  return `${date.getUTCFullYear()}${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())}`
}

/** August to December belong to the first calendar year of a school year, the rest to the second. */
const day = (year: number, month: number, date: number) =>
  Date.UTC(month >= 8 ? year : year + 1, month - 1, date)

/** The same dice every time: a demo that differs from run to run cannot be talked about. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const uid = (school: School, ...parts: readonly (string | number)[]) =>
  `${parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')}@${school.key}.example`

const hostOf = (school: School, name: string) => ({
  name,
  email: school.hosts[name] ?? `office@${school.key}.example`,
})

const offDays = (school: School, year: number): ReadonlySet<string> =>
  new Set(
    school.holidays.flatMap(([, month, date, days]) =>
      Array.from({ length: days }, (_, i) => dateText(day(year, month, date) + i * DAY_MS)),
    ),
  )

/** Half an hour after a clock time `HHMM`. */
const halfAnHourAfter = (time: string): string => {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(2)) + 30
  return `${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

const later = (item: Weekly): Weekly => ({
  ...item,
  from: halfAnHourAfter(item.from),
  to: halfAnHourAfter(item.to),
})

const series = (school: School, year: number, item: Weekly): Entry => {
  const days = item.days.split(',')
  const runs = (ms: number) => days.includes(weekdays[new Date(ms).getUTCDay()] ?? '')
  const first = day(year, 9, 2)
  const last = day(year, 6, 18)
  const all = Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, i) => first + i * DAY_MS)
  const off = offDays(school, year)
  const dates = all.filter(runs).map(dateText)
  return {
    uid: uid(school, year, item.title),
    summary: item.title,
    start: `${dates[0] ?? dateText(first)}T${item.from}00`,
    end: `${dates[0] ?? dateText(first)}T${item.to}00`,
    rrule: `FREQ=WEEKLY;BYDAY=${item.days};UNTIL=${dateText(last + DAY_MS)}T035959Z`,
    exdates: dates.filter(date => off.has(date)).map(date => `${date}T${item.from}00`),
    description: item.text,
    location: `${item.place}, ${school.name}`,
    organizer: hostOf(school, item.host),
    categories: [item.category],
  }
}

const fixtures = (school: School, year: number): Entry[] => {
  const roll = dice(year + school.key.length)
  const host = Object.keys(school.hosts)[2] ?? 'Office'
  return school.teams.flatMap(team =>
    Array.from({ length: 18 }, (_, week): Entry => {
      const date = dateText(day(year, 9, 5) + (week * 14 + roll(5)) * DAY_MS)
      const hour = 14 + roll(4)
      const opponent = school.opponents[roll(school.opponents.length)] ?? ''
      return {
        uid: uid(school, year, team, week),
        summary: `${team} vs. ${opponent}`,
        start: `${date}T${two(hour)}0000`,
        end: `${date}T${two(hour + 1)}3000`,
        description:
          roll(3) === 0 ? `Away kit. Bus leaves at ${hour - 1}:15.` : 'Home game, snacks by the PTA.',
        location: `${school.grounds[roll(school.grounds.length)] ?? ''}, ${school.name}`,
        organizer: hostOf(school, host),
        categories: ['Sports', 'Fixtures'],
      }
    }),
  )
}

const evenings = (school: School, year: number): Entry[] => {
  const at = (
    title: string,
    month: number,
    date: number,
    from: number,
    hours: number,
    category: string,
  ): Entry => ({
    uid: uid(school, year, title, month),
    summary: title,
    start: `${dateText(day(year, month, date))}T${two(from)}0000`,
    end: `${dateText(day(year, month, date))}T${two(from + hours)}0000`,
    description: `${title} at ${school.name}. Everybody is welcome & nobody has to book.`,
    location: `${school.stage}, ${school.name}`,
    organizer: hostOf(school, Object.keys(school.hosts)[1] ?? 'Office'),
    categories: [category],
    url: `https://${school.key}.example/${category.toLowerCase()}`,
  })
  const grades = ['Grade 5', 'Grade 6', 'Grade 7', 'Grade 8', 'Grade 9', 'Grade 10']
  return [
    ...[10, 12, 2, 5].map((month, i) =>
      at(`${['Autumn', 'Winter', 'Spring', 'Summer'][i] ?? ''} Concert`, month, 9 + i, 19, 2, 'Concerts'),
    ),
    ...grades.flatMap((grade, i) =>
      [11, 3].map(month => at(`Parents’ Evening ${grade}`, month, 3 + i, 18, 2, 'Parents')),
    ),
    ...[9, 10, 11, 12, 1, 2, 3, 4, 5, 6].map(month => at('Parents’ Council', month, 14, 20, 1, 'Parents')),
  ]
}

const daysOff = (school: School, year: number): Entry[] =>
  [
    ...school.holidays.map(([title, month, date, days]) => ({ title, from: day(year, month, date), days })),
    { title: 'First Day of School', from: day(year, 9, 2), days: 1 },
    { title: 'Last Day of School', from: day(year, 6, 18), days: 1 },
    { title: 'Project Week', from: day(year, 6, 7), days: 5 },
  ].map(({ title, from, days }) => ({
    uid: uid(school, year, title),
    summary: title,
    allDay: true,
    start: dateText(from),
    end: dateText(from + days * DAY_MS),
    categories: ['Holidays'],
  }))

/**
 * The school year that starts in August of `year`, one calendar per school, as iCalendar text; `isLater`: as its next
 * version has it, in which every weekly series begins half an hour later.
 */
export const schoolYear = (year: number, isLater = false): readonly DemoCalendar[] =>
  schools.map(school => ({
    file: `${school.key}-${year}.ics`,
    school: school.name,
    text: icsText(`${school.name} ${year}/${year + 1}`, school.zone, `${year}0801T080000Z`, [
      ...daysOff(school, year),
      ...school.weekly.map(item =>
        isLater ? { ...series(school, year, later(item)), sequence: 1 } : series(school, year, item),
      ),
      ...fixtures(school, year),
      ...evenings(school, year),
    ]),
  }))
