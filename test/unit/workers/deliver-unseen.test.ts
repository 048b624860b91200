import { expect, it } from 'vitest'
import { newVenueValues } from '../../../services/calendar/values.ts'
import type { Sees } from '../../../shared/facts/subscription.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { delivering } from '../../support/delivering.ts'

/** A receiver of venues, and a venue made for an event. */
const world = async (sees: Sees) => {
  const { calendar, told, round } = await delivering({ kinds: ['venue'], sees })
  const sent = { name: 'Main Hall', status: 'publish', author: 2 } as const
  const { id } = await calendar.venue.findOrCreate({ sent, values: newVenueValues(sent) }, personAt())
  const linked = () => calendar.event.create({ values: fair({ venues: [id] }) }, personAt())
  const renamed = () =>
    calendar.venue.change(id, () => ({ ok: true, patch: { name: 'Hall' } }) as const, personAt())
  return { types: () => told.map(({ type }) => type), round, linked, renamed }
}

it('08 §3: what was made for an event is not told to everybody before it has come, and then is', async () => {
  const { types, round, linked, renamed } = await world('public')
  await round(10)
  expect(types()).toEqual([])
  await linked()
  await renamed()
  await round(20)
  // a round that tells nothing is not recorded: it was looked at again
  expect(types()).toEqual(['venue.published', 'venue.changed'])
})

it('08 §3: the event of what was made only just now is waited for', async () => {
  const { types, round, linked } = await world('public')
  const done = round(1)
  await linked()
  await done
  expect(types()).toEqual(['venue.published'])
})

it('08 §3: who sees everything is told it at once', async () => {
  const { types, round } = await world('all')
  await round(10)
  expect(types()).toEqual(['venue.created'])
})
