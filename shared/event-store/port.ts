import type { Position, Revision, StreamName } from '../kernel/brands.ts'
import type { Meta } from '../facts/meta.ts'
import type { JsonObject } from '../kernel/json.ts'

/**
 * The log: the only truth of the system. Streams hold the records of one item; positions order all of them.
 *
 * Every adapter passes `test/contract/event-store.contract.ts`. Revisions count from 0 within a stream,
 * positions grow strictly over the whole log but leave gaps: never compute with them, only compare.
 */
export type { Position, Revision }

/**
 * What a writer believes about the stream: nothing there that can be read (never was, deleted or expired), no matter,
 * or the revision of its last record.
 */
export type Expected = 'absent' | 'any' | Revision

export type NewRecord = {
  /**
   * UUID. Appending the same ids again at the same expectation is answered as done, without a second copy, as long
   * as the first can be read: ids of deleted and expired records are as good as new.
   */
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly meta: Meta
}

export type StoredRecord = NewRecord & {
  readonly stream: StreamName
  readonly revision: Revision
  readonly position: Position
}

/** What one append adds to one stream. */
export type Append = {
  readonly stream: StreamName
  readonly records: readonly NewRecord[]
  readonly expected: Expected
}

export type Appended = {
  /** Revision of the last record of this append. */
  readonly revision: Revision
  /** Position of the last record of this append. */
  readonly position: Position
}

/** One step of following: some records (possibly none), and how far the reader has now safely come. */
export type Followed = {
  readonly records: readonly StoredRecord[]
  /** Safe to checkpoint once `records` are dealt with; moves through stretches the filter hides, too. */
  readonly reached: Position | null
  /** Nothing more is waiting right now. */
  readonly live: boolean
}

export type FollowOptions = {
  /**
   * Nobody waits to hear that what is not wanted was passed: where nothing else comes, `reached` may say so seconds late.
   * A step is live no later for it.
   */
  readonly unhurried?: boolean
}

type ReadOptions = {
  /** First revision wanted, inclusive; 0 when absent. */
  readonly from?: Revision
  readonly limit?: number
}

/** The record with which a fold of a stream ended: what ends with it, or did once, begins as it did. */
export type StreamEnd = { readonly id: string; readonly revision: Revision; readonly weight: number }

/** Where streams ended that were folded lately, each by what keeps the states of a fold. */
export type KeptFolds = {
  readonly endsOf: (stream: StreamName) => ReadonlyMap<object, StreamEnd>
  /** Nothing is kept when anything was removed from the log since `removals` was asked: it may be what was read before. */
  readonly keep: (stream: StreamName, by: object, end: StreamEnd, removals: number) => void
  readonly removals: () => number
}

export type EventStore = {
  /**
   * All records or none, contiguous. Resolves when they are durable.
   * Throws RevisionConflict, RecordTooLarge, StoreUnavailable.
   */
  readonly append: (
    stream: StreamName,
    records: readonly NewRecord[],
    expected: Expected,
  ) => Promise<Appended>
  /**
   * Appends to streams of their own, `last` never durable without all of `before`. Resolves to where the last is when
   * all are durable. Throws as `append`, for any of them: then the logs in SQLite and in memory have written none; in
   * EventStoreDB some of `before` may stand alone, in any order, and the same appends again find them.
   */
  readonly appendAll: (before: readonly Append[], last: Append) => Promise<Appended>
  /** A missing, deleted or wholly expired stream reads as empty. */
  readonly read: (stream: StreamName, options?: ReadOptions) => Promise<readonly StoredRecord[]>
  /**
   * Records after `after` (exclusive; null = from the first) whose stream name starts with one of
   * `prefixes` (none = all), in log order, then live ones as they are appended, until `signal` aborts.
   * Pull: the next step is fetched when the last has been dealt with. Throws StoreUnavailable when the
   * store drops the subscription; the caller follows again from its checkpoint.
   */
  readonly follow: (
    after: Position | null,
    prefixes: readonly string[],
    signal: AbortSignal,
    options?: FollowOptions,
  ) => AsyncIterable<Followed>
  /** Position of the newest record; null in an empty log. */
  readonly head: () => Promise<Position | null>
  /**
   * The same without asking, while nothing is written and nobody else can write; null: it has to be asked.
   * Absent: others may write. Throws StoreUnavailable.
   */
  readonly headAtRest?: (() => Position | null) | undefined
  /** Removes the stream for good: its records are unreadable once this resolves. A later append starts it anew. */
  readonly deleteStream: (stream: StreamName) => Promise<void>
  /**
   * Removes the records of the stream below this revision for good: they are unreadable once this resolves. Those from it
   * on stay as they are, and keep their revisions.
   */
  readonly truncate: (stream: StreamName, before: Revision) => Promise<void>
  /** Records of this stream become unreadable this long after they were appended. */
  readonly expireAfter: (stream: StreamName, seconds: number) => Promise<void>
  readonly close: () => Promise<void>
  /** What is kept of folds (`keepingFolds`); absent: streams are folded from their beginnings. Adapters have none. */
  readonly folds?: KeptFolds | undefined
  /** How often what events name was changed so far (`countingNames`); absent: nobody knows. Adapters have none. */
  readonly namesChanged?: (() => number) | undefined
}

/** A log of this process alone can tell whether it is as it was. */
export type Fingerprinted = {
  /**
   * What it is like up to a position: another text after anything was removed up to there that does not live for a time
   * only, and for another log. Throws StoreUnavailable.
   */
  readonly fingerprint: (upTo: Position) => Promise<string>
  /** The highest position that was ever in use, also by what was deleted or has expired. null: none. Throws StoreUnavailable. */
  readonly furthest: () => Promise<Position | null>
}

/** Somebody else appended first. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict'
  /** Which of several it was. */
  readonly stream: StreamName
  constructor(stream: StreamName, options?: ErrorOptions) {
    super(`stream ${stream} is not at the expected revision`, options)
    this.stream = stream
  }
}

/** For `catch` of an append; null: somebody else was first. */
export const unlessConflict = (error: unknown): null => {
  if (error instanceof RevisionConflict) return null
  throw error
}

/** The append would not fit the store; nothing was written. */
export class RecordTooLarge extends Error {
  override readonly name = 'RecordTooLarge'
}

/** The log cannot be reached, is full or is held by somebody else. The outcome of a running append is unknown. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}

/** The log is there and does not let us in: asking again cannot help, another user or other rights can. */
export class StoreRefused extends StoreUnavailable {
  override readonly name = 'StoreRefused'
}

/** Sum of the JSON texts of one append, in bytes; far below what EventStoreDB takes (1 MiB). */
export const MAX_APPEND_BYTES = 900_000

/** Records of a stream that may be very long are read so many at a time. */
export const PIECE = 1_000
