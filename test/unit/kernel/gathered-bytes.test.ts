import { describe, expect, it } from 'vitest'
import { gatheredBytes } from '../../../shared/kernel/gathered-bytes.ts'

/** Bytes that differ from their neighbours, cut into pieces of these sizes, in turn. */
const cut = (size: number, sizes: readonly number[]) => {
  const whole = Buffer.from(Array.from({ length: size }, (_, n) => (n * 7 + (n >> 8)) % 256))
  const pieces: Buffer[] = []
  for (let at = 0, n = 0; at < size; n++) {
    const piece = whole.subarray(at, at + (sizes[n % sizes.length] ?? 1))
    pieces.push(piece)
    at += piece.length
  }
  return { whole, pieces }
}

const gathered = (pieces: readonly Uint8Array[]) => {
  const bytes = gatheredBytes()
  for (const piece of pieces) bytes.add(piece)
  return bytes.pieces()
}

describe('bytes that come piece by piece', () => {
  it.each([[[1]], [[1, 5_000]], [[4_095, 4_096, 4_097]], [[16_384, 1]], [[70_000, 2, 3]], [[3_000, 0, 10]]])(
    'are the same in their order: pieces of %j',
    sizes => {
      const { whole, pieces } = cut(200_000, sizes)
      expect(Buffer.concat(gathered(pieces)).equals(whole)).toBe(true)
    },
  )

  it('are few pieces, however many came', () => {
    const { pieces } = cut(1_048_576, [1])
    expect(pieces).toHaveLength(1_048_576)
    expect(gathered(pieces).length).toBeLessThanOrEqual(16 + 1_048_576 / 16_384)
  })

  it('hold no more memory than they have, but for the first and the large ones', () => {
    const { pieces } = cut(300_000, [1, 5_000])
    const behind = gathered(pieces).slice(16)
    const small = behind.filter(({ length }) => length < 4_096)
    expect(small.length).toBeGreaterThan(10)
    expect(small.every(({ buffer }) => buffer.byteLength <= Buffer.poolSize)).toBe(true)
  })
})
