import type { EventStoreDBClient } from '@eventstore/db-client'
import { sleeperUntil } from './sleeper.ts'
import { leg, type Start } from './leg.ts'
import { hiddenRecords, type HiddenRecords } from './hidden-records.ts'
import { watchMetadata } from './metadata.ts'
import { places as knownPlaces } from './places.ts'
import type { Reader } from './read.ts'
import type { Followed, Position } from '../port.ts'

export type FollowNeeds = {
  readonly client: EventStoreDBClient
  readonly read: Reader
  /** Epoch milliseconds; decides what has expired. */
  readonly now: () => number
  /** After so many milliseconds without a word from the server the log itself is looked at. */
  readonly silenceMs: number
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

/** Everybody who follows the log through this process. */
export const followers = ({ client, read, now, silenceMs }: FollowNeeds) => {
  const all = new Set<HiddenRecords>()
  const places = knownPlaces(read)
  // who is silent is silent for everybody: all of them look at about the same time
  const lateHead = askedOnceIn(silenceMs / 2, read.head)

  /** First learns what is hidden, then shows the rest, one subscription after another. */
  const follow = async function* (
    after: Position | null,
    prefixes: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<Followed> {
    if (signal.aborted) return
    const sleeper = sleeperUntil(signal)
    const hidden = hiddenRecords(now)
    const metadata = watchMetadata({ client, read, silenceMs, sleeper, hidden }, after, prefixes)
    all.add(hidden)
    try {
      await metadata.catchUp(signal)
      const needs = { client, read, lateHead, places, prefixes, metadata, hidden, sleeper, silenceMs, signal }
      let start: Start | null = { after, near: false }
      while (start !== null) start = yield* leg(needs, start)
    } finally {
      all.delete(hidden)
      metadata.end()
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
