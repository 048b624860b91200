import { IMAGE_PARTS } from '../../../shared/limits/fetched.ts'

/** A part of an ISO media file (ISO 14496-12 §4.2): `from` its size, `data` what it holds, `to` its end. */
export type Box = {
  readonly type: string
  readonly from: number
  readonly data: number
  readonly to: number
}

/** The boxes from `from` to `to`, one behind the other; null: they cannot be told apart. */
export const boxesIn = (bytes: Buffer, from: number, to: number): readonly Box[] | null => {
  const boxes: Box[] = []
  for (let at = from; at < to;) {
    if (boxes.length > IMAGE_PARTS) return null
    if (at + 8 > to) return null
    const size = bytes.readUInt32BE(at)
    const isLong = size === 1
    if (isLong && at + 16 > to) return null
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size === 0 ? to - at : size
    const data = at + (isLong ? 16 : 8)
    if (at + length > to || at + length < data) return null
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at, data, to: at + length })
    at += length
  }
  return boxes
}

/** Makes it one that says nothing, of the same length: what lies behind it stays where others look for it. */
export const blank = (bytes: Buffer, { from, data, to }: Box): void => {
  bytes.write('free', from + 4, 'latin1')
  bytes.fill(0, data, to)
}

/** Reads numbers one after the other; throws RangeError at the end. */
export const reader = (bytes: Buffer, from: number, to: number) => {
  let at = from
  return {
    at: () => at,
    /** `size`: bytes of the number, 0 to 8. */
    number: (size: number): number => {
      if (at + size > to) throw new RangeError('past the end of the box')
      const value = Array.from(bytes.subarray(at, at + size)).reduce((sum, byte) => sum * 256 + byte, 0)
      at += size
      return value
    },
  }
}
