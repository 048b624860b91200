import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { RawItem } from '../item/item.ts'
import { isLarge } from '../item/large-item.ts'
import { batchPlanner, type BatchPlan } from './plan.ts'
import { readChunk } from '../run/payload.ts'
import { at } from '../run/state-lists.ts'
import type { ReceivedBatch, Run } from '../run/state.ts'
import type { TimingContext } from '../item/timing.ts'

/** Plans outlive a turn of work; a lost one is made again from the stored items. */
const KEPT = 64

type Look = (position: number, item: RawItem) => void

/** Chunk by chunk, and between two of them, and after large items, everything else has its turn. */
const lookAt = async (
  store: EventStore,
  importId: string,
  batch: ReceivedBatch,
  look: Look,
): Promise<void> => {
  const end = batch.firstPosition + batch.count
  for (let position = batch.firstPosition; position < end;) {
    const chunk = await readChunk(store, importId, batch, position)
    if (chunk === null) return
    const { firstPosition, items } = chunk
    position = firstPosition + items.length
    for (const [offset, item] of items.entries()) {
      look(firstPosition + offset, item)
      if (isLarge(item)) await nextTurn()
    }
    await nextTurn()
  }
}

/** Reads a whole batch once, and once more when identities occur twice in it, before its first item is applied. */
export const batchPlans = (store: EventStore) => {
  // an import works its batches off one after the other
  const kept = new LRUCache<string, { readonly index: number; readonly plan: BatchPlan }>({ max: KEPT })
  return async (importId: string, run: Run, index: number, moment: TimingContext): Promise<BatchPlan> => {
    const known = kept.get(importId)
    if (known?.index === index) return known.plan
    const planner = batchPlanner(run.source, moment)
    const batch = at(run.batches, index)
    if (batch !== undefined) {
      await lookAt(store, importId, batch, planner.add)
      const contested = planner.contested()
      if (contested.size > 0)
        await lookAt(store, importId, batch, (position, item) => {
          if (contested.has(position)) planner.judge(position, item)
        })
    }
    const plan = planner.plan()
    kept.set(importId, { index, plan })
    return plan
  }
}
