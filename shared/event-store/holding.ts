import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable, type EventStore } from './port.ts'

/** The log is being copied and takes nothing for a moment, or was moved; nothing was written. */
export class WritesHeld extends StoreUnavailable {
  override readonly name = 'WritesHeld'
}

/** Until somebody says more; until the process ends, since the log is another one now; or as always. */
export const HOLDS = ['held', 'moved', 'over'] as const
export type Hold = (typeof HOLDS)[number]

/** So long a hold lasts that nobody renews: whoever asked for it may have died. */
export const HOLD_MS = 60_000
const LOOK_MS = 100

export type Holding = {
  /** The log, which refuses changes with WritesHeld while they are held. */
  readonly store: EventStore
  /** Resolves when nothing that was asked before is under way, to whether changes were held until now. */
  readonly set: (hold: Hold) => Promise<boolean>
  /** Resolves when changes are taken, or with `signal`. */
  readonly over: (signal: AbortSignal) => Promise<void>
}

/** `first`: how it begins. `monotonicMs`: milliseconds that never go back. */
export const holdingOf = (log: EventStore, monotonicMs: () => number, first: Hold = 'over'): Holding => {
  const underWay = new Set<Promise<unknown>>()
  const endOf = (hold: Hold): number =>
    hold === 'over' ? -Infinity : hold === 'moved' ? Infinity : monotonicMs() + HOLD_MS
  let end = endOf(first)
  const isHeld = () => monotonicMs() < end

  const change = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isHeld()) throw new WritesHeld('the log takes nothing for a moment, since it is being moved')
    const doing = work()
    underWay.add(doing)
    try {
      return await doing
    } finally {
      underWay.delete(doing)
    }
  }

  return {
    store: {
      ...log,
      append: (...given) => change(() => log.append(...given)),
      appendAll: (...given) => change(() => log.appendAll(...given)),
      deleteStream: stream => change(() => log.deleteStream(stream)),
      truncate: (...given) => change(() => log.truncate(...given)),
      expireAfter: (...given) => change(() => log.expireAfter(...given)),
    },
    set: async hold => {
      const was = isHeld()
      end = endOf(hold)
      if (hold !== 'over') await Promise.allSettled(underWay)
      return was
    },
    over: async signal => {
      while (isHeld() && !signal.aborted) await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
    },
  }
}
