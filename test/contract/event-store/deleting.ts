import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import { RevisionConflict, type Expected } from '../../../shared/event-store/port.ts'
import { eventually } from '../../support/eventually.ts'
import { followUntil, recordsOf, isLive, type World } from './world.ts'

export const deleting = (world: World): void => {
  /** Letters that a follower is pushed when three records are `removed` before it takes them, and one comes after. */
  const pushedAround = async (removed: () => Promise<void>): Promise<readonly unknown[]> => {
    const stop = new AbortController()
    const seen: unknown[] = []
    let done = false
    for await (const step of world.store.follow(null, [world.prefix], stop.signal)) {
      seen.push(...step.records.map(r => r.data['letter']))
      if (step.live && !done) {
        done = true
        await world.append('abc', 'absent')
        await removed()
        await world.append('z', 'absent', streamName(`${world.prefix}2`))
      }
      if (seen.includes('z')) stop.abort()
    }
    return seen
  }

  describe('deleting and expiring', () => {
    it('a deleted stream is empty for readers and followers', async () => {
      await world.append('abc', 'absent')
      await world.append('x', 'absent', streamName(`${world.prefix}2`))
      await world.store.deleteStream(world.stream)
      expect(await world.store.read(world.stream)).toEqual([])
      const steps = await followUntil(world.store, null, [world.prefix], isLive)
      expect(recordsOf(steps).map(r => r.stream)).toEqual([`${world.prefix}2`])
    })

    it('starts anew with the next append; positions go on', async () => {
      const before = await world.append('abc', 'absent')
      await world.store.deleteStream(world.stream)
      const after = await world.append('de', 'absent')
      expect(after.position).toBeGreaterThan(before.position)
      expect(await world.letters()).toBe('de')
      const steps = await followUntil(world.store, before.position, [world.prefix], isLive)
      expect(recordsOf(steps).map(r => r.data['letter'])).toEqual(['d', 'e'])
    })

    it.each(['absent', 'any'] as const)('takes the very same records again, at %s', async expected => {
      for (let life = 0; life < 3; life++) {
        const before = (await world.store.head()) ?? -1
        const done = await world.append('ab', expected)
        expect(done.position).toBeGreaterThan(before)
        expect(await world.append('ab', expected)).toEqual(done)
        expect(await world.letters()).toBe('ab')
        await world.store.deleteStream(world.stream)
      }
      await world.append('x', expected)
      if (expected === 'absent')
        await expect(world.append('ab', expected)).rejects.toBeInstanceOf(RevisionConflict)
      else await world.append('ab', expected)
      expect(await world.letters()).toBe(expected === 'absent' ? 'x' : 'xab')
    })

    const again = ['a', 'ab', 'abc', 'bc', 'ca', 'ax', 'xa', 'abcd']
    it.each(again.flatMap(ids => [['absent', ids] as const, ['any', ids] as const]))(
      'at %s, takes %s after a former life that held a, b and c',
      async (expected, ids) => {
        await world.append('a', 'absent')
        const { position } = await world.append('bc', streamRevision(0))
        await world.store.deleteStream(world.stream)
        const done = await world.append(ids, expected)
        expect(done.position).toBeGreaterThan(position)
        expect(await world.append(ids, expected)).toEqual(done)
        expect(await world.letters()).toBe(ids)
        expect((await world.store.read(world.stream)).at(-1)).toMatchObject(done)
      },
    )

    it('a former life is nothing to who expects a revision of it', async () => {
      await world.append('abc', 'absent')
      await world.store.deleteStream(world.stream)
      await expect(world.append('bc', streamRevision(0))).rejects.toBeInstanceOf(RevisionConflict)
      await expect(world.append('c', streamRevision(1))).rejects.toBeInstanceOf(RevisionConflict)
      expect(await world.store.read(world.stream)).toEqual([])
    })

    it('a former life is nothing to the present one', async () => {
      await world.append('ab', 'absent')
      await world.store.deleteStream(world.stream)
      await world.append('x', 'absent')
      for (const ids of ['a', 'ab', 'abx', 'xa'])
        await expect(world.append(ids, 'absent')).rejects.toBeInstanceOf(RevisionConflict)
      await world.append('ab', 'any')
      expect(await world.letters()).toBe('xab')
    })

    it('deleting what is not there, or twice, is no mistake', async () => {
      await world.store.deleteStream(world.stream)
      await world.append('a', 'absent')
      await world.store.deleteStream(world.stream)
      await world.store.deleteStream(world.stream)
      expect(await world.store.read(world.stream)).toEqual([])
    })

    it('leaves streams with similar names alone', async () => {
      await world.append('a', 'absent')
      await world.append('b', 'absent', streamName(`${world.stream}0`))
      await world.store.deleteStream(world.stream)
      expect(await world.letters(streamName(`${world.stream}0`))).toBe('b')
    })

    it('does not push what was deleted while it waited', async () => {
      expect(await pushedAround(() => world.store.deleteStream(world.stream))).toEqual(['z'])
    })

    it('removes the records below a revision, and keeps the others as they are', async () => {
      await world.append('abcd', 'absent')
      const before = await world.store.read(world.stream)
      await world.store.truncate(world.stream, streamRevision(2))
      expect(await world.store.read(world.stream)).toEqual(before.slice(2))
      expect(await world.store.read(world.stream, { limit: 1 })).toMatchObject([{ revision: 2 }])
      expect(recordsOf(await followUntil(world.store, null, [world.prefix], isLive))).toEqual(before.slice(2))
      expect((await world.append('e', streamRevision(3))).revision).toBe(4)
      await world.store.truncate(world.stream, streamRevision(1))
      await world.store.truncate(world.stream, streamRevision(3))
      expect(await world.letters()).toBe('de')
      await expect(world.append('x', 'absent')).rejects.toBeInstanceOf(RevisionConflict)
      await expect(world.store.truncate(world.stream, streamRevision(-1))).rejects.toBeInstanceOf(RangeError)
    })

    it('does not push what was truncated while it waited, and pushes what stays', async () => {
      expect(await pushedAround(() => world.store.truncate(world.stream, streamRevision(2)))).toEqual([
        'c',
        'z',
      ])
    })

    it('hides records when their time is over, those appended before and after', async () => {
      await world.append('a', 'absent')
      await world.append('k', 'absent', streamName(`${world.prefix}kept`))
      await world.store.expireAfter(world.stream, 3_600)
      await world.append('b', streamRevision(0))
      expect(await world.letters()).toBe('ab')
      await world.store.expireAfter(world.stream, 1)
      await eventually(async () => expect(await world.store.read(world.stream)).toEqual([]))
      const steps = await followUntil(world.store, null, [world.prefix], isLive)
      expect(recordsOf(steps).map(r => r.data['letter'])).toEqual(['k'])
    })

    const expired: readonly (readonly [Expected, string, string])[] = [
      ['absent', 'a', 'a'],
      ['absent', 'abc', 'abc'],
      ['absent', 'ax', 'ax'],
      ['absent', 'x', 'x'],
      ['any', 'a', 'a'],
      ['any', 'bc', 'bc'],
      ['any', 'ca', 'ca'],
      ['any', 'ax', 'ax'],
      [streamRevision(2), 'a', 'a'],
      [streamRevision(0), 'b', 'conflict'],
      [streamRevision(0), 'bc', 'conflict'],
      [streamRevision(1), 'c', 'conflict'],
    ]
    it('what has expired is there neither for repeats nor for who expects nothing', async () => {
      const life = 3
      const streams = expired.map((_, n) => streamName(`${world.prefix}expired-${n}`))
      for (const to of streams) {
        await world.append('a', 'absent', to)
        await world.append('bc', streamRevision(0), to)
        await world.store.expireAfter(to, life)
      }
      await delay(1_000 * life + 1_100)
      const outcomes: string[] = []
      // one after the other: what was appended lives no longer than what has expired, and is read well before
      for (const [n, [expected, ids]] of expired.entries()) {
        const to = streams[n] ?? streamName('')
        const done = await world.append(ids, expected, to).catch((error: unknown) => error)
        if (done instanceof RevisionConflict) {
          outcomes.push('conflict')
          continue
        }
        expect(done).toMatchObject({ revision: 2 + ids.length })
        expect(await world.append(ids, expected, to)).toEqual(done)
        outcomes.push(await world.letters(to))
      }
      expect(outcomes).toEqual(expired.map(([, , then]) => then))
    })

    it('revisions of an expired stream go on', async () => {
      await world.append('ab', 'absent')
      await world.store.expireAfter(world.stream, 1)
      await delay(2_100)
      expect((await world.append('c', streamRevision(1))).revision).toBe(2)
    })

    it.each([0, -5, 0.5])('refuses a life of %s seconds', async seconds => {
      await expect(world.store.expireAfter(world.stream, seconds)).rejects.toBeInstanceOf(RangeError)
    })
  })
}
