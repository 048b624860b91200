import { describe, expect, it } from 'vitest'
import { additionsIn, addedTo } from '../../../../../services/api/pages/manage/event/additions.ts'
import { FIELDS, sentOf } from '../../../../../services/api/pages/manage/event/sent.ts'
import { flat } from '../../../../../services/api/pages/manage/form/signed-out.ts'
import { wrongAt } from '../../../../../services/api/pages/manage/form/wrong.ts'
import { typedOf } from '../../../../../services/api/pages/manage/event/typed.ts'
import { nest } from '../../../../../services/api/platform/request/addressing.ts'
import { eventValues } from '../../../../support/recorded.ts'

const typed = typedOf(eventValues({ venues: [7], tags: [4], password: 'owl' }), 'America/New_York')
const nothing = { venues: [], organizers: [], categories: [], tags: [] }

describe('07 §5 what a form means to the interface', () => {
  it('is the changed groups alone, dates whole', () => {
    expect(sentOf(['title', 'when'], typed, nothing)).toEqual({
      args: {
        ...{ title: 'Fair', all_day: false, timezone: 'America/New_York' },
        ...{ start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' },
      },
      besides: {},
      wrong: {},
    })
  })

  it('lists are what stays and what is added', () => {
    const added = { ...nothing, venues: [{ venue: 'Barn' }], tags: ['New', 9] }
    expect(sentOf(['venues', 'tags', 'password'], typed, added)).toEqual({
      ...{
        args: { venue: [7, { venue: 'Barn' }], tags: [4, 'New', 9] },
        besides: { password: 'owl' },
        wrong: {},
      },
    })
  })

  it.each([
    [{ startDate: '' }, ['startDate']],
    [{ startTime: '', endTime: '' }, ['startTime', 'endTime']],
    [{ startTime: '', endTime: '', allDay: '1' }, []],
    [{ title: ' ' }, ['title']],
    [{ password: 'x'.repeat(256) }, ['password']],
  ])('%j: wrong at %j', (change, fields) => {
    const { wrong } = sentOf(['title', 'when', 'password'], { ...typed, ...change }, nothing)
    expect(Object.keys(wrong)).toEqual(fields)
  })

  it('refusals stand at their fields, in words of the form', () => {
    expect(
      wrongAt(FIELDS, {
        end_date: 'end_date is before the start.',
        image: 'The server said no.',
        color: 'color is not one.',
      }),
    ).toEqual({
      ...{
        endDate: 'The end is before the start.',
        image: 'The server said no.',
        color: 'color is not one.',
      },
    })
  })

  it('additions are told by what is typed', () => {
    const form = nest([
      ['addVenue', ' Hall '],
      ['newOrganizer[email]', 'pta@school.example'],
      ['addTags', ' '],
    ])
    expect([...addedTo(additionsIn(form))]).toEqual(['venues', 'organizers'])
    expect(additionsIn(form)).toMatchObject({ venue: 'Hall', tags: '' })
  })

  it('a form that waits for somebody to sign in is the same form', () => {
    const pairs = [
      ['title', 'Fair'],
      ['venues[0]', '7'],
      ['venues[1]', '8'],
      ['newVenue[venue]', 'Barn'],
    ] as const
    expect(flat(nest(pairs))).toEqual(pairs)
  })
})
