import type { KeptMemory } from './kept-memory.ts'
import { ownBytes } from './own-bytes.ts'
import type { Wire } from './wire.ts'

type Entry = { readonly wire: Wire; readonly version: string; readonly until: number }

const bytesOf = ({ wire, version }: Entry): number =>
  wire.body.length + 2 * version.length + wire.headers.reduce((sum, text) => sum + 2 * text.length + 16, 0)

/**
 * Ready answers to guests by the exact request address. An entry counts while the read models have not moved
 * since before it was made, and until the instant its answer depends on. What is asked once is not kept.
 */
export const answerCache = (memory: KeptMemory) => {
  const entries = memory.shelf(bytesOf)
  const asked = memory.shelf<true>(() => 0)
  return {
    find: (address: string, version: string, nowMs: number): Wire | null => {
      const entry = entries.get(address)
      return entry !== undefined && entry.version === version && nowMs < entry.until ? entry.wire : null
    },
    /** `version`: what the read models were at before the answer was made. */
    keep: (address: string, wire: Wire, version: string, until: number): void => {
      const isAskedAgain = entries.get(address) !== undefined || asked.get(address) !== undefined
      if (isAskedAgain) entries.set(address, { wire: { ...wire, body: ownBytes(wire.body) }, version, until })
      if (isAskedAgain) asked.remove(address)
      else asked.set(address, true)
    },
  }
}
