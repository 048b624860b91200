import type { JobHandler } from '../shared/jobs/port.ts'
import { nowUtc } from '../shared/kernel/time/calculate.ts'
import { isFresh, renderCopy, type Copies, type ViewState } from '../services/views/copies.ts'
import type { ViewSite } from '../services/views/query.ts'
import type { ViewReads } from '../services/views/reads.ts'

export type RenderDeps = {
  readonly copies: Copies
  readonly reads: ViewReads
  /**
   * What the read models are at as soon as they hold what the log held at the call, or when they take too long; null:
   * it cannot be known.
   */
  readonly caughtUp: () => Promise<ViewState | null>
  readonly site: () => ViewSite
  readonly nowMs: () => number
  /** CPU milliseconds of this thread. */
  readonly cpuMs: () => number
}

/** Who has not been wanted for so long is rendered when somebody wants it again. */
const WANTED_MS = 10 * 60_000
const KEPT_MS = 60 * 60_000
/**
 * CPU for one round; the copies wanted last come first, and who finds none renders it. Where the process has much else
 * to do, a round is shorter.
 */
const ROUND_CPU_MS = 250

/** Renders the stored copies that are wanted and no longer fresh, so that readers find them ready. */
export const renderStale =
  ({ copies, reads, caughtUp, site, nowMs, cpuMs }: RenderDeps): JobHandler<'views.render'> =>
  async (_, { signal }) => {
    const state = await caughtUp()
    if (state === null) return
    await copies.sweep(nowMs() - KEPT_MS)
    const until = cpuMs() + ROUND_CPU_MS
    for (const { _id, usedMs } of await copies.usedSince(nowMs() - WANTED_MS)) {
      if (signal.aborted || cpuMs() >= until) return
      const copy = await copies.get(_id)
      const ms = nowMs()
      if (copy === null || isFresh(copy, state, ms)) continue
      const fresh = await renderCopy({ reads, site: site() }, copy.question, state, { ms, utc: nowUtc(ms) })
      await copies.put({ ...fresh.copy, usedMs })
    }
  }
