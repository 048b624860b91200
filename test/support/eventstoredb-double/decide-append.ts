import type { Expected, Recorded } from './records.ts'

/** What the rules of an append ask about its stream. */
export type Subject = {
  readonly tombstoned: boolean
  readonly softDeleted: boolean
  readonly hasMetadata: boolean
  /** Revision of the last event ever written; -1: none. Deletion and truncation do not change it. */
  readonly last: number
  readonly at: (revision: number) => Recorded | null
  /** The write an id is remembered for in this stream. */
  readonly recent: (id: string) => Recorded | null
}

export type Verdict =
  | { readonly kind: 'append' }
  | { readonly kind: 'written-before'; readonly last: Recorded }
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'deleted' }
  /** The server fails within itself and tells nobody. */
  | { readonly kind: 'unanswered' }

/** Every append, delete and tombstone is decided here, one after another. */
export const decideAppend = (subject: Subject, expected: Expected, ids: readonly string[]): Verdict => {
  const { last, softDeleted } = subject
  const wrong = { kind: 'wrong-version', current: last } as const
  if (subject.tombstoned) return { kind: 'deleted' }
  if (expected === 'stream_exists') {
    if (softDeleted) return { kind: 'deleted' }
    if (last === -1 && !subject.hasMetadata) return wrong
  }
  if (expected === 'any' || expected === 'stream_exists') return byRecentIds(subject, ids)
  const after = expected === 'no_stream' ? -1 : Number(expected)
  if (after > last) return wrong
  return after === last ? { kind: 'append' } : byStoredIds(subject, expected, after, ids)
}

const byRecentIds = ({ recent, last }: Subject, ids: readonly string[]): Verdict => {
  const found = ids.map(recent)
  const final = found.at(-1) ?? null
  if ((found[0] ?? null) === null) return { kind: 'append' }
  if (final === null || found.includes(null)) return { kind: 'wrong-version', current: last }
  // in another order than they were written
  if (final.revision < (found[0]?.revision ?? 0n)) return { kind: 'unanswered' }
  return { kind: 'written-before', last: final }
}

const byStoredIds = (
  { at, last, softDeleted }: Subject,
  expected: Expected,
  after: number,
  ids: readonly string[],
): Verdict => {
  const stored = ids.map((_, index) => at(after + 1 + index))
  const differs = ids.findIndex((id, index) => stored[index]?.id !== id)
  const final = stored.at(-1) ?? null
  if (differs === -1 && final !== null) return { kind: 'written-before', last: final }
  if (differs === 0 && expected === 'no_stream' && softDeleted) return { kind: 'append' }
  return { kind: 'wrong-version', current: last }
}
