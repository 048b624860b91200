import type { Revision } from '../../../shared/facts/common.ts'
import type { SeriesSpan } from '../../../shared/facts/import.ts'
import { plusMonths } from '../../../shared/kernel/time/calculate.ts'
import type { KnownEvent } from '../apply/known-event.ts'
import type { Subject } from '../item/dated-item.ts'
import { occurrenceOf } from '../item/identity.ts'
import type { ItemVersion } from '../item/read-item.ts'
import { dayOf, spanOf } from '../item/series.ts'
import { unbrought, type SeriesChunk, type SeriesFolds } from './chunk-series.ts'

/** Occurrences of a series that says nothing of the kind are looked for so far ahead (spec 05 §8.5). */
const HORIZON_MONTHS = 24

const revisionIn = ({ sequence, lastModified }: ItemVersion): Revision => ({
  sequence: sequence ?? 0,
  lastModified,
  stamp: null,
})

/** Local days of original starts; null: none. */
const coverOf = ({ plan, moment }: SeriesChunk, uid: string, { item: { version }, period }: Subject) => {
  const said = plan.series(uid)?.cover
  if (said !== undefined) return said
  const from = dayOf(version.occurrence ?? occurrenceOf(period), period.timezone)
  if (from === null) return null
  const today = moment.nowUtc.slice(0, 10)
  return { from, to: plusMonths(from > today ? from : today, HORIZON_MONTHS).slice(0, 10) }
}

/** Occurrences; single events that are new, or that this import made out of an occurrence. */
const mayBeOfSeries = (
  { importId }: SeriesChunk,
  { item: { version } }: Subject,
  known: KnownEvent | null,
): boolean => {
  const origin = known?.item.values.origin ?? null
  if (version.occurrence !== null || origin === null) return true
  return origin.occurrence !== null || origin.importId === importId
}

/** What the items of a chunk cover of the series that they are of. */
export const seriesSpans = (chunk: SeriesChunk, folds: SeriesFolds) => {
  const { plan } = chunk
  const spans = new Map<string, SeriesSpan>()
  return {
    /** That the item belongs to a series, or was one, some of whose events may turn out to be left over. */
    note: async (subject: Subject, known: KnownEvent | null): Promise<void> => {
      const { uid, occurrence } = subject.item.version
      if (uid === null || !mayBeOfSeries(chunk, subject, known)) return
      const series = plan.series(uid)
      if (series?.cover !== undefined && spans.has(uid)) return
      if (occurrence === null && (await folds.of(uid)).owners.size === 0) return
      const cover = coverOf(chunk, uid, subject)
      if (cover === null) return
      const revision = series?.revision ?? revisionIn(subject.item.version)
      spans.set(uid, { uid, ...spanOf(cover, spans.get(uid) ?? cover), revision })
    },
    /** Those of series some of whose events no item has met so far. */
    left: async (): Promise<readonly SeriesSpan[]> => {
      const left: SeriesSpan[] = []
      for (const [uid, span] of spans)
        if (unbrought(chunk, uid, await folds.of(uid)).length > 0) left.push(span)
      return left
    },
  }
}
