import { expect, it, vi } from 'vitest'
import { documentIndex, type DocumentIndex } from '../../../../../shared/documents/memory/document-index.ts'
import type { Slot } from '../../../../../shared/documents/memory/entry-blocks.ts'
import type { Doc, Key } from '../../../../../shared/documents/port.ts'

type Document = Doc & { readonly n?: number; readonly tags?: unknown; readonly start?: unknown }

/** An index of documents that come and leave. */
const indexed = (...keys: string[]) => {
  const slots = new Map<Key, Slot>()
  const index = documentIndex({ name: 'some', keys }, slots)
  const put = (document: Document) => {
    slots.set(document._id, { id: document._id, document })
    index.add(index.manyIn(document))
  }
  const remove = (id: Key) => {
    const slot = slots.get(id)
    if (slot === undefined) throw new Error(`no document ${id}`)
    index.remove(index.places(slot.document), slot)
    slots.delete(id)
  }
  return { slots, index, put, remove }
}

const entriesOf = ({ entries }: DocumentIndex): readonly unknown[] => {
  const cursor = entries.at(0)
  return Array.from({ length: entries.size() }, () => {
    const id = cursor.slot()?.id
    cursor.step(1)
    return id
  })
}

it('documents have an entry for each of their values, once, whatever else they have', () => {
  const { index, put } = indexed('tags', 'start')
  const documents = [
    { _id: 1, tags: [3, 1, 3], start: 5 },
    { _id: 2, tags: [2, 2], start: 5 },
    { _id: 3, tags: [], start: 5 },
    { _id: 4, start: 5 },
    { _id: 5, tags: 2, start: [4] },
    { _id: 6, tags: 2, start: [9, 1] },
    { _id: 7, tags: [null, 1], start: 9 },
  ]
  for (const document of documents) put(document)
  expect(entriesOf(index)).toEqual([3, 4, 7, 1, 7, 6, 5, 2, 6, 1])
  expect(documents.map(index.manyIn)).toEqual([0, -1, -1, -1, -1, 1, 0])
  expect(documents.map(document => index.places(document).tuples)).toEqual([
    ...[
      [
        [3, 5],
        [1, 5],
      ],
      [[2, 5]],
      [[undefined, 5]],
      [[null, 5]],
      [[2, 4]],
    ],
    ...[
      [
        [2, 9],
        [2, 1],
      ],
      [
        [null, 9],
        [1, 9],
      ],
    ],
  ])
  expect(() => put({ _id: 8, tags: [1, 2], start: [] })).toThrow('arrays under two of its keys')
})

it('documents that come, leave with or without entries, and come again have theirs', () => {
  const { slots, index, put, remove } = indexed('n')
  const there = new Set<number>()
  for (let step = 0; step < 3_000; step++) {
    const id = (step * 7_919) % 101
    if (there.delete(id)) remove(id)
    else {
      there.add(id)
      put({ _id: id, n: -id })
    }
    if (step % 5 === 0 || step % 17 < 3)
      expect(entriesOf(index)).toEqual([...there].toSorted((a, b) => b - a))
  }
  expect(slots.size).toBe(there.size)
})

it('an index holds nothing that its documents outgrew where they leave before they have entries', () => {
  const { slots, index, put, remove } = indexed('n')
  put({ _id: 1, n: 1 })
  expect(entriesOf(index)).toEqual([1])
  const through = vi.spyOn(slots, 'values')
  put({ _id: 2, n: 2 })
  put({ _id: 3, n: 3 })
  remove(2)
  expect(through).not.toHaveBeenCalled()
  // who goes through them was let go
  expect(entriesOf(index)).toEqual([1, 3])
  expect(through).toHaveBeenCalledTimes(1)
})
