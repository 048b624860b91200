import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Slot } from '../../../shared/documents/memory/entry-blocks.ts'
import { indexEntries } from '../../support/index-entries.ts'

type Entry = { readonly text: string; readonly number: number; readonly slot: Slot }

const byOrder = (a: Entry, b: Entry): number =>
  a.text < b.text ? -1 : a.text > b.text ? 1 : a.number - b.number || Number(a.slot.id) - Number(b.slot.id)

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('insert'),
      count: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 45_000 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('remove'), count: fc.integer({ min: 1, max: 2_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move'), count: fc.integer({ min: 1, max: 2_000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask'), count: fc.constant(1) }) },
)

it('whatever comes, goes and is asked in between, the order is that of a sorted array', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 2, maxLength: 12 }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 1, max: 50 }),
      fc.infiniteStream(fc.nat({ max: 1_000_000 })),
      (steps, texts, numbers, stream) => {
        const { entries, insert, move, remove } = indexEntries(2)
        let model: Entry[] = []
        let id = 0
        const draw = (below: number) => Number(stream.next().value) % below
        const check = () => {
          model.sort(byOrder)
          expect(entries.size()).toBe(model.length)
          const rank = draw(model.length + 1)
          const met = model[rank]
          expect(entries.at(rank).slot()).toBe(met?.slot ?? null)
          if (met === undefined) return
          const { text, number, slot } = met
          expect(entries.rank({ values: [text, number, slot.id], after: false })).toBe(rank)
          expect(entries.rank({ values: [text], after: false })).toBe(model.findIndex(e => e.text === text))
          expect(entries.rank({ values: [text], after: true })).toBe(
            model.findLastIndex(e => e.text === text) + 1,
          )
        }
        for (const { kind, count } of steps) {
          if (kind === 'ask') check()
          for (let n = 0; n < count && kind === 'insert'; n++) {
            const text = String(draw(texts))
            const entry = { text, number: draw(numbers), slot: { id: id++, document: { _id: id } } }
            model.push(entry)
            insert(entry.slot, [entry.text, entry.number])
          }
          if (kind === 'insert' || kind === 'ask' || model.length === 0) continue
          const some = new Set(Array.from({ length: count }, () => model[draw(model.length)]))
          const others = model.filter(entry => !some.has(entry))
          const moved: Entry[] = []
          for (const entry of some) {
            if (entry === undefined) continue
            if (kind === 'remove') {
              remove(entry.slot)
              continue
            }
            const next = { ...entry, text: String(draw(texts)) }
            move(entry.slot, [next.text, next.number])
            moved.push(next)
          }
          model = [...others, ...moved]
        }
        check()
        const cursor = entries.at(0)
        for (const { slot, text } of model) {
          if (cursor.slot() !== slot || cursor.key(0) !== text) expect(cursor.slot()).toBe(slot)
          cursor.step(1)
        }
        expect(cursor.slot()).toBeNull()
      },
    ),
    { numRuns: 25 },
  )
})
