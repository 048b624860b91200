import type { EpochMs, UtcTime } from '../../../shared/kernel/brands.ts'
import { msOf, plusDays, startOfDay } from '../../../shared/kernel/time/calculate.ts'
import { clockChange, toLocal, toUtc } from '../../../shared/kernel/time/zone.ts'
import type { Moment } from './call.ts'

/** Today's date on the site's wall clock. */
const siteDate = ({ nowUtc, site }: Moment): string => toLocal(nowUtc, site.zone).slice(0, 10)

const midnightAfter = (at: Moment): UtcTime => toUtc(startOfDay(plusDays(siteDate(at), 1)), at.site.zone).utc

/** Epoch milliseconds of the site's next midnight: until then "today" means the same day. */
export const nextMidnight = (at: Moment): EpochMs => msOf(midnightAfter(at))

/** The same, or earlier: until then the clock of the site is as far from UTC as now, too. */
export const nextTurnOfClock = (at: Moment): EpochMs => {
  const midnight = midnightAfter(at)
  return msOf(clockChange(at.nowUtc, midnight, at.site.zone) ?? midnight)
}

/** What `make` makes of a second at the site, once for as long as requests come in that second. */
export const onceASecond = <Made>(make: (at: Moment) => Made): ((at: Moment) => Made) => {
  let known: { readonly nowUtc: string; readonly zone: string; readonly made: Made } | null = null
  return at => {
    const { nowUtc } = at
    const { zone } = at.site
    if (known?.nowUtc !== nowUtc || known.zone !== zone) known = { nowUtc, zone, made: make(at) }
    return known.made
  }
}
