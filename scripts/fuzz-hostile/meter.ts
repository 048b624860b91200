import { readdirSync, readlinkSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { codeOf } from '../../shared/kernel/thrown.ts'

/** What the main thread did since the last reading, in milliseconds of processor time. */
export type Reading = {
  /** The longest stretch in which nothing else got its turn. */
  readonly longestMs: number
  readonly spentMs: number
}

/** What the process holds after a collection. Bytes. */
export type Memory = {
  readonly heap: number
  /** Of buffers, which the heap does not count. */
  readonly buffers: number
  readonly rss: number
  readonly openFiles: number
  readonly sockets: number
  /** What keeps the event loop going: timers, sockets, threads. */
  readonly handles: number
}

const BEAT_MS = 1

const spentMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Watches the thread it runs in. Processor time between two turns of the event loop does not count what neighbours on
 * the machine take, so a stretch is what the thread did itself: at most a beat more than the truth.
 */
export const meterOn = (): { readonly read: () => Reading; readonly stop: () => void } => {
  let begun = spentMs()
  let last = begun
  let longest = 0
  const beat = () => {
    const now = spentMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(beat, BEAT_MS)
  timer.unref()
  const read = () => {
    beat()
    const reading = { longestMs: longest, spentMs: last - begun }
    longest = 0
    begun = last
    return reading
  }
  return { read, stop: () => clearInterval(timer) }
}

const openFiles = (): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap(name => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)]
    } catch (error) {
      // the folder itself was open while it was read
      if (codeOf(error) === 'ENOENT') return []
      throw error
    }
  })

/** Collects first, where the process was started with `--expose-gc`. */
export const memoryNow = async (): Promise<Memory> => {
  globalThis.gc?.()
  // buffers go in a turn of their own
  await setImmediate()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const files = openFiles()
  return {
    heap: heapUsed,
    buffers: external,
    rss,
    openFiles: files.length,
    sockets: files.filter(name => name.startsWith('socket:')).length,
    handles: process.getActiveResourcesInfo().length,
  }
}
