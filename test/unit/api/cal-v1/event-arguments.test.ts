import { expect, it } from 'vitest'
import { createArguments } from '../../../../services/api/cal-v1/events/event-arguments.ts'
import { moment } from '../../../support/moment.ts'

const cost = (value: unknown) => {
  const read = createArguments.cost.read(value, 'cost', moment)
  return read.ok ? read.value : read.problem.code
}

it('a list of costs as forms send it is a list, any other object is none (spec 01 §2, 02 §5)', () => {
  expect(cost({ 0: '10', 1: '20' })).toBe('10, 20')
  expect(cost(['10', 20])).toBe('10, 20')
  expect(cost({ from: '10' })).toBe('rest_invalid_type')
  expect(cost({})).toBe('rest_invalid_type')
  expect(cost(false)).toBe('rest_invalid_type')
})
