import { setImmediate as nextTurn } from 'node:timers/promises'
import { furthestKnown, noPosition } from '../../kernel/brands.ts'
import type { Sleeper } from './sleeper.ts'
import { openFeed, type Taken } from './feed.ts'
import type { Metadata } from './metadata.ts'
import { recordStreams } from './names.ts'
import type { Places } from './places.ts'
import type { Hint } from './read-message.ts'
import type { Reader } from './read.ts'
import { positionOf, type RawEvent } from './record.ts'
import type { Subscriber } from './subscribe.ts'
import { survey } from './survey.ts'
import { StoreUnavailable, type Followed, type Position } from '../port.ts'

/** Events between two notices of how far the server has come: on a long way, at the end, and when every single one counts. */
const WINDOWS = { far: 1_000, unhurried: 100, hurried: 1 } as const
/**
 * What the server only mentions is looked up so much later: mostly something has come by then that tells more, or the
 * answer to an append by this process.
 */
const MENTIONED_MS = 20

/** Where a subscription goes on after another, and whether the end of the log is near. */
export type Start = { readonly after: Position | null; readonly near: boolean }

/** As a step of following, with events as they came: also such as must not be shown any more. */
export type Stretch = Omit<Followed, 'records'> & { readonly events: readonly RawEvent[] }

export type LegNeeds = {
  readonly calls: Subscriber
  readonly read: Pick<Reader, 'head' | 'all'>
  /** As it was a moment ago, or is now. */
  readonly lateHead: Reader['head']
  readonly places: Places
  readonly prefixes: readonly string[]
  /** See `FollowOptions`. */
  readonly unhurried: boolean
  readonly metadata: Pick<Metadata, 'learn'>
  readonly sleeper: Sleeper
  /** After so many milliseconds without a word the log itself is looked at. */
  readonly silenceMs: number
  readonly signal: AbortSignal
}

const lastOf = ({ events }: Taken): Position | null => {
  const last = events.at(-1)
  return last === undefined ? null : positionOf(last)
}

type Way = {
  readonly needs: LegNeeds
  readonly near: boolean
  readonly feed: ReturnType<typeof openFeed>
  /** The newest event when the subscription began. */
  readonly ceiling: Position | null
  reached: Position | null
  hint: Hint | null
  /** Since when there is one to follow up (`performance.now()`). */
  hintedMs: number
  caughtUp: boolean
  /** The log held more than the subscription had sent, at the last look. */
  owed: boolean
}

/** Throws when the subscription still has not sent what it owed at the last look. */
const look = async (way: Way, read: Pick<Reader, 'head' | 'all'>): Promise<void> => {
  const { prefixes, sleeper } = way.needs
  const seen = await sleeper.unlessAborted(survey(read, way.reached, prefixes))
  if (seen === null || way.feed.hasNews()) return
  if (way.owed && seen.owed) throw new StoreUnavailable('the log answers, but the subscription is silent')
  way.owed = seen.owed
  way.reached = furthestKnown(way.reached, seen.reached)
}

/** Whether there was anything to find out about how far the server has come, or something came meanwhile. */
const followUp = async (way: Way): Promise<boolean> => {
  const { hint, hintedMs, needs } = way
  const { places, sleeper } = needs
  if (hint === null) return false
  const restMs = hintedMs + MENTIONED_MS - performance.now()
  if (restMs > 0 && !places.knows(hint) && (await sleeper.sleep(restMs))) return true
  const found = await sleeper.unlessAborted(places.locate(hint))
  way.hint = null
  way.reached = furthestKnown(way.reached, found)
  return true
}

/** What was there before the subscription has all been sent when it says that it caught up. */
const advance = async (way: Way, taken: Taken): Promise<void> => {
  const { places } = way.needs
  for (const event of taken.events) places.note(positionOf(event))
  const catchesUp = taken.live && !way.caughtUp
  way.owed = false
  way.reached = furthestKnown(way.reached, lastOf(taken), catchesUp ? way.ceiling : null)
  if (way.hint === null) way.hintedMs = performance.now()
  const hint = taken.hint ?? way.hint
  way.hint = hint !== null && hint.commit > (way.reached ?? noPosition) ? hint : null
  if (catchesUp && way.near) await look(way, way.needs.read)
  way.caughtUp = taken.live
}

const begin = async (needs: LegNeeds, { after, near }: Start): Promise<Way> => {
  const { calls, read, prefixes, unhurried, sleeper } = needs
  const ceiling = await sleeper.unlessAborted(read.head())
  const window = near ? WINDOWS[unhurried ? 'unhurried' : 'hurried'] : WINDOWS.far
  const wanted = { after, names: recordStreams(prefixes), window }
  const feed = openFeed(calls, wanted, sleeper.wake)
  return { needs, near, feed, ceiling, reached: after, hint: null, hintedMs: 0, caughtUp: false, owed: false }
}

/**
 * One subscription, from its start until another has to take over: the way far from the end of the log is made
 * with few notices of progress; near it every event has one. Returns where the next has to start, or null when `signal`
 * has aborted; throws StoreUnavailable when there is no going on.
 */
export const leg = async function* (needs: LegNeeds, start: Start): AsyncGenerator<Stretch, Start | null> {
  const { read, lateHead, metadata, sleeper, silenceMs, signal } = needs
  const way = await begin(needs, start)
  const { feed, near } = way
  try {
    let told: Omit<Followed, 'records'> = { reached: way.reached, live: false }
    while (!signal.aborted) {
      metadata.learn()
      const taken = feed.take()
      if (taken !== null) await advance(way, taken)
      else if (feed.wasTooSlow() && way.reached !== start.after) return { after: way.reached, near: false }
      else {
        feed.throwIfDropped()
        if (!(await followUp(way))) {
          if (!(await sleeper.sleep(silenceMs))) await look(way, { ...read, head: lateHead })
          // what came with what woke us is handed over together with it
          await nextTurn()
        }
      }
      const { reached, caughtUp } = way
      const live = caughtUp && near && !feed.hasNews()
      const events = taken?.events ?? []
      if (events.length > 0 || reached !== told.reached || live !== told.live) {
        told = { reached, live }
        yield { events, ...told }
      }
      if (caughtUp && !near) return { after: reached, near: true }
    }
    return null
  } finally {
    feed.end()
  }
}
