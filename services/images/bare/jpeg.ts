import { IMAGE_PARTS } from '../../../shared/limits/fetched.ts'
import { isTurned, orientationTiff } from './orientation.ts'

const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda]
const [APP0, APP2, APP14, COM] = [0xe0, 0xe2, 0xee, 0xfe]
const EXIF = Buffer.from('Exif\0\0', 'latin1')

/** Markers without a length of their own: restarts, and one that old programs write. */
const isAlone = (marker: number): boolean => (marker >= 0xd0 && marker <= SOI) || marker === 0x01

/** Position after the compressed data that begins at `from`: of the next marker that is none of them. */
const afterScan = (bytes: Uint8Array, from: number): number => {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

const startsWith = (segment: Buffer, text: string): boolean =>
  segment.subarray(4, 4 + text.length).toString('latin1') === text

/** JFIF without the small picture that it may hold, of before the picture was cut. */
const jfif = (segment: Buffer): readonly Buffer[] => {
  if (!startsWith(segment, 'JFIF\0') || segment.length < 18) return []
  const head = Buffer.from(segment.subarray(0, 18))
  head.writeUInt16BE(16, 2)
  head.writeUInt16BE(0, 16)
  return [head]
}

/** What stays of a segment (with its marker and length): what is needed to show the picture, and its colours. */
const kept = (segment: Buffer, marker: number): readonly Buffer[] => {
  if (marker === APP0) return jfif(segment)
  if (marker === APP2) return startsWith(segment, 'ICC_PROFILE\0') ? [segment] : []
  if (marker === APP14) return startsWith(segment, 'Adobe') ? [segment] : []
  return (marker > APP0 && marker <= 0xef) || marker === COM ? [] : [segment]
}

const exif = (orientation: number): readonly Buffer[] => {
  if (!isTurned(orientation)) return []
  const tiff = orientationTiff(orientation)
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(2 + EXIF.length + tiff.length, 2)
  return [Buffer.concat([head, EXIF, tiff])]
}

/**
 * A JPEG file with its pixels, its colour profile and its orientation, and nothing else: neither EXIF, XMP, IPTC, comments,
 * small pictures, nor what stands behind its end. null: its parts cannot be told apart.
 */
export const bareJpeg = (file: Uint8Array, orientation: number): Buffer | null => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff00 + SOI) return null
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let turned = exif(orientation)
  let looked = 0
  for (let at = 2; at + 1 < bytes.length;) {
    if (++looked > IMAGE_PARTS) return null
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      looked--
      continue
    }
    if (marker === EOI) return Buffer.concat([...parts, bytes.subarray(at, at + 2)])
    if (isAlone(marker)) {
      at += 2
      continue
    }
    const end = at + 4 > bytes.length ? Infinity : at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return null
    // readers expect JFIF to come first
    if (marker !== APP0) {
      parts.push(...turned)
      turned = []
    }
    parts.push(...kept(bytes.subarray(at, end), marker))
    at = end
    if (marker !== SOS) continue
    at = afterScan(bytes, end)
    parts.push(bytes.subarray(end, at))
  }
  return null
}
