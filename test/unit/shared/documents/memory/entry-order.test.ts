import { expect, test } from 'vitest'
import { ascending } from '../../../../../shared/documents/memory/entry-order.ts'

/** Numbers that look random, the same in every run. */
const scattered = (n: number, below: number) => (n * 7_919 + 13) % below

const inOrder = (columns: readonly (readonly unknown[])[], length: number) => [...ascending(columns, length)]

const moments = [
  '2027-05-08 10:00:00',
  '2027-05-08 09:59:59',
  '2027-05-08 10:00:00',
  '2026-12-31 23:59:59',
  '2027-01-01 00:00:00',
  '2027-10-01 00:00:00',
]

test('times are put in order, those that are alike by the next column', () => {
  expect(inOrder([moments, [6, 5, 4, 3, 2, 1]], 6)).toEqual([3, 4, 1, 2, 0, 5])
})

test.each([
  ['far apart', ['9999-12-31 23:59:59', '0001-01-01 00:00:00', '2027-05-08 10:00:00'], [1, 2, 0]],
  ['beside what is none', ['2027-05-08 10:00:00', '2027-05-08 1', '2027-05-07 99:00:00'], [2, 1, 0]],
  ['that no clock shows', ['2027-02-31 10:00:00', '2027-03-01 00:00:00', '2027-02-28 10:00:00'], [2, 0, 1]],
  ['with a letter in them', ['2027-05-08 10:00:00', '2027-05-0a 10:00:00', '2027-05-09 10:00:00'], [0, 2, 1]],
  ['with other signs', ['2027-05-08 10:00:00', '2027-05-08T10:00:00', '2027-05-08 11:00:00'], [0, 2, 1]],
  ['beside nothing', [null, '2027-05-08 10:00:00', undefined], [2, 0, 1]],
])('times %s are in the order of their texts', (_, column, order) => {
  expect(inOrder([column], column.length)).toEqual(order)
})

test('whole numbers far apart, halves, and none at all', () => {
  const large = Number.MAX_SAFE_INTEGER
  expect(inOrder([[5, -large, large, 0, 2_000_000]], 5)).toEqual([1, 3, 0, 4, 2])
  expect(inOrder([[3_000_000, 1, 2_000_000, 1]], 4)).toEqual([1, 3, 2, 0])
  expect(inOrder([[0.5, 0, 0.25]], 3)).toEqual([1, 2, 0])
  expect(inOrder([], 3)).toEqual([0, 1, 2])
  expect(inOrder([[]], 0)).toEqual([])
})

test('many rows of three columns with values far apart are in order', () => {
  const length = 200_000
  const rows = Array.from({ length }, (_, n) => n)
  const columns = [
    rows.map(n => scattered(n, 199_999)),
    rows.map(n => scattered(n, 7) * 1e12),
    rows.map(n => scattered(n, 499_979)),
  ]
  const at = (column: number, row: number) => columns[column]?.[row] ?? NaN
  const isBefore = (a: number, b: number): boolean => {
    for (let n = 0; n < 3; n++) if (at(n, a) !== at(n, b)) return at(n, a) < at(n, b)
    return a < b
  }
  const order = inOrder(columns, length)
  expect(new Set(order).size).toBe(length)
  expect(order.findIndex((row, n) => n > 0 && !isBefore(order[n - 1] ?? 0, row))).toBe(-1)
})
