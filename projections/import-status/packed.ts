import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ImportChunkDoc, ImportItem } from './collections.ts'

/** Fast, and small enough: neighbours say nearly the same. */
const LEVEL = 3

const read = (text: string): readonly ImportItem[] =>
  JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString('utf8')) as readonly ImportItem[]

/** Items of a chunk, however it holds them. */
export const itemsOf = ({ items }: Pick<ImportChunkDoc, 'items'>): readonly ImportItem[] =>
  typeof items === 'string' ? read(items) : items

/** The same chunk, small once all its items have an outcome: from then on it is read seldom and kept for good. */
export const packed = (chunk: ImportChunkDoc): ImportChunkDoc => {
  const { items, has } = chunk
  if (typeof items === 'string' || items.length === 0 || has.includes('waiting')) return chunk
  const bytes = deflateRawSync(JSON.stringify(items), { level: LEVEL })
  return { ...chunk, items: bytes.toString('base64') }
}
