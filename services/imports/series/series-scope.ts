import { identityStream } from '../../../shared/facts/claim.ts'
import type { Revision } from '../../../shared/facts/common.ts'
import type { SeriesSpan } from '../../../shared/facts/import.ts'
import { plusMonths } from '../../../shared/kernel/time/calculate.ts'
import { appendClaims, holdersOf } from '../../calendar/claim-stream.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import type { Subject } from '../item/dated-item.ts'
import type { ItemVersion } from '../item/read-item.ts'
import { occurrenceOf, seriesKey, uidKey } from '../item/identity.ts'
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
  readonly context: Context
}

const versionRevision = ({ sequence, lastModified }: ItemVersion): Revision => ({
  sequence: sequence ?? 0,
  lastModified,
  stamp: null,
})

const remembered = <Value>() => {
  const values = new Map<string, Promise<Value>>()
  return (key: string, ask: () => Promise<Value>): Promise<Value> => {
    const value = values.get(key) ?? ask()
    values.set(key, value)
    return value
  }
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

/**
 * What the items of a chunk must know of the series they are of (spec 05 §5). Everything is looked up once for a chunk;
 * what counts of an event is what its own stream says.
 */
export const seriesScope = (
  { writing, book, importId, run, plan, moment, context }: Chunk,
  met: ReadonlySet<number>,
) => {
  const folds = new Map<string, Promise<SeriesFold>>()
  const moves = remembered<ReadonlyMap<string, number>>()
  const older = remembered<boolean>()
  const spans = new Map<string, SeriesSpan>()
  const told = new Set<string>()
  const foldOf = (uid: string): Promise<SeriesFold> => {
    const fold = folds.get(uid) ?? book(run.source, uid)
    folds.set(uid, fold)
    return fold
  }

  /** A single event that the batch brings as one is no occurrence. */
  const oldOf = (uid: string, known: KnownEvent): OldOccurrence | null => {
    const isSingle = known.item.values.origin?.occurrence === null
    return isSingle && plan.keys.has(uidKey(run.source, uid, null))
      ? null
      : occurrenceIn(run.source, uid, known)
  }

  /** Events of the series that the batch does not bring, as far as is known without looking at them. */
  const unbrought = (uid: string, { owners }: SeriesFold): number[] => {
    const brought = plan.series(uid)?.occurrences
    const left: number[] = []
    for (const [id, { occurrence }] of owners) {
      const isBrought = occurrence !== null && brought?.has(occurrence) === true
      if (!isBrought && !met.has(id) && !wasMet(run, id)) left.push(id)
    }
    return left
  }

  /** An event that came as a single one is of the series from now on. */
  const noteSingle = async (uid: string): Promise<void> => {
    const key = uidKey(run.source, uid, null)
    if (plan.keys.has(key)) return
    const { holders } = await holdersOf(writing.store, identityStream('event', key))
    const { owners } = await foldOf(uid)
    for (const { owner } of holders) {
      const known = owners.has(owner) ? null : await loadEvent(writing, owner)
      const old = known && occurrenceIn(run.source, uid, known)
      if (old === null) continue
      const claim = { type: 'Claimed', owner, occurrence: old.occurrence } as const
      const stream = identityStream('event', seriesKey(run.source, uid))
      await appendClaims(writing.store, stream, [claim], 'any', context)
    }
    if (holders.length > 0) folds.delete(uid)
  }

  /** Occurrence → event, of all that the batch brings and an event is, or is to be. */
  const revised = async (
    uid: string,
    occurrences: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, number>> => {
    if (plan.series(uid) !== undefined) await noteSingle(uid)
    const fold = await foldOf(uid)
    const olds: OldOccurrence[] = []
    for (const id of unbrought(uid, fold)) {
      const known = await loadEvent(writing, id)
      const old = known && oldOf(uid, known)
      if (old !== null) olds.push(old)
    }
    const there = new Map([...fold.owners].map(([id, { occurrence }]) => [occurrence ?? '', id]))
    const { same, moved } = reviseSeries(
      olds,
      [...occurrences].filter(occurrence => !there.has(occurrence)),
    )
    // the same by their streams, or by their notes, which nobody came to claim: moved by an attempt that was stopped
    return new Map([...there, ...moved, ...same])
  }

  const coverOf = (uid: string, { item: { version }, period }: Subject) => {
    const said = plan.series(uid)?.cover
    if (said !== undefined) return said
    const from = dayOf(version.occurrence ?? occurrenceOf(period), period.timezone)
    if (from === null) return null
    const today = moment.nowUtc.slice(0, 10)
    return { from, to: plusMonths(from > today ? from : today, HORIZON_MONTHS).slice(0, 10) }
  }

  /** Those that are occurrences; single events that are new, or that this import made out of an occurrence. */
  const mayBeOfSeries = ({ item: { version } }: Subject, known: KnownEvent | null): boolean => {
    const origin = known?.item.values.origin ?? null
    if (version.occurrence !== null || origin === null) return true
    return origin.occurrence !== null || origin.importId === importId
  }

  return {
    /** Whether another import brought something newer of the series. */
    isOlder: async ({ uid, occurrence }: ItemVersion): Promise<boolean> =>
      uid !== null &&
      occurrence !== null &&
      older(uid, async () => {
        const series = plan.series(uid)
        return series !== undefined && isOutdated(await foldOf(uid), importId, series.revision)
      }),
    /** Whether the source ever brought a series under this uid. */
    isKnown: async (uid: string): Promise<boolean> => (await foldOf(uid)).owners.size > 0,
    /** The event that the occurrence, of which there is none, is from now on; null: it is a new one. */
    partnerOf: async ({ item: { version }, period }: Subject): Promise<KnownEvent | null> => {
      const { uid } = version
      if (uid === null) return null
      const occurrence = version.occurrence ?? occurrenceOf(period)
      const brought = plan.series(uid)?.occurrences ?? new Set([occurrence])
      const id = (await moves(uid, () => revised(uid, brought))).get(occurrence)
      const known = id === undefined ? null : await loadEvent(writing, id)
      const old = known && oldOf(uid, known)
      if (old === null) return null
      return old.occurrence === occurrence || !brought.has(old.occurrence) ? known : null
    },
    /** What brings the series, for one of its notes: the others need not say it again. */
    revisionOnce: (uid: string): Revision | undefined => {
      if (told.has(uid)) return undefined
      told.add(uid)
      return plan.series(uid)?.revision
    },
    /** As the stream of the series has it. */
    ownerOf: async (uid: string, id: number) => (await foldOf(uid)).owners.get(id),
    /** That the item belongs to a series, or was one, some of whose events may turn out to be left over. */
    note: async (subject: Subject, known: KnownEvent | null): Promise<void> => {
      const { uid, occurrence } = subject.item.version
      if (uid === null || !mayBeOfSeries(subject, known)) return
      const isSaid = plan.series(uid)?.cover !== undefined
      if (isSaid && spans.has(uid)) return
      if (occurrence === null && (await foldOf(uid)).owners.size === 0) return
      const cover = coverOf(uid, subject)
      if (cover === null) return
      const revision = plan.series(uid)?.revision ?? versionRevision(subject.item.version)
      const before = spans.get(uid) ?? cover
      const from = cover.from < before.from ? cover.from : before.from
      const to = cover.to > before.to ? cover.to : before.to
      spans.set(uid, { uid, from, to, revision })
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
