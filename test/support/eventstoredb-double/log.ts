import type { Journal } from './journal.ts'
import { METASTREAM_METADATA, NO_METADATA, parseMetadata, type StreamMetadata } from './metadata.ts'
import { createRecentIds, type RecentIds } from './recent-ids.ts'
import { DELETED_REVISION, describedBy, metastreamOf, type Proposed, type Recorded } from './records.ts'

export type Stream = {
  readonly name: string
  /** Index and revision are the same number: nothing is ever scavenged. */
  readonly events: readonly Recorded[]
  readonly metadata: StreamMetadata
  readonly hasMetadata: boolean
  /** The event that ended it for ever, or ended the stream it describes. */
  readonly tombstone: Recorded | null
}

/** One event to record: where, and whether it ends its stream. */
export type Entry = { readonly stream: string; readonly event: Proposed; readonly tombstone?: boolean }

export type Log = {
  readonly all: readonly Recorded[]
  /** Where the next event will be. */
  readonly end: () => number
  readonly stream: (name: string) => Stream
  readonly recent: RecentIds
  /** Records these entries as one atomic write; the position of a write without entries is where it would be. */
  readonly record: (
    entries: readonly Entry[],
    now: number,
  ) => { records: readonly Recorded[]; position: number }
  /** Calls back after every write, until the returned function is called. */
  readonly onWrite: (callback: () => void) => () => void
}

/** What a record weighs beside its texts; the least distance of two positions. */
const HEADER = 96

const lengthOf = ({ event, stream }: Entry) =>
  HEADER + event.data.length + event.metadata.length + 2 * (stream.length + event.type.length)

/** The whole state of the server: one sequence of records and what follows from it. */
export const createLog = (journal: Journal, recentIdBytes: number): Log => {
  const all: Recorded[] = []
  const streams = new Map<string, Recorded[]>()
  const tombstones = new Map<string, Recorded>()
  const metadata = new Map<string, StreamMetadata>()
  const listeners = new Set<() => void>()
  const recent = createRecentIds(recentIdBytes)
  let end = 0

  const take = (record: Recorded) => {
    all.push(record)
    if (record.revision === DELETED_REVISION) {
      tombstones.set(record.stream, record)
      return
    }
    const events = streams.get(record.stream)
    if (events === undefined) streams.set(record.stream, [record])
    else events.push(record)
    const described = describedBy(record.stream)
    if (described !== null) metadata.set(described, parseMetadata(record.data))
  }
  for (const write of journal.past) {
    write.records.forEach(take)
    end = write.end
  }

  const record: Log['record'] = (entries, now) => {
    const position = end
    const added = new Map<string, number>()
    const records = entries.map((entry): Recorded => {
      const { stream, event, tombstone } = entry
      const index = added.get(stream) ?? streams.get(stream)?.length ?? 0
      if (tombstone !== true) added.set(stream, index + 1)
      const revision = tombstone === true ? DELETED_REVISION : BigInt(index)
      const made = { ...event, stream, revision, position: end, created: now }
      end += lengthOf(entry)
      return made
    })
    if (records.length === 0) end += HEADER
    journal.add({ records, end })
    records.forEach(take)
    records.forEach(recent.remember)
    for (const listener of listeners) listener()
    return { records, position }
  }

  return {
    all,
    end: () => end,
    recent,
    record,
    stream: name => {
      const described = describedBy(name)
      return {
        name,
        events: streams.get(name) ?? [],
        metadata: metadata.get(name) ?? (described === null ? NO_METADATA : METASTREAM_METADATA),
        hasMetadata: streams.has(metastreamOf(name)),
        tombstone: tombstones.get(name) ?? (described === null ? null : (tombstones.get(described) ?? null)),
      }
    },
    onWrite: callback => {
      listeners.add(callback)
      return () => listeners.delete(callback)
    },
  }
}
