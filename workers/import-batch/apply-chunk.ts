import { chunkApplier } from '../../services/imports/apply.ts'
import { batchPlans } from '../../services/imports/batch-plans.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import { importContext } from '../../services/imports/context.ts'
import { nowUtc } from '../../shared/kernel/time/calculate.ts'
import type { ImportWorkDeps } from './handler.ts'

/** How the items of a batch become changes of the calendar. `siteZone`: canonical zone text of the settings. */
export const calendarApplier = (
  writing: Writing,
  siteZone: () => string,
  nowMs: () => number,
): ImportWorkDeps['applyChunk'] => {
  const planOf = batchPlans(writing.store)
  return async (importId, run, index) => {
    const ms = nowMs()
    const moment = { nowUtc: nowUtc(ms), siteZone: siteZone() }
    const plan = await planOf(importId, run, index, moment)
    return chunkApplier(writing, { importId, run, plan, moment, context: importContext(importId, ms) })
  }
}
