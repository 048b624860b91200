import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Slot } from '../../../../../shared/documents/memory/entry-blocks.ts'
import { inOrderOfComing } from '../../../../../shared/documents/memory/document-index.ts'
import { type Each, orderedEntries } from '../../../../../shared/documents/memory/ordered-entries.ts'
import { idsIn, indexEntries } from '../../../../support/index-entries.ts'

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
/** A removal looks for the entry, and no more: dozens of removals, from every index, come at once. */
const MOST_OF_REMOVALS = 100

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
    const { entries, insert, remove } = indexEntries(2)
    const inserts = all.map(
      ({ values, slot }) =>
        () =>
          insert(slot, values),
    )
    const removals = all.slice(LEFT).map(
      ({ slot }) =>
        () =>
          remove(slot),
    )
    expect(mostOf(inserts)).toBeLessThan(MOST)
    expect(mostOf(removals)).toBeLessThan(MOST_OF_REMOVALS)
    expect(entries.size()).toBe(LEFT)
    const [met, sorted] = [idsIn(entries), sortedIds(all.slice(0, LEFT))]
    expect(met.findIndex((id, n) => id !== sorted[n])).toBe(-1)
  })
})

const slotOf = (id: number): Slot => entry(id).slot

it('an entry that is not there cannot be removed, and nothing is lost by trying', () => {
  const { entries, insert } = indexEntries(1)
  const slot = slotOf(1)
  insert(slot, ['a'], ['b'])
  expect(idsIn(entries)).toEqual([1, 1])
  expect(() => entries.remove([['a']], slotOf(2))).toThrow('no index entry for document 2')
  expect(() => entries.remove([['c']], slot)).toThrow('no index entry for document 1')
  expect(() => entries.move([['c']], [['d']], slot)).toThrow('no index entry for document 1')
  entries.move([['a'], ['b']], [['b']], slot)
  expect(idsIn(entries)).toEqual([1])
  expect(entries.rank({ values: ['b'], after: false })).toBe(0)
  expect(entries.rank({ values: ['b'], after: true })).toBe(1)
})

/** More than any calendar has. */
const MANY = 300_000

it('no entries are made before somebody asks, however many documents come, and then those of each document once', () => {
  const met: unknown[] = []
  const all = Array.from({ length: MANY + 1 }, (_, n) => slotOf(n + 1))
  const coming = inOrderOfComing(() => all.values())
  const eachEntry = (slot: Slot, each: Each) => {
    met.push(slot.id)
    each([-Number(slot.id)], slot)
  }
  const entries = orderedEntries(1, { ...coming, eachEntry, isThere: () => true })
  for (let n = 0; n < MANY; n++) entries.add()
  expect(met).toEqual([])
  expect(entries.rank({ values: [10 - MANY], after: false })).toBe(10)
  expect(entries.at(0).slot()?.id).toBe(MANY)
  entries.add()
  expect(entries.size()).toBe(MANY + 1)
  expect(met.length).toBe(MANY + 1)
})

it('a document that is missing among those that came is told when all find their places', () => {
  const { entries, insert } = indexEntries(1)
  insert(slotOf(1), [1])
  entries.add()
  expect(() => entries.rank({ values: [1], after: false })).toThrow('no more documents')
})

it('documents leave before they have places, come again, and stand where they belong', () => {
  const { entries, insert, move, remove } = indexEntries(1)
  const all = Array.from({ length: 5_000 }, (_, n): Entry => entry(n, scattered(n)))
  for (const { values, slot } of all) insert(slot, values)
  for (const { slot } of all.slice(0, 900)) remove(slot)
  for (const { slot } of all.slice(0, 300)) insert(slot, [-1])
  for (const { slot } of all.slice(0, 100)) remove(slot)
  for (const { values, slot } of all.slice(0, 50)) insert(slot, values)
  for (const { slot } of all.slice(900, 1_000)) move(slot, [-2])
  const now = [
    ...all.slice(0, 50),
    ...all.slice(100, 300).map(({ slot }): Entry => ({ values: [-1], slot })),
    ...all.slice(900, 1_000).map(({ slot }): Entry => ({ values: [-2], slot })),
    ...all.slice(1_000),
  ]
  expect(entries.size()).toBe(now.length)
  expect(idsIn(entries)).toEqual(sortedIds(now))
})

it('a document that moves from place to place stands once in each place of its own', () => {
  const { entries, insert, move } = indexEntries(1)
  const [one, other] = [slotOf(1), slotOf(2)]
  insert(one, [1])
  move(one, [5])
  insert(other, [3])
  expect(idsIn(entries)).toEqual([2, 1])
  move(one, [2], [4])
  expect(idsIn(entries)).toEqual([1, 2, 1])
  move(one, [4])
  expect(idsIn(entries)).toEqual([2, 1])
})

it('objects with the same members and texts beyond the order of JavaScript have their places', () => {
  const { entries, insert } = indexEntries(2)
  const values = [
    [{ p: 1 }, 2],
    [{ p: 1 }, 1],
    ['\u{1f600}', 1],
    ['\uffee', 1],
    [null, 1],
    [true, 1],
  ]
  for (const [n, tuple] of values.entries()) insert(slotOf(n), tuple)
  expect(idsIn(entries)).toEqual([4, 3, 2, 1, 0, 5])
})
