import { type EpochMs, noPosition } from '../../kernel/brands.ts'
import { sleeperUntil } from './sleeper.ts'
import { leg, type Start, type Stretch } from './leg.ts'
import { hiddenRecords, type HiddenRecords } from './hidden-records.ts'
import { watchMetadata } from './metadata.ts'
import { places as knownPlaces, type Places } from './places.ts'
import type { Reader } from './read.ts'
import { recordOf, recordOfOurs, type RawEvent } from './record.ts'
import { sharedEnd, type Wish } from './shared-end.ts'
import type { Subscriber } from './subscribe.ts'
import {
  StoreUnavailable,
  type Followed,
  type FollowOptions,
  type Position,
  type StoredRecord,
} from '../port.ts'

export type FollowNeeds = {
  readonly calls: Subscriber
  readonly read: Reader
  /** Decides what has expired. */
  readonly now: () => EpochMs
  /** After so many milliseconds without a word from the server the log itself is looked at. */
  readonly silenceMs: number
  readonly closing: AbortSignal
}

/** Whoever asks within so long after another has the same answer; whoever asks after it failed does not. */
const askedOnceIn = <Result>(ms: number, ask: () => Promise<Result>): (() => Promise<Result>) => {
  let last: { readonly atMs: number; readonly answer: Promise<Result> } | null = null
  return async () => {
    if (last === null || performance.now() - last.atMs >= ms)
      last = { atMs: performance.now(), answer: ask() }
    const asked = last
    try {
      return await asked.answer
    } catch (error) {
      if (last === asked) last = null
      throw error
    }
  }
}

/** What was there before is looked for after so long where the subscription says nothing of it. */
const PASS_MS = 20

// a function, because it changes while we await
const isAborted = (signal: AbortSignal): boolean => signal.aborted

type Asked = Wish & {
  /** Near the end it goes on for ever; else until it comes near. */
  readonly start: Start
  readonly hidden: HiddenRecords
  readonly signal: AbortSignal
}

/** Without prefixes we meet what others keep in the same log. */
const recordsOf = (events: readonly RawEvent[], prefixes: readonly string[]): readonly StoredRecord[] =>
  prefixes.length > 0 ? events.map(recordOfOurs) : events.map(recordOf).filter(record => record !== null)

/** First learns what is hidden, then goes from leg to leg, each a subscription of its own. */
const readingOn = ({ calls, read, silenceMs }: FollowNeeds, places: Places) => {
  // who is silent is silent for everybody: all of them look at about the same time
  const lateHead = askedOnceIn(silenceMs / 2, read.head)
  return async function* ({ start, prefixes, unhurried, hidden, signal }: Asked): AsyncGenerator<Stretch> {
    const sleeper = sleeperUntil(signal)
    const metadata = watchMetadata({ calls, read, silenceMs, sleeper, hidden }, start.after, prefixes)
    try {
      await metadata.catchUp(signal)
      const needs = {
        ...{ calls, read, lateHead, places, prefixes, unhurried },
        ...{ metadata, sleeper, silenceMs, signal },
      }
      for (let next: Start | null = start; next !== null && (start.near || !next.near);)
        next = yield* leg(needs, next)
    } finally {
      metadata.end()
      sleeper.end()
    }
  }
}

type Reading = ReturnType<typeof readingOn>

/** Shows what there is, by a reader of one's own, until the end is near. Returns where that is. */
const alone = (reading: Reading, now: () => EpochMs, all: Set<HiddenRecords>) =>
  async function* (
    after: Position | null,
    prefixes: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<Followed, Position | null> {
    const hidden = hiddenRecords(now)
    let last = after
    all.add(hidden)
    try {
      const asked = { start: { after, near: false }, prefixes, unhurried: true, hidden, signal }
      for await (const { events, reached, live } of reading(asked)) {
        last = reached
        const shown = events.filter(event => !hidden.hides(event))
        yield { records: recordsOf(shown, prefixes), reached, live }
      }
      return last
    } finally {
      all.delete(hidden)
    }
  }

/** Everybody who follows the log through this process: each by itself as far as the end, which they share. */
export const followers = (needs: FollowNeeds) => {
  const { read, now, closing } = needs
  const places = knownPlaces(read)
  const reading = readingOn(needs, places)
  const hiddenAtEnd = hiddenRecords(now)
  const all = new Set([hiddenAtEnd])
  const end = sharedEnd({
    ...{ read, hidden: hiddenAtEnd },
    readOn: async function* (after, wish, asking) {
      const signal = AbortSignal.any([asking, closing])
      yield* reading({ ...wish, start: { after, near: true }, hidden: hiddenAtEnd, signal })
      if (closing.aborted) throw new StoreUnavailable('the log is closed')
    },
  })

  const toTheEnd = alone(reading, now, all)

  const follow = async function* (
    after: Position | null,
    prefixes: readonly string[],
    signal: AbortSignal,
    { unhurried = false }: FollowOptions = {},
  ): AsyncGenerator<Followed> {
    if (isAborted(signal)) return
    const sleeper = sleeperUntil(signal)
    const seat = end.seat({ prefixes, unhurried }, sleeper.wake)
    try {
      // what is there now is shown before anybody is told that nothing waits
      const head = await sleeper.unlessAborted(seat.taken.then(read.head))
      let told: Omit<Followed, 'records'> = { reached: after, live: false }
      while (!isAborted(signal)) {
        const taken = seat.take(told.reached)
        if (taken === null) {
          told = { reached: yield* toTheEnd(told.reached, prefixes, signal), live: false }
          continue
        }
        const { events, reached } = taken
        const live = taken.live && (reached ?? noPosition) >= (head ?? noPosition)
        if (events.length > 0 || reached !== told.reached || live !== told.live) {
          told = { reached, live }
          yield { records: recordsOf(events, prefixes), ...told }
        } else if (!unhurried || live || !taken.live) await sleeper.sleep()
        else if (!(await sleeper.sleep(PASS_MS))) await sleeper.unlessAborted(seat.pass())
      }
    } finally {
      seat.leave()
      sleeper.end()
    }
  }

  return {
    follow,
    writing: places.writing,
    /** Tells all of them at once what this process has deleted. */
    forget: (stream: string, position: Position): void => {
      places.note(position)
      for (const hidden of all) hidden.delete(stream, position)
    },
  }
}
