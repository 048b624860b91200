import { describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import { type Expected } from '../../../shared/event-store/port.ts'
import { known, followUntil, recordsOf, atLeast, type World } from './world.ts'

export const severalStreams = (world: World): void => {
  describe('appending to several streams', () => {
    const to = (n: number) => streamName(`${world.prefix}${n}`)
    const part = (letters: string, expected: Expected, n: number) => ({
      stream: to(n),
      records: Array.from(letters, letter => known(letter, world.salt)),
      expected,
    })
    const all = (...streams: readonly number[]) => Promise.all(streams.map(n => world.letters(to(n))))

    it('writes all of them, the last one last, and answers where that is', async () => {
      const before = [part('ab', 'absent', 1), part('c', 'any', 2), part('d', 'absent', 3)]
      const appended = await world.store.appendAll(before, part('ef', 'absent', 4))
      expect(appended.revision).toBe(1)
      const told = recordsOf(await followUntil(world.store, null, [world.prefix], atLeast(6)))
      expect(told.slice(-2).map(({ data }) => data['letter'])).toEqual(['e', 'f'])
      expect(told.at(-1)?.position).toBe(appended.position)
      expect(await all(1, 2, 3, 4)).toEqual(['ab', 'c', 'd', 'ef'])
    })

    it('of one alone is an append', async () => {
      expect(await world.store.appendAll([], part('ab', 'absent', 1))).toEqual(
        await world.append('ab', 'absent'),
      )
    })

    it('writes nothing of the last when one before it is refused, and says which', async () => {
      await world.append('a', 'absent', to(2))
      const before = [part('b', 'absent', 1), part('c', 'absent', 2), part('d', 'absent', 3)]
      const both = world.store.appendAll(before, part('e', 'absent', 4))
      await expect(both).rejects.toMatchObject({ name: 'RevisionConflict', stream: to(2) })
      expect(await all(2, 4)).toEqual(['a', ''])
      if (world.isOneAct) expect(await all(1, 3)).toEqual(['', ''])
    })

    it('writes nothing of the last when that is refused, and finds those before it again', async () => {
      await world.append('a', 'absent', to(3))
      const before = [part('bc', 'absent', 1), part('d', 'absent', 2)]
      const refused = world.store.appendAll(before, part('e', 'absent', 3))
      await expect(refused).rejects.toMatchObject({ name: 'RevisionConflict', stream: to(3) })
      expect(await all(1, 2, 3)).toEqual(world.isOneAct ? ['', '', 'a'] : ['bc', 'd', 'a'])
      expect((await world.store.appendAll(before, part('e', streamRevision(0), 3))).revision).toBe(1)
      expect(await all(1, 2, 3)).toEqual(['bc', 'd', 'ae'])
    })

    it('answers the same again as done', async () => {
      const again = () =>
        world.store.appendAll([part('ab', 'absent', 1), part('c', 'any', 2)], part('d', 'absent', 3))
      const first = await again()
      expect(await again()).toEqual(first)
      expect(await all(1, 2, 3)).toEqual(['ab', 'c', 'd'])
    })

    it('writes what is left when some of it was written before', async () => {
      await world.append('a', 'absent', to(1))
      await world.store.appendAll([part('a', 'absent', 1), part('b', 'absent', 2)], part('c', 'absent', 3))
      expect(await all(1, 2, 3)).toEqual(['a', 'b', 'c'])
    })

    it('writes none when one of them is refused for its content, or a stream comes twice', async () => {
      const good = part('a', 'any', 1)
      const odd = [
        part('', 'any', 2),
        part('b', streamRevision(-1), 2),
        { ...part('b', 'any', 2), stream: streamName('') },
      ]
      for (const one of [...odd, part('b', 'any', 1)]) {
        await expect(world.store.appendAll([good], one)).rejects.toBeInstanceOf(RangeError)
        await expect(world.store.appendAll([one], good)).rejects.toBeInstanceOf(RangeError)
        await expect(world.store.appendAll([one, good], part('c', 'any', 3))).rejects.toBeInstanceOf(
          RangeError,
        )
      }
      expect(await all(1, 2, 3)).toEqual(['', '', ''])
    })

    it('tells those who append at the same moment apart', async () => {
      await world.append('z', 'absent', to(3))
      const settled = await Promise.allSettled([
        world.append('a', 'absent', to(1)),
        world.store.appendAll([part('b', 'absent', 3)], part('c', 'absent', 2)),
        world.store.appendAll([part('d', 'absent', 4), part('e', 'absent', 5)], part('f', 'absent', 6)),
        world.append('g', 'absent', to(7)),
      ])
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
      expect(await all(1, 2, 3, 4, 5, 6, 7)).toEqual(['a', '', 'z', 'd', 'e', 'f', 'g'])
    })

    it('lets one of two win who want the same, and nothing of the other one’s last', async () => {
      const want = (letters: readonly [string, string], n: number) =>
        world.store.appendAll([part(letters[0], 'absent', 1)], part(letters[1], 'absent', n))
      const race = await Promise.allSettled([want(['a', 'b'], 2), want(['c', 'd'], 3)])
      const [first, second] = race.map(({ status }) => status === 'fulfilled')
      expect([first, second].filter(Boolean)).toHaveLength(1)
      expect(await all(1, 2, 3)).toEqual(first === true ? ['a', 'b', ''] : ['c', '', 'd'])
    })
  })
}
