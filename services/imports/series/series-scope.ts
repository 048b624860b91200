import type { Revision } from '../../../shared/facts/common.ts'
import { askedOnce } from '../../../shared/remembered.ts'
import type { ItemVersion } from '../item/read-item.ts'
import { seriesFolds, type SeriesChunk } from './chunk-series.ts'
import { partners } from './partners.ts'
import { isOutdated } from './series-book.ts'
import { seriesSpans } from './spans.ts'

/**
 * What the items of a chunk must know of the series they are of (spec 05 §5). Everything is looked up once for a chunk;
 * what counts of an event is what its own stream says.
 */
export const seriesScope = (chunk: SeriesChunk) => {
  const { importId, plan } = chunk
  const folds = seriesFolds(chunk)
  const older = askedOnce<boolean>()
  const told = new Set<string>()
  const spans = seriesSpans(chunk, folds)

  const isOutdatedIn = async (uid: string): Promise<boolean> => {
    const series = plan.series(uid)
    return series !== undefined && isOutdated(await folds.of(uid), importId, series.revision)
  }

  return {
    /** Whether another import brought something newer of the series. */
    isOlder: async ({ uid, occurrence }: ItemVersion): Promise<boolean> =>
      uid !== null && occurrence !== null && older.get(uid, () => isOutdatedIn(uid)),
    /** Whether the source ever brought a series under this uid. */
    isKnown: async (uid: string): Promise<boolean> => (await folds.of(uid)).owners.size > 0,
    /** What brings the series, for one of its notes: the others need not say it again. */
    revisionOnce: (uid: string): Revision | undefined => {
      if (told.has(uid)) return undefined
      told.add(uid)
      return plan.series(uid)?.revision
    },
    /** As the stream of the series has it. */
    ownerOf: async (uid: string, id: number) => (await folds.of(uid)).owners.get(id),
    partnerOf: partners(chunk, folds),
    note: spans.note,
    spans: spans.left,
  }
}

export type SeriesScope = ReturnType<typeof seriesScope>
