import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Slot } from '../../../shared/documents/memory/entry-blocks.ts'
import { orderedEntries } from '../../../shared/documents/memory/ordered-entries.ts'

const VALUES = [undefined, null, 1, 2, 'a'] as const
const DOCUMENTS = 4

/** A value of a document comes or goes, or somebody asks, which puts what waits in order. */
const step = fc.record({
  asks: fc.nat({ max: 9 }).map(n => n === 0),
  value: fc.nat({ max: VALUES.length - 1 }),
  document: fc.nat({ max: DOCUMENTS - 1 }),
})

it('documents with several values stand in an index under those that they have, in whatever order these come and go', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 50, maxLength: 300 }), steps => {
      const entries = orderedEntries(1)
      const slots = Array.from({ length: DOCUMENTS }, (_, id): Slot => ({ id, document: { _id: id } }))
      const there = new Set<number>()
      for (const { asks, value, document } of steps) {
        const slot = slots[document]
        if (slot === undefined) continue
        const place = value * DOCUMENTS + document
        if (asks) entries.rank({ values: [1], after: false })
        else if (there.delete(place)) entries.remove([VALUES[value]], slot)
        else {
          there.add(place)
          entries.insert([VALUES[value]], slot)
        }
      }
      entries.rank({ values: [1], after: false })
      const met = Array.from({ length: entries.size() }, (_, rank) => {
        const cursor = entries.at(rank)
        return [cursor.key(0), cursor.slot()?.id]
      })
      const wanted = [...there]
        .toSorted((a, b) => a - b)
        .map(place => [VALUES[Math.floor(place / DOCUMENTS)], place % DOCUMENTS])
      expect(met).toEqual(wanted)
    }),
    { seed: 7, numRuns: 200 },
  )
})
