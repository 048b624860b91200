import { compare } from '../order.ts'
import type { Slot } from './entry-blocks.ts'

/** Entries that were removed before they had a place: each is passed over once when it would be given one. */
export type LeavingEntries = {
  readonly size: () => number
  readonly note: (values: readonly unknown[], slot: Slot) => void
  /** Whether the entry was to leave; then it has left. */
  readonly take: (values: readonly unknown[], slot: Slot) => boolean
  /** Forgets all; answers whose entry was among them, null: there was none. */
  readonly drop: () => Slot | null
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((value, n) => compare(value, other[n]) === 0)

export const leavingEntries = (): LeavingEntries => {
  const tuples = new Map<Slot, (readonly unknown[])[]>()
  let size = 0
  return {
    size: () => size,
    note: (values, slot) => {
      const known = tuples.get(slot)
      if (known === undefined) tuples.set(slot, [values])
      else known.push(values)
      size++
    },
    take: (values, slot) => {
      const known = tuples.get(slot)
      const at = known?.findIndex(tuple => isSame(tuple, values)) ?? -1
      if (known === undefined || at === -1) return false
      known.splice(at, 1)
      if (known.length === 0) tuples.delete(slot)
      size--
      return true
    },
    drop: () => {
      const [slot = null] = tuples.keys()
      tuples.clear()
      size = 0
      return slot
    },
  }
}
