import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { msOf, plusDays, startOfDay } from '../../../shared/kernel/time/calculate.ts'
import { toLocal, toUtc } from '../../../shared/kernel/time/zone.ts'
import type { Moment } from './call.ts'

/** Today's date on the site's wall clock. */
const siteDate = ({ nowUtc, site }: Moment): string => toLocal(nowUtc, site.zone).slice(0, 10)

/** Epoch milliseconds of the site's next midnight: until then "today" means the same day. */
export const nextMidnight = (at: Moment): EpochMs => {
  const tomorrow = startOfDay(plusDays(siteDate(at), 1))
  return msOf(toUtc(tomorrow, at.site.zone).utc)
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
