import fc from 'fast-check'
import { expect, it } from 'vitest'
import { epochMs } from '../../../shared/kernel/brands.ts'
import { writingSteps } from '../../../projections/engine/step-writes.ts'
import { history } from '../../../projections/history/store.ts'
import { importStatus } from '../../../projections/import-status/store.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { importContext } from '../../../services/imports/apply/context.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { personAt } from '../../support/calendar.ts'
import { collections } from '../../support/collections.ts'
import { fairItem, importWorld } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { contents, first, later, truthful } from '../../support/mixed-facts.ts'
import { readModels } from '../../support/read-models.ts'
import { recorder } from '../../support/recorded.ts'
import { actor } from '../../support/stepped-documents.ts'

/** Whose lease it was says nothing to readers. */
const withoutEpochs = (collections: readonly (readonly object[])[]) =>
  collections.map(documents => documents.map(document => ({ ...document, epoch: 0 })))

const inBatches = (records: readonly StoredRecord[], size: number): readonly (readonly StoredRecord[])[] =>
  records.length === 0 ? [] : [records.slice(0, size), ...inBatches(records.slice(size), size)]

type Fed = {
  readonly fence: (epoch: number) => Promise<void>
  readonly apply: (records: readonly StoredRecord[], epoch: number) => Promise<void>
}

/** What is fed, and what its documents then hold. */
type Subject = {
  readonly made: (documents: Documents) => Promise<Fed>
  readonly held: (documents: Documents) => Promise<readonly (readonly object[])[]>
}

const undisturbed = async ({ made, held }: Subject, records: readonly StoredRecord[]) => {
  const documents = memoryDocuments({ strict: true, isShared: true })
  const { apply } = await made(documents)
  for (const record of records) await apply([record], 0)
  return withoutEpochs(await held(documents))
}

/**
 * Where the paused holder had saved, how much it was at work on, how far it came; and how its successor goes on. `whole`:
 * each step is written at its end.
 */
const plan = fc.record({
  whole: fc.boolean(),
  saved: fc.nat({ max: 20 }),
  inBatch: fc.integer({ min: 1, max: 30 }),
  doneBefore: fc.nat({ max: 60 }),
  successorsBatch: fc.integer({ min: 1, max: 30 }),
})
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never

/** 0: the paused one's. Evenly mixed, or so seldom that its successor is far ahead or done. */
const turnsOf = fc.constantFrom(1, 5, 30).chain(max => fc.infiniteStream(fc.nat({ max })))

const takenOver = async (
  { made, held }: Subject,
  records: readonly StoredRecord[],
  { whole, saved, inBatch, doneBefore, successorsBatch }: Plan,
  turns: Iterator<number>,
) => {
  const documents = memoryDocuments({ strict: true, isShared: true })
  const before = await made(documents)
  await before.fence(1)
  for (const one of records.slice(0, saved)) await before.apply([one], 1)

  const paused = actor(documents)
  const seenBy = ({ documents: apart, writingAll }: ReturnType<typeof actor>) => (whole ? writingAll : apart)
  const late = (await made(seenBy(paused))).apply(records.slice(saved, saved + inBatch), 1)
  for (let n = 0; n < doneBefore; n++) if (!(await paused.step())) break

  const successor = actor(documents)
  const fed = await made(seenBy(successor))
  const takingOver = async () => {
    await fed.fence(2)
    for (const batch of inBatches(records.slice(saved), successorsBatch)) await fed.apply(batch, 2)
  }
  const taken = takingOver()
  for (let going = true; going;) {
    const [one, other] = turns.next().value === 0 ? [paused, successor] : [successor, paused]
    going = (await one.step()) || (await other.step())
  }
  await Promise.all([late, taken])
  return withoutEpochs(await held(documents))
}

it('a holder that pauses anywhere in its batch may write the rest of it late, between whatever its successor does', async () => {
  const items: Subject = { made: documents => readModels(documents), held: contents }
  await fc.assert(
    fc.asyncProperty(fc.array(later, { maxLength: 20 }), plan, turnsOf, async (facts, planned, turns) => {
      const record = recorder()
      const records = truthful([...first, ...facts]).map(fact => record(fact))
      expect(await takenOver(items, records, planned, turns)).toEqual(await undisturbed(items, records))
    }),
    { numRuns: 150 },
  )
})

it('the same for imports and the history', async () => {
  const store = memoryLog()
  const w = importWorld(store)
  await w.whole('abc', [fairItem(), fairItem({ uid: 'b', title: 'B' }), fairItem({ uid: 'c', title: '' })])
  const [purged] = await w.outcomes('abc')
  await calendarOn(w.writing).event.purge(purged?.id ?? 0, personAt())
  const hash = await w.register('def')
  const more = { status: { data: { total: 3, done: 0 }, batch: { total: 2, done: 0 } } }
  // one of them is stored and never accepted
  await Promise.all([
    w.receive('def', hash, [fairItem()], more),
    w.receive('def', hash, [fairItem({ uid: 'x' }), fairItem({ uid: 'y' })], more),
  ])
  await w.runs.execute(
    { type: 'CloseStalled', importId: 'def', callbacks: 1 },
    importContext('def', epochMs(0)),
  )
  const records: StoredRecord[] = []
  for await (const step of store.follow(null, [], new AbortController().signal)) {
    records.push(...step.records)
    if (step.live) break
  }
  const imports: Subject = {
    made: async documents => {
      const both = [
        await writingSteps(documents, importStatus),
        await writingSteps(documents, history({ store, loginOf: () => null })),
      ]
      return {
        fence: async () => undefined,
        apply: async batch => {
          for (const { prefixes, apply } of both)
            await apply(batch.filter(({ stream }) => prefixes.some(prefix => stream.startsWith(prefix))))
        },
      }
    },
    held: documents =>
      Promise.all(
        (['imports', 'importChunks', 'importActivity', 'history'] as const).map(async of =>
          (await documents.collection({ name: collections[of], indexes: [] })).find({}, { sort: { _id: 1 } }),
        ),
      ),
  }
  const expected = await undisturbed(imports, records)
  expect(expected.map(documents => documents.length > 0)).toEqual([true, true, true, true])
  await fc.assert(
    fc.asyncProperty(plan, turnsOf, async (planned, turns) => {
      expect(await takenOver(imports, records, planned, turns)).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})
