import type { EpochMs, IsoTime } from '../../shared/kernel/brands.ts'
import type { OverdueKind } from '../../shared/facts/site.ts'
import type { Context } from '../handle.ts'
import { isoOfMs, plusMs } from '../../shared/kernel/time/calculate.ts'
import { reasonOf } from '../../shared/kernel/thrown.ts'

export const DAY_MS = 86_400_000

/** Things of which everything is read to begin anew, at a time: each may be some megabytes. */
const ANEW_TOGETHER = 10

/** What is kept longer than it is to be, of one kind: how much, since when that is too old, and how it goes. */
export type Overdue = {
  readonly what: OverdueKind
  readonly count: number
  /** ISO 8601 UTC: what is older is due. */
  readonly before: IsoTime
  /** Safe to repeat wherever it ended before. */
  readonly forget: (context: Context, signal: AbortSignal) => Promise<void>
}

/** The instant before which something is too old: epoch milliseconds, and ISO 8601 UTC. */
export type Limit = { readonly ms: EpochMs; readonly iso: IsoTime }

/** Of what is kept for so many days. */
export const limitOf = (nowMs: EpochMs, days: number): Limit => {
  const ms = plusMs(nowMs, -days * DAY_MS)
  return { ms, iso: isoOfMs(ms) }
}

/** Messages of what failed that one error tells; a kind may have failed for the same reason a thousand times. */
const TOLD_FAILURES = 5

/** One that failed is thrown as it is, several as an AggregateError that says what the first of them say. */
const throwAny = (failures: readonly unknown[]): void => {
  if (failures.length === 1) throw failures[0]
  if (failures.length === 0) return
  const messages = failures.slice(0, TOLD_FAILURES).map(reasonOf).join('; ')
  throw new AggregateError(failures, `${failures.length} failed: ${messages}`)
}

/**
 * `many` at a time, until `signal` aborts: what is deleted together shares one look through the file of the log. Each is
 * tried, whatever becomes of the others; what failed is thrown at the end.
 */
export const together = async <One>(
  all: readonly One[],
  many: number,
  signal: AbortSignal,
  forget: (one: One) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = []
  for (let from = 0; from < all.length; from += many) {
    signal.throwIfAborted()
    const done = await Promise.allSettled(all.slice(from, from + many).map(one => forget(one)))
    failures.push(...done.flatMap(one => (one.status === 'rejected' ? [one.reason as unknown] : [])))
  }
  if (failures.length > 0) signal.throwIfAborted()
  throwAny(failures)
}

/** Of things that begin anew. `due`: how much of each is too old. */
export const overdueAnew = <One>(
  what: OverdueKind,
  due: ReadonlyMap<One, number>,
  { iso }: Limit,
  forget: (one: One, context: Context) => Promise<void>,
): Overdue => ({
  what,
  count: [...due.values()].reduce((sum, one) => sum + one, 0),
  before: iso,
  forget: (context, during) => together([...due.keys()], ANEW_TOGETHER, during, one => forget(one, context)),
})
