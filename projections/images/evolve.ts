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
  /** Names of all its files. */
  readonly files: readonly string[]
  readonly values: ImageState
}

const extensionOf = (file: string): string => file.slice(file.lastIndexOf('.') + 1)

/** First-generation object (spec 02 §1.1 `image`). */
const calObject = (id: number, values: ImageState, urlOf: (file: string) => string) => {
  const { file, type, width, height, bytes, sizes } = values
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
  return { ...common, width, height, filesize: bytes, sizes: Object.fromEntries(sized) as object }
}

type ImageItem = { readonly _id: number; readonly rev: number; readonly values: ImageState }

export const imageFold: Fold<ImageItem, ImageFact> = {
  decode: ({ type, data }) => imageCodec.decode(type, data),
  idOf: fact => fact.imageId,
  evolve: (item, fact, { position }) => {
    const values = evolveImage(item?.values ?? null, fact)
    return values && { _id: fact.imageId, rev: position, values }
  },
}

export const imageRow = ({ _id, rev, values }: ImageItem, site: Site): ImageRow => {
  const urlOf = (file: string) => `${site.url}/media/${file}`
  return {
    ...{ _id, rev, values },
    files: filesOf(values),
    url: urlOf(values.file),
    cal: asciiJson(calObject(_id, values, urlOf)),
  }
}
