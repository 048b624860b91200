import { isDeepStrictEqual } from 'node:util'
import type { EpochMs } from '../../shared/kernel/brands.ts'
import { serviceContext } from '../../services/handle.ts'
import { forgetDue, type RetentionDeps } from '../../services/retention/due.ts'
import { keptNow, type Kept } from '../../services/retention/kept.ts'
import { DAY_MS } from '../../services/retention/overdue.ts'
import type { JobHandler } from '../../shared/jobs/port.ts'

type ForgetDueDeps = RetentionDeps & { readonly nowMs: () => EpochMs }

/**
 * Job `log.forget`: what is kept longer than it is to be goes (spec 00 §6.9), by each process once a day, and sooner when
 * the settings are others. Doing it again does no harm.
 */
export const forgettingDue = (deps: ForgetDueDeps): JobHandler<'log.forget'> => {
  let done: { readonly kept: Kept; readonly atMs: EpochMs } | null = null
  return async (_, { signal }) => {
    const [kept, atMs] = [await keptNow(deps.writing.store), deps.nowMs()]
    const isFresh = done !== null && atMs >= done.atMs && atMs - done.atMs < DAY_MS
    if (isFresh && isDeepStrictEqual(kept, done?.kept)) return
    await forgetDue(deps, serviceContext('log.forget', atMs), signal, true)
    done = { kept, atMs }
  }
}
