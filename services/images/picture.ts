import { hash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import type { ImageType } from '../../shared/facts/image.ts'
import { IMAGE_PIXELS } from '../../shared/limits.ts'
import { gate } from '../../shared/gate.ts'
import { imageTypeOf } from './file-type.ts'
import type { Dimensions } from '../../shared/facts/image-files.ts'
import { bare } from './bare/bare.ts'
import { sizesOf, type Size } from './sizes.ts'

const AT_ONCE = 2
const SECONDS = 20
const ANEW_QUALITY = 90

/** A picture that was looked at as a whole, with smaller ones made of it. */
export type Picture = Dimensions & {
  readonly type: ImageType
  readonly bytes: Uint8Array
  /** SHA-256, hex: of the bytes, and of the file as it was sent. */
  readonly digest: string
  readonly sentDigest: string
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

const reading = { limitInputPixels: IMAGE_PIXELS, failOn: 'error' } as const

const encoded = (picture: Sharp, type: ImageType, quality = 82): Sharp => {
  switch (type) {
    case 'image/jpeg':
      return picture.jpeg({ quality })
    case 'image/png':
      return picture.png()
    case 'image/gif':
      return picture.gif()
    case 'image/webp':
      return picture.webp({ quality })
    case 'image/avif':
      return picture.avif({ effort: 2, quality: Math.min(quality, 75) })
  }
}

/** First frame only, upright; what a camera noted about place and time stays behind. */
const shrunk = async (bytes: Uint8Array, type: ImageType, { name, width, height }: Size) => {
  const picture = sharp(bytes, reading)
  const fit: 'cover' | 'fill' = name === 'thumbnail' ? 'cover' : 'fill'
  const resized = picture.autoOrient().resize({ width, height, fit }).timeout({ seconds: SECONDS })
  return { name, width, height, bytes: await encoded(resized, type).toBuffer() }
}

/** Dimensions of an upright picture. */
const dimensionsOf = async (bytes: Uint8Array): Promise<Dimensions> => {
  const { autoOrient } = await sharp(bytes, reading).metadata()
  return autoOrient
}

/**
 * The picture as it is kept: upright in the same way, with its colours, and nothing that tells where, when or by whom it
 * was taken. The parts of its file are sorted out; where they cannot be told apart, it is made anew, still if it moved.
 */
const withoutTraces = async (bytes: Uint8Array, type: ImageType): Promise<Uint8Array> => {
  const { orientation = 1 } = await sharp(bytes, reading).metadata()
  const kept = bare(bytes, type, orientation)
  if (kept !== null) return kept
  const anew = sharp(bytes, reading).autoOrient().keepIccProfile().timeout({ seconds: SECONDS })
  return encoded(anew, type, ANEW_QUALITY).toBuffer()
}

/** Decodes every part of the first frame: half a file is none. */
const decode = async (bytes: Uint8Array): Promise<void> => {
  await sharp(bytes, reading).timeout({ seconds: SECONDS }).stats()
}

const opened = async (sent: Uint8Array, type: ImageType): Promise<Picture | null> => {
  try {
    const bytes = await withoutTraces(sent, type)
    const dimensions = await dimensionsOf(bytes)
    if (dimensions.width * dimensions.height > IMAGE_PIXELS) return null
    const sizes: (Size & { readonly bytes: Uint8Array })[] = []
    const wanted = sizesOf(dimensions)
    if (wanted.length === 0) await decode(bytes)
    for (const size of wanted) sizes.push(await shrunk(bytes, type, size))
    const digests = { digest: hash('sha256', bytes), sentDigest: hash('sha256', sent) }
    return { ...dimensions, ...digests, type, bytes, sizes }
  } catch {
    // the library says of any fault that the input has it
    return null
  }
}

/** The bytes of a picture as they are kept today. null: they are no picture that is taken. */
export const removeTraces = async (bytes: Uint8Array): Promise<Uint8Array | null> => {
  const type = imageTypeOf(bytes)
  if (type === null) return null
  try {
    const kept = await withoutTraces(bytes, type)
    await decode(kept)
    return kept
  } catch {
    // as in `opened`
    return null
  }
}

export type RemoveTraces = typeof removeTraces

/** Opens pictures, few at a time, on threads of the library. null: the bytes are no picture that is taken. */
export const pictureReader = () => {
  const inTurn = gate(AT_ONCE)
  return async (bytes: Uint8Array): Promise<Picture | null> => {
    const type = imageTypeOf(bytes)
    return type === null ? null : inTurn(() => opened(bytes, type))
  }
}

export type ReadPicture = ReturnType<typeof pictureReader>
