import { describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import { RevisionConflict, type Expected } from '../../../shared/event-store/port.ts'
import { fresh, type World } from './world.ts'

export const repeats = (world: World): void => {
  describe('expectations and repeats', () => {
    const conflicts: readonly (readonly [Expected, string])[] = [
      ['absent', 'ax'],
      ['absent', 'abcd'],
      ['absent', 'x'],
      [streamRevision(0), 'c'],
      [streamRevision(0), 'bx'],
      [streamRevision(1), 'cd'],
      [streamRevision(5), 'x'],
      ['any', 'ax'],
    ]
    it.each(conflicts)('at %s, appending %s is a conflict and writes nothing', async (expected, ids) => {
      await world.append('abc', 'absent')
      await expect(world.append(ids, expected)).rejects.toBeInstanceOf(RevisionConflict)
      expect(await world.letters()).toBe('abc')
    })

    const repeats: readonly (readonly [Expected, string, number])[] = [
      ['absent', 'a', 0],
      ['absent', 'abc', 2],
      [streamRevision(0), 'b', 1],
      [streamRevision(0), 'bc', 2],
      ['any', 'bc', 2],
      ['any', 'ca', 0],
    ]
    it.each(repeats)('at %s, %s again is done already, at revision %i', async (expected, ids, revision) => {
      await world.append('abc', 'absent')
      const done = await world.append(ids, expected)
      const there = await world.store.read(world.stream)
      expect(done).toEqual({ revision, position: there[revision]?.position })
      expect(await world.letters()).toBe('abc')
    })

    const writes: readonly (readonly [Expected, string, string])[] = [
      [streamRevision(2), 'd', 'abcd'],
      [streamRevision(2), 'a', 'abca'],
      ['any', 'd', 'abcd'],
      ['any', 'xa', 'abcxa'],
    ]
    it.each(writes)('at %s, %s is written', async (expected, ids, whole) => {
      await world.append('abc', 'absent')
      expect((await world.append(ids, expected)).revision).toBe(whole.length - 1)
      expect(await world.letters()).toBe(whole)
    })

    it('knows ids per stream', async () => {
      await world.append('abc', 'absent')
      expect((await world.append('a', 'any', streamName(`${world.prefix}2`))).revision).toBe(0)
      expect(await world.letters(streamName(`${world.prefix}2`))).toBe('a')
    })

    it('a missing stream is at no revision', async () => {
      await expect(world.append('x', streamRevision(0))).rejects.toBeInstanceOf(RevisionConflict)
      expect(await world.store.read(world.stream)).toEqual([])
    })

    it('the conflict names the stream', async () => {
      await world.append('a', 'absent')
      await expect(world.append('x', 'absent')).rejects.toThrow(world.stream)
    })

    it('lets exactly one of two writers win, 50 times', async () => {
      let expected: Expected = 'absent'
      for (let round = streamRevision(0); round < 50; round++) {
        const race = await Promise.allSettled([
          world.store.append(world.stream, [fresh({ round, by: 0 })], expected),
          world.store.append(world.stream, [fresh({ round, by: 1 })], expected),
        ])
        const won = race.flatMap(r => (r.status === 'fulfilled' ? [r.value] : []))
        const lost = race.flatMap(r => (r.status === 'rejected' ? [r.reason as unknown] : []))
        expect(won.map(w => w.revision)).toEqual([round])
        expect(lost).toEqual([expect.any(RevisionConflict)])
        expected = round
      }
      expect((await world.store.read(world.stream)).map(r => r.data['round'])).toEqual(
        Array.from({ length: 50 }, (_, n) => n),
      )
    })

    it('a conflict does not spoil the appends beside it', async () => {
      await world.append('abc', 'absent')
      const streams = Array.from({ length: 10 }, (_, n) => `${world.prefix}beside-${n}`)
      const outcomes = await Promise.allSettled([
        world.append('x', 'absent'),
        ...streams.map(to => world.append('ab', 'absent', streamName(to))),
      ])
      expect(outcomes.map(o => o.status)).toEqual(['rejected', ...streams.map(() => 'fulfilled')])
      for (const to of streams) expect(await world.letters(streamName(to))).toBe('ab')
      expect(await world.letters()).toBe('abc')
    })

    it('takes hundreds of appends and deletions asked for at once, in the order asked', async () => {
      const asked = Array.from({ length: 150 }, (_, n) => n)
      const revisions = asked.map(
        async n => (await world.store.append(world.stream, [fresh({ n })], 'any')).revision,
      )
      const deleting = world.store.deleteStream(world.stream)
      const later = asked.map(n => world.store.append(world.stream, [fresh({ n: 1000 + n })], 'any'))
      expect(await Promise.all(revisions)).toEqual(asked)
      await deleting
      await Promise.all(later)
      expect((await world.store.read(world.stream)).map(r => r.data['n'])).toEqual(asked.map(n => 1000 + n))
    })

    it('a repeat that meets its first copy while that is under way', async () => {
      const [first, second] = await Promise.all([world.append('ab', 'absent'), world.append('ab', 'absent')])
      expect(second).toEqual(first)
      expect(await world.letters()).toBe('ab')
    })
  })
}
