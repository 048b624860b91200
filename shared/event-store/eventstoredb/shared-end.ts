import { noPosition } from '../../kernel/brands.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HiddenRecords } from './hidden-records.ts'
import type { Stretch } from './leg.ts'
import { isWanted } from './names.ts'
import { later, positionOf, type RawEvent } from './record.ts'
import type { Position } from '../port.ts'

/** So many events are held for the slowest: whom they have left behind reads the log by itself until it is here again. */
const HELD = 1_000
/** And no more than so many bytes of the log lie between the first and the last of them: positions count its bytes. */
const HELD_BYTES = 8_000_000

type EndNeeds = {
  readonly head: () => Promise<Position | null>
  /** What comes after a place near the end, until `signal` aborts. Throws StoreUnavailable when it is dropped. */
  readonly readOn: (
    after: Position | null,
    prefixes: readonly string[],
    signal: AbortSignal,
  ) => AsyncIterable<Stretch>
  readonly hidden: Pick<HiddenRecords, 'hides'>
}

/** A place for one follower, who may still be on its way to the end. */
type Seat = {
  readonly prefixes: readonly string[]
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
  /** What is asked for; null: nothing yet. */
  prefixes: readonly string[] | null
  /** Aborts when something else is to be asked for. */
  asking: AbortController
}

const at = (position: Position | null): Position => position ?? noPosition

const covers = (prefixes: readonly string[] | null, wanted: readonly string[]): boolean => {
  if (prefixes === null) return false
  if (prefixes.length === 0) return true
  return wanted.length > 0 && wanted.every(one => prefixes.some(prefix => one.startsWith(prefix)))
}

/** As few prefixes as cover what all of them want. */
const unionOf = (seats: ReadonlySet<Seat>): readonly string[] => {
  const lists = [...seats].map(({ prefixes }) => prefixes)
  if (lists.some(prefixes => prefixes.length === 0)) return []
  const all = [...new Set(lists.flat())]
  return all.filter(one => !all.some(other => other !== one && one.startsWith(other)))
}

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
  end.reached = later(end.reached, reached)
  end.live = live
  letGo(end)
  for (const { wake } of end.seats) wake()
}

/** Reads as long as somebody has a seat, and anew when somebody wants what was not asked for. */
const serve = async (end: End, { head, readOn }: EndNeeds): Promise<void> => {
  try {
    end.reached = end.from = await head()
    for (;;) {
      // who comes at the same time is served together
      await nextTurn()
      if (end.seats.size === 0) return
      end.asking = new AbortController()
      end.prefixes = unionOf(end.seats)
      for (const seat of end.seats) give(end, seat)
      for await (const stretch of readOn(end.reached, end.prefixes, end.asking.signal)) takeIn(end, stretch)
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

/**
 * The end of the log, from one subscription for all who follow it through this process. Each takes what has come when it
 * is ready for it, so that nobody waits for another.
 */
export const sharedEnd = (needs: EndNeeds) => {
  let current: End | null = null
  const begin = (): End => {
    const end: End = {
      ...{ seats: new Set<Seat>(), held: [], from: null, reached: null, live: false, failure: null },
      ...{ prefixes: null, asking: new AbortController() },
    }
    void serve(end, needs)
    return end
  }
  return {
    /** `wake`: when there may be something to take. */
    seat: (prefixes: readonly string[], wake: () => void) => {
      const end = current === null || current.failure !== null ? begin() : current
      current = end
      const seat: Seat = { prefixes, wake, taken: Promise.withResolvers(), passed: undefined }
      end.seats.add(seat)
      if (covers(end.prefixes, prefixes)) give(end, seat)
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
            event => isWanted(event.streamId, prefixes) && !needs.hidden.hides(event),
          )
          return events === undefined ? null : { events, reached: later(passed, end.reached), live: end.live }
        },
        leave: (): void => {
          end.seats.delete(seat)
          if (end.seats.size > 0) return
          if (current === end) current = null
          end.asking.abort()
        },
      }
    },
  }
}
