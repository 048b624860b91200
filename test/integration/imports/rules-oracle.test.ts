import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../scripts/fuzz-bodies/random.ts'
import { askOracle, hasOracle, type Told } from '../../support/calendar-oracle/ask.ts'
import {
  NOW,
  caseOf,
  forwardCaseOf,
  compact,
  dayAfter,
  excludedBy,
  exclusionsOf,
  instantsOf,
  isFast,
  spelledOut,
  withoutSkip,
  type Case,
} from '../../support/calendar-oracle/cases.ts'
import { forwardAsked, forwardOf, forwardTold } from '../../support/calendar-oracle/forward.ts'
import { SITE, beginOf, instantAt, itemsOf, minus, unique } from '../../support/calendar-oracle/readings.ts'
import type { MadeSeries } from '../../support/calendar-oracle/rules.ts'

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

/** Instants that the other reader takes for excluded beside the one that is. */
const mistaken = ({ zone }: MadeSeries, ics: string): readonly string[] => {
  const written = /EXDATE;TZID=[^:]+:(\S+)/.exec(ics)?.[1]
  if (written === undefined) return []
  const meant = instantAt(written, zone)
  return [instantAt(written, 'UTC'), instantAt(compact(meant.slice(0, 19).replace('T', ' ')), zone)]
}

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
  { leftOut, forward }: { readonly leftOut: readonly string[]; readonly forward: readonly string[] | null },
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
  const judged = (begins: readonly string[], startInRule: boolean) => {
    const theirs = unique(minus(begins, leftOut)).filter(within)
    return { verdict: verdictOf(one, { ours, theirs }, startInRule), read: { ours, theirs } }
  }
  if (forward !== null) return judged(forward, true)
  if (told === undefined || 'error' in told) {
    const isRefused = told?.error === 'ValueError: Invalid rrule byxxx generates an empty set.'
    const kept = minus(ours, [...instantsOf(ics, series)])
    return {
      verdict: isRefused && kept.length === 0 ? 'empty' : null,
      read: { ours, theirs: [told?.error ?? ''] },
    }
  }
  const begins = told.begins.map(([, begin]) => begin)
  return judged(begins, told.startInRule)
}

/** How often the readers agree, by verdict, and what no rule explains. */
const compared = async (cases: readonly Case[]) => {
  const asked = cases
    .filter(({ series }) => !isFast(series) && forwardOf(series) === null)
    .map(({ id, series, ics }) => ({
      id,
      ics: spelledOut(series, withoutSkip(ics)),
      from: '2026-12-30T00:00:00',
      to: `${dayAfter(series, 3)}T00:00:00`,
    }))
  const rules = cases.flatMap(one => (one.exrule === null ? [] : [exclusionsOf(one, one.exrule)]))
  const told = await askOracle(SITE, [...asked, ...rules, ...cases.flatMap(forwardAsked)])
  const counts = new Map<string, number>()
  const unexplained: unknown[] = []
  for (const one of cases) {
    const { verdict, read } = judge(one, told.get(one.id), {
      leftOut: excludedBy(one, told.get(`${one.id}x`)),
      forward: forwardTold(one, told),
    })
    counts.set(verdict ?? 'none', (counts.get(verdict ?? 'none') ?? 0) + 1)
    const { ours, theirs } = read
    if (verdict === null)
      unexplained.push([
        one.ics.split('\r\n').slice(7, -3).join(' '),
        minus(ours, theirs).slice(0, 5),
        minus(theirs, ours).slice(0, 5),
      ])
  }
  return { counts, unexplained }
}

describe.skipIf(!hasOracle())('an independent reader of calendars, on rules made up', () => {
  it('finds the same occurrences', { timeout: 900_000 }, async () => {
    const random = randomFrom(5_545)
    const cases = Array.from({ length: 1_500 }, (_, n) => caseOf(random, String(n)))
    const { counts, unexplained } = await compared(cases)
    expect(unexplained).toEqual([])
    // most need no explaining, and every explanation is needed
    expect(counts.get('same')).toBeGreaterThan(1_020)
    expect([...counts.keys()].sort()).toEqual(['same', ...Object.keys(EXPLAINED)].sort())
  })

  it(
    '05 §8.5 finds the same where days that a month does not have are skipped forward',
    { timeout: 600_000 },
    async () => {
      const random = randomFrom(7_529)
      const cases = Array.from({ length: 120 }, (_, n) => forwardCaseOf(random, String(n)))
      const { counts, unexplained } = await compared(cases)
      expect(unexplained).toEqual([])
      expect(counts.get('same')).toBeGreaterThan(100)
    },
  )
})
