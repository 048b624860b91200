import type { StoredRecord } from '../../shared/event-store/port.ts'
import { imageCodec, type ImageValues } from '../../shared/facts/image.ts'
import { asciiJson } from '../items/ascii-json.ts'
import type { Image } from '../items/images.ts'
import type { Site } from '../items/site.ts'

/** An image as replies show it and as its files are found. */
export type ImageRow = Image & {
  readonly _id: number
  /** Position of its record. */
  readonly rev: number
  /** Names of all its files. */
  readonly files: readonly string[]
  readonly values: ImageValues
}

const extensionOf = (file: string): string => file.slice(file.lastIndexOf('.') + 1)

/** First-generation object (spec 02 §1.1 `image`). */
const calObject = (id: number, values: ImageValues, urlOf: (file: string) => string) => {
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

/** Images are what they were when they came: one record makes the row. */
export const imageRow = ({ type, data, position }: StoredRecord, site: Site): ImageRow => {
  const { imageId, values } = imageCodec.decode(type, data)
  const urlOf = (file: string) => `${site.url}/media/${file}`
  return {
    _id: imageId,
    rev: position,
    files: [values.file, ...values.sizes.map(({ file }) => file)],
    url: urlOf(values.file),
    cal: asciiJson(calObject(imageId, values, urlOf)),
    values,
  }
}
