import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { codedBodies, codingFor, codingOf } from '../../../../services/api/platform/answers/send.ts'
import { keptMemory } from '../../../../services/api/platform/answers/kept-memory.ts'

describe('the coding of a body (spec 01 §6.1)', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['deflate, compress', null],
    ['gzip, deflate', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['*', 'zstd'],
    ['zstd;q=0, *', 'br'],
    ['gzip;q=1.0, br;q=0.5, zstd;q=0', 'gzip'],
    ['gzip ; q=0.8 , br ; Q=0.9', 'br'],
    ['gzip;q=0', null],
    ['*;q=0', null],
    ['br;q=0.5, *;q=0.1', 'br'],
    ['identity;q=1, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    // there is nothing that may be sent: the body goes as it is
    ['identity;q=0', null],
    ['identity;q=0, *;q=0', null],
    // what cannot be read is not there
    ['gzip;q=2, br', 'br'],
    ['gzip;q=x', null],
    ['gzip;q=-1, ,;,=', null],
    ['gzip;q=1,', 'gzip'],
  ])('of %j is %j', (accepted, coding) => {
    expect(codingFor(accepted)).toBe(coding)
  })

  it('is none up to 1 KB', () => {
    expect([codingOf('gzip', 1_024), codingOf('gzip', 1_025)]).toEqual([null, 'gzip'])
  })
})

describe('coded bodies', () => {
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const
  const CODINGS = ['zstd', 'br', 'gzip'] as const
  const plain = (body: string | Buffer, etag: string | null) => ({ body, encoding: 'utf8' as const, etag })

  it('say what the plain ones say, short or long, text or bytes', async () => {
    const { coded } = codedBodies(keptMemory(1_000_000))
    for (const coding of CODINGS)
      for (const text of ['é'.repeat(1_000), 'événement '.repeat(20_000)])
        for (const body of [text, Buffer.from(text)])
          expect(decoders[coding](await coded(plain(body, null), coding)).toString()).toBe(text)
  })

  it('that are kept are made once for all who ask, each coding for itself, in memory of their own', async () => {
    const memory = keptMemory(1_000_000)
    const { coded } = codedBodies(memory)
    const long = plain('long '.repeat(20_000), '"tag"')
    const [one, other] = await Promise.all([coded(long, 'br'), coded(long, 'br')])
    expect(other).toBe(one)
    expect(coded(long, 'br')).toBe(one)
    expect(one.buffer.byteLength).toBe(one.length)
    const before = memory.bytes()
    expect(await coded(long, 'gzip')).not.toEqual(one)
    expect(memory.bytes()).toBeGreaterThan(before)
  })

  it('of one reader alone are not kept', () => {
    const memory = keptMemory(1_000_000)
    void codedBodies(memory).coded(plain('x'.repeat(2_000), null), 'br')
    expect(memory.bytes()).toBe(0)
  })
})
