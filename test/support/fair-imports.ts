import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../shared/kernel/brands.ts'
import { cleanHere } from './clean-here.ts'
import { expect } from 'vitest'
import { itemsAhead } from '../../services/imports/apply/items-ahead.ts'
import { importRuns } from '../../services/imports/run/runs.ts'
import type { JobQueue } from '../../shared/jobs/port.ts'
import { importWork, type ImportWorkDeps } from '../../workers/import-batch/handler.ts'
import { fairItem, importWorld, workOf } from './import-world.ts'
import { memoryLog } from './memory-log.ts'

const HEALTHY = Array.from({ length: 9 }, (_, n) => `healthy${n}`)
const POISONED = 'poisoned'
const ITEMS = 1_000
/** So that an import takes several turns, whatever the machine does. */
const CHUNK_MS = 30

/**
 * Ten imports of a thousand items over this queue, one of which has an item that can never be applied: all are worked
 * on together, and nobody waits for the poisoned one, which ends, too.
 */
export const expectFairImports = async (queue: JobQueue): Promise<void> => {
  const store = memoryLog()
  const world = importWorld(store)
  const runs = importRuns(store)
  const applyChunk: ImportWorkDeps['applyChunk'] = async importId => {
    await sleep(CHUNK_MS)
    return workOf(async position => {
      if (importId === POISONED && position === 10) throw new Error('poison')
      return {
        ...{ position, outcome: 'created', reason: null, warnings: [], id: null, uid: null, touched: [] },
      }
    })
  }
  const nowMs = systemClock
  const warn = () => undefined
  const items = itemsAhead({ store, clean: cleanHere })
  await queue.work({
    'import.work': importWork({ store, runs, queue, nowMs, items, applyChunk, warn }),
  })

  const ids = [POISONED, ...HEALTHY]
  for (const id of ids) {
    const items = Array.from({ length: ITEMS }, (_, n) => fairItem({ uid: `${id}-${n}` }))
    await world.receive(id, await world.register(id), items)
  }
  await Promise.all(ids.map(importId => queue.enqueue('import.work', { importId, batch: 0 })))

  const recorded = async (id: string) => (await world.run(id)).recorded
  const firstDone = async () => {
    for (;;) {
      const all = await Promise.all(HEALTHY.map(recorded))
      if (all.includes(ITEMS)) return all
      await sleep(5)
    }
  }
  const whenFirstWasDone = await firstDone()
  // side by side, not one after the other
  expect(Math.min(...whenFirstWasDone)).toBeGreaterThanOrEqual(ITEMS / 5)
  await expect
    .poll(async () => Math.min(...(await Promise.all(HEALTHY.map(recorded)))), { timeout: 60_000 })
    .toBe(ITEMS)
  await expect.poll(() => recorded(POISONED), { timeout: 60_000 }).toBe(ITEMS)
  const failed = (await world.outcomes(POISONED)).filter(({ outcome }) => outcome === 'failed')
  expect(failed).toMatchObject([{ position: 10, reason: 'internal_error' }])
}
