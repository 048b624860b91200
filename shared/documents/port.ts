/**
 * Read models as documents, in MongoDB's own words: filters, sorts and updates are the stated subset of its
 * query language, so one set of queries serves the in-memory engine and MongoDB.
 *
 * Every adapter passes `test/contract/documents.contract.ts`. Unknown operators are refused with
 * UnsupportedQuery, never ignored. Documents are JSON; what `find` returns must not be changed by the caller.
 */
import type { Trails } from './trails.ts'

export type Key = string | number
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }
export type Doc = { readonly _id: Key }

type Condition =
  | string
  | number
  | boolean
  | null
  | {
      readonly $eq?: string | number | boolean | null
      readonly $ne?: string | number | boolean | null
      readonly $in?: readonly (string | number | boolean | null)[]
      readonly $nin?: readonly (string | number | boolean | null)[]
      readonly $gt?: string | number
      readonly $gte?: string | number
      readonly $lt?: string | number
      readonly $lte?: string | number
      readonly $exists?: boolean
      /** Only an escaped literal (see `literal`): substring test. User input is never a pattern. */
      readonly $regex?: string
      readonly $not?: { readonly $regex: string }
    }

/** Field (dots go into objects; on an array any element counts) → condition; `$and`, `$or`, `$nor` of filters. */
export type Filter = {
  readonly $and?: readonly Filter[]
  readonly $or?: readonly Filter[]
  readonly $nor?: readonly Filter[]
  readonly [field: string]: Condition | readonly Filter[] | undefined
}

/** Field → 1 or -1, in order of significance. Add `_id` last for a total order. One of them at most may hold arrays. */
export type Sort = Readonly<Record<string, 1 | -1>>

export type FindOptions = {
  readonly sort?: Sort
  readonly skip?: number
  readonly limit?: number
  /** At what of the documents, as trails are to know; the filter and the order look at nothing else either. */
  readonly looking?: Looking
}

/** Ascending compound index; an array field indexes each element. Queries name the one they need. */
export type IndexSpec = {
  readonly name: string
  readonly keys: readonly string[]
  readonly unique?: boolean
}

export type CollectionSpec = {
  readonly name: string
  readonly indexes: readonly IndexSpec[]
  /**
   * Very many documents of few plain members, with numbers as ids, appended in the order of these, seldom changed and seldom
   * asked for by anything else. The engine in memory keeps them packed and goes through them in that order instead of by
   * indexes; answers are the same.
   */
  readonly packed?: boolean
  /** Few documents, read as a whole again and again: an engine may give the same object until it changes. */
  readonly reread?: boolean
  /** Members that much writes and little shows: what looks at none of them (`Looking`) outlasts their changes. */
  readonly aside?: readonly string[]
}

/** How a document is looked at; absent: at all of it. */
export type Looking = 'not-aside'

export type Update = {
  readonly $set?: { readonly [field: string]: Value }
  readonly $unset?: { readonly [field: string]: '' }
  readonly $inc?: { readonly [field: string]: number }
  readonly $max?: { readonly [field: string]: number | string }
  readonly $addToSet?: { readonly [field: string]: Value }
  readonly $pull?: { readonly [field: string]: string | number }
}

export type WriteOp<D extends Doc> =
  | { readonly replaceOne: { readonly filter: Filter; readonly replacement: D; readonly upsert?: boolean } }
  | { readonly updateOne: { readonly filter: Filter; readonly update: Update } }
  | { readonly updateMany: { readonly filter: Filter; readonly update: Update } }
  | { readonly deleteOne: { readonly filter: Filter } }
  | { readonly deleteMany: { readonly filter: Filter } }

/** How many documents have a value; null: also those without the member. */
export type Tally = { readonly value: string | number | boolean | null; readonly count: number }

/** Some of the matches, and how many there are. */
export type Page<D> = { readonly rows: readonly D[]; readonly total: number }

export type Collection<D extends Doc> = {
  readonly get: (id: Key) => Promise<D | null>
  /** In the order of `ids`; missing ones are left out. `looking`: at what of them, as trails are to know. */
  readonly getMany: (ids: readonly Key[], looking?: Looking) => Promise<readonly D[]>
  readonly find: (filter: Filter, options?: FindOptions) => Promise<readonly D[]>
  readonly count: (filter: Filter) => Promise<number>
  /**
   * What `find` answers, and how many `count` does: one question where the engine can answer both at once. Whatever is
   * written meanwhile, the number is one that a page of these rows can be of.
   */
  readonly page: (filter: Filter, options: FindOptions) => Promise<Page<D>>
  /**
   * How many documents have which value of a plain member, in no order. Of more than `most` documents that many are
   * looked at, whichever they are: then the counts add up to `most`.
   */
  readonly tally: (filter: Filter, member: string, most: number) => Promise<readonly Tally[]>
  /**
   * In order; stops at the first failure. An upsert that meets a newer document (same _id) is silently stale. Others may
   * see what is between two operations, and between two documents of `updateMany` and `deleteMany`.
   */
  readonly bulkWrite: (operations: readonly WriteOp<D>[]) => Promise<void>
  /** Empties the collection. */
  readonly clear: () => Promise<void>
}

/** Some documents of a collection, made data for `v8.serialize` when it is called: a few milliseconds of work. */
type HeldPart = () => unknown

/** What a collection held when it was asked; later changes are not in it. */
export type HeldCollection = { readonly spec: CollectionSpec; readonly parts: readonly HeldPart[] }

/** All that an engine holds, to be written down and taken in again at the next start. */
export type DocumentsState = {
  /** At this moment, without a copy of any document: some tens of milliseconds for a million. */
  readonly held: () => readonly HeldCollection[]
  /** Makes the collection; the function takes in its parts, in their order. */
  readonly taking: (spec: CollectionSpec) => (part: unknown) => void
  /** How many documents were written, replaced or removed so far. */
  readonly changes: () => number
}

/** Operations on a collection, by its name. */
export type Writes = { readonly collection: string; readonly operations: readonly WriteOp<Doc>[] }

export type Documents = {
  readonly trails: Trails
  /** Absent: they are kept elsewhere, and are there at the next start. */
  readonly state?: DocumentsState
  /** Whether other processes write them, too, and perhaps late: what was deleted may then come back. */
  readonly isShared: boolean
  /** Creates missing indexes. Calling it again with the same spec gives the same collection. */
  readonly collection: <D extends Doc>(spec: CollectionSpec) => Promise<Collection<D>>
  /**
   * Writes to collections that were opened before, one after the other as `bulkWrite` does: behind a failure nothing more.
   * One question where a server can do that; absent where nothing is gained by it.
   */
  readonly writeAll?: (writes: readonly Writes[]) => Promise<void>
  /**
   * Empties and forgets a collection with its indexes; one that is not there is no error. What was given for it before
   * serves no more.
   */
  readonly drop: (name: string) => Promise<void>
  readonly close: () => Promise<void>
}

export class UnsupportedQuery extends Error {
  override readonly name = 'UnsupportedQuery'
}

/** A write would give two documents the same values in a unique index; nothing of that document was applied. */
export class DuplicateKey extends Error {
  override readonly name = 'DuplicateKey'
  constructor(collection: string, index: string, key: string, options?: ErrorOptions) {
    super(`unique index ${index} of ${collection} holds ${key} already`, options)
  }
}

/** The document engine cannot be reached; a write that met this may have taken effect, in part or whole. */
export class DocumentsUnavailable extends Error {
  override readonly name = 'DocumentsUnavailable'
}

/** Escapes a text so that `$regex` finds exactly it. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
