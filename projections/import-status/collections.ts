import type { UserId, Position, IsoTime, TermId } from '../../shared/kernel/brands.ts'
import type { Collection, CollectionSpec, Documents } from '../../shared/documents/port.ts'
import type { ItemType, Outcome, UpdateAuthority } from '../../shared/facts/import.ts'

/** Items with an outcome at an ISO instant. */
export type Pace = { readonly at: IsoTime; readonly processed: number }

/** Header of an import (spec 05 §1); its items are documents of their own. */
export type ImportDoc = {
  readonly _id: string
  /** Position of the newest record it contains. */
  readonly rev: Position
  readonly origin: string
  readonly source: string
  readonly postStatus: string
  readonly author: UserId
  readonly category: TermId | null
  readonly updateAuthority: UpdateAuthority
  readonly interval: number
  readonly status: 'pending' | 'success' | 'failed'
  readonly paused: boolean
  readonly reason: string | null
  /** Never leaves the service except to operators: with the import id it is the secret of the callbacks. */
  readonly hash: string | null
  readonly percentage: number
  readonly total: number
  readonly batches: number
  readonly received: number
  readonly processed: number
  readonly outcomes: { readonly [Name in Outcome]: number }
  /** Outcome → reason → items. */
  readonly reasons: { readonly [outcome: string]: Readonly<Record<string, number>> }
  /** Warning → items. */
  readonly warnings: Readonly<Record<string, number>>
  /** Items with a warning. */
  readonly warned: number
  /** `type/list` of spec 05 §3 → how many ids it holds; the ids are documents of their own. */
  readonly touched: Readonly<Record<string, number>>
  /** How far it was at some of the last instants of its work, oldest first: what a rate is computed from. */
  readonly pace: readonly Pace[]
  /** Position of its registration. */
  readonly registered: number
  /** ISO instants. */
  readonly registeredAt: IsoTime
  readonly firstBatchAt: IsoTime | null
  readonly lastOutcomeAt: IsoTime | null
  readonly closedAt: IsoTime | null
  readonly log: readonly { readonly at: IsoTime; readonly messageSlug: string; readonly message: string }[]
}

export type ImportItem = {
  readonly line: number | null
  readonly uid: string | null
  readonly title: string
  readonly outcome: Outcome | null
  readonly reason: string | null
  readonly warnings: readonly string[]
  /** What a reader of files found, by the code that tells of it; absent: nothing. */
  readonly found?: Readonly<Record<string, string>>
  readonly id: number | null
  /** What the id is of; null: an event, or nothing. */
  readonly type: ItemType | null
}

/** What an operator looks for among items: those of an outcome, those that wait, those with warnings. */
export type ItemChoice = Outcome | 'waiting' | 'warned'

/** Items that came as one record; they are worked on together, too, so a chunk is written twice or three times. */
export type ImportChunkDoc = {
  /**
   * `<import>/<digest of the batch>/<position>`: a batch that was never accepted collides with nothing. No digest: what
   * came is gone, and only what became of it is known.
   */
  readonly _id: string
  /** Position of the newest record it contains. */
  readonly rev: Position
  readonly importId: string
  readonly digest: string
  /** Positions of its first and last item. */
  readonly first: number
  readonly last: number
  /** false until the batch it came with was accepted. */
  readonly accepted: boolean
  /** Of what its items made or met and nobody has purged, so that it is found when that is purged. */
  readonly ids: readonly number[]
  /** What some of its items can be chosen by. */
  readonly has: readonly ItemChoice[]
  /** Compressed when all of them have an outcome (`itemsOf`). */
  readonly items: readonly ImportItem[] | string
}

/** Some neighbours in a list of spec 05 §3 `activity`: `<import>/<type>/<list>/<page>`. Only ever grows. */
export type ActivityPageDoc = {
  readonly _id: string
  readonly rev: Position
  readonly ids: readonly number[]
}

/** Something that was purged, and where: items that are still told to have met it say nothing of it. */
export type PurgedDoc = { readonly _id: number; readonly rev: Position }

export type ImportCollections = {
  readonly imports: Collection<ImportDoc>
  readonly chunks: Collection<ImportChunkDoc>
  readonly activity: Collection<ActivityPageDoc>
  readonly purged: Collection<PurgedDoc>
}

const imports: CollectionSpec = {
  name: 'imports@4',
  indexes: [
    { name: 'status', keys: ['status', '_id'] },
    { name: 'registered', keys: ['registered', '_id'] },
    { name: 'author', keys: ['author', '_id'] },
  ],
}
const chunks: CollectionSpec = {
  name: 'import-chunks@4',
  indexes: [
    { name: 'position', keys: ['importId', 'last'] },
    { name: 'batch', keys: ['importId', 'digest'] },
    { name: 'choice', keys: ['importId', 'has', 'last'] },
    { name: 'ids', keys: ['ids'] },
  ],
}

export const importCollections = async (documents: Documents): Promise<ImportCollections> => ({
  imports: await documents.collection<ImportDoc>(imports),
  chunks: await documents.collection<ImportChunkDoc>(chunks),
  activity: await documents.collection<ActivityPageDoc>({ name: 'import-activity@1', indexes: [] }),
  purged: await documents.collection<PurgedDoc>({ name: 'import-purged@1', indexes: [] }),
})
