import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { randomFrom, type Random } from '../../../scripts/fuzz-bodies/random.ts'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import type { FeedItem } from '../../../services/imports/item/item.ts'
import { toUtc } from '../../../shared/kernel/time/zone.ts'
import { askOracle, hasOracle, type Asked, type Told } from '../../support/calendar-oracle/ask.ts'
import { madeSeries, type MadeSeries } from '../../support/calendar-oracle/rules.ts'

const SITE = 'America/New_York'

/** Start of an item as the oracle tells it. */
const beginOf = ({ start_date: start = '', timezone: zone = SITE, all_day: allDay }: FeedItem): string => {
  if (allDay === true || start.endsWith('Z')) return start
  return `${toUtc(start, zone).utc.replace(' ', 'T')}Z`
}

const itemsOf = (body: Uint8Array, nowUtc: string): readonly FeedItem[] => {
  const parsed = parseIcs(body, { nowUtc, siteZone: SITE })
  return parsed.ok ? parsed.items : []
}

const unique = (texts: readonly string[]) => [...new Set(texts)].sort()

/** Monday to Saturday at nine in Berlin, from 9 June 2020 to 9 March 2021. */
const quotedSeries = (): readonly string[] => {
  const uid =
    '040000008200E00074C5B7101A82E008000000008001F1896B63D3010000000000000000100000005D0552D848712746896D6C8E2E066560'
  const [first, last, winter] = [Date.UTC(2020, 5, 9), Date.UTC(2021, 2, 9), Date.UTC(2020, 9, 25)]
  const days = Array.from(
    { length: (last - first) / 86_400_000 + 1 },
    (_, n) => new Date(first + n * 86_400_000),
  )
  return days
    .filter(day => day.getUTCDay() !== 0)
    .map(day => `${day.toISOString().slice(0, 10)}T0${day.getTime() < winter ? 7 : 8}:00:00Z ${uid}`)
}

describe.skipIf(!hasOracle())('an independent reader of calendars, on the samples', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'samples')
  const files = readdirSync(folder).filter(name => name.endsWith('.ics'))

  /** `end before start` (05 §7): the start stays; the other reader changes the two over. */
  const swapped = (uid: string, ...pairs: readonly (readonly [ours: string, theirs: string])[]) => ({
    ours: pairs.map(([ours]) => `${ours} ${uid}`),
    theirs: pairs.map(([, theirs]) => `${theirs} ${uid}`),
  })

  /** All there is of difference, each for a rule that makes us differ. */
  const explained: Readonly<Record<string, unknown>> = {
    '10': swapped('CAL-8a03932d-8a96243a-018a-d2b68038-00005e70demobedework@example.org', [
      '2026-08-26T17:00:00Z',
      '2026-04-23T16:30:00Z',
    ]),
    '11': swapped('MEC-f8ecea96e66c9000767f0a4975dc0a54@example.org', [
      '2026-09-06T01:00:00Z',
      '2026-09-05T08:00:00Z',
    ]),
    '13': {
      ours: [
        '2026-08-22T03:00:00Z 29d54c9d92345ede4bf48b461da0c3c4@example.org',
        '2026-08-23T00:30:00Z 319a27219a0c33c1f258a9506da5e037@example.org',
        '2026-08-29T03:00:00Z e82673c59d76d97f535244059a29a64f@example.org',
        '2026-08-30T00:30:00Z 28245b45d2502998104ef142a708f379@example.org',
        '2026-09-06T00:30:00Z f0bde4ee1c999943e277e5e2c7d86659@example.org',
      ],
      theirs: [
        '2026-08-22T00:00:00Z 29d54c9d92345ede4bf48b461da0c3c4@example.org',
        '2026-08-23T00:00:00Z 319a27219a0c33c1f258a9506da5e037@example.org',
        '2026-08-29T00:00:00Z e82673c59d76d97f535244059a29a64f@example.org',
        '2026-08-30T00:00:00Z 28245b45d2502998104ef142a708f379@example.org',
        '2026-09-06T00:00:00Z f0bde4ee1c999943e277e5e2c7d86659@example.org',
      ],
    },
    '14': swapped('77383517343bab29739b34814ba476a1@example.org', [
      '2026-09-08T14:00:00Z',
      '2026-01-04T03:00:00Z',
    ]),
    // 05 §8.5 UNTIL: a DATE on a timed series is that whole local day
    '18': { ours: ['2022-12-09T23:00:00Z 5f4n0qqmen1oksj15p2qahvp9t@google.com'], theirs: [] },
    // 05 §8.3 step 3: a display name of Windows is a zone
    '19': "ZoneInfoNotFoundError: 'No time zone found with key Eastern Time (US & Canada)'",
    // 05 §8.1: no calendar
    '23': "ValueError: Content line could not be parsed into parts: '<html>': <html>",
    '24': expect.stringMatching(/^ValueError: Content line could not be parsed/) as unknown,
    '25': "ValueError: Found no components where exactly one is required: b''",
    // 05 §8.1 quoted values: the quotes of `DTSTART;TZID="W. Europe Standard Time:2020…"` were never meant as such
    '26': { ours: quotedSeries(), theirs: [] },
    // 05 §8.4: a date is a day, whatever is said beside it
    '28': {
      ours: ['2018-07-02 56df0d2b37ded@example.org'],
      theirs: ['2018-07-01T22:00:00Z 56df0d2b37ded@example.org'],
    },
    '34': { ours: ['2027-05-10 mixed-1@example.org'], theirs: ['2027-05-10T00:00:00Z mixed-1@example.org'] },
  }

  it('reads the same occurrences', async () => {
    const cases = files.map(name => ({
      id: name.slice(0, 2),
      ics: readFileSync(join(folder, name)),
      from: '1900-01-01T00:00:00',
      to: '2028-11-28T00:00:00',
    }))
    const told = await askOracle(SITE, cases)
    const differing: Record<string, unknown> = {}
    for (const { id, ics } of cases) {
      const items = itemsOf(ics, '2026-11-27 12:00:00').filter(({ start_date: start }) => start !== undefined)
      const ours = unique(items.map(item => `${beginOf(item)} ${item.uid ?? ''}`))
      const answer = told.get(id)
      const theirs =
        answer === undefined || 'error' in answer
          ? (answer?.error ?? 'nothing')
          : unique(answer.begins.map(([uid, begin]) => `${begin} ${uid}`))
      if (JSON.stringify(ours) !== JSON.stringify(theirs))
        differing[id] =
          typeof theirs === 'string'
            ? theirs
            : { ours: ours.filter(x => !theirs.includes(x)), theirs: theirs.filter(x => !ours.includes(x)) }
    }
    expect(differing).toEqual(explained)
  })
})

/** `exrule`: what it leaves out, which the other reader reads as a series of its own. */
type Case = {
  readonly id: string
  readonly series: MadeSeries
  readonly ics: string
  readonly exrule: string | null
}

const EXRULES = [
  ...(['FREQ=WEEKLY;BYDAY=TU', 'FREQ=WEEKLY;BYDAY=MO,WE,FR,SU', 'FREQ=MONTHLY;BYDAY=1SA,-1TH'] as const),
  ...([
    'FREQ=MONTHLY;BYMONTHDAY=1,15,31',
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=YEARLY;BYMONTH=2,7;BYDAY=TH',
  ] as const),
] as const

/** RFC 7529: the last day of each month, as the other reader, which knows no SKIP, has it. */
const SKIPPED: readonly (readonly [ours: RegExp, theirs: string])[] = [
  [/RSCALE=GREGORIAN;SKIP=OMIT;/, ''],
  [/RSCALE=GREGORIAN;SKIP=BACKWARD;(.*?)BYMONTHDAY=31\b/, '$1BYMONTHDAY=-1'],
]

const withoutSkip = (ics: string): string =>
  SKIPPED.reduce((text, [ours, theirs]) => text.replace(ours, theirs), ics)

/** Days that a month does not have are left out, or the one before is taken, of one rule in twenty. */
const skipping = (made: MadeSeries, { number }: Random): MadeSeries => {
  const isOf = /^FREQ=(?:MONTHLY|YEARLY)/.test(made.rule)
  if (!isOf || number(8) > 0) return made
  if (number(2) === 0) return { ...made, rule: `RSCALE=GREGORIAN;SKIP=OMIT;${made.rule}` }
  const rule = `RSCALE=GREGORIAN;SKIP=BACKWARD;FREQ=MONTHLY;INTERVAL=${1 + number(3)};BYMONTHDAY=31`
  return { ...made, frequency: 'MONTHLY', rule, days: 725 }
}

const dateProperty = (name: string, { zone, allDay }: MadeSeries, text: string): string => {
  if (allDay) return `${name};VALUE=DATE:${text.slice(0, 8)}`
  return zone === 'UTC' ? `${name}:${text}Z` : `${name};TZID=${zone}:${text}`
}

const icsOf = (series: MadeSeries, more: readonly string[] = []): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'BEGIN:VEVENT', 'UID:s', 'DTSTAMP:20270101T000000Z'],
    ...[
      'SUMMARY:S',
      dateProperty('DTSTART', series, series.start),
      `RRULE:${series.rule}${series.bound}`,
      ...more,
    ],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

const NOW = '2027-01-01 00:00:00'

const compact = (start: string) =>
  start.replace(/[-:]/g, '').replace(' ', 'T').padEnd(15, 'T000000').slice(0, 15)

const dayAfter = ({ start, days }: MadeSeries, more = 0): string => {
  const first = Date.UTC(Number(start.slice(0, 4)), Number(start.slice(4, 6)) - 1, Number(start.slice(6, 8)))
  return new Date(first + (days + more) * 86_400_000).toISOString().slice(0, 10)
}

/** Starts where its rule has an occurrence, in nine of ten cases; some dates left out, some added. */
const caseOf = (random: Random, id: string): Case => {
  const made = skipping(madeSeries(random), random)
  const [, second] = itemsOf(Buffer.from(icsOf(made)), NOW)
  const isAligned =
    second?.start_date !== undefined && !second.start_date.endsWith('Z') && random.number(10) > 0
  const moved = isAligned ? { ...made, start: compact(second.start_date ?? '') } : made
  const starts = itemsOf(Buffer.from(icsOf(moved)), NOW).map(({ start_date: start = '' }) => start)
  const series = moved
  const other = starts[random.number(Math.max(1, Math.min(starts.length, 20)))] ?? ''
  const more = [
    ...(random.number(3) === 0 && other !== '' && !other.endsWith('Z')
      ? [dateProperty('EXDATE', series, compact(other))]
      : []),
    ...(random.number(4) === 0 ? [dateProperty('RDATE', series, '20280229T101500')] : []),
  ]
  const exrule = !isFast(series) && random.number(6) === 0 ? random.oneOf(EXRULES) : null
  const all = exrule === null ? more : [...more, `EXRULE:${exrule}`]
  return { id, series, ics: icsOf(series, all), exrule }
}

const weekdayOf = ({ start }: MadeSeries): string =>
  ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][
    new Date(`${start.slice(0, 4)}-${start.slice(4, 6)}-${start.slice(6, 8)}`).getUTCDay()
  ] ?? ''

/**
 * With the weekday that a rule of week numbers alone takes from its start (RFC 5545 §3.3.10: information that is missing
 * is retrieved from DTSTART): dateutil takes all seven.
 */
const spelledOut = (series: MadeSeries, ics: string): string =>
  /BYWEEKNO/.test(series.rule) && !/BYDAY|BYMONTHDAY|BYYEARDAY/.test(series.rule)
    ? ics.replace(/BYWEEKNO/, `BYDAY=${weekdayOf(series)};BYWEEKNO`)
    : ics

const isFast = ({ frequency }: MadeSeries) => frequency === 'MINUTELY' || frequency === 'SECONDLY'

/** Where the two may differ, and the rule by which they do; each is looked at closely below. */
const EXPLAINED = {
  fast: '05 §8.5: of SECONDLY and MINUTELY only DTSTART is kept',
  counted: 'RFC 5545 §3.8.5.3: DTSTART counts as the first instance, also where the rule does not hold it',
  empty:
    'dateutil refuses a rule that it finds to hold nothing; DTSTART is an instance in any case (RFC 5545 §3.8.5.3)',
  firstWeek:
    'RFC 5545 §3.3.10 BYSETPOS: of the set of the whole week; dateutil takes the first one from DTSTART on',
  exdate:
    'RFC 5545 §3.8.5.1: an EXDATE is the instant it says; the other reader takes its UTC text for a local time, too',
  thousand: '05 §8.5: of more than a thousand the first thousand are kept',
} as const
type Verdict = keyof typeof EXPLAINED | 'same'

type Read = { readonly ours: readonly string[]; readonly theirs: readonly string[] }

const instantAt = (compactLocal: string, zone: string): string => {
  const [date, time] = [compactLocal.slice(0, 8), compactLocal.slice(9)]
  const local = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)} ${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}`
  return `${toUtc(local, zone).utc.replace(' ', 'T')}Z`
}

/** Instants that the other reader takes for excluded beside the one that is. */
const mistaken = ({ zone }: MadeSeries, ics: string): readonly string[] => {
  const written = /EXDATE;TZID=[^:]+:(\S+)/.exec(ics)?.[1]
  if (written === undefined) return []
  const meant = instantAt(written, zone)
  return [instantAt(written, 'UTC'), instantAt(compact(meant.slice(0, 19).replace('T', ' ')), zone)]
}

const minus = (all: readonly string[], some: readonly string[]) => all.filter(one => !some.includes(one))
const isSame = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b)

/** How the two readings agree; null: they do not, and no rule says why. */
const verdictOf = ({ series, ics }: Case, { ours, theirs }: Read, startInRule: boolean): Verdict | null => {
  if (isSame(ours, theirs)) return 'same'
  const alone = instantsOf(ics, series)
  const oneTooMany = theirs.findLast(one => !alone.includes(one))
  if (!startInRule && series.bound.startsWith(';COUNT') && isSame(ours, minus(theirs, [oneTooMany ?? ''])))
    return 'counted'
  const [more, less] = [minus(ours, theirs), minus(theirs, ours)]
  const isMistaken = more.every(one => mistaken(series, ics).includes(one))
  if (isMistaken && less.length === 0) return 'exdate'
  if (isMistaken && ours.length === 1_000 && less.every(one => one > (ours.at(-1) ?? ''))) return 'thousand'
  const week = new Date(Date.parse(`${ours[0]?.slice(0, 10)}`) + 7 * 86_400_000).toISOString()
  const isWeekly = series.frequency === 'WEEKLY' && series.rule.includes('BYSETPOS')
  return isWeekly && [...more, ...less].every(one => one < week) ? 'firstWeek' : null
}

const judge = (
  one: Case,
  told: Told | undefined,
  leftOut: readonly string[],
): { readonly verdict: Verdict | null; readonly read: Read } => {
  const { series, ics } = one
  const items = itemsOf(Buffer.from(ics), NOW)
  const within = (begin: string) => begin < dayAfter(series)
  const ours = unique(items.map(beginOf)).filter(within)
  if (isFast(series)) {
    const kept = minus(ours, [...instantsOf(ics, series)])
    const isTold = items.length === 0 || items[0]?.warnings?.includes('series_truncated') === true
    return { verdict: kept.length === 0 && isTold ? 'fast' : null, read: { ours, theirs: [] } }
  }
  if (told === undefined || 'error' in told) {
    const isRefused = told?.error === 'ValueError: Invalid rrule byxxx generates an empty set.'
    const kept = minus(ours, [...instantsOf(ics, series)])
    return {
      verdict: isRefused && kept.length === 0 ? 'empty' : null,
      read: { ours, theirs: [told?.error ?? ''] },
    }
  }
  const theirs = unique(
    minus(
      told.begins.map(([, begin]) => begin),
      leftOut,
    ),
  ).filter(within)
  return { verdict: verdictOf(one, { ours, theirs }, told.startInRule), read: { ours, theirs } }
}

/** DTSTART and RDATE: what is there without any rule. */
const instantsOf = (ics: string, { zone, allDay }: MadeSeries): readonly string[] =>
  [...ics.matchAll(/^(?:DTSTART|RDATE)[^:]*:(\d{8}(?:T\d{6})?)/gm)].map(([, text = '']) =>
    allDay ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}` : instantAt(text, zone),
  )

/** A series of what an EXRULE holds. */
const exclusionsOf = ({ id, series }: Case, rule: string): Asked => ({
  id: `${id}x`,
  ics: icsOf({ ...series, rule, bound: '' }),
  from: '2026-12-30T00:00:00',
  to: `${dayAfter(series, 3)}T00:00:00`,
})

/** What it leaves out: its start is there in any case for the other reader. */
const excludedBy = ({ series }: Case, told: Told | undefined): readonly string[] => {
  if (told === undefined || 'error' in told) return []
  const all = told.begins.map(([, begin]) => begin)
  return told.startInRule ? all : minus(all, instantsOf(icsOf(series), series))
}

describe.skipIf(!hasOracle())('an independent reader of calendars, on rules made up', () => {
  it('finds the same occurrences', { timeout: 600_000 }, async () => {
    const random = randomFrom(5_545)
    const cases = Array.from({ length: 5_000 }, (_, n) => caseOf(random, String(n)))
    const asked = cases
      .filter(({ series }) => !isFast(series))
      .map(({ id, series, ics }) => ({
        id,
        ics: spelledOut(series, withoutSkip(ics)),
        from: '2026-12-30T00:00:00',
        to: `${dayAfter(series, 3)}T00:00:00`,
      }))
    const rules = cases.flatMap(one => (one.exrule === null ? [] : [exclusionsOf(one, one.exrule)]))
    const told = await askOracle(SITE, [...asked, ...rules])
    const counts = new Map<string, number>()
    const unexplained: unknown[] = []
    for (const one of cases) {
      const { verdict, read } = judge(one, told.get(one.id), excludedBy(one, told.get(`${one.id}x`)))
      counts.set(verdict ?? 'none', (counts.get(verdict ?? 'none') ?? 0) + 1)
      const { ours, theirs } = read
      if (verdict === null)
        unexplained.push([
          one.ics.split('\r\n').slice(7, -3).join(' '),
          minus(ours, theirs).slice(0, 5),
          minus(theirs, ours).slice(0, 5),
        ])
    }
    expect(unexplained).toEqual([])
    // most need no explaining, and every explanation is needed
    expect(counts.get('same')).toBeGreaterThan(3_400)
    expect([...counts.keys()].sort()).toEqual(['same', ...Object.keys(EXPLAINED)].sort())
  })
})
