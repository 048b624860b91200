import type { ImageId } from '../../shared/kernel/brands.ts'
import type { Collection } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { foldRecords } from '../engine/fold.ts'
import { imageFold } from '../items/image-fold.ts'
import type { Site } from '../items/post.ts'
import { imageRow, type ImageRow } from './evolve.ts'

export type { ImageRow } from './evolve.ts'
export type { Image, ImageLookup } from '../items/images.ts'

export type ImageQueries = {
  /** Unknown ones and those that were removed are left out. */
  readonly byIds: (ids: readonly ImageId[]) => Promise<ReadonlyMap<ImageId, ImageRow>>
  /** The image that has a file of this name, in any of its sizes. */
  readonly byFile: (file: string) => Promise<ImageRow | null>
  /** The first ids above `after`, ascending, those of removed ones among them. */
  readonly idsAfter: (after: ImageId, limit: number) => Promise<readonly ImageId[]>
  /** An image from the records of its stream, for when the read model lags (spec 00 §8). */
  readonly fromRecords: (records: readonly StoredRecord[]) => ImageRow | null
}

export const imageQueries = (rows: Collection<ImageRow>, site: Site): ImageQueries => ({
  byIds: async ids =>
    new Map((await rows.getMany(ids)).flatMap(row => (row.removed ? [] : [[row._id, row] as const]))),
  byFile: async file => (await rows.find({ files: file }, { limit: 1 }))[0] ?? null,
  idsAfter: async (after, limit) =>
    (await rows.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit })).map(({ _id }) => _id),
  fromRecords: records => {
    const item = foldRecords(records, imageFold)
    return item === null || item.removed ? null : imageRow(item, site)
  },
})
