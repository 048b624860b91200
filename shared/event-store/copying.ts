import type { StreamName, Revision } from '../kernel/brands.ts'
import type { Position, StoredRecord } from './port.ts'

// What copying a log into another one needs of both, beside what services ask of a log: to see all of one that
// somebody else works on, and to write the other as nobody else does. Every pair of adapters passes
// `test/contract/copying.contract.ts`.

/** A stream whose records have a limited life. */
export type Limited = {
  readonly stream: StreamName
  /** How long each lives. */
  readonly seconds: number
  /** When each that can still be read was stored, in epoch milliseconds, in their order. */
  readonly stored: readonly number[]
}

/** The log that is copied. Nothing is written to it, and whoever works on it goes on. Throws StoreUnavailable. */
export type CopySource = {
  /** What can be read, in log order; ends where nothing more waits. A damaged record is named and ends it. */
  readonly records: (signal: AbortSignal) => AsyncIterable<readonly StoredRecord[]>
  readonly limited: (signal: AbortSignal) => AsyncIterable<Limited>
  readonly head: () => Promise<Position | null>
  readonly close: () => Promise<void>
}

/** What is noted at a log that is being made: of which one it is a copy (the id of its first record), and if it is one. */
export type CopyNote = { readonly of: string; readonly finished: boolean }

/** The log that is made. Nobody else writes to it. Throws StoreUnavailable. */
export type CopyTarget = {
  /** null: no copy was ever begun here. */
  readonly note: () => Promise<CopyNote | null>
  readonly begin: (of: string) => Promise<void>
  /** All that can be read, in log order. */
  readonly records: (signal: AbortSignal) => AsyncIterable<readonly StoredRecord[]>
  /**
   * Records of one stream that follow each other, at the end of the log. `last`: revision of the record before them at
   * the target; null: nothing can be read there, and they get their own revisions unless the stream had a former life.
   * Resolves to the revision of the last of them.
   */
  readonly append: (
    stream: StreamName,
    records: readonly StoredRecord[],
    last: Revision | null,
  ) => Promise<Revision>
  /** Numbers behind all positions so far that no record has or will have, in order. */
  readonly room: (count: number) => Promise<readonly Position[]>
  readonly remove: (stream: StreamName) => Promise<void>
  /** Its records live as long as they would have where they come from. */
  readonly limit: (limited: Limited) => Promise<void>
  /** What was done until now is durable. */
  readonly settle: () => Promise<void>
  /** A log as any other from now on: services may work on it, and it is copied into no more. */
  readonly finish: () => Promise<void>
  readonly close: () => Promise<void>
}

export type Side = 'source' | 'target'

/** A record that was met: its number within its stream, from 0 for the first that could be read. */
export type Placed = { readonly n: number; readonly revision: Revision }

/** What was read of both, without the texts. There may be millions: it is not kept in memory. */
export type CopyIndex = {
  readonly clear: (side: Side) => void
  /** Puts it behind those of its stream. */
  readonly add: (side: Side, stream: StreamName, revision: Revision, digest: string) => void
  readonly last: (side: Side, stream: StreamName) => Placed | null
  readonly digestAt: (side: Side, stream: StreamName, n: number) => string | null
  readonly forget: (side: Side, stream: StreamName) => void
  /** Streams of which the target has more, behind a name, in the order of names; none: that was all. */
  readonly surplus: (name: string, limit: number) => readonly StreamName[]
  /** Streams in which the two differ, at most so many. */
  readonly differing: (limit: number) => readonly StreamName[]
  /** Streams whose first record has another revision at the target. */
  readonly renumbered: () => number
  readonly counts: (side: Side) => { readonly records: number; readonly streams: number }
  /** Of streams, numbers and records, in the order of names. */
  readonly digest: (side: Side) => string
  readonly close: () => void
}
