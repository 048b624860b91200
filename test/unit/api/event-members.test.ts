import { expect, it } from 'vitest'
import { createArguments, updateArguments } from '../../../services/api/cal-v1/events/event-arguments.ts'
import { eventMembers as calxArguments } from '../../../services/api/calx-v1/members.ts'
import { eventId, utcTime } from '../../../shared/kernel/brands.ts'
import { membersWith } from '../../../shared/members/derive.ts'
import { eventMembers } from '../../../shared/members/event.ts'
import { eventValues, recorder } from '../../support/recorded.ts'
import { guest, readModels, textsOf } from '../../support/read-models.ts'

const named = {
  cal: membersWith(eventMembers, 'cal').map(([, { cal }]) => cal),
  calx: membersWith(eventMembers, 'calx').map(([, { calx }]) => calx),
}

it('what the table of events names in a generation is an argument of its writes', () => {
  for (const args of [createArguments, updateArguments])
    expect(named.cal.filter(name => !Object.hasOwn(args, name))).toEqual([])
  expect(named.calx.filter(name => !Object.hasOwn(calxArguments, name))).toEqual([])
})

it('and stands in its objects', async () => {
  const record = recorder()
  const { apply, events } = await readModels()
  await apply([record({ type: 'EventCreated', eventId: 1, by: 'person', values: eventValues() })])
  const found = await events.byIds([eventId(1)])
  const [item] = found
  if (item === undefined) throw new Error('there is no event')
  const form = { context: 'view', open: false } as const
  const cal = [await events.calEvent(item, guest, { open: false, jsonLd: false })]
  const calx = textsOf(
    await events.calxEvents(found, guest, { form, nowUtc: utcTime('2027-01-01 00:00:00') }),
  )
  const membersOf = ([text = '']: readonly string[]) => Object.keys(JSON.parse(text) as object)
  expect(named.cal.filter(name => !membersOf(cal).includes(name))).toEqual([])
  expect(named.calx.filter(name => !membersOf(calx).includes(name))).toEqual([])
})

it('the table names some', () => {
  expect(Object.values(named).map(names => names.length > 1)).toEqual([true, true])
})
