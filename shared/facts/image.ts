import { z } from 'zod'
import { codecOf } from './codec.ts'
import { By, Id } from './common.ts'

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

export const ImageValues = File.extend({
  type: ImageType,
  /** SHA-256 of the bytes, hex. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  sizes: z.array(File.extend({ name: SizeName })),
  /** Where it was fetched from, and what the answer said for asking again; null: it was handed over. */
  source: z
    .object({ address: z.string(), etag: z.string().nullable(), lastModified: z.string().nullable() })
    .nullable(),
})
export type ImageValues = z.infer<typeof ImageValues>

export const ImageFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ImageAdded'), imageId: Id, by: By, values: ImageValues }),
])
export type ImageFact = z.infer<typeof ImageFact>
export const imageCodec = codecOf(ImageFact)
export const imageStream = (id: number) => `image-${id}` as const

/** Bytes of one file, in order, each record far below what one append takes. */
export const ImageBytesFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ImageBytesStored'), imageId: Id, base64: z.base64() }),
])
export type ImageBytesFact = z.infer<typeof ImageBytesFact>
export const imageBytesCodec = codecOf(ImageBytesFact)
/** One stream for each file; `full` is the picture as it came. */
export const imageBytesStream = (id: number, part: SizeName | 'full') => `imagebytes-${id}/${part}` as const
