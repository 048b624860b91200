import { epochMs } from '../../shared/kernel/brands.ts'
import { calendarOn } from '../../services/calendar/calendar.ts'
import { writingOn } from '../../services/calendar/writing.ts'
import { subscriptionsOn } from '../../services/subscriptions/subscriptions.ts'
import { isThere, type Subscription } from '../../services/subscriptions/state.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import {
  Happening,
  subscriptionStream,
  type Sees,
  type SubscriptionFact,
  type ToldKind,
} from '../../shared/facts/subscription.ts'
import type { Sent } from '../../shared/http-sender.ts'
import { deliver } from '../../workers/deliveries/deliver.ts'
import { fair, personAt } from './calendar.ts'
import { jobList } from './import-world.ts'
import { memoryLog } from './memory-log.ts'

/** What a receiver was sent, as far as tests ask. */
export type Told = {
  readonly type: string
  readonly data: { readonly id: number; readonly values: { readonly title?: string } | null }
}

type Chosen = {
  readonly store?: EventStore
  readonly kinds?: readonly ToldKind[]
  readonly happenings?: readonly Happening[]
  readonly sees?: Sees
}

const BEGAN = Date.parse(personAt().at)

/** Answers of a receiver. */
export const answered = (status: number): Sent => ({ ok: true, status, retryAfter: null })

/** Subscription `s1` on a log, whose rounds a test runs at the seconds it says, and a receiver that answers as it says. */
export const delivering = async ({
  store = memoryLog(),
  kinds = ['event'],
  happenings = Happening.options,
  sees = 'public',
}: Chosen = {}) => {
  const calendar = calendarOn(writingOn(store))
  const subscriptions = subscriptionsOn(store)
  const { jobs, queue } = jobList()
  const told: Told[] = []
  const receiver: { answer: (message: Told) => Sent | Promise<Sent> } = { answer: () => answered(204) }
  const chosen = { name: 'App', url: 'https://app.example/', kinds, happenings, sees }
  const asked = { subscriptionId: 's1' }
  await subscriptions.execute({ type: 'Make', ...asked, salt: '0'.repeat(32), ...chosen }, personAt())
  const clock = { seconds: 0 }
  const handler = deliver({
    ...{ store, subscriptions, queue, nowMs: () => epochMs(BEGAN + clock.seconds * 1_000) },
    logKey: async () => '0'.repeat(64),
    nameOf: async () => null,
    addresses: async () => ({ url: null, rest_url: '' }),
    sender: {
      post: async (_, { body }) => {
        const message = JSON.parse(body) as Told
        told.push(message)
        return receiver.answer(message)
      },
    },
  })
  return {
    ...{ store, calendar, subscriptions, jobs, told, receiver },
    /** After noon of the day of `personAt`. */
    round: (seconds: number, signal = new AbortController().signal) => {
      clock.seconds = seconds
      return handler(asked, { attempt: 1, signal })
    },
    made: async (title: string): Promise<number> => {
      const done = await calendar.event.create({ values: fair({ title }) }, personAt())
      if (!done.ok) throw new Error('no event')
      return done.id
    },
    retitled: (id: number, title: string) =>
      calendar.event.change(id, () => ({ ok: true, patch: { title } }) as const, personAt()),
    state: async (): Promise<Subscription> => {
      const state = await subscriptions.load('s1')
      if (!isThere(state)) throw new Error('the subscription is gone')
      return state
    },
    /** What was recorded of it, without who asked. */
    facts: async () =>
      (await store.read(subscriptionStream('s1'))).map(({ type, data }) => ({
        ...(data as object as SubscriptionFact),
        type,
      })),
  }
}
