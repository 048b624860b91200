import type { Recorded } from './records.ts'

export type RecentIds = {
  /** Where this id was written, when it was remembered for this very stream. */
  readonly find: (id: string, stream: string) => Recorded | null
  readonly remember: (record: Recorded) => void
}

const sizeOf = (record: Recorded) => 64 + 2 * record.stream.length

/** Ids of the last writes, bounded by memory, oldest out first; the first write of an id is the one remembered. */
export const createRecentIds = (maxBytes: number): RecentIds => {
  const known = new Map<string, Recorded>()
  let bytes = 0
  return {
    find: (id, stream) => {
      const record = known.get(id)
      return record?.stream === stream ? record : null
    },
    remember: record => {
      if (known.has(record.id)) return
      known.set(record.id, record)
      bytes += sizeOf(record)
      for (const [id, oldest] of known) {
        if (bytes <= maxBytes) return
        known.delete(id)
        bytes -= sizeOf(oldest)
      }
    },
  }
}
