import { type StreamName, logPosition } from '../../kernel/brands.ts'
import type { Position, Revision, StoredRecord } from '../port.ts'
import { unpack } from './record.ts'

/** A follower that lets more than this pile up goes back to reading the file. */
const BACKLOG = 4_096
const BACKLOG_CHARACTERS = 8_000_000
/** Records handed over in one step. */
const STEP = 1_000

/** One durable record as it was acknowledged, not yet decoded. */
export type Landed = {
  readonly stream: StreamName
  readonly revision: Revision
  readonly position: Position
  readonly id: string
  readonly body: string
}

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

type Pushed = {
  /** What is pushed is passed over: the file is read. */
  behind: boolean
  waiting: Arrival[]
  /** In the texts of those that wait. */
  characters: number
  /** Up to where was handed over, and up to where was seen. */
  taken: Position
  passed: Position
  failure: Error | null
  rouse: (() => void) | null
}

const wake = (pushed: Pushed): void => {
  pushed.rouse?.()
  pushed.rouse = null
}

const fallBehind = (pushed: Pushed): void => {
  pushed.behind = true
  pushed.waiting = []
  pushed.characters = 0
  wake(pushed)
}

const arrive = (
  pushed: Pushed,
  arrivals: readonly Arrival[],
  wants: (stream: StreamName) => boolean,
): void => {
  if (pushed.behind) return
  for (const arrival of arrivals) {
    const { stream, position, body } = arrival.landed
    if (position <= pushed.passed) continue // read from the file already
    pushed.passed = position
    if (!wants(stream)) continue
    pushed.waiting.push(arrival)
    pushed.characters += body.length
  }
  if (pushed.waiting.length > BACKLOG || pushed.characters > BACKLOG_CHARACTERS) fallBehind(pushed)
  else if (pushed.passed > pushed.taken) wake(pushed)
}

const forget = (pushed: Pushed, stream: StreamName, before: number): void => {
  pushed.waiting = pushed.waiting.filter(
    ({ landed }) => landed.stream !== stream || landed.revision >= before,
  )
  pushed.characters = pushed.waiting.reduce((sum, { landed }) => sum + landed.body.length, 0)
}

const take = (pushed: Pushed): Delivery | null => {
  const { waiting, passed } = pushed
  if (passed <= pushed.taken) return null
  const some = waiting.splice(0, STEP)
  for (const { landed } of some) pushed.characters -= landed.body.length
  const more = waiting.length > 0
  pushed.taken = more ? (some.at(-1)?.landed.position ?? pushed.taken) : passed
  return { records: some.map(decoded), reached: pushed.taken, more }
}

const follower = (prefixes: readonly string[]) => {
  const wants = (stream: StreamName) => prefixes.length === 0 || prefixes.some(p => stream.startsWith(p))
  const pushed: Pushed = {
    behind: true,
    waiting: [],
    characters: 0,
    taken: logPosition(0),
    passed: logPosition(0),
    failure: null,
    rouse: null,
  }
  return {
    // told by the feed
    arrive: (arrivals: readonly Arrival[]): void => arrive(pushed, arrivals, wants),
    forget: (stream: StreamName, before: number): void => forget(pushed, stream, before),
    fallBehind: (): void => fallBehind(pushed),
    fail: (error: Error): void => {
      pushed.failure = error
      wake(pushed)
    },

    // asked by the iteration
    isBehind: (): boolean => pushed.behind,
    failure: (): Error | null => pushed.failure,
    /** The file was read up to here, and here it ended: what lands from now on is pushed. */
    goLive: (reached: Position | null): void => {
      pushed.behind = false
      pushed.taken = pushed.passed = reached ?? logPosition(0)
    },
    take: (): Delivery | null => take(pushed),
    wake: (): void => wake(pushed),
    /** Resolves at the next `wake`. To be called in the same turn in which there was nothing to do. */
    sleep: (): Promise<void> =>
      new Promise(resolve => {
        pushed.rouse = resolve
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
    /** Records below this revision were deleted: what still waits of them must not be handed out. */
    forget: (stream: StreamName, before: number): void =>
      followers.forEach(each => each.forget(stream, before)),
    fallBehind: (): void => followers.forEach(each => each.fallBehind()),
    fail: (error: Error): void => followers.forEach(each => each.fail(error)),
  }
}

export type LiveFeed = ReturnType<typeof liveFeed>
