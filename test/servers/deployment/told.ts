import { expect, it, vi } from 'vitest'
import { isGenuine, receiver, type Received } from '../../support/receiver.ts'
import type { Launched } from '../../support/server-deployment.ts'
import { authorization } from '../../support/service-process.ts'
import { LIMIT, type World } from './world.ts'

type Subscription = {
  readonly subscription_id: string
  readonly secret: string
  readonly status: string
  readonly failing: object | null
  readonly waiting: readonly { readonly item: string; readonly found: string }[]
}

const subscriptions = ({ url }: Launched) => {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/admin/subscriptions${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Subscription
  }
  return {
    made: (address: string) => ask('POST', '', { name: 'App', url: address }),
    shown: ({ subscription_id: id }: Subscription) => ask('GET', `/${id}`),
  }
}

const titleOf = ({ data }: Received): string => String(data.values?.['title'])

/** Each message once, in the order in which it was first taken. */
const firstTaken = (taken: readonly Received[], id: number): readonly string[] => [
  ...new Map(
    taken.filter(({ data }) => data.id === id).map(message => [message.id, titleOf(message)] as const),
  ).values(),
]

const madeEvent = async (api: Launched, title: string): Promise<number> => {
  const day = { start_date: '2028-05-01 10:00:00', end_date: '2028-05-01 11:00:00' }
  const { status, body } = await api.ask('POST', 'events', { title, ...day })
  expect(status).toBe(201)
  return Number(body['id'])
}

/** An event that is given so many titles, one after the other. */
const titled = async (api: Launched, name: string, titles: number): Promise<number> => {
  const id = await madeEvent(api, `${name} 0`)
  for (let n = 1; n < titles; n++) await api.ask('POST', `events/${id}`, { title: `${name} ${n}` })
  return id
}

const titlesOf = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${name} ${n}`)

/** Under one id each, with a signature of its own that is right, however often it was sent. */
const expectGenuine = (received: readonly Received[], secret: string): void => {
  const ids = Map.groupBy(received, message => `${message.data.id} ${titleOf(message)}`)
  for (const [fact, messages] of ids) {
    expect([fact, new Set(messages.map(({ id }) => id)).size]).toEqual([fact, 1])
    expect([fact, new Set(messages.map(({ text }) => text)).size]).toEqual([fact, 1])
  }
  expect(received.map(message => isGenuine(message, secret))).toEqual(received.map(() => true))
}

const hears = async (world: World): Promise<void> => {
  await world.restore()
  const [api] = world.apis
  const { made, shown } = subscriptions(api)
  let isAway = true
  let isRefusing = true
  const app = await receiver(message => {
    if (isAway) return 503
    return isRefusing && titleOf(message) === 'Refused 1' ? 422 : undefined
  })
  const subscription = await made(app.url)

  // away: nothing but the first message is tried, and everything is told later
  const early = await titled(api, 'Early', 4)
  await vi.waitFor(async () => expect((await shown(subscription)).failing).not.toBeNull(), LIMIT)
  expect(app.taken).toEqual([])
  isAway = false
  await vi.waitFor(() => expect(firstTaken(app.taken, early)).toEqual(titlesOf('Early', 4)), LIMIT)
  const [away] = app.received
  expect(app.taken.map(({ id }) => id)).toContain(away?.id)

  // one message is refused: its item waits, others go on
  const refused = await titled(api, 'Refused', 4)
  const others = await Promise.all(['One', 'Two', 'Three'].map(name => titled(api, name, 5)))
  await vi.waitFor(
    () =>
      expect(others.map(id => firstTaken(app.taken, id))).toEqual(
        ['One', 'Two', 'Three'].map(name => titlesOf(name, 5)),
      ),
    LIMIT,
  )
  await vi.waitFor(
    async () =>
      expect((await shown(subscription)).waiting).toMatchObject([{ item: `event/${refused}`, found: '422' }]),
    LIMIT,
  )
  expect(firstTaken(app.received, refused)).toEqual(titlesOf('Refused', 2))
  isRefusing = false
  await vi.waitFor(() => expect(firstTaken(app.taken, refused)).toEqual(titlesOf('Refused', 4)), LIMIT)

  // they are killed while a message is under way, whichever sent it: that was not taken, as far as anybody knows
  let hanging = 0
  const hang = () => {
    hanging++
  }
  app.answer(message => (titleOf(message) === 'Last 2' ? hang : undefined))
  const last = await titled(api, 'Last', 5)
  const also = await titled(api, 'Also', 5)
  await vi.waitFor(() => expect(hanging).toBe(1), LIMIT)
  await Promise.all([world.kill('workers'), world.kill('workers')])
  app.answer(() => undefined)
  const again = () => app.received.filter(message => titleOf(message) === 'Last 2').slice(1)
  expect(again()).toEqual([])
  await world.restore()
  await vi.waitFor(
    () =>
      expect([last, also].map(id => firstTaken(app.taken, id))).toEqual(
        ['Last', 'Also'].map(name => titlesOf(name, 5)),
      ),
    LIMIT,
  )
  expect(again()).not.toEqual([])
  await vi.waitFor(
    async () =>
      expect(await shown(subscription)).toMatchObject({ status: 'active', failing: null, waiting: [] }),
    LIMIT,
  )
  expectGenuine(app.received, subscription.secret)
}

export const told = (world: World): void => {
  it(
    '08 §4: those who are told hear everything, in order for each item, again after failures, also after a worker is killed',
    () => hears(world),
    900_000,
  )
}
