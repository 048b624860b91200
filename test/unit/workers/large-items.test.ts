import { setImmediate as nextTurn } from 'node:timers/promises'
import { cleanHere } from '../../support/clean-here.ts'
import { expect, it } from 'vitest'
import { itemsAhead } from '../../../services/imports/apply/items-ahead.ts'
import { importRuns } from '../../../services/imports/run/runs.ts'
import { importWork, type ImportWorkDeps } from '../../../workers/import-batch/handler.ts'
import { fairItem, importWorld, jobList, NOW, workOf } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'

/** In which turn of the event loop each item of a chunk began. */
const turnsOf = async (descriptions: readonly string[]): Promise<number[]> => {
  const store = memoryLog()
  const world = importWorld(store)
  const items = descriptions.map((description, n) => fairItem({ uid: `u${n}`, description }))
  await world.receive('one', await world.register('one'), items)
  let [turn, counting] = [0, true]
  const count = async () => {
    while (counting) {
      await nextTurn()
      turn++
    }
  }
  const turns: number[] = []
  const applyChunk: ImportWorkDeps['applyChunk'] = async () =>
    workOf(async position => {
      turns.push(turn)
      return {
        ...{ position, outcome: 'created', reason: null, warnings: [], id: null, uid: null, touched: [] },
      }
    })
  const { queue } = jobList()
  const counter = count()
  const warn = () => undefined
  const work = importWork({
    store,
    runs: importRuns(store),
    queue,
    nowMs: () => NOW,
    items: itemsAhead({ store, clean: cleanHere }),
    applyChunk,
    warn,
  })
  await work({ importId: 'one', batch: 0 }, { attempt: 1, signal: new AbortController().signal })
  counting = false
  await counter
  expect((await world.outcomes('one')).map(({ position }) => position)).toEqual(items.map((_, n) => n + 1))
  return turns
}

it('05 §8.1 two large items are not read in one turn of the event loop, small ones are', async () => {
  const [first = 0, second = 0, third] = await turnsOf(['x'.repeat(100_000), 'x'.repeat(100_000), 'x'])
  expect(second).toBeGreaterThan(first)
  expect(third).toBeGreaterThan(second)
  expect(new Set(await turnsOf(['x', 'y', 'z'])).size).toBe(1)
})
