import { filesOf } from '../../shared/facts/image-files.ts'
import { evolveImage, imageCodec, type ImageFact, type ImageState } from '../../shared/facts/image.ts'
import type { Fold } from '../engine/batch.ts'
import { asciiJson } from '../items/ascii-json.ts'
import type { Image } from '../items/images.ts'
import type { Site } from '../items/site.ts'

/** An image as replies show it and as its files are found. */
export type ImageRow = Image & {
  readonly _id: number
  /** Position of the last record. */
  readonly rev: number
  /** Names of all its files; none of one that was removed. */
  readonly files: readonly string[]
  readonly values: ImageState
  /** Only so that nothing of it comes back. */
  readonly removed: boolean
}

const extensionOf = (file: string): string => file.slice(file.lastIndexOf('.') + 1)

/** First-generation object (spec 02 §1.1 `image`). */
const calObject = (id: number, values: ImageState, urlOf: (file: string) => string) => {
  const { file, type, width, height, bytes, sizes, alt } = values
  const sized = sizes.map(size => [
    size.name,
    {
      width: size.width,
      height: size.height,
      'mime-type': type,
      filesize: size.bytes,
      url: urlOf(size.file),
    },
  ])
  const common = { url: urlOf(file), id, extension: extensionOf(file) }
  return {
    ...{ ...common, width, height, filesize: bytes, sizes: Object.fromEntries(sized) as object },
    ...(alt === '' ? {} : { alt }),
  }
}

type ImageItem = Pick<ImageRow, '_id' | 'rev' | 'values' | 'removed'>

export const imageFold: Fold<ImageItem, ImageFact> = {
  decode: ({ type, data }) => imageCodec.decode(type, data),
  idOf: fact => fact.imageId,
  evolve: (item, fact, { position }) => {
    if (item?.removed === true) return item
    if (fact.type === 'ImageRemoved') return item && { ...item, rev: position, removed: true }
    const values = evolveImage(item?.values ?? null, fact)
    return values && { _id: fact.imageId, rev: position, values, removed: false }
  },
}

export const imageRow = ({ _id, rev, values, removed }: ImageItem, site: Site): ImageRow => {
  const urlOf = (file: string) => `${site.url}/media/${file}`
  return {
    ...{ _id, rev, values, removed },
    files: removed ? [] : filesOf(values),
    url: urlOf(values.file),
    cal: asciiJson(calObject(_id, values, urlOf)),
  }
}
