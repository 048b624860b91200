import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { receiveEnds } from '../../../../services/api/platform/request/ends-of-body.ts'
import { FORM_ENDS_BYTES as N } from '../../../../shared/limits/requests.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Bytes that differ from their neighbours, also from those that lie a multiple of `N` away. */
const body = Buffer.from(
  Array.from({ length: 4 * N }, (_, n) => (n * 31 + (n >> 8) * 7 + (n >> 16) * 3) & 255),
)

/** What is kept of a body that comes in these pieces, the first `early` of them before anybody asks. */
const kept = async (pieces: readonly Buffer[], early = 0) => {
  const request = new IncomingMessage(new Socket())
  const ends = receiveEnds(request, pieces.slice(0, early))
  for (const piece of pieces.slice(early)) request.emit('data', piece)
  request.emit('end')
  return ends
}

const endsOf = (whole: Buffer): Buffer =>
  whole.length <= 2 * N ? whole : Buffer.concat([whole.subarray(0, N), whole.subarray(-N)])

const cutAt = (whole: Buffer, places: readonly number[]): readonly Buffer[] => {
  const cuts = [0, ...places.map(at => at % (whole.length + 1)).toSorted((a, b) => a - b), whole.length]
  return cuts.slice(1).map((to, n) => whole.subarray(cuts[n], to))
}

it('01 §1 of a form that is too large its ends are kept, whatever its size and however it is cut', async () => {
  const sizes = [0, 1, 2, 3, 4].flatMap(times => [-2, -1, 0, 1, 2].map(more => times * N + more))
  const size = fc.oneof(
    fc.constantFrom(...sizes.filter(bytes => bytes >= 0 && bytes <= body.length)),
    fc.nat(body.length),
  )
  const places = fc.array(fc.oneof(fc.nat(body.length), fc.constantFrom(N - 1, N, N + 1, 2 * N, 3 * N)), {
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(size, places, fc.nat(13), async (bytes, at, early) => {
      const whole = body.subarray(0, bytes)
      const ends = await kept(cutAt(whole, at), early)
      expect(ends?.equals(endsOf(whole))).toBe(true)
    }),
    { seed: 7, numRuns: 300 },
  )
})

it('01 §1 a form that comes byte by byte is put together once', async () => {
  const whole = body.subarray(0, 2 * N + 1_000)
  const together = vi.spyOn(Buffer, 'concat')
  const ends = await kept(Array.from(whole, (_, n) => whole.subarray(n, n + 1)))
  expect(together.mock.calls.length).toBe(1)
  expect(ends?.equals(endsOf(whole))).toBe(true)
})
