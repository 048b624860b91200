import { LRUCache } from 'lru-cache'
import type { Wire } from './wire.ts'

/** Addresses asked once that are remembered: an answer is kept when somebody asks again. */
const REMEMBERED = 10_000

type Entry = { readonly wire: Wire; readonly version: string; readonly until: number }

/**
 * Ready answers to guests by the exact request address. An entry counts while the read models have not moved
 * since before it was made, and until the instant its answer depends on. What is asked once is not kept.
 */
export const answerCache = (maxBytes: number) => {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 16),
    sizeCalculation: ({ wire }, address) => wire.body.length + 2 * address.length + 1024,
  })
  const asked = new LRUCache<string, true>({ max: REMEMBERED })
  return {
    find: (address: string, version: string, nowMs: number): Wire | null => {
      const entry = entries.get(address)
      return entry !== undefined && entry.version === version && nowMs < entry.until ? entry.wire : null
    },
    /** `version`: what the read models were at before the answer was made. */
    keep: (address: string, wire: Wire, version: string, until: number): void => {
      if (asked.get(address) === undefined) asked.set(address, true)
      else entries.set(address, { wire: { ...wire, body: Buffer.from(wire.body) }, version, until })
    },
  }
}
