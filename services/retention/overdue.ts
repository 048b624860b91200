import type { OverdueKind } from '../../shared/facts/site.ts'
import type { Context } from '../handle.ts'

export const DAY_MS = 86_400_000

/** Things of which everything is read to begin anew, at a time: each may be some megabytes. */
export const ANEW_TOGETHER = 10

/** What is kept longer than it is to be, of one kind: how much, since when that is too old, and how it goes. */
export type Overdue = {
  readonly what: OverdueKind
  readonly count: number
  /** ISO 8601 UTC: what is older is due. */
  readonly before: string
  /** Safe to repeat wherever it ended before. */
  readonly forget: (context: Context, signal: AbortSignal) => Promise<void>
}

/** The instant before which something is too old: epoch milliseconds, and ISO 8601 UTC. */
export type Limit = { readonly ms: number; readonly iso: string }

/** Of what is kept for so many days. */
export const limitOf = (nowMs: number, days: number): Limit => {
  const ms = nowMs - days * DAY_MS
  return { ms, iso: new Date(ms).toISOString() }
}

/** `many` at a time, until `signal` aborts: what is deleted together shares one look through the file of the log. */
export const together = async <One>(
  all: readonly One[],
  many: number,
  signal: AbortSignal,
  forget: (one: One) => Promise<void>,
): Promise<void> => {
  for (let from = 0; from < all.length; from += many) {
    signal.throwIfAborted()
    await Promise.all(all.slice(from, from + many).map(forget))
  }
}
