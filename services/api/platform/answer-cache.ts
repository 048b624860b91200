import { LRUCache } from 'lru-cache'
import type { Wire } from './wire.ts'

type Entry = { readonly wire: Wire; readonly version: number; readonly until: number }

/**
 * Ready answers to guests by the exact request address. An entry counts while the read models have not moved
 * since before it was made, and until the instant its answer depends on.
 */
export const answerCache = (maxBytes: number) => {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 16),
    sizeCalculation: ({ wire }, address) => wire.body.length + 2 * address.length + 1024,
  })
  return {
    find: (address: string, version: number, nowMs: number): Wire | null => {
      const entry = entries.get(address)
      return entry !== undefined && entry.version === version && nowMs < entry.until ? entry.wire : null
    },
    /** `version`: what the read models were at before the answer was made. */
    keep: (address: string, wire: Wire, version: number, until: number): void => {
      entries.set(address, { wire, version, until })
    },
  }
}
