import { ErrorType } from '@eventstore/db-client'
import { isOfType, unavailable } from './call.ts'
import type { RawEvent } from './record.ts'
import type { Hint, Told, Wanted } from './read-message.ts'
import { subscribe, type Subscriber } from './subscribe.ts'

/** Above this the server has to wait. */
const FULL = 1_000

/** What has come since the last time, taken together. */
export type Taken = {
  readonly events: readonly RawEvent[]
  /** How far the server says to have come; null when it said nothing about it. */
  readonly hint: Hint | null
  /** Nothing older is still to come. */
  readonly live: boolean
}

/** A subscription to be pulled from: holds what has come until it is taken, and a limited amount of it. */
export const openFeed = (calls: Subscriber, wanted: Wanted, wake: () => void) => {
  let waiting: Told[] = []
  let live = false
  let full = false
  let failure: { readonly error: unknown } | null = null

  const subscription = subscribe(
    calls,
    wanted,
    told => {
      waiting.push(told)
      if (waiting.length >= FULL && !full) {
        full = true
        subscription.pause()
      }
      wake()
    },
    error => {
      failure = { error }
      wake()
    },
  )

  return {
    hasNews: (): boolean => waiting.length > 0,
    /** Null when nothing has come. */
    take: (): Taken | null => {
      if (waiting.length === 0) return null
      const taken = waiting
      waiting = []
      let hint: Hint | null = null
      const events: RawEvent[] = []
      for (const told of taken) {
        if ('event' in told) events.push(told.event)
        else if ('hint' in told) hint = told.hint
        else live = true
      }
      if (full) {
        full = false
        subscription.resume()
      }
      return { events, hint, live }
    },
    /** StoreUnavailable when the subscription has ended; for when everything was taken. */
    throwIfDropped: (): void => {
      if (failure !== null) throw unavailable('the log dropped the subscription', failure.error)
    },
    /** The server was not willing to wait for us any longer (before 24.10, where it falls behind instead). */
    wasTooSlow: (): boolean => failure !== null && isOfType(failure.error, ErrorType.TIMEOUT),
    end: subscription.end,
  }
}
