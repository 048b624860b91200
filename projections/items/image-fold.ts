import type { Position, ImageId } from '../../shared/kernel/brands.ts'
import { evolveImage, imageCodec, type ImageFact, type ImageState } from '../../shared/facts/image.ts'
import type { Fold } from '../engine/fold.ts'

export type ImageItem = {
  readonly _id: ImageId
  /** Position of the last record. */
  readonly rev: Position
  readonly values: ImageState
  /** What is left of it is there only so that nothing of it comes back. */
  readonly removed: boolean
}

export const imageFold: Fold<ImageItem, ImageFact, ImageId> = {
  decode: ({ type, data }) => imageCodec.decode(type, data),
  idOf: fact => fact.imageId,
  evolve: (item, fact, { position }) => {
    if (item?.removed === true) return item
    if (fact.type === 'ImageRemoved') return item && { ...item, rev: position, removed: true }
    const values = evolveImage(item?.values ?? null, fact)
    return values && { _id: fact.imageId, rev: position, values, removed: false }
  },
}
