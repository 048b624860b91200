import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '../../shared/kernel/brands.ts'
import { coalesced } from '../../shared/coalesced.ts'
import { StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'

/** While the log is out, whoever asks for its head waits so long for its return. */
const OUTAGE_MS = 50
/** What is said again and again is passed on this seldom. */
const AGAIN_MS = 10_000
const REMEMBERED = 200

/**
 * The log, whose head is asked on every single read: it is told to all at once who asked before it was looked at, and
 * an outage is waited for by the first who notices, and known to the others.
 */
export const logWithTimeouts = (store: EventStore): EventStore => {
  let isOut = false
  let probe: Promise<Position | null> | null = null
  const look = coalesced(async (): Promise<Position | null> => {
    try {
      const head = await store.head()
      isOut = false
      return head
    } catch (error) {
      if (error instanceof StoreUnavailable) isOut = true
      throw error
    }
  })
  const late = async (): Promise<never> => {
    await sleep(OUTAGE_MS)
    throw new StoreUnavailable('the log does not answer')
  }
  const probing = (): Promise<Position | null> =>
    (probe ??= look().finally(() => {
      probe = null
    }))
  return { ...store, head: () => (isOut ? Promise.race([probing(), late()]) : look()) }
}

type Warn = (message: string, error?: unknown) => void

/** Passes the same message on at once, and again only after some seconds: an outage has many witnesses. */
export const seldom = (warn: Warn, monotonicMs: () => number): Warn => {
  const told = new Map<string, number>()
  return (message, error) => {
    const nowMs = monotonicMs()
    if (nowMs - (told.get(message) ?? -Infinity) < AGAIN_MS) return
    told.delete(message)
    told.set(message, nowMs)
    const [oldest] = told.keys()
    if (told.size > REMEMBERED && oldest !== undefined) told.delete(oldest)
    warn(message, error)
  }
}
