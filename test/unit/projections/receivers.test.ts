import { expect, it } from 'vitest'
import { isoTime } from '../../../shared/kernel/brands.ts'
import { receiversIn } from '../../../projections/subscriptions/queries.ts'

const at = (hour: number) => isoTime(`2027-05-01T${String(hour).padStart(2, '0')}:00:00.000Z`)
const failing = (hour: number) => ({
  ...{ since: at(hour), reason: 'timeout', found: null, due_at: at(23), attempts: 2 },
})
const waiting = (hour: number) => ({
  ...{ item: 'event/41', since: at(hour), due_at: at(23), reason: 'bad_status', found: '422' },
})
const one = { status: 'active', failing: null, waiting: [], rests: null } as const
const rests = (hour: number) => ({ rests: { at: at(hour), by: null } })

it('08 §4: the oldest thing that is not taken counts, of a receiver, an item, or since it was given up', () => {
  expect(receiversIn([])).toEqual({
    ...{ taking: 0, failing: 0, paused: 0, givenUp: 0, waiting: 0, since: null },
  })
  expect(receiversIn([one, { ...one, failing: failing(7) }, { ...one, failing: failing(5) }])).toMatchObject({
    ...{ taking: 1, failing: 2, since: at(5) },
  })
  expect(receiversIn([{ ...one, waiting: [waiting(9), waiting(8)] }, one])).toMatchObject({
    ...{ taking: 2, waiting: 2, since: at(8) },
  })
  expect(receiversIn([{ ...one, status: 'given up', ...rests(3) }])).toMatchObject({
    givenUp: 1,
    since: at(3),
  })
  // given up for what failed before
  expect(receiversIn([{ ...one, status: 'given up', failing: failing(1), ...rests(3) }]).since).toBe(at(1))
  // nobody is told anything, as somebody wants it
  expect(
    receiversIn([{ ...one, status: 'paused', failing: failing(1), waiting: [waiting(2)], ...rests(3) }]),
  ).toMatchObject({ paused: 1, waiting: 0, since: null })
})
