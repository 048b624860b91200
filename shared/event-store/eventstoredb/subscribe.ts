import { STREAM_NAME } from '@eventstore/db-client'
import type { EventStoreDBClient, Filter } from '@eventstore/db-client'
import type { Hint } from './places.ts'
import { place } from './read.ts'
import type { RawEvent } from './record.ts'
import { StoreUnavailable, type Position } from '../port.ts'

/** Of the driver: what subscriptions need. */
export type Subscriber = Pick<EventStoreDBClient, 'subscribeToAll'>

export type Names = { readonly prefixes: readonly string[] } | { readonly regex: string }

/** What the server sends, in the order in which it was sent. */
export type Told =
  | { readonly event: RawEvent }
  /** So far it has come. */
  | { readonly hint: Hint }
  /** Everything there was has been sent. Servers say it again when they had to catch up once more. */
  | { readonly caughtUp: true }

export type Wanted = {
  readonly after: Position | null
  readonly names: Names
  /** Events the server looks at before it says how far it has come. */
  readonly window: number
}

export type Subscription = {
  readonly pause: () => void
  readonly resume: () => void
  /** Nothing is told any more. */
  readonly end: () => void
}

const filterOf = (names: Names, window: number, reached: (hint: Hint) => void): Filter => ({
  filterOn: STREAM_NAME,
  ...('regex' in names ? names : { prefixes: [...names.prefixes] }),
  maxSearchWindow: window,
  checkpointInterval: 1,
  checkpointReached: (_, position) => reached(position),
})

/**
 * Follows the whole log. `dropped` is told once, when the server or the connection ends it.
 * The driver hands on checkpoints at once, but events when there is time: each notice is kept until as many
 * events have come as had been read before it.
 */
export const subscribe = (
  client: Subscriber,
  { after, names, window }: Wanted,
  tell: (told: Told) => void,
  dropped: (error: unknown) => void,
): Subscription => {
  const notices: { readonly behind: number; readonly told: Told }[] = []
  let events = 0
  let ended = false

  const release = (): void => {
    for (let next = notices[0]; next !== undefined && next.behind <= events; next = notices[0]) {
      notices.shift()
      tell(next.told)
    }
  }
  const notice = (told: Told): void => {
    if (ended) return
    notices.push({ behind: events + source.readableLength, told })
    release()
  }
  const drop = (error: unknown): void => {
    if (ended) return
    ended = true
    dropped(error)
  }
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      drop(error)
    }
  }

  const source = client.subscribeToAll({
    fromPosition: place(after),
    filter: filterOf(names, window, hint => notice({ hint })),
    requiresLeader: true,
  })
  source.on('data', ({ event }) => {
    if (ended) return
    events++
    if (event !== undefined) attempt(() => tell({ event }))
    release()
  })
  source.on('caughtUp', () => notice({ caughtUp: true }))
  source.on('error', drop)
  source.on('end', () => drop(new StoreUnavailable('the server ended the subscription')))

  return {
    pause: () => void source.pause(),
    resume: () => void source.resume(),
    end: () => {
      ended = true
      // read to its end, without which the client would wait for it for ever when it is closed
      source.resume()
      source.unsubscribe().catch(() => undefined)
    },
  }
}
