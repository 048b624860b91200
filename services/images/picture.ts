import { webcrypto } from 'node:crypto'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { ImageType } from '../../shared/facts/image.ts'
import { IMAGE_PIXELS } from '../../shared/limits/fetched.ts'
import { gate } from '../../shared/gate.ts'
import { imageTypeOf } from './file-type.ts'
import type { Dimensions } from '../../shared/facts/image-files.ts'
import { bare } from './bare/bare.ts'
import { sizesOf, type Size } from './sizes.ts'

const AT_ONCE = 2
const SECONDS = 20
const ANEW_QUALITY = 90
/** Of a picture that others are made of: 16 MiB of memory, where real ones have a sixth of it. */
const MIDDLE_PIXELS = 4_000_000

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

/** How a picture is opened, and all that is ready to be opened so. */
type Source = { readonly bytes: Uint8Array; readonly options: SharpOptions }

/** First frame only, upright; what a camera noted about place and time stays behind. */
const fitted = ({ bytes, options }: Source, { name, width, height }: Size): Sharp =>
  sharp(bytes, options)
    .autoOrient()
    .resize({ width, height, fit: name === 'thumbnail' ? 'cover' : 'fill' })
    .timeout({ seconds: SECONDS })

/** The pixels of one size, to make smaller ones of. */
const pixelsOf = async (file: Source, size: Size): Promise<Source> => {
  const { data, info } = await fitted(file, size).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { bytes: data, options: { raw: { width, height, channels } } }
}

/** The largest size that shows everything, whose pixels are no burden; the file is decoded once for it and all below. */
const middleOf = (wanted: readonly Size[]): Size | undefined =>
  wanted.findLast(({ name, width, height }) => name !== 'thumbnail' && width * height <= MIDDLE_PIXELS)

const shrunk = async (bytes: Uint8Array, type: ImageType, wanted: readonly Size[]) => {
  const file = { bytes, options: reading }
  const middle = middleOf(wanted)
  const pixels = middle && (await pixelsOf(file, middle))
  const sizes: (Size & { readonly bytes: Uint8Array })[] = []
  for (const size of wanted) {
    const fits = middle !== undefined && size.width <= middle.width && size.height <= middle.height
    const made = fitted(fits && pixels !== undefined ? pixels : file, size)
    sizes.push({ ...size, bytes: await encoded(made, type).toBuffer() })
  }
  return sizes
}

/** SHA-256, hex, by a thread of the pool: a large file would hold everybody up. */
const digestOf = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')

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
    const wanted = sizesOf(dimensions)
    if (wanted.length === 0) await decode(bytes)
    const sizes = await shrunk(bytes, type, wanted)
    const digests = { digest: await digestOf(bytes), sentDigest: await digestOf(sent) }
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
