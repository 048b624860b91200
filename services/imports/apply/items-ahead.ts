import { LRUCache } from 'lru-cache'
import { cleanedAhead } from '../../../shared/cleaning/ahead.ts'
import { cleanNow, type Cleaning } from '../../../shared/cleaning/texts.ts'
import type { CleanTexts } from '../../../shared/cleaning/thread.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { isLarge } from '../item/large-item.ts'
import type { RawItem } from '../item/item.ts'
import { readChunk, type Chunk } from '../run/payload.ts'
import type { ReceivedBatch } from '../run/state.ts'
import { readRaw } from './read-raw.ts'

/** Chunks that wait to be applied, of all imports: some thousand items, a few megabytes. */
const KEPT = 64
/** Of one batch; behind them it is read again, so that a long one does not push out its own beginning. */
const KEPT_OF_BATCH = 32

/** Where a chunk is; `position`: of its first item, mostly. */
export type ChunkPlace = {
  readonly importId: string
  readonly batch: ReceivedBatch
  readonly position: number
}

const keyOf = ({ importId, batch, position }: ChunkPlace) => `${importId}/${batch.digest}/${position}`

/**
 * Items on their way from the plan of their batch to their application: what the plan has looked at is neither read
 * from the log nor cleaned once more.
 */
export const itemsAhead = ({ store, clean }: { readonly store: EventStore; readonly clean: CleanTexts }) => {
  const kept = new LRUCache<string, Chunk>({ max: KEPT })
  const cleanings = new WeakMap<RawItem, Promise<Cleaning>>()
  const read = ({ importId, batch, position }: ChunkPlace) => readChunk(store, importId, batch, position)

  return {
    /** The chunk that holds `position`, its number in the batch being `index`; null when it has expired. */
    look: async (place: ChunkPlace, index: number): Promise<Chunk | null> => {
      const chunk = kept.get(keyOf(place)) ?? (await read(place))
      if (chunk?.firstPosition === place.position && index < KEPT_OF_BATCH) kept.set(keyOf(place), chunk)
      return chunk
    },
    /** The same, to be applied: it is kept no longer. */
    take: async (place: ChunkPlace): Promise<Chunk | null> => {
      const known = kept.get(keyOf(place))
      kept.delete(keyOf(place))
      return known ?? read(place)
    },
    /** How the texts of an item are cleaned: those of a large one beside the main thread, once. */
    cleaningOf: (item: RawItem): Promise<Cleaning> | Cleaning => {
      if (!isLarge(item)) return cleanNow
      const cleaning = cleanings.get(item) ?? cleanedAhead(clean, sought => readRaw(item, sought))
      cleanings.set(item, cleaning)
      return cleaning
    },
  }
}

export type ItemsAhead = ReturnType<typeof itemsAhead>
