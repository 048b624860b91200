import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Slot } from '../../../../../shared/documents/memory/entry-blocks.ts'
import {
  orderedEntries,
  type OrderedEntries,
} from '../../../../../shared/documents/memory/ordered-entries.ts'

const count = vi.hoisted(() => ({ comparisons: 0 }))

vi.mock(import('../../../../../shared/documents/order.ts'), async original => {
  const order = await original()
  return {
    ...order,
    compare: (a, b) => (count.comparisons++, order.compare(a, b)),
    compareEasy: (a, b) => (count.comparisons++, order.compareEasy(a, b)),
  }
})

const INSERTS = 200_000
/** The last ones are removed before the first question. */
const LEFT = 199_000
/** A few hundred entries find their places among 200,000; the entries of all blocks are many times as many. */
const MOST = 16_000
/** A removal gives some entries that wait their places: dozens of removals, from every index, come at once. */
const MOST_OF_REMOVALS = 1_500

type Entry = { readonly values: readonly unknown[]; readonly slot: Slot }

const entry = (id: number, ...values: unknown[]): Entry => ({ values, slot: { id, document: { _id: id } } })

/** Numbers that look random, the same in every run. */
const scattered = (n: number) => (n * 7_919) % 99_991

const orders: Readonly<Record<string, (n: number) => Entry>> = {
  ascending: n => entry(n, true, n),
  descending: n => entry(INSERTS - n, true, INSERTS - n),
  'at random, as texts': n => entry(n, true, `2027-${scattered(n)}`),
  'all alike, newest id first': n => entry(INSERTS - n, true, 0),
  'from both ends to the middle': n => entry(n, true, n % 2 === 0 ? n : INSERTS * 2 - n),
  'values that are not alike': n => entry(n, [undefined, null, n, 'a', `${n}`][n % 5], n % 2 === 0),
}

const idsOf = (entries: OrderedEntries): readonly unknown[] => {
  const cursor = entries.at(0)
  return Array.from({ length: entries.size() }, () => {
    const id = cursor.slot()?.id
    cursor.step(1)
    return id
  })
}

const kinds = ['undefined', 'object', 'number', 'string', 'boolean'] as const
const kind = (value: unknown) => kinds.findIndex(name => name === typeof value)

const difference = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : a < b ? -1 : 1
  if (kind(a) !== kind(b)) return kind(a) - kind(b)
  return String(a) === String(b) ? 0 : String(a) < String(b) ? -1 : 1
}

const sortedIds = (all: readonly Entry[]): readonly unknown[] =>
  all
    .toSorted((a, b) => {
      for (const [n, value] of a.values.entries()) {
        const one = difference(value, b.values[n])
        if (one !== 0) return one
      }
      return difference(a.slot.id, b.slot.id)
    })
    .map(({ slot }) => slot.id)

beforeEach(() => {
  count.comparisons = 0
})

/** Comparisons of the step that needs most. */
const mostOf = (steps: Iterable<() => void>): number => {
  let most = 0
  for (const step of steps) {
    const before = count.comparisons
    step()
    most = Math.max(most, count.comparisons - before)
  }
  return most
}

describe.each(Object.entries(orders))('200,000 entries that come %s', (_, make) => {
  const all = Array.from({ length: INSERTS }, (_, n) => make(n))

  it('no insert or removal moves more than a few hundred of them, and the rest is in order', () => {
    const entries = orderedEntries(2)
    const inserts = all.map(
      ({ values, slot }) =>
        () =>
          entries.insert(values, slot),
    )
    const removals = all.slice(LEFT).map(
      ({ values, slot }) =>
        () =>
          entries.remove(values, slot),
    )
    expect(mostOf(inserts)).toBeLessThan(MOST)
    expect(mostOf(removals)).toBeLessThan(MOST_OF_REMOVALS)
    expect(entries.size()).toBe(LEFT)
    const [met, sorted] = [idsOf(entries), sortedIds(all.slice(0, LEFT))]
    expect(met.findIndex((id, n) => id !== sorted[n])).toBe(-1)
  })
})

it('an entry that is not there cannot be removed, and nothing is lost by trying', () => {
  const entries = orderedEntries(1)
  const slot: Slot = { id: 1, document: { _id: 1 } }
  const twin: Slot = { id: 2, document: { _id: 2 } }
  entries.insert(['a'], slot)
  entries.insert(['b'], slot)
  expect(idsOf(entries)).toEqual([1, 1])
  expect(() => entries.remove(['a'], twin)).toThrow('no index entry for document 2')
  expect(() => entries.remove(['c'], slot)).toThrow('no index entry for document 1')
  entries.remove(['a'], slot)
  expect(idsOf(entries)).toEqual([1])
  expect(entries.rank({ values: ['b'], after: false })).toBe(0)
  expect(entries.rank({ values: ['b'], after: true })).toBe(1)
})

it('the same of entries that wait, as soon as they have their places', () => {
  const entries = orderedEntries(1)
  for (let n = 0; n < 100; n++) entries.insert([n], { id: n, document: { _id: n } })
  entries.remove([7], { id: 100, document: { _id: 100 } })
  expect(() => entries.rank({ values: [7], after: false })).toThrow('no index entry for document 100')
  expect(idsOf(entries)).toEqual(Array.from({ length: 100 }, (_, n) => n))
})

it('entries leave while they wait, come again, and stand where they belong', () => {
  const entries = orderedEntries(1)
  const all = Array.from({ length: 5_000 }, (_, n): Entry => entry(n, scattered(n)))
  for (const { values, slot } of all) entries.insert(values, slot)
  for (const { values, slot } of all.slice(0, 900)) entries.remove(values, slot)
  for (const { slot } of all.slice(0, 300)) entries.insert([-1], slot)
  for (const { slot } of all.slice(0, 100)) entries.remove([-1], slot)
  for (const { values, slot } of all.slice(0, 50)) entries.insert(values, slot)
  const now = [
    ...all.slice(0, 50),
    ...all.slice(100, 300).map(({ slot }): Entry => ({ values: [-1], slot })),
    ...all.slice(900),
  ]
  expect(entries.size()).toBe(now.length)
  expect(idsOf(entries)).toEqual(sortedIds(now))
})

it('objects with the same members and texts beyond the order of JavaScript have their places', () => {
  const entries = orderedEntries(2)
  const values = [
    [{ p: 1 }, 2],
    [{ p: 1 }, 1],
    ['\u{1f600}', 1],
    ['\uffee', 1],
    [null, 1],
    [true, 1],
  ]
  for (const [n, tuple] of values.entries()) entries.insert(tuple, { id: n, document: { _id: n } })
  expect(idsOf(entries)).toEqual([4, 3, 2, 1, 0, 5])
})
