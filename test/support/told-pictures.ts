import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { ImageType } from '../../shared/facts/image.ts'

/** Stands in every trace that a picture of `telling` carries. */
export const TRACE = 'secret-trace'

const WIDE = { width: 40, height: 20 }

/** No two columns alike, so that a turned or a cut picture is another one. */
const drawn = (): Sharp => {
  const pixels = Buffer.from(
    Array.from({ length: WIDE.width * WIDE.height }, (_, n) => [
      n % 256,
      (n * 7) % 256,
      (n * 13) % 256,
    ]).flat(),
  )
  return sharp(pixels, { raw: { ...WIDE, channels: 3 } })
}

const encoders: Readonly<Record<ImageType, (picture: Sharp) => Sharp>> = {
  'image/jpeg': picture => picture.jpeg(),
  'image/png': picture => picture.png(),
  'image/gif': picture => picture.gif(),
  'image/webp': picture => picture.webp(),
  'image/avif': picture => picture.avif({ effort: 0 }),
}

/** Position, artist and a program in EXIF, an XMP packet, a colour profile, and how the camera was held. */
const noted = (orientation: number, picture: Sharp): Sharp =>
  picture
    .withIccProfile('p3')
    .withExif({
      IFD0: { Artist: TRACE, Software: TRACE },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '42/1 43/1 48/1', GPSAreaInformation: TRACE },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>${TRACE}</rdf></x:xmpmeta>`)
    .withMetadata({ orientation })

const text = Buffer.from(TRACE, 'latin1')

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const riffChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

const box = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}

const latin = (...texts: string[]) => Buffer.from(texts.join(''), 'latin1')
const inserted = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)])

/** What programs write besides, and what stands behind the end of the file. */
const smuggled: Readonly<Record<ImageType, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': bytes =>
    Buffer.concat([
      inserted(
        bytes,
        2,
        segment(0xed, latin('Photoshop 3.0\0', TRACE)),
        segment(0xe0, latin('JFXX\0\x10', TRACE)),
        segment(0xe2, latin('MPF\0', TRACE)),
        segment(0xfe, text),
      ),
      text,
    ]),
  'image/png': bytes =>
    Buffer.concat([
      inserted(
        bytes,
        33,
        chunk('tEXt', latin('Author\0', TRACE)),
        chunk('iTXt', latin('XML:com.adobe.xmp\0\0\0\0\0', TRACE)),
        chunk('tIME', Buffer.from([7, 235, 5, 1, 1, 1, 1])),
        chunk('prVt', text),
      ),
      text,
    ]),
  'image/gif': bytes => {
    const start = 13 + (((bytes[10] ?? 0) & 0x80) === 0 ? 0 : 3 << (((bytes[10] ?? 0) & 7) + 1))
    const blocks = (...head: number[]) => Buffer.from([0x21, ...head, text.length, ...text, 0])
    const application = latin('XMP DataXMP')
    return Buffer.concat([
      inserted(bytes, start, blocks(0xfe), blocks(0xff, application.length, ...application)),
      text,
    ])
  },
  'image/webp': bytes => {
    const longer = Buffer.concat([bytes, riffChunk('PRVT', text)])
    longer.writeUInt32LE(longer.length - 8, 4)
    return Buffer.concat([longer, text])
  },
  'image/avif': bytes => Buffer.concat([bytes, box('uuid', text), box('free', text)]),
}

/** A small picture that tells as much as one can. */
export const telling = async (type: ImageType, orientation = 1): Promise<Buffer> => {
  const made = encoders[type](noted(orientation, drawn()))
  return smuggled[type](await made.toBuffer())
}

/** Its pixels as they are stored, and all that says how they are to be shown. */
export const shownIn = async (bytes: Uint8Array) => {
  const { orientation = 1, icc, width, height, format } = await sharp(bytes).metadata()
  const pixels = await sharp(bytes).raw().toBuffer()
  return {
    ...{ orientation, width, height, format },
    icc: icc?.toString('base64'),
    pixels: pixels.toString('base64'),
  }
}
