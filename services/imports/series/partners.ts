import { identityStream } from '../../../shared/facts/claim.ts'
import { askedOnce } from '../../../shared/remembered.ts'
import { appendClaims, holdersOf } from '../../calendar/claim-stream.ts'
import { loadEvent, type KnownEvent } from '../apply/known-event.ts'
import type { Subject } from '../item/dated-item.ts'
import { occurrenceOf, seriesKey, uidKey } from '../item/identity.ts'
import { reviseSeries, type OldOccurrence } from '../item/series.ts'
import { occurrenceIn, oldIn, unbrought, type SeriesChunk, type SeriesFolds } from './chunk-series.ts'

/** An event that came as a single one is of the series from now on. */
const noteSingle = async (
  { writing, run, plan, context }: SeriesChunk,
  folds: SeriesFolds,
  uid: string,
): Promise<void> => {
  const key = uidKey(run.source, uid, null)
  if (plan.keys.has(key)) return
  const { holders } = await holdersOf(writing.store, identityStream('event', key))
  const { owners } = await folds.of(uid)
  for (const { owner } of holders) {
    const known = owners.has(owner) ? null : await loadEvent(writing, owner)
    const old = known && occurrenceIn(run.source, uid, known)
    if (old === null) continue
    const claim = { type: 'Claimed', owner, occurrence: old.occurrence } as const
    const stream = identityStream('event', seriesKey(run.source, uid))
    await appendClaims(writing.store, stream, [claim], 'any', context)
  }
  if (holders.length > 0) folds.forget(uid)
}

const NONE: ReadonlyMap<string, number> = new Map()

/** Occurrence → event, of all that the batch brings and an event is, or is to be. */
const revised = async (
  chunk: SeriesChunk,
  folds: SeriesFolds,
  uid: string,
  occurrences: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> => {
  if (chunk.plan.series(uid) !== undefined) await noteSingle(chunk, folds, uid)
  const fold = await folds.of(uid)
  if (fold.owners.size === 0) return NONE
  const olds: OldOccurrence[] = []
  for (const id of unbrought(chunk, uid, fold)) {
    const known = await loadEvent(chunk.writing, id)
    const old = known && oldIn(chunk, uid, known)
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

/** The event that an occurrence, of which there is none, is from now on; null: it is a new one. */
export const partners = (chunk: SeriesChunk, folds: SeriesFolds) => {
  const moves = askedOnce<ReadonlyMap<string, number>>()
  return async ({ item: { version }, period }: Subject): Promise<KnownEvent | null> => {
    const { uid } = version
    if (uid === null) return null
    const occurrence = version.occurrence ?? occurrenceOf(period)
    const brought = chunk.plan.series(uid)?.occurrences ?? new Set([occurrence])
    const id = (await moves.get(uid, () => revised(chunk, folds, uid, brought))).get(occurrence)
    const known = id === undefined ? null : await loadEvent(chunk.writing, id)
    const old = known && oldIn(chunk, uid, known)
    if (old === null) return null
    return old.occurrence === occurrence || !brought.has(old.occurrence) ? known : null
  }
}
