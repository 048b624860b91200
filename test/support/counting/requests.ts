import { setTimeout as sleep } from 'node:timers/promises'
import type { Asked, CountedService } from './counted-service.ts'

const ROUTES = '/index.php?rest_route=/cal/events/v1'
/** What else moves in the process meets some of these, and hardly all of them: the least is what a request causes. */
const TRIES = 6
/** So often, on a machine on which everything takes so long that each of them meets something. */
const MOST_TRIES = 24
const IDLE_MS = 5_000
/** By then what a start leaves to be done is done. */
const SETTLED_MS = 3_000

const day = (n: number): string => String(n + 1).padStart(2, '0')

/** Kinds of requests that are counted; each answers the n-th of its kind. */
export const requestsOn = async ({ ask }: Pick<CountedService, 'ask'>) => {
  const made = async (what: string, body: object) => Number((await ask(`${ROUTES}/${what}`, body))['id'])
  const category = await made('categories', { name: 'Sport' })
  const tag = await made('tags', { name: 'Indoors' })
  const venue = await made('venues', { venue: 'The hall', city: 'Troy' })
  const organizer = await made('organizers', { organizer: 'The team' })
  const event = (title: string, n: number) => ({
    ...{ title, description: '<p>Everybody is welcome.</p>' },
    ...{ start_date: `2027-03-${day(n)} 10:00:00`, end_date: `2027-03-${day(n)} 11:00:00` },
    ...{ venue, organizer: [organizer], categories: [category], tags: [tag] },
  })
  const changed = await made('events', event('The match', 0))
  return {
    create: (n: number) => made('events', event(`Match ${n}`, n)),
    createAll: (n: number) =>
      made('events', {
        ...event(`Away match ${n}`, n),
        ...{ venue: { venue: `Away hall ${n}` }, organizer: [{ organizer: `Away team ${n}` }] },
      }),
    title: (n: number) => ask(`${ROUTES}/events/${changed}`, { title: `The match, ${n}` }),
    list: (n: number) => ask(`${ROUTES}/events&start_date=2027-02-${day(n)}`),
    month: (n: number) => ask(`/events/month/2027-${day(n + 2)}/`),
  }
}

export type Kind = keyof Awaited<ReturnType<typeof requestsOn>>

export type RoundTrips = {
  /** Commands and calls a second while nobody asks for anything. */
  readonly idle: { readonly mongodb: number; readonly eventstore: number }
  /** Of each kind of request, that of its tries which met least of what else goes on. */
  readonly requests: Readonly<Record<Kind, Asked>>
}

const sizeOf = ({ mongodb, eventstore }: Asked): number => mongodb.length + eventstore.length

const leastIn = (tries: readonly Asked[]): Asked =>
  tries.reduce((least, one) => (sizeOf(one) < sizeOf(least) ? one : least))

/** The most that requests of a kind may ask. */
export type Bounds = { readonly mongodb: number; readonly eventstore: number }

const isWithin = (asked: Asked, { mongodb, eventstore }: Bounds): boolean =>
  asked.mongodb.length <= mongodb && asked.eventstore.length <= eventstore

const UNBOUNDED: Bounds = { mongodb: Infinity, eventstore: Infinity }

/**
 * What a service, alone on its servers, asks of them: idle, and for one request of each kind. Of those that may ask only
 * so much, one that asks no more is looked for longer.
 */
export const roundTrips = async (
  service: CountedService,
  bounds: Partial<Record<Kind, Bounds>> = {},
): Promise<RoundTrips> => {
  const requests = await requestsOn(service)
  const leastOf = async (request: (n: number) => Promise<unknown>, most = UNBOUNDED): Promise<Asked> => {
    const tries = [await service.during(() => request(0))]
    while (tries.length < TRIES || (tries.length < MOST_TRIES && !isWithin(leastIn(tries), most))) {
      const n = tries.length
      tries.push(await service.during(() => request(n)))
    }
    return leastIn(tries)
  }
  const counted = {
    create: await leastOf(requests.create, bounds.create),
    createAll: await leastOf(requests.createAll),
    title: await leastOf(requests.title, bounds.title),
    list: await leastOf(requests.list, bounds.list),
    month: await leastOf(requests.month),
  }
  await sleep(SETTLED_MS)
  const { mongodb, eventstore } = await service.within(IDLE_MS)
  const aSecond = (all: readonly string[]) => (all.length * 1_000) / IDLE_MS
  return { idle: { mongodb: aSecond(mongodb), eventstore: aSecond(eventstore) }, requests: counted }
}
