import { expect, it } from 'vitest'
import { userId } from '../../../shared/kernel/brands.ts'
import { newVenueValues } from '../../../services/calendar/values.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { Sees } from '../../../shared/facts/subscription.ts'
import { LINKING } from '../../../workers/schedule/linked.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { delivering } from '../../support/delivering.ts'
import { memoryLog } from '../../support/memory-log.ts'

/** A receiver of venues, and a venue made for an event. */
const world = async (sees: Sees) => {
  const log = memoryLog()
  const looks = { count: 0 }
  const store: EventStore = {
    ...log,
    follow: (after, prefixes, signal) => {
      if (prefixes === LINKING) looks.count++
      return log.follow(after, prefixes, signal)
    },
  }
  const { calendar, told, round } = await delivering({ store, kinds: ['venue'], sees })
  const sent = { name: 'Main Hall', status: 'publish', author: userId(2) } as const
  const { id } = await calendar.venue.findOrCreate({ sent, values: newVenueValues(sent) }, personAt())
  const linked = () => calendar.event.create({ values: fair({ venues: [id] }) }, personAt())
  const renamed = (name = 'Hall') =>
    calendar.venue.change(id, () => ({ ok: true, patch: { name } }) as const, personAt())
  return { types: () => told.map(({ type }) => type), round, linked, renamed, looks }
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

it('08 §3: whether its event came is looked for until it has, and not again for each fact', async () => {
  const { types, round, linked, renamed, looks } = await world('public')
  await round(10)
  await round(20)
  expect([types(), looks.count]).toEqual([[], 2])
  await linked()
  await renamed()
  await round(30)
  for (const hall of ['Hall 1', 'Hall 2', 'Hall 3']) await renamed(hall)
  await round(40)
  expect(types()).toEqual(['venue.published', ...Array.from({ length: 4 }, () => 'venue.changed')])
  expect(looks.count).toBe(3)
})
