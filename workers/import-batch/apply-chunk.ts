import { LRUCache } from 'lru-cache'
import { chunkApplier } from '../../services/imports/apply/apply.ts'
import { batchPlans } from '../../services/imports/apply/batch-plans.ts'
import type { ItemsAhead } from '../../services/imports/apply/items-ahead.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import { importContext } from '../../services/imports/apply/context.ts'
import type { FeedSite } from '../../services/imports/feed/feed-body.ts'
import type { ImageOf } from '../../services/imports/apply/images.ts'
import { seriesBook } from '../../services/imports/series/series-book.ts'
import { linker, type Linker } from '../../services/imports/apply/link.ts'
import { nowUtc } from '../../shared/kernel/time/calculate.ts'
import type { ImportWorkDeps } from './handler.ts'

/** How long what an import found (its halls, its categories) is taken for granted: a turn of work. */
const KEPT_MS = 250
const KEPT = 64

/** What was found lately, per import. */
const linkers = (writing: Writing, imageOf: ImageOf) => {
  const kept = new LRUCache<string, { readonly sinceMs: number; readonly link: Linker }>({ max: KEPT })
  return (importId: string, nowMs: number): Linker => {
    const known = kept.get(importId)
    if (known !== undefined && Math.abs(nowMs - known.sinceMs) <= KEPT_MS) return known.link
    const link = linker(writing, imageOf)
    kept.set(importId, { sinceMs: nowMs, link })
    return link
  }
}

/** Of the settings; `host`: of the address, as global ids have it (spec 02 §1.1). */
export type ImportSite = FeedSite & { readonly host: string }

/** How the items of a batch become changes of the calendar. */
export const calendarApplier = (
  writing: Writing,
  imageOf: ImageOf,
  site: () => Pick<ImportSite, 'zone' | 'host'> | Promise<ImportSite>,
  nowMs: () => number,
  items: ItemsAhead,
): ImportWorkDeps['applyChunk'] => {
  const planOf = batchPlans(items)
  const book = seriesBook(writing.store)
  const linkerOf = linkers(writing, imageOf)
  return async (importId, run, index) => {
    const ms = nowMs()
    const { zone, host } = await site()
    const moment = { nowUtc: nowUtc(ms), siteZone: zone }
    const plan = await planOf(importId, run, index, moment)
    const link = linkerOf(importId, ms)
    const context = importContext(importId, ms)
    return chunkApplier(writing, book, { importId, run, host, plan, moment, link, context })
  }
}
