import type { Trail, Trails } from '../../../../shared/documents/trails.ts'
import { askedLately } from './asked-lately.ts'
import type { KeptMemory } from './kept-memory.ts'
import { ownBytes } from './own-bytes.ts'
import type { Wire } from './answer.ts'

/** `version`: what the read models were at when it was last known to be right. */
type Entry = {
  readonly wire: Wire
  readonly trail: Trail | null
  readonly until: number
  version: string
}

const bytesOf = ({ wire, version, trail }: Entry): number =>
  wire.body.length +
  2 * version.length +
  (trail?.bytes ?? 0) +
  wire.headers.reduce((sum, text) => sum + 2 * text.length + 16, 0)

/**
 * Ready answers to guests by the exact request address. An entry counts while nothing that it was made of has changed
 * (its trail, or where it has none: while the read models have not moved at all), and until the instant its answer
 * depends on. What is asked once is not kept.
 */
export const answerCache = (memory: KeptMemory, trails?: Trails) => {
  const entries = memory.shelf(bytesOf)
  const asked = askedLately()

  /** `version`: what the read models were at before the answer was made. */
  const keep = (address: string, wire: Wire, version: string, until: number, trail: Trail | null): void => {
    entries.set(address, { wire: { ...wire, body: ownBytes(wire.body) }, version, until, trail })
  }

  return {
    find: (address: string, version: string, nowMs: number): Wire | null => {
      const entry = entries.get(address)
      if (entry === undefined || nowMs >= entry.until) return null
      if (entry.version !== version) {
        if (entry.trail?.isCurrent() !== true) return null
        entry.version = version
      }
      return entry.wire
    },
    /** What `make` answers; kept if it may be. `version`: what the read models are at now. */
    kept: async <Made extends Wire & { readonly until: number | null }>(
      address: string,
      version: string,
      make: () => Promise<Made>,
    ): Promise<Made> => {
      if (!asked.has(address) && entries.get(address) === undefined) {
        const made = await make()
        if (made.until !== null) asked.note(address)
        return made
      }
      const { made, trail } = (await trails?.noting(make)) ?? { made: await make(), trail: null }
      if (made.until !== null) keep(address, made, version, made.until, trail)
      return made
    },
  }
}
