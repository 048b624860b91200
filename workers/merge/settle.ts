import type { EpochMs } from '../../shared/kernel/brands.ts'
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
  readonly nowMs: () => EpochMs
}

/** Work of one turn; then the others have theirs. */
const TURN_MS = 250
/** Things moved side by side, so that their appends share group commits. */
const AT_ONCE = 25

/** Merges that a process remembers at a time; others are looked up in the log anew. */
const MOST_KNOWN = 16

/** What is left to be moved for a merge; `isLastLook`: only what came after it is still looked through. */
type Known = { readonly left: Namer[]; readonly isLastLook: boolean }

/** By the record that asks for it. Whoever works on one has it for itself. */
const remembered = () => {
  const known = new Map<string, Known>()
  return {
    take: (cause: string): Known | null => {
      const one = known.get(cause) ?? null
      known.delete(cause)
      return one
    },
    keep: (cause: string, one: Known): void => {
      known.set(cause, one)
      const [oldest] = known.keys()
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    },
  }
}

/**
 * Job `merge.settle`: what names a thing that was merged names the one that stands for it, or the other way round when
 * that was taken back (spec 07 §7.1). Works a short turn and asks for another one; a crash costs a look through the
 * log. Doing it again, or at the same time elsewhere, does no harm.
 */
export const settleMerge = ({ writing, queue, nowMs }: SettleMergeDeps): JobHandler<'merge.settle'> => {
  const known = remembered()
  return async ({ noun, id }, { signal }) => {
    const until = nowMs() + TURN_MS
    const open = await openMergeOf(writing, noun, id)
    if (open === null) return
    const { takesBack, since, cause } = open
    const context = settlingContext(open, nowMs())
    const look = async (isLastLook: boolean): Promise<Known> => ({
      left: [...(await namersOf(writing, open, signal, isLastLook ? since : null))],
      isLastLook,
    })
    let now = known.take(cause.id) ?? (await look(takesBack !== null))
    // who had found it before it was merged may have written its id after the first look: there is a second one
    while (now.left.length > 0 || !now.isLastLook) {
      if (now.left.length === 0) now = await look(true)
      signal.throwIfAborted()
      const some = now.left.splice(0, AT_ONCE)
      await Promise.all(some.map(namer => moveNamer(writing, open, namer, context)))
      if (nowMs() < until || now.left.length === 0) continue
      known.keep(cause.id, now)
      await queue.enqueue('merge.settle', { noun, id })
      return
    }
    await tellSettled(writing, open, context)
  }
}
