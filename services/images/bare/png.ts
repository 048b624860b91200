import { crc32 } from 'node:zlib'
import { IMAGE_PARTS } from '../../../shared/limits/fetched.ts'
import { isTurned, orientationTiff } from './orientation.ts'

const SIGNATURE = 8
/** Chunks that say how the picture looks, moving ones included. */
const KEPT = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'bKGD', 'sBIT', 'pHYs', 'acTL', 'fcTL', 'fdAT'],
  ...['gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'mDCV', 'cLLI'],
])

const exif = (orientation: number): readonly Buffer[] => {
  if (!isTurned(orientation)) return []
  const named = Buffer.concat([Buffer.from('eXIf'), orientationTiff(orientation)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  sum.writeUInt32BE(crc32(named))
  return [length, named, sum]
}

/**
 * A PNG file with its pixels, colours and orientation, and nothing else: neither texts, EXIF, its time, chunks of single
 * programs, nor what stands behind its end. null: its parts cannot be told apart.
 */
export const barePng = (file: Uint8Array, orientation: number): Buffer | null => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  const parts: Buffer[] = [bytes.subarray(0, SIGNATURE)]
  let looked = 0
  for (let at = SIGNATURE; at + 12 <= bytes.length;) {
    if (++looked > IMAGE_PARTS) return null
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (KEPT.has(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IHDR') parts.push(...exif(orientation))
    if (type === 'IEND') return Buffer.concat(parts)
    at = end
  }
  return null
}
