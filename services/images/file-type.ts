import type { ImageType } from '../../shared/facts/image.ts'

const LONGEST_SIGNATURE = 32

/**
 * Kind of picture by its first bytes; names and announced types prove nothing. null: none that is taken. SVG is a
 * document that may hold scripts: not taken.
 */
export const imageTypeOf = (bytes: Uint8Array): ImageType | null => {
  const head = Buffer.from(bytes.subarray(0, LONGEST_SIGNATURE)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'image/webp'
  if (/^[^]{4}ftyp(avif|avis)/.test(head)) return 'image/avif'
  return null
}
