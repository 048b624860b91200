import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { EventStore } from '../../shared/event-store/port.ts'
import { batchPlanner, type BatchPlan } from './plan.ts'
import { readChunk } from './run/payload.ts'
import { at } from './run/state-lists.ts'
import type { Run } from './run/state.ts'
import type { TimingContext } from './timing.ts'

/** Plans outlive a turn of work; a lost one is made again from the stored items. */
const KEPT = 64

/** Reads a whole batch once, slice by slice, before its first item is applied. */
export const batchPlans = (store: EventStore) => {
  const kept = new LRUCache<string, BatchPlan>({ max: KEPT })
  return async (importId: string, run: Run, index: number, moment: TimingContext): Promise<BatchPlan> => {
    const key = `${importId}/${index}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const planner = batchPlanner(run.source, moment)
    const batch = at(run.batches, index)
    const end = batch === undefined ? 0 : batch.firstPosition + batch.count
    for (let position = batch?.firstPosition ?? 0; batch !== undefined && position < end;) {
      const chunk = await readChunk(store, importId, batch, position)
      if (chunk === null) break
      for (const [offset, item] of chunk.items.entries()) planner.add(chunk.firstPosition + offset, item)
      position = chunk.firstPosition + chunk.items.length
      await nextTurn()
    }
    const plan = planner.plan()
    kept.set(key, plan)
    return plan
  }
}
