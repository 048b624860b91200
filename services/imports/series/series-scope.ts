import type { SeriesSpan } from '../../../shared/facts/import.ts'
import { plusMonths } from '../../../shared/kernel/time/calculate.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Subject } from '../item/dated-item.ts'
import type { ItemVersion } from '../item/read-item.ts'
import { dayOf, reviseSeries, type OldOccurrence } from '../item/series.ts'
import type { Run } from '../run/state.ts'
import type { TimingContext } from '../item/timing.ts'
import { loadEvent, type KnownEvent } from '../apply/known-event.ts'
import type { BatchPlan } from '../apply/plan.ts'
import { isOutdated, type SeriesBook, type SeriesFold } from './series-book.ts'
import { wasMet } from '../apply/was-met.ts'

/** Occurrences of a series that says nothing of the kind are looked for so far ahead (spec 05 §8.5). */
const HORIZON_MONTHS = 24

type Chunk = {
  readonly writing: Writing
  readonly book: SeriesBook
  readonly importId: string
  readonly run: Run
  readonly plan: BatchPlan
  readonly moment: TimingContext
}

const remembered = <Value>() => {
  const values = new Map<string, Promise<Value>>()
  return (key: string, ask: () => Promise<Value>): Promise<Value> => {
    const value = values.get(key) ?? ask()
    values.set(key, value)
    return value
  }
}

/** The event as an occurrence of the series, while it is one and is not in the trash; null: it is none. */
export const occurrenceIn = (
  source: string,
  uid: string,
  { id, item: { values, trashed } }: KnownEvent,
): OldOccurrence | null => {
  const { origin, timezone } = values
  if (trashed !== null || origin?.source !== source || origin.uid !== uid) return null
  return origin.occurrence === null ? null : { id, occurrence: origin.occurrence, zone: timezone }
}

/**
 * What the items of a chunk must know of the series they are of (spec 05 §5). Everything is looked up once for a chunk;
 * what counts of an event is what its own stream says.
 */
export const seriesScope = ({ writing, book, importId, run, plan, moment }: Chunk, met: Set<number>) => {
  const once = remembered<SeriesFold>()
  const moves = remembered<ReadonlyMap<string, number>>()
  const spans = new Map<string, SeriesSpan>()
  const foldOf = (uid: string) => once(uid, () => book(run.source, uid))

  /** Events of the series that the batch does not bring, as far as is known without looking at them. */
  const unbrought = (uid: string, { owners }: SeriesFold): number[] => {
    const brought = plan.series(uid)?.occurrences
    return [...owners].flatMap(([id, { occurrence }]) =>
      wasMet(run, id) || met.has(id) || (occurrence !== null && brought?.has(occurrence) === true)
        ? []
        : [id],
    )
  }

  /** Occurrence → event, of all that the batch brings and an event is, or is to be. */
  const revised = async (uid: string): Promise<ReadonlyMap<string, number>> => {
    const fold = await foldOf(uid)
    const olds: OldOccurrence[] = []
    for (const id of unbrought(uid, fold)) {
      const known = await loadEvent(writing, id)
      const old = known && occurrenceIn(run.source, uid, known)
      if (old !== null) olds.push(old)
    }
    const there = new Map([...fold.owners].map(([id, { occurrence }]) => [occurrence ?? '', id]))
    const all = [...(plan.series(uid)?.occurrences ?? [])]
    const { same, moved } = reviseSeries(
      olds,
      all.filter(occurrence => !there.has(occurrence)),
    )
    // the same by their streams, or by their notes, which nobody came to claim: moved by an attempt that was stopped
    return new Map([...there, ...moved, ...same])
  }

  const coverOf = (uid: string, { item: { version }, period }: Subject) => {
    const said = plan.series(uid)?.cover
    if (said !== undefined) return said
    const from = dayOf(version.occurrence ?? '', period.timezone)
    if (from === null) return null
    const today = moment.nowUtc.slice(0, 10)
    return { from, to: plusMonths(from > today ? from : today, HORIZON_MONTHS).slice(0, 10) }
  }

  return {
    /** Whether another import brought something newer of the series. */
    isOlder: async ({ uid, occurrence }: ItemVersion): Promise<boolean> => {
      const series = uid === null || occurrence === null ? undefined : plan.series(uid)
      return series !== undefined && isOutdated(await foldOf(uid ?? ''), importId, series.revision)
    },
    /** The event that the occurrence, of which there is none, is from now on; null: it is a new one. */
    partnerOf: async ({ uid, occurrence }: ItemVersion): Promise<KnownEvent | null> => {
      if (uid === null || occurrence === null) return null
      const id = (await moves(uid, () => revised(uid))).get(occurrence)
      const known = id === undefined ? null : await loadEvent(writing, id)
      const old = known && occurrenceIn(run.source, uid, known)
      if (old === null) return null
      const isOwn =
        old.occurrence === occurrence || plan.series(uid)?.occurrences.has(old.occurrence) !== true
      return isOwn ? known : null
    },
    /** As the stream of the series has it. */
    ownerOf: async (uid: string, id: number) => (await foldOf(uid)).owners.get(id),
    /** That the item belongs to a series some of whose events may turn out to be left over. */
    note: async (subject: Subject): Promise<void> => {
      const { uid, occurrence } = subject.item.version
      if (uid === null || occurrence === null) return
      const fold = await foldOf(uid)
      const [cover, series] = [coverOf(uid, subject), plan.series(uid)]
      if (fold.owners.size === 0 || cover === null || series === undefined) return
      const known = spans.get(uid)
      const from = known === undefined || cover.from < known.from ? cover.from : known.from
      const to = known === undefined || cover.to > known.to ? cover.to : known.to
      spans.set(uid, { uid, from, to, revision: series.revision })
    },
    /** Spans of series of this chunk some of whose events no item has met so far. */
    spans: async (): Promise<readonly SeriesSpan[]> => {
      const left: SeriesSpan[] = []
      for (const [uid, span] of spans) if (unbrought(uid, await foldOf(uid)).length > 0) left.push(span)
      return left
    },
  }
}

export type SeriesScope = ReturnType<typeof seriesScope>
