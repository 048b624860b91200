import type { EpochMs } from '../../../../shared/kernel/brands.ts'
import type { HistoryQueries, NarrowedAll } from '../../../../projections/history/queries.ts'
import { nowUtc, plusDays, plusMs } from '../../../../shared/kernel/time/calculate.ts'
import { toLocal } from '../../../../shared/kernel/time/zone.ts'
import type { Moment } from '../../platform/call.ts'
import { dayIn } from '../../platform/typed-times.ts'
import type { Day } from './chart.ts'

/** Days that are counted: four weeks, unless fewer are asked for. */
const DAYS = 28

const localDay = (ms: EpochMs, zone: string): string => toLocal(nowUtc(ms), zone).slice(0, 10)

/** Days of the site that are counted, the oldest first: the last ones of the period that is asked for. */
export const countedDays = ({ since, until }: NarrowedAll, { ms, site }: Moment): readonly string[] => {
  const today = localDay(ms, site.zone)
  const asked = until === undefined ? today : localDay(plusMs(until, -1), site.zone)
  const last = asked > today ? today : asked
  const first = since === undefined ? '' : localDay(since, site.zone)
  return Array.from({ length: DAYS }, (_, n) => plusDays(last, n + 1 - DAYS)).filter(day => day >= first)
}

/** What was done on these days; null: that is not counted where facts would have to be read. */
export const daysOf = async (
  { perPerson }: Pick<HistoryQueries, 'perPerson'>,
  { text, ...narrowed }: NarrowedAll,
  at: Moment,
): Promise<readonly Day[] | null> => {
  if (text !== undefined) return null
  const days = countedDays(narrowed, at).flatMap(day => {
    const within = dayIn(day, at.site.zone)
    return within === null ? [] : [{ day, since: within.from, until: within.until }]
  })
  const done = await perPerson(narrowed, days)
  return days.map(({ day }, n) => ({ day, byPerson: done[n]?.byPerson ?? null }))
}
