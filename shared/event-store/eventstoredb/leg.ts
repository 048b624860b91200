import type { EventStoreDBClient } from '@eventstore/db-client'
import type { Bell } from './bell.ts'
import { openFeed, type Taken } from './feed.ts'
import type { Marks } from './marks.ts'
import type { Metadata } from './metadata.ts'
import { recordStreams } from './names.ts'
import type { Hint, Places } from './places.ts'
import type { Reader } from './read.ts'
import { positionOf, recordOf, recordOfOurs, type RawEvent } from './record.ts'
import { survey } from './survey.ts'
import { StoreUnavailable, type Followed, type Position, type StoredRecord } from '../port.ts'

/** Events between two notices of how far the server has come: on a long way, and when every single one counts. */
const WIDE = 1_000
const NARROW = 1

/** Where a subscription goes on after another, and whether the end of the log is near. */
export type Start = { readonly after: Position | null; readonly near: boolean }

export type LegNeeds = {
  readonly client: EventStoreDBClient
  readonly read: Reader
  readonly places: Places
  readonly prefixes: readonly string[]
  readonly metadata: Metadata
  readonly hidden: Marks
  readonly ringer: Bell
  /** After so many milliseconds without a word the log itself is looked at. */
  readonly silenceMs: number
  readonly signal: AbortSignal
}

const later = (...positions: readonly (Position | null)[]): Position | null => {
  const known = positions.filter(position => position !== null)
  return known.length === 0 ? null : Math.max(...known)
}

const recordsOf = (events: readonly RawEvent[], { hidden, prefixes }: LegNeeds): readonly StoredRecord[] => {
  const visible = events.filter(event => !hidden.hides(event))
  // without prefixes we meet what others keep in the same log
  if (prefixes.length > 0) return visible.map(recordOfOurs)
  return visible.map(recordOf).filter(record => record !== null)
}

const lastOf = ({ events }: Taken): Position | null => {
  const last = events.at(-1)
  return last === undefined ? null : positionOf(last)
}

/**
 * One subscription, from its start until another has to take over: the way far from the end of the log is made
 * with few notices of progress; near it every event has one. Returns where the next has to start, or null when `signal`
 * has aborted; throws StoreUnavailable when there is no going on.
 */
export const leg = async function* (
  needs: LegNeeds,
  { after, near }: Start,
): AsyncGenerator<Followed, Start | null> {
  const { client, read, places, prefixes, metadata, ringer, signal, silenceMs } = needs
  const ceiling = await ringer.unlessAborted(read.head())
  const wanted = { after, names: recordStreams(prefixes), window: near ? NARROW : WIDE }
  const feed = openFeed(client, wanted, ringer.ring)
  let reached = after
  let hint: Hint | null = null
  let caughtUp = false
  let owed = false

  /** Throws when the subscription still has not sent what it owed at the last look. */
  const look = async (): Promise<void> => {
    const seen = await ringer.unlessAborted(survey(read, reached, prefixes))
    if (seen === null || feed.hasNews()) return
    if (owed && seen.owed) throw new StoreUnavailable('the log answers, but the subscription is silent')
    owed = seen.owed
    reached = later(reached, seen.reached)
  }

  /** Whether there was anything to find out about how far the server has come. */
  const followUp = async (): Promise<boolean> => {
    if (hint === null) return false
    const found = await ringer.unlessAborted(places.locate(hint, reached))
    hint = null
    reached = later(reached, found)
    return true
  }

  /** What was there before the subscription has all been sent when it says that it caught up. */
  const advance = async (taken: Taken): Promise<void> => {
    const catchesUp = taken.live && !caughtUp
    owed = false
    hint = taken.hint ?? hint
    reached = later(reached, lastOf(taken), catchesUp ? ceiling : null)
    if (catchesUp && near) await look()
  }

  try {
    let told: Omit<Followed, 'records'> = { reached, live: false }
    while (!signal.aborted) {
      metadata.learn()
      const taken = feed.take()
      if (taken !== null) await advance(taken)
      else if (feed.wasTooSlow() && reached !== after) return { after: reached, near: false }
      else {
        feed.throwIfDropped()
        if (!(await followUp()) && !(await ringer.sleep(silenceMs))) await look()
      }
      caughtUp = taken?.live ?? caughtUp
      const live = caughtUp && near && !feed.hasNews()
      const events = taken?.events ?? []
      if (events.length > 0 || reached !== told.reached || live !== told.live) {
        told = { reached, live }
        yield { records: recordsOf(events, needs), ...told }
      }
      if (caughtUp && !near) return { after: reached, near: true }
    }
    return null
  } finally {
    feed.end()
  }
}
