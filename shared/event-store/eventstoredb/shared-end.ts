import { furthestKnown, noPosition } from '../../kernel/brands.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { coalesced } from '../../coalesced.ts'
import type { HiddenRecords } from './hidden-records.ts'
import type { Stretch } from './leg.ts'
import { isWanted } from './names.ts'
import type { Reader } from './read.ts'
import { survey } from './survey.ts'
import { positionOf, type RawEvent } from './record.ts'
import type { Position } from '../port.ts'

/** So many events are held for the slowest: whom they have left behind reads the log by itself until it is here again. */
const HELD = 1_000
/** And no more than so many bytes of the log lie between the first and the last of them: positions count its bytes. */
const HELD_BYTES = 8_000_000

type EndNeeds = {
  readonly read: Pick<Reader, 'head' | 'all'>
  /** What comes after a place near the end, until `signal` aborts. Throws StoreUnavailable when it is dropped. */
  readonly readOn: (after: Position | null, wish: Wish, signal: AbortSignal) => AsyncIterable<Stretch>
  readonly hidden: Pick<HiddenRecords, 'hides'>
}

/** What is asked for at the end, by one follower or for all of them. */
export type Wish = {
  readonly prefixes: readonly string[]
  /** See `FollowOptions`. */
  readonly unhurried: boolean
}

/** A place for one follower, who may still be on its way to the end. */
type Seat = Wish & {
  readonly wake: () => void
  readonly taken: PromiseWithResolvers<undefined>
  /** All it wants after this is held for it; undefined: the subscription does not ask for that yet. */
  passed: Position | null | undefined
}

type Held = { readonly position: Position; readonly event: RawEvent }

type End = {
  readonly seats: Set<Seat>
  held: readonly Held[]
  /** Of the last event that is not held any more. */
  from: Position | null
  reached: Position | null
  live: boolean
  failure: { readonly error: unknown } | null
  /** null: nothing yet. */
  asked: Wish | null
  /** Aborts when something else is to be asked for. */
  asking: AbortController
  /** Passes what nobody wants, by one look for all who ask for it meanwhile. Throws StoreUnavailable. */
  readonly pass: () => Promise<void>
}

const at = (position: Position | null): Position => position ?? noPosition

const covers = (asked: Wish | null, wish: Wish): boolean => {
  if (asked === null || (asked.unhurried && !wish.unhurried)) return false
  if (asked.prefixes.length === 0) return true
  const isAsked = (wanted: string) => asked.prefixes.some(prefix => wanted.startsWith(prefix))
  return wish.prefixes.length > 0 && wish.prefixes.every(isAsked)
}

/** As few prefixes as cover all of these lists; none cover everything. */
const unionOf = (lists: readonly (readonly string[])[]): readonly string[] => {
  if (lists.some(prefixes => prefixes.length === 0)) return []
  const all = [...new Set(lists.flat())]
  return all.filter(one => !all.some(other => other !== one && one.startsWith(other)))
}

/** What all of them want, and as soon as any of them wants it. */
const wishOf = (seats: readonly Seat[]): Wish => ({
  prefixes: unionOf(seats.map(({ prefixes }) => prefixes)),
  unhurried: seats.every(({ unhurried }) => unhurried),
})

const give = (end: End, seat: Seat): void => {
  if (seat.passed === undefined) seat.passed = end.reached
  seat.taken.resolve(undefined)
}

/** Lets go of what everybody has taken, and of what is too much. */
const letGo = (end: End): void => {
  const passed = [...end.seats].map(seat => (seat.passed === undefined ? Infinity : at(seat.passed)))
  const least = Math.min(...passed)
  const kept = end.held.findIndex(({ position }) => position > least)
  const newest = at(end.held.at(-1)?.position ?? null)
  const near = end.held.findIndex(({ position }) => newest - position <= HELD_BYTES)
  const gone = Math.max(kept === -1 ? end.held.length : kept, end.held.length - HELD, near)
  const last = end.held[gone - 1]
  if (last === undefined) return
  end.from = last.position
  end.held = end.held.slice(gone)
}

const takeIn = (end: End, { events, reached, live }: Stretch): void => {
  end.held = [...end.held, ...events.map(event => ({ position: positionOf(event), event }))]
  end.reached = furthestKnown(end.reached, reached)
  end.live = live
  letGo(end)
  for (const { wake } of end.seats) wake()
}

/** Reads as long as somebody has a seat, and anew when somebody wants what was not asked for. */
const serve = async (end: End, { read, readOn }: EndNeeds): Promise<void> => {
  try {
    end.reached = end.from = await read.head()
    for (;;) {
      // who comes at the same time is served together
      await nextTurn()
      if (end.seats.size === 0) return
      end.asking = new AbortController()
      end.asked = wishOf([...end.seats])
      for (const seat of end.seats) give(end, seat)
      for await (const stretch of readOn(end.reached, end.asked, end.asking.signal)) takeIn(end, stretch)
    }
  } catch (error) {
    end.failure = { error }
    for (const seat of end.seats) {
      give(end, seat)
      seat.wake()
    }
  }
}

/** What has come after `passed` of what a seat wants; null: that is not held any more. */
const taken = (end: End, seat: Seat, passed: Position | null) => {
  const isBehind = at(passed) < Math.max(at(end.from), at(seat.passed ?? null))
  seat.passed = isBehind ? end.reached : passed
  letGo(end)
  if (isBehind) return null
  const first = end.held.findIndex(({ position }) => position > at(passed))
  return first === -1 ? [] : end.held.slice(first).map(({ event }) => event)
}

/** Passes what nobody wants as far as the log itself says so; of that the subscription may say nothing for long. */
const pass = async (end: End, { read }: EndNeeds): Promise<void> => {
  const { asked } = end
  if (asked === null) return
  const { reached } = await survey(read, end.reached, asked.prefixes)
  // who came meanwhile may want it
  if (end.asked === asked) takeIn(end, { events: [], reached, live: end.live })
}

/**
 * The end of the log, from one subscription for all who follow it through this process. Each takes what has come when it
 * is ready for it, so that nobody waits for another.
 */
export const sharedEnd = (needs: EndNeeds) => {
  let current: End | null = null
  const begin = (): End => {
    const end: End = {
      ...{ seats: new Set<Seat>(), held: [], from: null, reached: null, live: false, failure: null },
      ...{ asked: null, asking: new AbortController() },
      pass: coalesced(() => pass(end, needs)),
    }
    void serve(end, needs)
    return end
  }
  return {
    /** `wake`: when there may be something to take. */
    seat: (wish: Wish, wake: () => void) => {
      const end = current === null || current.failure !== null ? begin() : current
      current = end
      const seat: Seat = { ...wish, wake, taken: Promise.withResolvers(), passed: undefined }
      end.seats.add(seat)
      if (covers(end.asked, wish)) give(end, seat)
      else end.asking.abort()
      return {
        /** Resolves when what comes from then on is held. */
        taken: seat.taken.promise,
        /**
         * What has come behind `passed`, up to which the follower has seen everything; null: not all of that is held. Throws
         * StoreUnavailable when the subscription was dropped.
         */
        take: (passed: Position | null): Stretch | null => {
          if (end.failure !== null) throw end.failure.error
          const events = taken(end, seat, passed)?.filter(
            event => isWanted(event.streamId, wish.prefixes) && !needs.hidden.hides(event),
          )
          return events === undefined
            ? null
            : { events, reached: furthestKnown(passed, end.reached), live: end.live }
        },
        /** Looks how far there is nothing to take. Throws StoreUnavailable. */
        pass: end.pass,
        leave: (): void => {
          end.seats.delete(seat)
          if (end.seats.size === 0 && current === end) current = null
          // the last one in a hurry leaves the others in peace
          const isCalmer = end.asked?.unhurried === false && wishOf([...end.seats]).unhurried
          if (end.seats.size === 0 || isCalmer) end.asking.abort()
        },
      }
    },
  }
}
