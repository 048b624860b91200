import { getHeapStatistics, setFlagsFromString } from 'node:v8'

const MIB = 1024 * 1024
/** So often the process is looked at, which takes some microseconds. */
const LOOK_MS = 1_000
/** A process that rests is busy for no more than this of its time. */
const RESTING = 0.1
/** What the heap holds beyond the least of late, from which on a collection is worth its cost. */
const WORTH_BYTES = 16 * MIB
/** From one collection to the next of a process that rests again and again. */
const APART_MS = 15_000
/** V8 begins a collection when it hears of 64 MiB more outside of its heap. */
const OUTSIDE_BYTES = 96 * MIB

/** `busy`: for which share of its time since the look before. `heldBytes`: by its heap. */
type Look = { readonly busy: number; readonly heldBytes: number; readonly monotonicMs: number }

/** To be told of each look; says whether to collect now. */
export const restWatch = (): ((look: Look) => boolean) => {
  let [least, last] = [Infinity, -Infinity]
  return ({ busy, heldBytes, monotonicMs }) => {
    least = Math.min(least, heldBytes)
    const isWorth = heldBytes - least >= WORTH_BYTES && monotonicMs - last >= APART_MS
    if (busy > RESTING || !isWorth) return false
    ;[least, last] = [heldBytes, monotonicMs]
    return true
  }
}

/**
 * Has V8 collect in small steps beside everything else, as it does by itself when memory outside of its heap grows: of the
 * memory that is asked for here, none is touched, and all is given back at once. Of a collection that begins while it is to
 * save memory, V8 gives the system what is free afterwards; else it keeps that for what comes. Where the heap may have less
 * than some 160 MiB, V8 collects at once: one turn of 55 ms with 45 MB alive.
 */
export const beginToCollect = (): void => {
  setFlagsFromString('--optimize-for-size')
  try {
    new ArrayBuffer(OUTSIDE_BYTES).transfer(0)
  } catch {
    // where there is no room for so much, V8 has collected already
  } finally {
    setFlagsFromString('--no-optimize-for-size')
  }
}

/**
 * What work has left on the heap goes when the process comes to rest: by itself V8 only then looks for it when there was a
 * collection of all while it worked.
 */
export const giveBackAtRest = (): void => {
  const isDue = restWatch()
  let since = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization: busy } = performance.eventLoopUtilization(now, since)
    since = now
    const { total_physical_size: heldBytes } = getHeapStatistics()
    if (isDue({ busy, heldBytes, monotonicMs: performance.now() })) beginToCollect()
  }, LOOK_MS).unref()
}
