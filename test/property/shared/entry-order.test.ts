import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ascending } from '../../../shared/documents/memory/entry-order.ts'
import { compare } from '../../../shared/documents/order.ts'

const two = (most: number) => fc.nat({ max: most }).map(n => String(n).padStart(2, '0'))

const moment = fc
  .tuple(fc.constantFrom('0000', '1999', '2027', '9999'), two(13), two(32), two(24), two(60), two(60))
  .map(
    ([year, month, day, hours, minutes, seconds]) => `${year}-${month}-${day} ${hours}:${minutes}:${seconds}`,
  )

/** Of the length of a moment or nearly so, with another sign somewhere. */
const nearMoment = fc
  .tuple(moment, fc.nat({ max: 19 }), fc.constantFrom('', '-', ' ', 'T', 'a', '/', ':', '５', '😀', '\uffee'))
  .map(([text, at, sign]) => `${text.slice(0, at)}${sign}${text.slice(at + 1)}`)

/** Close together, some with hours that no clock shows or with another sign in place of the blank. */
const crowded = fc
  .tuple(
    fc.constantFrom('01', '02', '03'),
    fc.constantFrom(' ', ' ', 'T', '-'),
    fc.constantFrom('00', '01', '23', '24', '48'),
  )
  .map(([day, blank, hours]) => `2027-05-${day}${blank}${hours}:00:00`)

/** Halves of pairs as well, and letters that JavaScript puts behind emoji. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom('', 'a', 'b', '\ud7ff', '\ue000', '\uffee', '😀', '🦊', '\ud83d'),
    maxLength: 4,
  }),
  fc.string({ unit: 'binary', maxLength: 3 }),
)

const whole = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(-0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
)

const number = fc.oneof(
  whole,
  fc.double({ noNaN: true }),
  fc.constantFrom(-0, 0, 0.5, Infinity, -Infinity, 2 ** 53),
)

const nothing = fc.constantFrom(null, undefined)

const list = fc.array(fc.oneof(fc.integer({ min: -2, max: 2 }), text, nothing), { maxLength: 3 })

const object = fc.record({ a: fc.integer({ min: 0, max: 2 }), b: text }, { requiredKeys: [] })

/** Columns of one kind, which have ways of their own, and of all of them. */
const kinds: readonly fc.Arbitrary<unknown>[] = [
  moment,
  whole,
  number,
  text,
  crowded,
  fc.oneof(moment, nearMoment),
  fc.oneof(whole, nothing),
  fc.oneof(moment, nearMoment, text, number, nothing, list, object, fc.boolean()),
]

/** Of few values, so that many are the same: the very ones, and others that are equal. */
const columnOf = (length: number): fc.Arbitrary<readonly unknown[]> =>
  fc.oneof(
    ...kinds.map(kind => fc.array(kind, { minLength: length, maxLength: length })),
    ...kinds.map(kind =>
      fc.array(kind, { minLength: 1, maxLength: 5 }).chain(few =>
        fc.array(fc.constantFrom(...few, ...structuredClone(few)), {
          minLength: length,
          maxLength: length,
        }),
      ),
    ),
  )

const rows = fc
  .integer({ min: 0, max: 40 })
  .chain(length =>
    fc.record({ length: fc.constant(length), columns: fc.array(columnOf(length), { maxLength: 3 }) }),
  )

it('rows are in the order that comparing their values one by one gives, those that are alike as they came', () => {
  fc.assert(
    fc.property(rows, ({ length, columns }) => {
      const plain = Array.from({ length }, (_, row) => row).sort((a, b) => {
        for (const column of columns) {
          const difference = compare(column[a], column[b])
          if (difference !== 0) return difference
        }
        return a - b
      })
      expect([...ascending(columns, length)]).toEqual(plain)
    }),
    { numRuns: 2_000 },
  )
})
