import type { Conjunction } from '../filter.ts'
import type { ParsedOptions } from '../find-options.ts'
import type { Doc, IndexSpec, Key, Looking, Page } from '../port.ts'

/** A question with its parts checked. */
export type Query = ParsedOptions & { readonly tests: Conjunction }

/** One collection as this engine keeps it, in whatever form. */
export type Kept = {
  /** Until such a question can be answered without holding up everybody else; null: it can be at once. */
  readonly ready: (asked: Pick<Query, 'tests' | 'sort'>) => Promise<void> | null
  readonly get: (id: Key, looking?: Looking) => Doc | null
  readonly find: (query: Query, looking?: Looking) => readonly Doc[]
  readonly count: (tests: Conjunction) => number
  /** What `find` answers, and how many `count` does, as soon as that holds up nobody else. */
  readonly page: (query: Query) => Page<Doc> | Promise<Page<Doc>>
  /** Tells of each document that the tests hold for, of `most` at most, what it has under a plain member. */
  readonly eachValue: (
    tests: Conjunction,
    member: string,
    most: number,
    each: (value: unknown) => void,
  ) => void
  /** Up to `limit` documents the tests hold for, in no order. */
  readonly matches: (tests: Conjunction, limit: number) => readonly Doc[]
  /** Inserts or replaces; answers what was there. Throws DuplicateKey or UnsupportedQuery, then nothing is changed. */
  readonly put: (document: Doc) => Doc | null
  readonly remove: (id: Key) => void
  /** Throws DuplicateKey or UnsupportedQuery, then nothing is changed. */
  readonly addIndex: (spec: IndexSpec) => void
  readonly clear: () => void
  /** All documents as parts of data, as they are now; `take` takes them in. See `DocumentsState`. */
  readonly held: () => readonly (() => unknown)[]
  readonly take: (part: unknown) => void
}
