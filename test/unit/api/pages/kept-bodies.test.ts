import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../../shared/kernel/brands.ts'
import { keptBodies } from '../../../../services/api/pages/imports/kept-bodies.ts'
import { KEPT_FILES, KEPT_FILES_BYTES, KEPT_FILES_MS } from '../../../../shared/limits/imports.ts'
import { plusMs } from '../../../../shared/kernel/time/calculate.ts'

const body = (bytes: Uint8Array) => ({ bytes, kind: 'ics', name: 'a.ics', url: null }) as const
const ofSize = (size: number, first: number) => body(Buffer.alloc(size, first))

const world = () => {
  const clock = { ms: epochMs(1_000) }
  return { clock, bodies: keptBodies(() => clock.ms) }
}

describe('05 §13 what was tried stays for a while', () => {
  it('is found by its digest, by its session alone, until it is forgotten', async () => {
    const { bodies } = world()
    const digest = await bodies.keep('one', body(Buffer.from('abc')))
    expect(digest).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(bodies.find('one', digest)?.name).toBe('a.ics')
    expect(bodies.find('two', digest)).toBeNull()
    bodies.forget('two', digest)
    expect(bodies.find('one', digest)).not.toBeNull()
    bodies.forget('one', digest)
    expect(bodies.find('one', digest)).toBeNull()
  })

  it('is gone after a quarter of an hour', async () => {
    const { clock, bodies } = world()
    const digest = await bodies.keep('one', body(Buffer.from('abc')))
    clock.ms = plusMs(clock.ms, KEPT_FILES_MS)
    expect(bodies.find('one', digest)).not.toBeNull()
    clock.ms = plusMs(clock.ms, 1)
    expect(bodies.find('one', digest)).toBeNull()
  })

  it('together they have so many bytes, and the one longest unused goes first', async () => {
    const { bodies } = world()
    const half = KEPT_FILES_BYTES / 2
    const [first, second] = [await bodies.keep('s', ofSize(half, 1)), await bodies.keep('s', ofSize(half, 2))]
    expect(bodies.find('s', first)).not.toBeNull()
    const third = await bodies.keep('s', ofSize(half, 3))
    expect([first, second, third].map(one => bodies.find('s', one) !== null)).toEqual([true, false, true])
    const large = await bodies.keep('s', ofSize(KEPT_FILES_BYTES + 1, 4))
    expect(bodies.find('s', large)).toBeNull()
  })

  it('and there are so many of them', async () => {
    const { bodies } = world()
    const digests = await Promise.all(
      Array.from({ length: KEPT_FILES + 1 }, (_, n) => bodies.keep('s', body(Buffer.from(String(n))))),
    )
    expect(digests.filter(one => bodies.find('s', one) !== null)).toHaveLength(KEPT_FILES)
  })
})
