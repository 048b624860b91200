import type { JobHandler, JobQueue } from '../../shared/jobs/port.ts'
import {
  moveNamer,
  namersOf,
  openMergeOf,
  settlingContext,
  tellSettled,
  type Namer,
} from '../../services/calendar/merge/settle.ts'
import type { Writing } from '../../services/calendar/writing.ts'

export type SettleMergeDeps = {
  readonly writing: Writing
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly nowMs: () => number
}

/** Work of one turn; then the others have theirs. */
const TURN_MS = 250
/** Things moved side by side, so that their appends share group commits. */
const AT_ONCE = 25

/**
 * Job `merge.settle`: what names a thing that was merged names the one that stands for it, or the other way round when
 * that was taken back (spec 07 §7.1). Works a short turn and asks for another one; a crash costs a look through the
 * log. Doing it again, or at the same time elsewhere, does no harm.
 */
export const settleMerge = ({ writing, queue, nowMs }: SettleMergeDeps): JobHandler<'merge.settle'> => {
  let known: { readonly cause: string; readonly left: Namer[] } | null = null
  return async ({ noun, id }, { signal }) => {
    const until = nowMs() + TURN_MS
    const open = await openMergeOf(writing, noun, id)
    if (open === null) return
    if (known?.cause !== open.cause.id)
      known = { cause: open.cause.id, left: [...(await namersOf(writing, open, signal))] }
    const { left } = known
    const context = settlingContext(open, nowMs())
    while (left.length > 0) {
      signal.throwIfAborted()
      const some = left.slice(0, AT_ONCE)
      await Promise.all(some.map(namer => moveNamer(writing, open, namer, context)))
      left.splice(0, some.length)
      if (nowMs() < until || left.length === 0) continue
      await queue.enqueue('merge.settle', { noun, id })
      return
    }
    known = null
    await tellSettled(writing, open, context)
  }
}
