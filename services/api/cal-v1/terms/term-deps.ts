import type { TermId, EventId } from '../../../../shared/kernel/brands.ts'
import type { EventDetail } from '../../../../projections/event-listing/queries.ts'
import type { TermQueries, TermRow } from '../../../../projections/terms/queries.ts'
import type { TermValues } from '../../../../shared/facts/term.ts'
import type { TermPatch } from '../../../calendar/term/decide.ts'
import type { TermWritten } from '../../../calendar/term/write.ts'
import type { Context } from '../../../handle.ts'
import type { WriteSupport } from '../../items/deps.ts'

/** What the routes of categories and tags ask of the read models. */
export type TermReads = Pick<TermQueries, 'pagesOf' | 'resolve' | 'childrenOf' | 'cal'> & {
  /** In its latest state (spec 00 §8). */
  readonly termById: (id: TermId) => Promise<TermRow | null>
  readonly eventById: (id: EventId) => Promise<EventDetail | null>
}

/** What they ask of the write side. */
export type TermWrites = Pick<WriteSupport, 'waitUntilVisible'> & {
  /** `id`: kept for it beforehand; absent: one is drawn. */
  readonly create: (values: TermValues, context: Context, id?: number) => Promise<TermWritten>
  /** `seen`: refused where a member that it would change is not what it was there. */
  readonly change: (id: TermId, patch: TermPatch, context: Context, seen?: TermValues) => Promise<TermWritten>
  /** `children` move up. */
  readonly remove: (id: TermId, children: readonly TermId[], context: Context) => Promise<TermWritten>
}

export type TermDeps = { readonly reads: TermReads; readonly writes: TermWrites }
