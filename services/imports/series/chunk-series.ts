import { askedOnce } from '../../../shared/remembered.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import type { KnownEvent } from '../apply/known-event.ts'
import type { BatchPlan } from '../apply/plan.ts'
import { wasMet } from '../apply/was-met.ts'
import { occurrenceOf, uidKey } from '../item/identity.ts'
import type { OldOccurrence } from '../item/series.ts'
import type { TimingContext } from '../item/timing.ts'
import type { Run } from '../run/state.ts'
import type { SeriesBook, SeriesFold } from './series-book.ts'

/** The chunk whose items are of series. */
export type SeriesChunk = {
  readonly writing: Writing
  readonly book: SeriesBook
  readonly importId: string
  readonly run: Run
  readonly plan: BatchPlan
  readonly moment: TimingContext
  readonly context: Context
  /** Events that its items met so far. */
  readonly met: ReadonlySet<number>
}

/** What the source brought of its series, as it was when it was asked for first. */
export const seriesFolds = ({ book, run }: Pick<SeriesChunk, 'book' | 'run'>) => {
  const folds = askedOnce<SeriesFold>()
  return {
    of: (uid: string): Promise<SeriesFold> => folds.get(uid, () => book(run.source, uid)),
    forget: folds.forget,
  }
}

export type SeriesFolds = ReturnType<typeof seriesFolds>

/** Events of the series that the batch does not bring, as far as is known without looking at them. */
export const unbrought = (
  { plan, run, met }: SeriesChunk,
  uid: string,
  { owners }: SeriesFold,
): readonly number[] => {
  const brought = plan.series(uid)?.occurrences
  const left: number[] = []
  for (const [id, { occurrence }] of owners) {
    const isBrought = occurrence !== null && brought?.has(occurrence) === true
    if (!isBrought && !met.has(id) && !wasMet(run, id)) left.push(id)
  }
  return left
}

/**
 * The event as an occurrence of the series, while it is one and is not in the trash; null: it is none. One that came as
 * a single event is that of its start.
 */
export const occurrenceIn = (
  source: string,
  uid: string,
  { id, item: { values, trashed } }: KnownEvent,
): OldOccurrence | null => {
  const { origin, timezone } = values
  if (trashed !== null || origin?.source !== source || origin.uid !== uid) return null
  return { id, occurrence: origin.occurrence ?? occurrenceOf(values), zone: timezone }
}

/** The same, but a single event that the batch brings as one is no occurrence. */
export const oldIn = ({ plan, run }: SeriesChunk, uid: string, known: KnownEvent): OldOccurrence | null => {
  const isSingle = known.item.values.origin?.occurrence === null
  return isSingle && plan.keys.has(uidKey(run.source, uid, null))
    ? null
    : occurrenceIn(run.source, uid, known)
}
