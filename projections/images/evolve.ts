import type { ImageId } from '../../shared/kernel/brands.ts'
import { filesOf } from '../../shared/facts/image-files.ts'
import type { ImageState } from '../../shared/facts/image.ts'
import { asciiJson, type Site } from '../items/post.ts'
import type { ImageItem } from '../items/image-fold.ts'
import type { Image } from '../items/images.ts'

/** An image as replies show it and as its files are found. */
export type ImageRow = Image &
  ImageItem & {
    /** Names of all its files; none of one that was removed. */
    readonly files: readonly string[]
  }

const extensionOf = (file: string): string => file.slice(file.lastIndexOf('.') + 1)

/** First-generation object (spec 02 §1.1 `image`). */
const calObject = (id: ImageId, values: ImageState, urlOf: (file: string) => string) => {
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

export const imageRow = ({ _id, rev, values, removed }: ImageItem, site: Site): ImageRow => {
  const urlOf = (file: string) => `${site.url}/media/${file}`
  return {
    ...{ _id, rev, values, removed },
    files: removed ? [] : filesOf(values),
    url: urlOf(values.file),
    cal: asciiJson(calObject(_id, values, urlOf)),
  }
}
