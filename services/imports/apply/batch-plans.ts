import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { cleanNow, type Cleaning } from '../../../shared/cleaning/texts.ts'
import type { RawItem } from '../item/item.ts'
import { isLarge } from '../item/large-item.ts'
import type { ItemsAhead } from './items-ahead.ts'
import { batchPlanner, type BatchPlan } from './plan.ts'
import { at } from '../run/state-lists.ts'
import type { ReceivedBatch, Run } from '../run/state.ts'
import type { TimingContext } from '../item/timing.ts'

/** Plans outlive a turn of work; a lost one is made again from the stored items. */
const KEPT = 64

type Look = (position: number, item: RawItem, cleaning: Cleaning) => void

/** Chunk by chunk, and between two of them, and after large items, everything else has its turn. */
const lookAt = async (
  items: ItemsAhead,
  importId: string,
  batch: ReceivedBatch,
  {
    look,
    readsWhole,
  }: { readonly look: Look; readonly readsWhole: (item: RawItem, position: number) => boolean },
): Promise<void> => {
  const end = batch.firstPosition + batch.count
  for (let [position, index] = [batch.firstPosition, 0]; position < end; index++) {
    const chunk = await items.look({ importId, batch, position }, index)
    if (chunk === null) return
    const { firstPosition } = chunk
    position = firstPosition + chunk.items.length
    for (const [offset, item] of chunk.items.entries()) {
      const position = firstPosition + offset
      if (!isLarge(item) || !readsWhole(item, position)) look(position, item, cleanNow)
      else {
        look(position, item, await items.cleaningOf(item))
        await nextTurn()
      }
    }
    await nextTurn()
  }
}

/** Reads a whole batch once, and once more when identities occur twice in it, before its first item is applied. */
export const batchPlans = (items: ItemsAhead) => {
  // an import works its batches off one after the other
  const kept = new LRUCache<string, { readonly index: number; readonly plan: BatchPlan }>({ max: KEPT })
  return async (importId: string, run: Run, index: number, moment: TimingContext): Promise<BatchPlan> => {
    const known = kept.get(importId)
    if (known?.index === index) return known.plan
    const planner = batchPlanner(run.source, moment)
    const batch = at(run.batches, index)
    if (batch !== undefined) {
      await lookAt(items, importId, batch, { look: planner.add, readsWhole: planner.readsWhole })
      const contested = planner.contested()
      if (contested.size > 0)
        await lookAt(items, importId, batch, {
          look: (position, item, cleaning) => {
            if (contested.has(position)) planner.judge(position, item, cleaning)
          },
          readsWhole: (_, position) => contested.has(position),
        })
    }
    const plan = planner.plan()
    kept.set(importId, { index, plan })
    return plan
  }
}
