import type { StreamName } from '../kernel/brands.ts'
import type { EventStore, Position, StoredRecord } from './port.ts'
import { untilLive } from './until-live.ts'

/** One step through a log: what is whole, and a sentence on each thing that is not. */
type Scanned = { readonly records: readonly StoredRecord[]; readonly damaged: readonly string[] }

/** A log as it is looked through from the outside: nothing is written, and damage is told instead of thrown. */
export type LogScan = {
  /** Everything that is there, in log order; ends where nothing more waits. */
  readonly everything: (signal: AbortSignal) => AsyncIterable<Scanned>
  readonly read: EventStore['read']
  /** Revisions below it may be missing, since they expired; null: nobody knows what was deleted of this stream. */
  readonly floorOf: (stream: StreamName) => number | null
  /** Whether the record of this stream is still at the position at which it was met. */
  readonly holds: (stream: StreamName, position: Position) => boolean
  readonly close: () => Promise<void>
}

/** What was met of one stream. */
export type Tallied = { readonly stream: StreamName; readonly first: Position; readonly count: number }

/** The streams of a log. There are about as many as facts: they are not kept in memory. */
export type StreamTally = {
  readonly add: (records: readonly StoredRecord[]) => void
  /** Some streams behind a name, in the order of names; none: that was all. */
  readonly after: (name: string, limit: number) => readonly Tallied[]
  /** Nothing was met so far. */
  readonly clear: () => void
  readonly close: () => void
}

/** A log on a server, which keeps its own checksums. */
export const scanOf = (store: EventStore): LogScan => ({
  everything: async function* (signal) {
    for await (const { records } of untilLive(store, [], signal)) yield { records, damaged: [] }
  },
  read: (...asked) => store.read(...asked),
  floorOf: () => null,
  holds: () => false,
  close: () => store.close(),
})
