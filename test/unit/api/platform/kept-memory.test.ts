import { describe, expect, it } from 'vitest'
import { answerCache } from '../../../../services/api/platform/answers/answer-cache.ts'
import { keptMemory } from '../../../../services/api/platform/answers/kept-memory.ts'
import type { Wire } from '../../../../services/api/platform/answers/wire.ts'

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
  const wire = (body: string): Wire => ({
    status: 200,
    headers: ['A', 'b'],
    body,
    encoding: 'utf8',
    etag: null,
  })
  it('one that is asked for again is kept, as bytes of its own, until something changes', () => {
    const cache = answerCache(keptMemory(60 * KIB))
    cache.keep('/a', wire('é'), '1', 10)
    expect(cache.find('/a', '1', 0)).toBeNull()
    cache.keep('/a', wire('é'), '1', 10)
    const body = cache.find('/a', '1', 9)?.body
    expect(body).toEqual(Buffer.from('é'))
    expect(Buffer.isBuffer(body) && body.buffer.byteLength).toBe(2)
    expect([cache.find('/a', '2', 9), cache.find('/a', '1', 10)]).toEqual([null, null])
  })
  it('addresses that are only remembered are bounded, too', () => {
    const cache = answerCache(keptMemory(600 * KIB))
    // 32 KB each: some three are remembered
    const long = (n: number) => `/${String(n).padStart(16_000, '0')}`
    for (let n = 0; n < 100; n++) cache.keep(long(n), wire('x'), '1', 10)
    cache.keep(long(0), wire('x'), '1', 10)
    expect(cache.find(long(0), '1', 0)).toBeNull()
    cache.keep(long(99), wire('x'), '1', 10)
    expect(cache.find(long(99), '1', 0)).not.toBeNull()
  })
})
