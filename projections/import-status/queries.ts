import type { UserId, EpochMs, IsoTime, TermId } from '../../shared/kernel/brands.ts'
import type { Filter } from '../../shared/documents/port.ts'
import { CHUNK_ITEMS, type Activity } from '../../shared/facts/import.ts'
import { activityCounts, activityOf, type ActivityCounts } from './activity.ts'
import { isChosen } from './evolve.ts'
import { itemsOf } from './packed.ts'
import { isOver, speedOf, type Speed } from './pace.ts'
import type { ImportChunkDoc, ImportCollections, ImportDoc, ImportItem, ItemChoice } from './collections.ts'

export type { ItemChoice } from './collections.ts'

/** The record of spec 05 §1 with its members' names; without `items`, which may be any number. */
export type ImportRecord = {
  readonly import_id: string
  readonly origin: string
  readonly source: string
  readonly post_status: string
  readonly author: UserId
  readonly category: TermId | null
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
  /** Outcome → reason → items. */
  readonly reasons: ImportDoc['reasons']
  /** Warning → items; `warned`: items with any. */
  readonly warnings: ImportDoc['warnings']
  readonly warned: number
  readonly registered_at: IsoTime
  readonly first_batch_at: string | null
  readonly last_outcome_at: string | null
  readonly closed_at: IsoTime | null
  /** How many ids the lists of `activity` hold in all. */
  readonly activity_counts: ActivityCounts
  readonly activity: Activity
  readonly log: readonly { readonly at: IsoTime; readonly message_slug: string; readonly message: string }[]
}

/** An element of `items` in spec 05 §1. */
export type ImportRecordItem = { readonly position: number } & Pick<
  ImportItem,
  'line' | 'outcome' | 'reason' | 'warnings' | 'found' | 'id' | 'uid' | 'title'
>

/** The same, and what its id is of. */
export type ChosenItem = ImportRecordItem & Pick<ImportItem, 'type'>

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
  readonly registered_at: IsoTime
  readonly first_batch_at: string | null
  readonly last_outcome_at: string | null
  readonly closed_at: string | null
  /** Nothing of it will change any more: it is closed, and every item has an outcome. */
  readonly over: boolean
  /** Other than before whenever something of it has changed. */
  readonly revision: number
}

export type ImportQueries = {
  /**
   * `newest`: how many ids of each list of `activity` are wanted, the last ones; all of them when absent. null: no such
   * import.
   */
  readonly showImport: (importId: string, page?: { readonly newest?: number }) => Promise<ImportRecord | null>
  /** Some items from a position on, in order, at most `limit`; `next`: where those after them begin, null at the end. */
  readonly itemsFrom: (
    importId: string,
    from: number,
    limit?: number,
  ) => Promise<{ readonly items: readonly ImportRecordItem[]; readonly next: number | null }>
  /** Up to `limit` of those of a choice, from a position on, in order; null: of all. `next` as above. */
  readonly chosenItems: (
    importId: string,
    choice: ItemChoice | null,
    page: { readonly from: number; readonly limit: number },
  ) => Promise<{ readonly items: readonly ChosenItem[]; readonly next: number | null }>
  /** Those of the named imports that there are. `nowMs`: a silence lowers the rate. */
  readonly progressOf: (importIds: readonly string[], nowMs: EpochMs) => Promise<readonly ImportProgress[]>
  /** Ids of those that still create, or may, in the name of a user. */
  readonly openBy: (author: UserId) => Promise<readonly string[]>
  /** Newest first. */
  readonly listImports: (page: {
    readonly skip: number
    readonly limit: number
    readonly nowMs: EpochMs
  }) => Promise<{ readonly imports: readonly ImportProgress[]; readonly total: number }>
}

/** Chunks read at once when all items are wanted, one after the other. */
const CHUNKS_PER_PAGE = 20
/** Chunks read at once when some items are wanted. */
const CHUNKS_PER_LOOK = 4

type Placed = { readonly position: number; readonly item: ImportItem }

const placedIn = (chunk: ImportChunkDoc): readonly Placed[] =>
  itemsOf(chunk).map((item, n) => ({ position: chunk.first + n, item }))

const placedFrom = (found: readonly ImportChunkDoc[], from: number): readonly Placed[] =>
  found.flatMap(placedIn).filter(({ position }) => position >= from)

/** Chunks with items from a position on, in order. */
const chunksFrom = (
  chunks: ImportCollections['chunks'],
  filter: Filter,
  from: number,
  limit: number,
): Promise<readonly ImportChunkDoc[]> =>
  chunks.find(
    { ...filter, accepted: true, last: { $gte: from } },
    { sort: { importId: 1, last: 1, _id: 1 }, limit },
  )

/** Of what was found, that which its outcome tells of. */
const foundOf = ({ found = {}, reason, warnings }: ImportItem): Pick<ImportItem, 'found'> => {
  const told = Object.entries(found).filter(([code]) => code === reason || warnings.includes(code))
  return told.length === 0 ? {} : { found: Object.fromEntries(told) }
}

const shownItem = ({ position, item }: Placed): ImportRecordItem => ({
  position,
  line: item.line,
  outcome: item.outcome,
  reason: item.reason,
  warnings: item.warnings,
  ...foundOf(item),
  id: item.id,
  uid: item.uid,
  title: item.title,
})

const chosenItem = ({ position, item }: Placed): ChosenItem => ({
  ...shownItem({ position, item }),
  type: item.type,
})

const progressOf = (doc: ImportDoc, nowMs: EpochMs): ImportProgress => ({
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

const recordOf = (doc: ImportDoc, activity: Activity): ImportRecord => ({
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
  reasons: doc.reasons,
  warnings: doc.warnings,
  warned: doc.warned,
  registered_at: doc.registeredAt,
  first_batch_at: doc.firstBatchAt,
  last_outcome_at: doc.lastOutcomeAt,
  closed_at: doc.closedAt,
  activity_counts: activityCounts(doc),
  activity,
  log: doc.log.map(({ at, messageSlug, message }) => ({ at, message_slug: messageSlug, message })),
})

export const importQueries = ({ imports, chunks, activity }: ImportCollections): ImportQueries => ({
  showImport: async (importId, { newest } = {}) => {
    const doc = await imports.get(importId)
    return doc === null ? null : recordOf(doc, await activityOf(activity, doc, newest))
  },
  itemsFrom: async (importId, from, limit = Infinity) => {
    const wanted = Math.min(CHUNKS_PER_PAGE, Math.ceil(limit / CHUNK_ITEMS) + 1)
    const found = await chunksFrom(chunks, { importId }, from, wanted)
    const items = placedFrom(found, from)
    const shown = items.slice(0, limit)
    const last = shown.at(-1)?.position
    const isEnd = last === undefined || (found.length < wanted && shown.length === items.length)
    return { items: shown.map(shownItem), next: isEnd ? null : last + 1 }
  },
  chosenItems: async (importId, choice, { from, limit }) => {
    const chosen: Placed[] = []
    const filter = choice === null ? { importId } : { importId, has: choice }
    for (let at = from; chosen.length <= limit;) {
      const found = await chunksFrom(chunks, filter, at, CHUNKS_PER_LOOK)
      chosen.push(...placedFrom(found, at).filter(({ item }) => choice === null || isChosen(choice, item)))
      const last = found.at(-1)
      if (last === undefined || found.length < CHUNKS_PER_LOOK) break
      at = last.last + 1
    }
    return { items: chosen.slice(0, limit).map(chosenItem), next: chosen[limit]?.position ?? null }
  },
  progressOf: async (importIds, nowMs) =>
    (await imports.getMany(importIds)).map(doc => progressOf(doc, nowMs)),
  openBy: async author =>
    (await imports.find({ author }, { sort: { author: 1, _id: 1 } }))
      .filter(doc => !isOver(doc))
      .map(({ _id }) => _id),
  listImports: async ({ skip, limit, nowMs }) => {
    const { rows, total } = await imports.page({}, { sort: { registered: -1, _id: -1 }, skip, limit })
    return { imports: rows.map(doc => progressOf(doc, nowMs)), total }
  },
})
