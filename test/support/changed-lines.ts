/** A line that says something else, and what of it is changed. */
export type Change = { readonly what: string; readonly line: string }

const DAY_MS = 86_400_000

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')

/** `YYYYMMDD` some days later. */
const daysOn = (day: string, days: number): string => {
  const ms = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)))
  return Number.isNaN(ms) ? day : dayText(ms + days * DAY_MS)
}

/** `HHMMSS` an hour and a half earlier or, in the small hours, later. */
const otherTime = (time: string): string => {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(2, 4))
  const other = minutes >= 90 ? minutes - 90 : minutes + 90
  return `${String(Math.floor(other / 60)).padStart(2, '0')}${String(other % 60).padStart(2, '0')}${time.slice(4)}`
}

const DATE = /\d{8}(?=T|Z|\D|$)/
const TIME = /(?<=\d{8}T)\d{6}/

const dateChanges = (value: string): readonly (readonly [what: string, value: string])[] => [
  ...(DATE.test(value)
    ? [
        ['another day', value.replace(DATE, day => daysOn(day, 1))] as const,
        ['another year', value.replace(DATE, day => daysOn(day, 364))] as const,
      ]
    : []),
  ...(TIME.test(value) ? [['another time', value.replace(TIME, otherTime)] as const] : []),
]

/** Another value of each part of a rule; parts that it has not. */
const OTHER_PARTS: Readonly<Record<string, (value: string) => string>> = {
  FREQ: value => (value === 'WEEKLY' ? 'MONTHLY' : value === 'YEARLY' ? 'MONTHLY' : 'WEEKLY'),
  INTERVAL: value => String((Number(value) || 0) + 1),
  COUNT: value => String((Number(value) || 0) + 1),
  UNTIL: value => value.replace(DATE, day => daysOn(day, -40)),
  BYDAY: value => value.replace(/[A-Z]{2}/, day => (day === 'TH' ? 'FR' : 'TH')),
  BYMONTH: value => value.replace(/\d+/, month => String((Number(month) % 12) + 1)),
  BYMONTHDAY: value => value.replace(/\d+/, day => String((Number(day) % 28) + 1)),
  BYSETPOS: value => value.replace(/\d+/, place => String(Number(place) + 1)),
  WKST: value => (value === 'SU' ? 'WE' : 'SU'),
}
const NEW_PARTS = ['INTERVAL=3', 'COUNT=2', 'BYMONTH=3', 'UNTIL=20250101T000000Z'] as const

const ruleChanges = (value: string): readonly (readonly [what: string, value: string])[] => {
  const parts = value.split(';')
  const nameOf = (part: string) => part.slice(0, part.indexOf('=')).toUpperCase()
  const other = parts.flatMap((part, n) => {
    const change = OTHER_PARTS[nameOf(part)]
    const said = part.slice(part.indexOf('=') + 1)
    return change === undefined
      ? []
      : [[nameOf(part), parts.with(n, `${nameOf(part)}=${change(said)}`).join(';')] as const]
  })
  const added = NEW_PARTS.filter(part => !parts.some(one => nameOf(one) === nameOf(part)))
  return [...other, ...added.map(part => [`and ${nameOf(part)}`, `${value};${part}`] as const)]
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  STATUS: ['CANCELLED', 'TENTATIVE', 'CONFIRMED'],
  CLASS: ['PRIVATE', 'PUBLIC'],
  TZID: ['Asia/Tokyo'],
  'X-WR-TIMEZONE': ['Asia/Tokyo'],
  METHOD: ['CANCEL', 'REQUEST'],
  CALSCALE: ['JULIAN'],
  GEO: ['47.3769;8.5417', '47.3769'],
}

const valueChanges = (name: string, value: string): readonly (readonly [what: string, value: string])[] => {
  if (name === 'RRULE' || name === 'EXRULE') return ruleChanges(value)
  const words = WORDS[name]?.filter(word => word !== value)
  if (words !== undefined) return words.map(word => [word, word])
  const dates = dateChanges(value)
  if (dates.length > 0 && !/[a-z]{3}/.test(value)) return dates
  if (/^[+-]?P/.test(value)) return [['longer', value.replace(/\d+(?=\D*$)/, n => String(Number(n) + 1))]]
  if (/^(?:TRUE|FALSE)$/i.test(value)) return [['the opposite', /TRUE/i.test(value) ? 'FALSE' : 'TRUE']]
  if (/^[+-](?:\d\d){2,3}$/.test(value)) return [['another offset', value === '+0930' ? '+0530' : '+0930']]
  if (/^\d{1,6}$/.test(value)) return [['another number', String(Number(value) + 1)]]
  return [
    ['another text', 'Something else'],
    ['more text', `${value} as well`],
    ['a text before it', `Late, ${value}`],
  ]
}

const PARAMETER = /;([^=;:]+)=("[^"]*"|[^":;]*)/g

/** Another value of each parameter, one after the other. */
const parameterChanges = (head: string): readonly (readonly [what: string, head: string])[] =>
  [...head.matchAll(PARAMETER)].flatMap(([whole, name = '', value = '']) => {
    const upper = name.trim().toUpperCase()
    const said =
      upper === 'TZID'
        ? 'Asia/Tokyo'
        : upper === 'VALUE'
          ? value.trim() === 'DATE'
            ? 'DATE-TIME'
            : 'DATE'
          : upper === 'FMTTYPE'
            ? 'text/plain'
            : 'Other'
    return [[`;${upper}`, head.replace(whole, `;${name}=${said}`)] as const]
  })

/** The name of a line's property, in capitals. */
export const propertyOf = (line: string): string =>
  (/^[^:;]*/.exec(line)?.[0] ?? '').toUpperCase().replaceAll(' ', '')

const HEAD = /^[^:;]+(?:;[^:;=]+=(?:"[^"]*"|[^":;]*))*:/

/** The line with whatever it says said otherwise, one thing after the other. */
export const changesOf = (line: string): readonly Change[] => {
  const head = HEAD.exec(line)?.[0]
  if (head === undefined) return []
  const value = line.slice(head.length)
  const inside = head.slice(0, -1)
  return [
    ...valueChanges(propertyOf(line), value.trim()).map(([what, other]) => ({ what, line: head + other })),
    ...parameterChanges(inside).map(([what, other]) => ({ what, line: `${other}:${value}` })),
  ].filter(({ line: other }) => other !== line)
}
