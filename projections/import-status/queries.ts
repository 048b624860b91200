import { noActivity, type Activity } from '../../shared/facts/import.ts'
import { isOver, speedOf, type Speed } from './pace.ts'
import type { ImportChunkDoc, ImportCollections, ImportDoc, ImportItem } from './store.ts'

/** The record of spec 05 §1 with its members' names. */
export type ImportRecord = {
  readonly import_id: string
  readonly origin: string
  readonly source: string
  readonly post_status: string
  readonly author: number
  readonly category: number | null
  readonly update_authority: string
  readonly interval: number
  readonly status: string
  readonly paused: boolean
  readonly reason: string | null
  readonly percentage_complete: number
  readonly total_events: number
  readonly batches: number
  readonly received: number
  readonly processed: number
  readonly outcomes: ImportDoc['outcomes']
  readonly registered_at: string
  readonly first_batch_at: string | null
  readonly last_outcome_at: string | null
  readonly closed_at: string | null
  readonly activity: Activity
  readonly log: readonly { readonly at: string; readonly message_slug: string; readonly message: string }[]
  readonly items: readonly ImportRecordItem[]
}

export type ImportRecordItem = { readonly position: number } & Pick<
  ImportItem,
  'line' | 'outcome' | 'reason' | 'warnings' | 'id' | 'uid' | 'title'
>

/** What a progress display and a list of imports show: no items. */
export type ImportProgress = Speed & {
  readonly import_id: string
  readonly origin: string
  readonly source: string
  readonly status: string
  readonly paused: boolean
  readonly reason: string | null
  readonly total: number
  readonly received: number
  readonly processed: number
  readonly outcomes: ImportDoc['outcomes']
  readonly registered_at: string
  readonly first_batch_at: string | null
  readonly last_outcome_at: string | null
  readonly closed_at: string | null
  /** Nothing of it will change any more: it is closed, and every item has an outcome. */
  readonly over: boolean
  /** Other than before whenever something of it has changed. */
  readonly revision: number
}

export type ImportQueries = {
  /** `items` in order of position; `from` (first position) and `limit` page them. null: no such import. */
  readonly showImport: (
    importId: string,
    page?: { readonly from?: number; readonly limit?: number },
  ) => Promise<ImportRecord | null>
  /** Some items from a position on, in order; `next`: where those after them begin, null at the end. */
  readonly itemsFrom: (
    importId: string,
    from: number,
  ) => Promise<{ readonly items: readonly ImportRecordItem[]; readonly next: number | null }>
  /** Those of the named imports that there are. `nowMs`: a silence lowers the rate. */
  readonly progressOf: (importIds: readonly string[], nowMs: number) => Promise<readonly ImportProgress[]>
  /** Newest first. */
  readonly listImports: (page: {
    readonly skip: number
    readonly limit: number
    readonly nowMs: number
  }) => Promise<{ readonly imports: readonly ImportProgress[]; readonly total: number }>
}

/** Chunks read at once when all items are wanted, one after the other. */
const CHUNKS_PER_PAGE = 20

type Placed = { readonly position: number; readonly item: ImportItem }

const placedIn = ({ first, items }: ImportChunkDoc): readonly Placed[] =>
  items.map((item, n) => ({ position: first + n, item }))

const shownItem = ({ position, item }: Placed): ImportRecordItem => ({
  position,
  line: item.line,
  outcome: item.outcome,
  reason: item.reason,
  warnings: item.warnings,
  id: item.id,
  uid: item.uid,
  title: item.title,
})

const activityOf = (placed: readonly Placed[]): Activity => {
  const activity = noActivity()
  const seen = new Set<string>()
  for (const { item } of placed) {
    for (const [type, list, id] of item.touched) {
      const key = `${type}/${list}/${id}`
      if (!seen.has(key)) activity[type][list].push(id)
      seen.add(key)
    }
  }
  return activity
}

const progressOf = (doc: ImportDoc, nowMs: number): ImportProgress => ({
  import_id: doc._id,
  origin: doc.origin,
  source: doc.source,
  status: doc.status,
  paused: doc.paused,
  reason: doc.reason,
  ...speedOf(doc, nowMs),
  total: doc.total,
  received: doc.received,
  processed: doc.processed,
  outcomes: doc.outcomes,
  registered_at: doc.registeredAt,
  first_batch_at: doc.firstBatchAt,
  last_outcome_at: doc.lastOutcomeAt,
  closed_at: doc.closedAt,
  over: isOver(doc),
  revision: doc.rev,
})

const recordOf = (doc: ImportDoc, activity: Activity, items: readonly Placed[]): ImportRecord => ({
  import_id: doc._id,
  origin: doc.origin,
  source: doc.source,
  post_status: doc.postStatus,
  author: doc.author,
  category: doc.category,
  update_authority: doc.updateAuthority,
  interval: doc.interval,
  status: doc.status,
  paused: doc.paused,
  reason: doc.reason,
  percentage_complete: doc.percentage,
  total_events: doc.total,
  batches: doc.batches,
  received: doc.received,
  processed: doc.processed,
  outcomes: doc.outcomes,
  registered_at: doc.registeredAt,
  first_batch_at: doc.firstBatchAt,
  last_outcome_at: doc.lastOutcomeAt,
  closed_at: doc.closedAt,
  activity,
  log: doc.log.map(({ at, messageSlug, message }) => ({ at, message_slug: messageSlug, message })),
  items: items.map(shownItem),
})

export const importQueries = ({ imports, chunks }: ImportCollections): ImportQueries => ({
  showImport: async (importId, { from = 1, limit } = {}) => {
    const doc = await imports.get(importId)
    if (doc === null) return null
    const found = await chunks.find({ importId, accepted: true }, { sort: { importId: 1, last: 1, _id: 1 } })
    const all = found.flatMap(placedIn)
    const start = Math.max(from, 1) - 1
    return recordOf(doc, activityOf(all), all.slice(start, limit === undefined ? undefined : start + limit))
  },
  itemsFrom: async (importId, from) => {
    const found = await chunks.find(
      { importId, accepted: true, last: { $gte: from } },
      { sort: { importId: 1, last: 1, _id: 1 }, limit: CHUNKS_PER_PAGE },
    )
    const items = found.flatMap(placedIn).filter(({ position }) => position >= from)
    const last = items.at(-1)?.position
    const isEnd = last === undefined || found.length < CHUNKS_PER_PAGE
    return { items: items.map(shownItem), next: isEnd ? null : last + 1 }
  },
  progressOf: async (importIds, nowMs) =>
    (await imports.getMany(importIds)).map(doc => progressOf(doc, nowMs)),
  listImports: async ({ skip, limit, nowMs }) => {
    const [docs, total] = await Promise.all([
      imports.find({}, { sort: { registeredAt: -1, _id: -1 }, skip, limit }),
      imports.count({}),
    ])
    return { imports: docs.map(doc => progressOf(doc, nowMs)), total }
  },
})
