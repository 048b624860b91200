import { commandError } from './call.ts'
import { giveUp, type OwnCalls } from './own-calls.ts'
import { subscribeMessage, toldIn, type Told, type Wanted } from './read-message.ts'
import { StoreUnavailable } from '../port.ts'

/** Begins calls that go on: what subscriptions need. */
export type Subscriber = Pick<OwnCalls, 'read'>

export type Subscription = {
  readonly pause: () => void
  readonly resume: () => void
  /** Nothing is told any more. */
  readonly end: () => void
}

/** Follows the whole log. `dropped` is told once, when the server or the connection ends it. */
export const subscribe = (
  { read }: Subscriber,
  wanted: Wanted,
  tell: (told: Told) => void,
  dropped: (error: unknown) => void,
): Subscription => {
  const beginning = read(subscribeMessage(wanted), toldIn)
  let source: Awaited<typeof beginning> | null = null
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

  beginning.then(begun => {
    source = begun
    begun.on('data', hear)
    begun.on('error', error => drop(commandError(error)))
    begun.on('end', () => drop(new StoreUnavailable('the server ended the subscription')))
  }, drop)

  return {
    pause: () => source?.pause(),
    resume: () => source?.resume(),
    end: () => {
      ended = true
      giveUp(beginning)
    },
  }
}
