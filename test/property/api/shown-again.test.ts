import fc from 'fast-check'
import { expect, it } from 'vitest'
import { epochMs } from '../../../shared/kernel/brands.ts'
import { answerCache } from '../../../services/api/platform/answers/answer-cache.ts'
import { keptMemory } from '../../../services/api/platform/answers/kept-memory.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Trails } from '../../../shared/documents/trails.ts'

type Event = { readonly _id: number; readonly day: number; readonly place: number }
type Place = { readonly _id: number; readonly name: string; readonly count: number }

const small = fc.nat({ max: 5 })
const write = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('event' as const), _id: small, day: small, place: small }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      _id: small,
      name: fc.constantFrom('Hall', 'Park'),
      count: small,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gone' as const), _id: small }) },
)
const steps = fc.array(write, { minLength: 5, maxLength: 25 })
type Step = typeof write extends fc.Arbitrary<infer One> ? One : never

/** Lists of days, which show how many events each place has, kept over such writes; how each was had, and how many were wrong. */
const listed = async (writes: readonly Step[], trailsOf: (trails: Trails) => Trails) => {
  const documents = memoryDocuments()
  const events = await documents.collection<Event>({ name: 'events', indexes: [] })
  const places = await documents.collection<Place>({ name: 'places', indexes: [], aside: ['count'] })
  const cache = answerCache(keptMemory(10_000_000), trailsOf(documents.trails))
  const find = async (day: number) => {
    const { rows, total } = await events.page({ day }, { sort: { _id: 1 }, limit: 3 })
    const show = async () => {
      const named = await Promise.all(rows.map(async ({ place }) => places.get(place)))
      const body = JSON.stringify([total, rows, named])
      return {
        status: 200,
        headers: [],
        body,
        encoding: 'utf8' as const,
        etag: null,
        until: epochMs(Infinity),
      }
    }
    return { show }
  }
  const apply = async ({ kind, ...document }: Step) => {
    const filter = { _id: document._id }
    if (kind === 'gone') await events.bulkWrite([{ deleteOne: { filter } }])
    else {
      const operation = { replaceOne: { filter, replacement: document, upsert: true } }
      await (kind === 'event'
        ? events.bulkWrite([operation as never])
        : places.bulkWrite([operation as never]))
    }
  }

  const seen = { kept: 0, shown: 0, made: 0, wrong: 0 }
  for (const [version, step] of writes.entries()) {
    await apply(step)
    for (const day of [0, 1, 2, 3, 4, 5]) {
      const found = cache.find(`/${day}`, String(version), epochMs(0))
      seen[found === null ? 'made' : 'body' in found ? 'kept' : 'shown']++
      const { body } = (await found) ?? (await cache.kept(`/${day}`, String(version), () => find(day)))
      if (String(body) !== (await (await find(day)).show()).body) seen.wrong++
    }
  }
  return seen
}

const many = async (trailsOf: (trails: Trails) => Trails) => {
  const sums = { kept: 0, shown: 0, made: 0, wrong: 0 }
  await fc.assert(
    fc.asyncProperty(steps, async writes => {
      const seen = await listed(writes, trailsOf)
      for (const how of ['kept', 'shown', 'made', 'wrong'] as const) sums[how] += seen[how]
    }),
    { numRuns: 150, seed: 29 },
  )
  return sums
}

it('whatever is written, a list that is shown again says what one made anew says', async () => {
  const { kept, shown, made, wrong } = await many(trails => trails)
  expect(wrong).toBe(0)
  // what is only shown ends nothing that was found
  expect(Math.min(kept, shown, made)).toBeGreaterThan(150)
})

it('control: with what was found kept for too long, lists are wrong, and so they are with what they show', async () => {
  const endless =
    (isFinding: boolean) =>
    (trails: Trails): Trails => ({
      ...trails,
      noting: async make => {
        const { made, trail } = await trails.noting(make)
        const isFound = typeof made === 'object' && made !== null && 'show' in made
        return { made, trail: isFound === isFinding ? { ...trail, isCurrent: () => true } : trail }
      },
    })
  expect((await many(endless(true))).wrong).toBeGreaterThan(50)
  expect((await many(endless(false))).wrong).toBeGreaterThan(50)
})
