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

it.each([
  [{ venue: ['Main Hall'] }, 'venue is neither an id nor an object with an id or a name.'],
  [{ organizer: '5, PTA' }, 'organizer[1] is neither an id nor an object with an id or a name.'],
  [
    { categories: [{ name: 'Fairs' }] },
    'categories is neither an id nor a slug, a name or an object with an id.',
  ],
  [{ tags: [7, true] }, 'tags[1] is neither an id nor a slug, a name or an object with an id.'],
  [{ image: [] }, 'image is neither the id of an image nor an address that begins with https://.'],
  [{ image: 1.5 }, 'image is not a whole number.'],
  [{ venue: [-1] }, 'venue must be at least 0.'],
])('what an event names is refused in words of what is expected: %j (02 §5, §6)', (sent, message) => {
  const [[name, value] = ['', null]] = Object.entries(sent)
  const argument = Object.entries(createArguments).find(([known]) => known === name)?.[1]
  expect(argument?.read(value, name, moment)).toMatchObject({ ok: false, problem: { message } })
})
