import { expect, it } from 'vitest'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { newVenueValues } from '../../../services/calendar/values.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { subscriptionsOn } from '../../../services/subscriptions/subscriptions.ts'
import { Happening, type Sees } from '../../../shared/facts/subscription.ts'
import { deliver } from '../../../workers/deliveries/deliver.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { jobList } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'

const BEGAN = Date.parse(personAt().at)
const signal = () => new AbortController().signal

/** A receiver of venues, and a venue made for an event. */
const world = async (sees: Sees) => {
  const store = memoryLog()
  const calendar = calendarOn(writingOn(store))
  const subscriptions = subscriptionsOn(store)
  const chosen = { name: 'App', url: 'https://app.example/', kinds: ['venue'], sees } as const
  await subscriptions.execute(
    ...([
      { type: 'Make', subscriptionId: 's1', salt: '0'.repeat(32), ...chosen, happenings: Happening.options },
      personAt(),
    ] as const),
  )
  const sent = { name: 'Main Hall', status: 'publish', author: 2 } as const
  const { id } = await calendar.venue.findOrCreate({ sent, values: newVenueValues(sent) }, personAt())
  const told: string[] = []
  const round = async (seconds: number) =>
    deliver({
      ...{ store, subscriptions, queue: jobList().queue, nowMs: () => BEGAN + seconds * 1_000 },
      logKey: async () => '0'.repeat(64),
      nameOf: async () => null,
      addresses: async () => ({ url: null, rest_url: '' }),
      sender: {
        post: async (_, { body }) => {
          told.push((JSON.parse(body) as { readonly type: string }).type)
          return { ok: true, status: 204, retryAfter: null }
        },
      },
    })({ subscriptionId: 's1' }, { attempt: 1, signal: signal() })
  const linked = () => calendar.event.create({ values: fair({ venues: [id] }) }, personAt())
  const renamed = () =>
    calendar.venue.change(id, () => ({ ok: true, patch: { name: 'Hall' } }) as const, personAt())
  return { told, round, linked, renamed }
}

it('08 §3: what was made for an event is not told to everybody before it has come, and then is', async () => {
  const { told, round, linked, renamed } = await world('public')
  await round(10)
  expect(told).toEqual([])
  await linked()
  await renamed()
  await round(20)
  // a round that tells nothing is not recorded: it was looked at again
  expect(told).toEqual(['venue.published', 'venue.changed'])
})

it('08 §3: the event of what was made only just now is waited for', async () => {
  const { told, round, linked } = await world('public')
  const done = round(1)
  await linked()
  await done
  expect(told).toEqual(['venue.published'])
})

it('08 §3: who sees everything is told it at once', async () => {
  const { told, round } = await world('all')
  await round(10)
  expect(told).toEqual(['venue.created'])
})
