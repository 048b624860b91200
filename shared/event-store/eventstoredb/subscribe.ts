import { STREAM_NAME } from '@eventstore/db-client'
import type { EventStoreDBClient, Filter } from '@eventstore/db-client'
import { place } from './read.ts'
import { safeNumber, type RawEvent } from './record.ts'
import { StoreUnavailable, type Position } from '../port.ts'

export type Names = { readonly prefixes: readonly string[] } | { readonly regex: string }

/** What the server sends, in the order in which it was sent. */
export type Told =
  | { readonly event: RawEvent }
  /** Everything up to here was sent or is not wanted. */
  | { readonly passed: Position }
  /** Whether anything older is still to come. */
  | { readonly live: boolean }

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

const filterOf = (names: Names, window: number, passed: (position: bigint) => void): Filter => ({
  filterOn: STREAM_NAME,
  ...('regex' in names ? names : { prefixes: [...names.prefixes] }),
  maxSearchWindow: window,
  checkpointInterval: 1,
  checkpointReached: (_, position) => passed(position.commit),
})

/**
 * Follows the whole log. `dropped` is told once, when the server or the connection ends it.
 * The driver hands on checkpoints at once, but events when there is time: each notice is kept until as many
 * events have come as had been read before it.
 */
export const subscribe = (
  client: EventStoreDBClient,
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

  const passed = (commit: bigint) => attempt(() => notice({ passed: safeNumber('position', commit) }))
  const source = client.subscribeToAll({
    fromPosition: place(after),
    filter: filterOf(names, window, passed),
    requiresLeader: true,
  })
  source.on('data', ({ event }) => {
    if (ended) return
    events++
    if (event !== undefined) attempt(() => tell({ event }))
    release()
  })
  source.on('caughtUp', () => notice({ live: true }))
  source.on('fellBehind', () => notice({ live: false }))
  source.on('error', drop)
  source.on('end', () => drop(new StoreUnavailable('the server ended the subscription')))

  return {
    pause: () => void source.pause(),
    resume: () => void source.resume(),
    end: () => {
      ended = true
      source.unsubscribe().catch(() => undefined)
      source.destroy()
    },
  }
}
