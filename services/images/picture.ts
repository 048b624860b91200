import { hash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import type { ImageType, SizeName } from '../../shared/facts/image.ts'
import { IMAGE_PIXELS } from '../../shared/limits.ts'
import { imageTypeOf } from './file-type.ts'
import type { Dimensions } from './file-name.ts'
import { sizesOf, type Size } from './sizes.ts'

const AT_ONCE = 2
const SECONDS = 20

/** A picture that was looked at as a whole, with smaller ones made of it. */
export type Picture = Dimensions & {
  readonly type: ImageType
  readonly bytes: Uint8Array
  /** SHA-256, hex. */
  readonly digest: string
  readonly sizes: readonly (Size & { readonly bytes: Uint8Array })[]
}

// only what is taken can be opened at all
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
// the work is done by threads of its own, few enough to leave the others theirs
sharp.concurrency(1)
sharp.cache(false)

const encoded = (picture: Sharp, type: ImageType): Sharp => {
  switch (type) {
    case 'image/jpeg':
      return picture.jpeg({ quality: 82 })
    case 'image/png':
      return picture.png()
    case 'image/gif':
      return picture.gif()
    case 'image/webp':
      return picture.webp({ quality: 82 })
    case 'image/avif':
      return picture.avif({ effort: 2 })
  }
}

/** First frame only, upright; what a camera noted about place and time stays behind. */
const shrunk = async (bytes: Uint8Array, type: ImageType, { name, width, height }: Size) => {
  const picture = sharp(bytes, { limitInputPixels: IMAGE_PIXELS, failOn: 'error' })
  const fit: 'cover' | 'fill' = name === 'thumbnail' ? 'cover' : 'fill'
  const resized = picture.autoOrient().resize({ width, height, fit }).timeout({ seconds: SECONDS })
  return { name, width, height, bytes: await encoded(resized, type).toBuffer() }
}

/** Dimensions of an upright picture. */
const dimensionsOf = async (bytes: Uint8Array): Promise<Dimensions> => {
  const { autoOrient } = await sharp(bytes, { limitInputPixels: IMAGE_PIXELS, failOn: 'error' }).metadata()
  return autoOrient
}

/** Decodes every part of the first frame: half a file is none. */
const decode = async (bytes: Uint8Array): Promise<void> => {
  await sharp(bytes, { limitInputPixels: IMAGE_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    .stats()
}

const opened = async (bytes: Uint8Array, type: ImageType): Promise<Picture | null> => {
  try {
    const dimensions = await dimensionsOf(bytes)
    if (dimensions.width * dimensions.height > IMAGE_PIXELS) return null
    const sizes: (Size & { readonly bytes: Uint8Array })[] = []
    const wanted = sizesOf(dimensions)
    if (wanted.length === 0) await decode(bytes)
    for (const size of wanted) sizes.push(await shrunk(bytes, type, size))
    return { ...dimensions, type, bytes, digest: hash('sha256', bytes), sizes }
  } catch {
    // the library says of any fault that the input has it
    return null
  }
}

/** At most `limit` pieces of work at once; the others wait. */
const gate = (limit: number) => {
  let free = limit
  const waiting: (() => void)[] = []
  return async <Done>(work: () => Promise<Done>): Promise<Done> => {
    if (free === 0) await new Promise<void>(resolve => waiting.push(resolve))
    else free--
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}

/** Opens pictures, few at a time, on threads of the library. null: the bytes are no picture that is taken. */
export const pictureReader = () => {
  const inTurn = gate(AT_ONCE)
  return async (bytes: Uint8Array): Promise<Picture | null> => {
    const type = imageTypeOf(bytes)
    return type === null ? null : inTurn(() => opened(bytes, type))
  }
}

export type ReadPicture = ReturnType<typeof pictureReader>
export type PartName = SizeName | 'full'
