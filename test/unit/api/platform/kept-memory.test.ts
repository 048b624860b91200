import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../../shared/kernel/brands.ts'
import { memoryDocuments } from '../../../../shared/documents/memory/memory.ts'
import { trailsOfVersion } from '../../../../shared/documents/trails.ts'
import { askedLately } from '../../../../shared/asked-lately.ts'
import { answerCache } from '../../../../services/api/platform/answers/answer-cache.ts'
import { keptMemory } from '../../../../services/api/platform/answers/kept-memory.ts'

const KIB = 1024
/** Entries of that many bytes each. */
const shelves = (maxKib: number) => {
  const memory = keptMemory(maxKib * KIB)
  return { memory, one: memory.shelf<number>(size => size), other: memory.shelf<number>(size => size) }
}

describe('memory for what is kept', () => {
  it('never holds more than it may, keys and overhead included, whoever keeps it', () => {
    const { memory, one, other } = shelves(60)
    for (let n = 0; n < 500; n++) {
      one.set(`one ${n}`, 1_000)
      other.set(`${'k'.repeat(300)}${n}`, 0)
      if (n % 3 === 0) one.get(`one ${n}`)
      expect(memory.bytes()).toBeLessThanOrEqual(60 * KIB)
    }
    // full in both of its rooms but for less than an entry each
    expect(memory.bytes()).toBeGreaterThan(56 * KIB)
    const { memory: small, one: shelf } = shelves(60)
    shelf.set('key', 1_000)
    expect(small.bytes()).toBe(1_000 + 2 * 3 + 512)
    shelf.set('key', 2_000)
    expect(small.bytes()).toBe(2_000 + 2 * 3 + 512)
  })
  it('makes room at once: the least recently used goes first', () => {
    const { one } = shelves(60)
    // 10 KiB for what was asked for once
    for (const key of ['a', 'b', 'c']) one.set(key, 3_000 - 514)
    one.set('d', 3_000 - 514)
    expect(['b', 'c', 'd', 'a'].map(key => one.get(key) !== undefined)).toEqual([true, true, true, false])
  })
  it('what is asked for again is not pushed out by much that is asked for once', () => {
    const { one } = shelves(60)
    one.set('good', 1_000)
    one.get('good')
    for (let n = 0; n < 10_000; n++) one.set(`hostile ${n}`, 1_000)
    expect(one.get('good')).toBe(1_000)
    // and stays where it is when it is made anew
    one.set('good', 2_000)
    for (let n = 0; n < 10_000; n++) one.set(`hostile ${n}`, 1_000)
    expect(one.get('good')).toBe(2_000)
  })
  it('what would need more than half of the room is not kept, and pushes nothing out', () => {
    const { one, other } = shelves(60)
    one.set('good', 1_000)
    other.set('large', 6 * KIB)
    expect([one.get('good'), other.get('large')]).toEqual([1_000, undefined])
    one.set('good', 30 * KIB)
    expect(one.get('good')).toBeUndefined()
  })
  it('keys of one owner are not those of another', () => {
    const { one, other } = shelves(60)
    one.set('key', 1)
    expect(other.get('key')).toBeUndefined()
    other.set('key', 2)
    expect([one.get('key'), other.get('key')]).toEqual([1, 2])
  })
})

describe('kept answers', () => {
  const wire = (body: string) => ({
    ...{ status: 200, headers: ['A', 'b'], body, encoding: 'utf8' as const, etag: null },
    until: epochMs(10),
  })
  it('one that is asked for again is kept, as bytes of its own, until something changes', async () => {
    let version = '1'
    const cache = answerCache(
      keptMemory(60 * KIB),
      trailsOfVersion(() => version),
    )
    await cache.kept('/a', '1', async () => wire('é'))
    expect(cache.find('/a', '1', epochMs(0))).toBeNull()
    await cache.kept('/a', '1', async () => wire('é'))
    const body = (await cache.find('/a', '1', epochMs(9)))?.body
    expect(body).toEqual(Buffer.from('é'))
    expect(Buffer.isBuffer(body) && body.buffer.byteLength).toBe(2)
    expect(cache.find('/a', '1', epochMs(10))).toBeNull()
    version = '2'
    expect(cache.find('/a', '2', epochMs(9))).toBeNull()
  })
  it('what is asked once takes no room, however long its address is', async () => {
    const memory = keptMemory(600 * KIB)
    const cache = answerCache(
      memory,
      trailsOfVersion(() => '1'),
    )
    const long = (n: number) => `/${String(n).padStart(16_000, '0')}`
    for (let n = 0; n < 100; n++) await cache.kept(long(n), '1', async () => wire('x'))
    expect([memory.bytes(), cache.find(long(99), '1', epochMs(0))]).toEqual([0, null])
    await cache.kept(long(99), '1', async () => wire('x'))
    expect((await cache.find(long(99), '1', epochMs(0)))?.body).toEqual(Buffer.from('x'))
  })
  it('addresses are remembered until others have come in their places', () => {
    const asked = askedLately()
    const rememberedOf = (from: number) =>
      Array.from({ length: 1_000 }, (_, n) => `/list?page=${from + n}`).filter(asked.has).length
    for (let n = 0; n < 200_000; n++) asked.note(`/list?page=${n}`)
    expect(rememberedOf(199_000)).toBeGreaterThan(950)
    expect(rememberedOf(0)).toBeLessThan(50)
    expect(rememberedOf(300_000)).toBe(0)
  })
  it('one with a trail outlives what it was not made of, and nothing that it was', async () => {
    const { collection, trails } = memoryDocuments()
    const rows = await collection<{ _id: number; day: number }>({ name: 'rows', indexes: [] })
    const put = (_id: number, day: number) =>
      rows.bulkWrite([{ replaceOne: { filter: { _id }, replacement: { _id, day }, upsert: true } }])
    const cache = answerCache(keptMemory(60 * KIB), trails)
    const make = async () => wire(String(await rows.count({ day: 1 })))
    const bodyAt = async (version: string, nowMs = 0) =>
      (await cache.find('/a', version, epochMs(nowMs)))?.body.toString()
    await cache.kept('/a', '1', make)
    await cache.kept('/a', '1', make)
    await put(1, 2)
    expect(await bodyAt('2')).toBe('0')
    expect(await bodyAt('2', 10)).toBeUndefined()
    await put(1, 1)
    // right for those whom nobody has told of a change
    expect([await bodyAt('2'), await bodyAt('3')]).toEqual(['0', undefined])
    await cache.kept('/a', '3', make)
    expect(await bodyAt('3')).toBe('1')
    await put(1, 3)
    expect(await bodyAt('4')).toBeUndefined()
  })
})
