import type { Position, StoredRecord } from '../port.ts'
import type { Landed } from './queue.ts'
import { unpack } from './record.ts'

/** A follower that lets more than this pile up goes back to reading the file. */
const BACKLOG = 4_096
const BACKLOG_CHARACTERS = 8_000_000
/** Records handed over in one step. */
const STEP = 1_000

/** Decoded when the first follower takes it; all of them then share that object. */
type Arrival = { readonly landed: Landed; record: StoredRecord | null }

type Delivery = {
  readonly records: readonly StoredRecord[]
  readonly reached: Position
  readonly more: boolean
}

const decoded = (arrival: Arrival): StoredRecord => {
  const { body, ...place } = arrival.landed
  return (arrival.record ??= unpack(body, place))
}

const follower = (prefixes: readonly string[]) => {
  const wants = (stream: string) => prefixes.length === 0 || prefixes.some(p => stream.startsWith(p))
  let behind = true
  let waiting: Arrival[] = []
  let characters = 0
  let taken: Position = 0
  let passed: Position = 0
  let failure: Error | null = null
  let ring: (() => void) | null = null

  const wake = (): void => {
    ring?.()
    ring = null
  }
  const fallBehind = (): void => {
    behind = true
    waiting = []
    characters = 0
    wake()
  }

  return {
    // told by the feed
    arrive: (arrivals: readonly Arrival[]): void => {
      if (behind) return
      for (const arrival of arrivals) {
        const { stream, position, body } = arrival.landed
        if (position <= passed) continue // read from the file already
        passed = position
        if (!wants(stream)) continue
        waiting.push(arrival)
        characters += body.length
      }
      if (waiting.length > BACKLOG || characters > BACKLOG_CHARACTERS) fallBehind()
      else if (passed > taken) wake()
    },
    forget: (stream: string): void => {
      waiting = waiting.filter(({ landed }) => landed.stream !== stream)
      characters = waiting.reduce((sum, { landed }) => sum + landed.body.length, 0)
    },
    fallBehind,
    fail: (error: Error): void => {
      failure = error
      wake()
    },

    // asked by the iteration
    isBehind: (): boolean => behind,
    failure: (): Error | null => failure,
    /** The file was read up to here, and here it ended: what lands from now on is pushed. */
    goLive: (reached: Position | null): void => {
      behind = false
      taken = passed = reached ?? 0
    },
    take: (): Delivery | null => {
      if (passed <= taken) return null
      const some = waiting.splice(0, STEP)
      for (const { landed } of some) characters -= landed.body.length
      const more = waiting.length > 0
      taken = more ? (some.at(-1)?.landed.position ?? taken) : passed
      return { records: some.map(decoded), reached: taken, more }
    },
    wake,
    /** Resolves at the next `wake`. To be called in the same turn in which there was nothing to do. */
    sleep: (): Promise<void> =>
      new Promise(resolve => {
        ring = resolve
      }),
  }
}

export type Follower = ReturnType<typeof follower>

/** Hands what this process has just appended to those who follow, without reading it back from the file. */
export const liveFeed = () => {
  const followers = new Set<Follower>()
  return {
    join: (prefixes: readonly string[]): Follower => {
      const joined = follower(prefixes)
      followers.add(joined)
      return joined
    },
    leave: (left: Follower): void => void followers.delete(left),
    isEmpty: (): boolean => followers.size === 0,
    publish: (landed: readonly Landed[]): void => {
      const arrivals = landed.map(one => ({ landed: one, record: null }))
      for (const each of followers) each.arrive(arrivals)
    },
    /** The stream was deleted: what still waits of it must not be handed out. */
    forget: (stream: string): void => followers.forEach(each => each.forget(stream)),
    fallBehind: (): void => followers.forEach(each => each.fallBehind()),
    fail: (error: Error): void => followers.forEach(each => each.fail(error)),
  }
}

export type LiveFeed = ReturnType<typeof liveFeed>
