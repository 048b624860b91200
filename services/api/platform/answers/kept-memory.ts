import { LRUCache } from 'lru-cache'

/** What one owner keeps, by key. */
type Shelf<Value> = {
  /** Counts as asking for it. */
  readonly get: (key: string) => Value | undefined
  /** Makes room at once; what is larger than half of the room it would stand in is not kept. */
  readonly set: (key: string, value: Value) => void
  readonly remove: (key: string) => void
}

type Room = 'rare' | 'frequent'

export type KeptMemory = {
  /**
   * `bytesOf`: all that an entry keeps in memory but its key. `room`: where new entries stand; those of which there are
   * few by nature may be `frequent` from the beginning.
   */
  readonly shelf: <Value>(bytesOf: (value: Value) => number, room?: Room) => Shelf<Value>
  readonly bytes: () => number
}

/** One sixth for what was asked for once: nobody can push out what is asked for again by asking for much. */
const RARE_SHARE = 1 / 6
/** Of an entry, beside what it holds: its places in two maps and a list. */
const OVERHEAD = 512

type Slot = { room: Room; readonly bytes: number; readonly forget: () => void }

const roomOf = (maxBytes: number) =>
  new LRUCache<Slot, number>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: bytes => bytes,
    dispose: (_bytes, slot, reason) => {
      if (reason === 'evict') slot.forget()
    },
  })

/**
 * Memory for what is kept to save work, of all owners together: never more than so many bytes, keys and overhead
 * included. The least recently used goes first.
 */
export const keptMemory = (maxBytes: number): KeptMemory => {
  const rooms = {
    rare: roomOf(maxBytes * RARE_SHARE),
    frequent: roomOf(maxBytes * (1 - RARE_SHARE)),
  }
  /** In the room for it; false: it is too large. */
  const place = (slot: Slot): boolean => {
    const room = rooms[slot.room]
    if (slot.bytes > room.maxSize / 2) return false
    room.set(slot, slot.bytes)
    return true
  }

  const shelf = <Value>(bytesOf: (value: Value) => number, first: Room = 'rare'): Shelf<Value> => {
    const slots = new Map<string, Slot & { readonly value: Value }>()
    const remove = (key: string) => {
      const slot = slots.get(key)
      if (slot !== undefined) rooms[slot.room].delete(slot)
      slots.delete(key)
    }
    return {
      get: key => {
        const slot = slots.get(key)
        if (slot === undefined) return undefined
        if (slot.room === 'frequent') rooms.frequent.get(slot)
        else {
          rooms.rare.delete(slot)
          slot.room = 'frequent'
          place(slot)
        }
        return slot.value
      },
      set: (key, value) => {
        const before = slots.get(key)
        remove(key)
        const slot = {
          value,
          room: before?.room ?? first,
          bytes: Math.ceil(bytesOf(value)) + 2 * key.length + OVERHEAD,
          forget: () => slots.delete(key),
        }
        if (place(slot)) slots.set(key, slot)
      },
      remove,
    }
  }
  return { shelf, bytes: () => rooms.rare.calculatedSize + rooms.frequent.calculatedSize }
}
