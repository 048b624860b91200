import { IMAGE_PARTS } from '../../../shared/limits/fetched.ts'
import { isTurned, orientationTiff } from './orientation.ts'

const HEAD = 12
const KEPT = ['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']
const IN_FRAMES = ['ALPH', 'VP8 ', 'VP8L']
const FRAME_HEAD = 16
const [XMP_FLAG, EXIF_FLAG] = [0x04, 0x08]

const chunkOf = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

type Chunk = { readonly type: string; readonly data: Buffer }

/** null: they cannot be told apart. */
const chunksIn = (bytes: Buffer): readonly Chunk[] | null => {
  const chunks: Chunk[] = []
  for (let at = 0; at < bytes.length;) {
    if (chunks.length > IMAGE_PARTS) return null
    if (at + 8 > bytes.length) return null
    const end = at + 8 + bytes.readUInt32LE(at + 4)
    if (end > bytes.length) return null
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, end) })
    at = end + (end % 2)
  }
  return chunks
}

/** A frame of a moving picture may hold chunks of single programs, too. */
const frame = (data: Buffer): Buffer | null => {
  const chunks = data.length < FRAME_HEAD ? null : chunksIn(data.subarray(FRAME_HEAD))
  if (chunks === null) return null
  const kept = chunks.filter(({ type }) => IN_FRAMES.includes(type))
  return Buffer.concat([data.subarray(0, FRAME_HEAD), ...kept.map(one => chunkOf(one.type, one.data))])
}

const withFlags = (data: Buffer, turned: boolean): Buffer => {
  const flags = Buffer.from(data)
  flags[0] = ((flags[0] ?? 0) & ~(XMP_FLAG | EXIF_FLAG)) | (turned ? EXIF_FLAG : 0)
  return flags
}

/**
 * A WebP file with its pictures, colours and orientation, and nothing else: neither EXIF, XMP, chunks of single programs,
 * nor what stands behind its end. null: its parts cannot be told apart.
 */
export const bareWebp = (file: Uint8Array, orientation: number): Buffer | null => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  const end = bytes.length < HEAD ? Infinity : 8 + bytes.readUInt32LE(4)
  const chunks = end > bytes.length ? null : chunksIn(bytes.subarray(HEAD, end))
  if (chunks === null) return null
  const turned = isTurned(orientation) && chunks[0]?.type === 'VP8X'
  const parts: Buffer[] = []
  for (const { type, data } of chunks) {
    if (!KEPT.includes(type)) continue
    const shown = type === 'ANMF' ? frame(data) : type === 'VP8X' ? withFlags(data, turned) : data
    if (shown === null) return null
    parts.push(chunkOf(type, shown))
  }
  if (turned) parts.push(chunkOf('EXIF', orientationTiff(orientation)))
  const body = Buffer.concat(parts)
  const head = Buffer.from(bytes.subarray(0, HEAD))
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}
