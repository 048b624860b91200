import type { EpochMs } from '../shared/kernel/brands.ts'
import type { JobHandler } from '../shared/jobs/port.ts'
import { nowUtc, plusMs } from '../shared/kernel/time/calculate.ts'
import {
  isFresh,
  renderCopy,
  stillRight,
  type Copies,
  type CopyTrails,
  type ViewState,
} from '../services/views/copies.ts'
import type { ViewSite } from '../services/views/query.ts'
import type { ViewReads } from '../services/views/reads.ts'

export type RenderDeps = {
  readonly copies: Copies
  readonly reads: ViewReads
  /** What views are made of; absent: each counts only while no read model has moved. */
  readonly trails?: CopyTrails | undefined
  /** Learns which generation of the copies counts, which nobody else may have asked for in this process; null: there is one. */
  readonly refresh: (() => Promise<void>) | null
  /**
   * What the read models are at as soon as they hold what the log held at the call, or when they take too long; null:
   * it cannot be known.
   */
  readonly caughtUp: () => Promise<ViewState | null>
  readonly site: () => ViewSite
  readonly nowMs: () => EpochMs
  /** CPU milliseconds of this thread. */
  readonly cpuMs: () => number
  /** Hears of each that is rendered anew. */
  readonly made?: () => void
}

/** Who has not been wanted for so long is rendered when somebody wants it again. */
const WANTED_MS = 10 * 60_000
const KEPT_MS = 60 * 60_000
/** Which generation counts is asked no more often, as changes come in numbers: one that does no longer stays there longer. */
const GENERATION_MS = 10_000
/**
 * CPU for one round; the copies wanted last come first, and who finds none renders it. Where the process has much else
 * to do, a round is shorter.
 */
const ROUND_CPU_MS = 250

/**
 * Renders the stored copies that are wanted and no longer fresh, so that readers find them ready. Of one that this
 * process rendered it may know that nothing has changed that it was made of: then that is all it notes.
 */
export const renderStale = (deps: RenderDeps): JobHandler<'views.render'> => {
  const { copies, reads, trails, refresh, caughtUp, site, nowMs, cpuMs } = deps
  let learnedMs = -Infinity
  return async (_, { signal }) => {
    const beganMs = nowMs()
    const isKnown = Math.abs(beganMs - learnedMs) < GENERATION_MS
    if (!isKnown) await refresh?.()
    const stored = await copies.sweep(plusMs(beganMs, -KEPT_MS))
    if (!isKnown) learnedMs = beganMs
    const wantedMs = beganMs - WANTED_MS
    const wanted = stored.filter(({ usedMs }) => usedMs >= wantedMs)
    const state = wanted.length === 0 ? null : await caughtUp()
    if (state === null) return
    const until = cpuMs() + ROUND_CPU_MS
    for (const { _id, usedMs } of wanted) {
      if (signal.aborted || cpuMs() >= until) return
      const copy = await copies.get(_id)
      const ms = nowMs()
      if (copy === null || isFresh(copy, state, ms)) continue
      const right = stillRight(copy, trails?.of.get(copy.shown) ?? null, state, ms)
      if (right !== null) {
        await copies.put({ ...right, usedMs })
        continue
      }
      const making = { reads, site: site(), trails }
      const fresh = await renderCopy(making, copy.question, state, { ms, utc: nowUtc(ms) })
      deps.made?.()
      await copies.put({ ...fresh.copy, usedMs })
    }
  }
}
