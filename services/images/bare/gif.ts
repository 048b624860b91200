import { IMAGE_PARTS } from '../../../shared/limits/fetched.ts'
const [IMAGE, EXTENSION, TRAILER] = [0x2c, 0x21, 0x3b]
const [APPLICATION, CONTROL] = [0xff, 0xf9]
/** How often it is repeated, and its colours. */
const KEPT = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

/** Bytes of the table of colours that a byte of flags announces. */
const tableOf = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1))

/** Position behind the blocks that begin at `from`, the last of which is empty; null: they have no end. */
const afterBlocks = (bytes: Buffer, from: number): number | null => {
  for (let at = from; at < bytes.length;) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return null
}

const isKept = (bytes: Buffer, at: number): boolean =>
  bytes[at + 1] === CONTROL ||
  (bytes[at + 1] === APPLICATION && KEPT.includes(bytes.toString('latin1', at + 3, at + 14)))

/**
 * A GIF file with its pictures and how they follow each other, and nothing else: neither comments, texts, data of single
 * programs, nor what stands behind its end. null: its parts cannot be told apart.
 */
export const bareGif = (file: Uint8Array): Buffer | null => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (bytes.length < 14) return null
  const start = 13 + tableOf(bytes[10] ?? 0)
  const parts: Buffer[] = [bytes.subarray(0, start)]
  let looked = 0
  for (let at = start; at < bytes.length;) {
    if (++looked > IMAGE_PARTS) return null
    const kind = bytes[at]
    if (kind === TRAILER) return Buffer.concat([...parts, bytes.subarray(at, at + 1)])
    if (kind !== IMAGE && kind !== EXTENSION) return null
    const blocks = kind === IMAGE ? at + 11 + tableOf(bytes[at + 9] ?? 0) : at + 2
    const end = afterBlocks(bytes, blocks)
    if (end === null) return null
    if (kind === IMAGE || isKept(bytes, at)) parts.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat([...parts, Buffer.of(TRAILER)])
}
