import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Slot } from '../../../shared/documents/memory/entry-blocks.ts'
import { indexEntries } from '../../support/index-entries.ts'

const VALUES = [undefined, null, 1, 2, 'a'] as const
const DOCUMENTS = 4

const valueAt = (place: number) => VALUES[Math.floor(place / DOCUMENTS)]

/** A value of a document comes or goes, or somebody asks, which puts what waits in order. */
const step = fc.record({
  asks: fc.nat({ max: 9 }).map(n => n === 0),
  value: fc.nat({ max: VALUES.length - 1 }),
  document: fc.nat({ max: DOCUMENTS - 1 }),
})

it('documents with several values stand in an index under those that they have, in whatever order these come and go', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 50, maxLength: 300 }), steps => {
      const { entries, insert, move, remove } = indexEntries(1)
      const slots = Array.from({ length: DOCUMENTS }, (_, id): Slot => ({ id, document: { _id: id } }))
      const there = new Set<number>()
      const placesOf = (document: number) =>
        [...there].filter(place => place % DOCUMENTS === document).map(place => [valueAt(place)])
      for (const { asks, value, document } of steps) {
        const slot = slots[document]
        if (slot === undefined) continue
        if (asks) {
          entries.rank({ values: [1], after: false })
          continue
        }
        const isNew = placesOf(document).length === 0
        const place = value * DOCUMENTS + document
        if (!there.delete(place)) there.add(place)
        const places = placesOf(document)
        if (isNew) insert(slot, ...places)
        else if (places.length === 0) remove(slot)
        else move(slot, ...places)
      }
      entries.rank({ values: [1], after: false })
      const met = Array.from({ length: entries.size() }, (_, rank) => {
        const cursor = entries.at(rank)
        return [cursor.key(0), cursor.slot()?.id]
      })
      const wanted = [...there].toSorted((a, b) => a - b).map(place => [valueAt(place), place % DOCUMENTS])
      expect(met).toEqual(wanted)
    }),
    { seed: 7, numRuns: 200 },
  )
})
