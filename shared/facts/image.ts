import { z } from 'zod'
import { ImageId, streamName } from '../kernel/brands.ts'
import { unreachable } from '../kernel/decision.ts'
import { type Codec, codecOf } from './codec.ts'
import { By } from './common.ts'
import { namedAnew } from './image-files.ts'

export const ImageType = z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'])
export type ImageType = z.infer<typeof ImageType>

/** In the order in which replies show them (spec 02 §1.1). */
export const SizeName = z.enum(['thumbnail', 'medium', 'medium_large', 'large'])
export type SizeName = z.infer<typeof SizeName>

/** One file of an image: the picture as it came, or a smaller one made of it. */
const File = z.object({
  /** Last part of its address, unique, e.g. `fair.jpg`, `fair-150x150.jpg`. */
  file: z.string(),
  /** As shown, in pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
})

const digest = z.string().regex(/^[0-9a-f]{64}$/)

export const ImageValues = File.extend({
  type: ImageType,
  /** SHA-256 of the bytes, hex. */
  digest,
  sizes: z.array(File.extend({ name: SizeName })),
  /** Where it was fetched from, and what the answer said for asking again; null: it was handed over. */
  source: z
    .object({ address: z.string(), etag: z.string().nullable(), lastModified: z.string().nullable() })
    .nullable(),
  /** What it shows, in words, for those who do not see it; absent: nobody said. */
  alt: z.string().optional(),
})
export type ImageValues = z.infer<typeof ImageValues>

export const ImageFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ImageAdded'), imageId: ImageId, by: By, values: ImageValues }),
  z.object({
    type: z.literal('ImageCleaned'),
    imageId: ImageId,
    by: By,
    changes: z.object({
      bytes: z.tuple([z.int().positive(), z.int().positive()]),
      digest: z.tuple([digest, digest]),
    }),
  }),
  z.object({
    type: z.literal('ImageAltTextChanged'),
    imageId: ImageId,
    by: By,
    changes: z.object({ alt: z.tuple([z.string(), z.string()]) }),
  }),
  /** Its files are deleted, and nothing has their names any more. */
  z.object({ type: z.literal('ImageRemoved'), imageId: ImageId, by: By }),
])
export type ImageFact = z.infer<typeof ImageFact>

const codec = codecOf(ImageFact)
/** Images that once got no extension are read with one. */
export const imageCodec: Codec<ImageFact> = {
  encode: codec.encode,
  decode: (type, data) => {
    const fact = codec.decode(type, data)
    return fact.type === 'ImageAdded' ? { ...fact, values: namedAnew(fact.imageId, fact.values) } : fact
  },
}
export const imageStream = (id: ImageId) => streamName(`image-${id}`)

/** `cleaned`: the picture itself is in the stream of its digest. */
export type ImageState = ImageValues & { readonly alt: string; readonly cleaned: boolean }

/** null: there is none, or none any more. */
export const evolveImage = (image: ImageState | null, fact: ImageFact): ImageState | null => {
  switch (fact.type) {
    case 'ImageAdded':
      return { ...fact.values, alt: fact.values.alt ?? '', cleaned: false }
    case 'ImageCleaned':
      return (
        image && { ...image, bytes: fact.changes.bytes[1], digest: fact.changes.digest[1], cleaned: true }
      )
    case 'ImageAltTextChanged':
      return image && { ...image, alt: fact.changes.alt[1] }
    case 'ImageRemoved':
      return null
    default:
      return unreachable(fact)
  }
}

/** Bytes of one file, in order, each record far below what one append takes. */
export const ImageBytesFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ImageBytesStored'), imageId: ImageId, base64: z.base64() }),
])
export type ImageBytesFact = z.infer<typeof ImageBytesFact>
export const imageBytesCodec = codecOf(ImageBytesFact)
/** The picture itself, or a smaller one. */
export type PartName = SizeName | 'full'
/** One stream for each file; `full` is the picture as it was stored first. */
export const imageBytesStream = (id: ImageId, part: PartName) => streamName(`imagebytes-${id}/${part}`)
/** A picture that was cleaned later has a stream of its own. */
export const cleanedBytesStream = (id: ImageId, digest: string) =>
  streamName(`imagebytes-${id}/full-${digest.slice(0, 32)}`)
/** Where a file of an image is now. */
export const bytesStreamOf = (id: ImageId, image: ImageState, part: PartName) =>
  part === 'full' && image.cleaned ? cleanedBytesStream(id, image.digest) : imageBytesStream(id, part)
