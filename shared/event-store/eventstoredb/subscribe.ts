import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import type { OwnCalls } from './own-calls.ts'
import { subscribeMessage, toldIn, type Told, type Wanted } from './read-message.ts'
import { StoreUnavailable } from '../port.ts'

/** Begins calls that go on: what subscriptions need. */
export type Subscriber = Pick<OwnCalls, 'follow'>

export type Subscription = {
  readonly pause: () => void
  readonly resume: () => void
  /** Nothing is told any more. */
  readonly end: () => void
}

type Source = Awaited<ReturnType<typeof begin>>

const begin = ({ follow }: Subscriber, wanted: Wanted) => follow(subscribeMessage(wanted), toldIn)

const giveUp = (source: Source): void => {
  // read to its end, without which the client would wait for it for ever when it is closed
  source.resume()
  // not in the turn in which it began
  setImmediate(() => source.cancel())
}

/** Follows the whole log. `dropped` is told once, when the server or the connection ends it. */
export const subscribe = (
  calls: Subscriber,
  wanted: Wanted,
  tell: (told: Told) => void,
  dropped: (error: unknown) => void,
): Subscription => {
  let source: Source | null = null
  let ended = false

  const drop = (error: unknown): void => {
    if (ended) return
    ended = true
    dropped(error)
  }
  const hear = (told: readonly Told[]): void => {
    if (ended) return
    try {
      told.forEach(tell)
    } catch (error) {
      drop(error)
    }
  }

  begin(calls, wanted).then(begun => {
    source = begun
    begun.on('data', hear)
    begun.on('error', error => drop(convertToCommandError(error)))
    begun.on('end', () => drop(new StoreUnavailable('the server ended the subscription')))
    if (ended) giveUp(begun)
  }, drop)

  return {
    pause: () => source?.pause(),
    resume: () => source?.resume(),
    end: () => {
      ended = true
      if (source !== null) giveUp(source)
    },
  }
}
