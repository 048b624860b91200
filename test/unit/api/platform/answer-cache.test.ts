import { expect, it } from 'vitest'
import { answerCache } from '../../../../services/api/platform/answers/answer-cache.ts'
import { keptMemory } from '../../../../services/api/platform/answers/kept-memory.ts'
import { memoryDocuments } from '../../../../shared/documents/memory/memory.ts'
import { epochMs } from '../../../../shared/kernel/brands.ts'

type Place = { readonly _id: number; readonly count: number }

/** A kept list that shows how many events a place has, and how often it was shown. */
const kept = async () => {
  const documents = memoryDocuments()
  const places = await documents.collection<Place>({ name: 'places', indexes: [] })
  const write = (count: number) =>
    places.bulkWrite([{ replaceOne: { filter: { _id: 1 }, replacement: { _id: 1, count }, upsert: true } }])
  const cache = answerCache(keptMemory(10_000_000), documents.trails)
  const times = { shown: 0 }
  const show = async () => {
    times.shown++
    const place = await places.get(1)
    return {
      ...{ status: 200, headers: [], body: `of ${place?.count ?? 0}`, encoding: 'utf8' as const },
      ...{ etag: null, until: epochMs(Infinity) },
    }
  }
  await write(1)
  // what is asked once is not kept
  for (let time = 0; time < 2; time++) await cache.kept('/list', '1', async () => ({ show }))
  times.shown = 0
  const bodies = async (version: string, readers: number) =>
    Promise.all(
      Array.from({ length: readers }, async () => {
        const wire = await cache.find('/list', version, epochMs(0))
        return String(wire?.body)
      }),
    )
  return { write, bodies, times }
}

it('what is shown again is shown once for all who ask meanwhile', async () => {
  const { write, bodies, times } = await kept()
  expect(await bodies('1', 3)).toEqual(['of 1', 'of 1', 'of 1'])
  expect(times.shown).toBe(0)
  await write(2)
  expect(await bodies('2', 3)).toEqual(['of 2', 'of 2', 'of 2'])
  expect(times.shown).toBe(1)
})

it('who asks after another write does not get what is being shown of before', async () => {
  const { write, bodies, times } = await kept()
  await write(2)
  const before = bodies('2', 2)
  await write(3)
  expect(await bodies('3', 2)).toEqual(['of 3', 'of 3'])
  // as of whichever write it was shown after, and the same for both
  expect([
    ['of 2', 'of 2'],
    ['of 3', 'of 3'],
  ]).toContainEqual(await before)
  expect(times.shown).toBe(2)
})
