import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf, reviseSeries, type OldOccurrence } from '../../../services/imports/item/series.ts'

const ZONE = 'America/New_York'

/** Original starts on a few days, several of them on each. */
const starts = fc.uniqueArray(
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 23 }))
    .map(([day, hour]) => `2027-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`),
  { maxLength: 24 },
)
const oldOf = (occurrences: readonly string[]): OldOccurrence[] =>
  occurrences.map((occurrence, n) => ({ id: n + 1, occurrence, zone: ZONE }))

const after = (olds: readonly OldOccurrence[], brought: readonly string[]): OldOccurrence[] => {
  const { same, moved, created } = reviseSeries(olds, brought)
  const news = created.map((occurrence, n) => ({ id: 1_000 + n, occurrence, zone: ZONE }))
  return [
    ...[...same, ...moved].map(([occurrence, id]) => ({ id, occurrence, zone: ZONE })),
    ...news,
  ].toSorted((a, b) => a.id - b.id)
}

it('05 §5 every event and every occurrence of a series meets one fate', () => {
  fc.assert(
    fc.property(starts, starts, (before, brought) => {
      const olds = oldOf(before)
      const { same, moved, created, left } = reviseSeries(olds, brought)
      expect([...same.keys(), ...moved.keys(), ...created].toSorted()).toEqual(brought.toSorted())
      const ids = [...same.values(), ...moved.values(), ...left.map(({ id }) => id)]
      expect(ids.toSorted((a, b) => a - b)).toEqual(olds.map(({ id }) => id))
    }),
  )
})

it('05 §5 the same start is the same event, and one is moved only within its day, as many as can be', () => {
  fc.assert(
    fc.property(starts, starts, (before, brought) => {
      const olds = oldOf(before)
      const { same, moved, created, left } = reviseSeries(olds, brought)
      const startOf = new Map(olds.map(({ id, occurrence }) => [id, occurrence]))
      for (const [occurrence, id] of same) expect(startOf.get(id)).toBe(occurrence)
      expect([...same.keys()].toSorted()).toEqual(before.filter(one => brought.includes(one)).toSorted())
      for (const [occurrence, id] of moved)
        expect(dayOf(startOf.get(id) ?? '', ZONE)).toBe(dayOf(occurrence, ZONE))
      const days = new Set(left.map(({ occurrence }) => dayOf(occurrence, ZONE)))
      expect(created.filter(occurrence => days.has(dayOf(occurrence, ZONE)))).toEqual([])
    }),
  )
})

it('05 §5 the same series twice changes nothing', () => {
  fc.assert(
    fc.property(starts, starts, (before, brought) => {
      const once = after(oldOf(before), brought)
      const again = reviseSeries(once, brought)
      expect([again.moved.size, again.created, again.left]).toEqual([0, [], []])
      expect(after(once, brought)).toEqual(once)
    }),
  )
})

it('05 §5 an attempt that was stopped anywhere is followed by one that pairs what is left in the same way', () => {
  fc.assert(
    fc.property(starts, starts, fc.func(fc.boolean()), (before, brought, isDone) => {
      const olds = oldOf(before)
      const whole = reviseSeries(olds, brought)
      const done = new Map([...whole.moved].filter(([occurrence]) => isDone(occurrence)))
      const startOf = new Map([...done].map(([occurrence, id]) => [id, occurrence]))
      const halfway = olds.map(old => ({ ...old, occurrence: startOf.get(old.id) ?? old.occurrence }))
      const rest = reviseSeries(halfway, brought)
      expect(new Map([...rest.moved, ...done])).toEqual(whole.moved)
      expect(rest.created).toEqual(whole.created)
      expect(rest.left.map(({ id }) => id)).toEqual(whole.left.map(({ id }) => id))
    }),
  )
})

it.each([
  ['2027-03-01T15:00:00Z', '2027-03-01'],
  ['2027-03-02T03:00:00Z', '2027-03-01'],
  ['20270302T030000Z', '2027-03-01'],
  ['2027-03-02', '2027-03-02'],
  ['2027-03-02 23:30:00', '2027-03-02'],
  ['some day', null],
])('05 §5 the local day of the original start %s is %s', (occurrence, day) => {
  expect(dayOf(occurrence, ZONE)).toBe(day)
})
