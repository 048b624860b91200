import type { EpochMs } from '../../shared/kernel/brands.ts'
import { chunkApplier } from '../../services/imports/apply/apply.ts'
import { batchPlans } from '../../services/imports/apply/batch-plans.ts'
import type { ItemsAhead } from '../../services/imports/apply/items-ahead.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import { importContext } from '../../services/imports/apply/context.ts'
import type { FeedSite } from '../../services/imports/feed/feed-body.ts'
import type { ImageOf } from '../../services/imports/apply/images.ts'
import { seriesBook } from '../../services/imports/series/series-book.ts'
import { linker, type Linker } from '../../services/imports/apply/link.ts'
import { allAskedFor } from '../../services/imports/apply/new-identities.ts'
import { nowUtc } from '../../shared/kernel/time/calculate.ts'
import { lastUsed } from '../../shared/remembered.ts'
import type { ImportWorkDeps } from './handler.ts'

/** How long what an import found (its halls, its categories) is taken for granted: a turn of work. */
const KEPT_MS = 250
/** The same where it is known that nobody changed any of it. */
const KEPT_UNCHANGED_MS = 5_000
const KEPT = 64

type Found = { readonly sinceMs: EpochMs; readonly changes: number | null; readonly link: Linker }

/**
 * What was found lately, per import, let go when it is too old to be taken for granted. `changes`: how often any of it was
 * changed so far; null: that is not known.
 */
const linkers = (writing: Writing, imageOf: ImageOf) => {
  const kept = lastUsed<string, Found>(KEPT, KEPT_UNCHANGED_MS)
  return (importId: string, sinceMs: EpochMs, changes: number | null): Linker => {
    const known = kept.get(importId)
    if (known !== undefined) {
      const isUnchanged = changes !== null && changes === known.changes
      const longest = isUnchanged ? KEPT_UNCHANGED_MS : KEPT_MS
      if (Math.abs(sinceMs - known.sinceMs) <= longest) return known.link
    }
    const link = linker(writing, imageOf)
    kept.set(importId, { sinceMs, changes, link })
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
  nowMs: () => EpochMs,
  items: ItemsAhead,
  { store, look } = allAskedFor(writing.store),
): ImportWorkDeps['applyChunk'] => {
  const planOf = batchPlans(items)
  const book = seriesBook(store)
  const knowing = { ...writing, store, claims: writing.claims.through(store) }
  const linkerOf = linkers(writing, imageOf)
  return async (importId, run, index) => {
    const ms = nowMs()
    // while settings and items are read
    const looked = look()
    looked.catch(() => undefined)
    const { zone, host } = await site()
    const moment = { nowUtc: nowUtc(ms), siteZone: zone }
    const plan = await planOf(importId, run, index, moment)
    const plannedMs = nowMs()
    // what was changed since is known no more when that took longer than anything is taken for granted
    const changes = await (Math.abs(plannedMs - ms) <= KEPT_MS ? looked : look())
    const link = linkerOf(importId, plannedMs, changes)
    const context = importContext(importId, ms)
    return chunkApplier(knowing, book, { importId, run, host, plan, moment, link, context })
  }
}
