import { reader, type Box } from './boxes.ts'

/** Where a part of an item lies in the file. */
export type Extent = { readonly item: number; readonly from: number; readonly length: number }

/** A still picture has a handful; one cut into tiles, some hundreds. */
const MOST = 10_000
/** Offsets count from the start of the file, or of `idat`. */
const [IN_FILE, IN_IDAT] = [0, 1]

/** What `iloc` says (ISO 14496-12 §8.11.3). Throws RangeError when it cannot be read, or points outside of the file. */
export const extentsOf = (bytes: Buffer, { data, to }: Box, idat: number): readonly Extent[] => {
  const next = reader(bytes, data, to)
  const version = next.number(1)
  next.number(3)
  const [sizes, more] = [next.number(1), next.number(1)]
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4]
  const indexSize = version === 0 ? 0 : more & 15
  if (version > 2 || Math.max(offsetSize, lengthSize, baseSize, indexSize) > 8 || lengthSize === 0)
    throw new RangeError('not a kind of iloc that is known')
  const extents: Extent[] = []
  const items = next.number(version < 2 ? 2 : 4)
  for (let n = 0; n < items; n++) {
    const item = next.number(version < 2 ? 2 : 4)
    const method = version === 0 ? IN_FILE : next.number(2) & 15
    next.number(2)
    if (method !== IN_FILE && method !== IN_IDAT) throw new RangeError('an item made of others')
    const base = next.number(baseSize) + (method === IN_IDAT ? idat : 0)
    const count = next.number(2)
    for (let extent = 0; extent < count; extent++) {
      next.number(indexSize)
      const from = base + next.number(offsetSize)
      const length = next.number(lengthSize)
      if (from + length > bytes.length || extents.length >= MOST) throw new RangeError('too far or too many')
      extents.push({ item, from, length })
    }
  }
  return extents
}
