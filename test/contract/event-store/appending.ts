import { describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import { fresh, type World } from './world.ts'

export const appending = (world: World): void => {
  describe('appending', () => {
    it('numbers revisions from 0 and answers the last of an append', async () => {
      expect((await world.append('abc', 'absent')).revision).toBe(2)
      expect((await world.append('de', streamRevision(2))).revision).toBe(4)
      expect((await world.store.read(world.stream)).map(r => r.revision)).toEqual([0, 1, 2, 3, 4])
    })

    it('gives positions that grow and leave gaps', async () => {
      const first = await world.append('a', 'absent')
      const second = await world.append('bc', streamRevision(0))
      const positions = (await world.store.read(world.stream)).map(r => r.position)
      expect(positions[0]).toBe(first.position)
      expect(positions[2]).toBe(second.position)
      positions.reduce((before, after) => {
        expect(after - before).toBeGreaterThan(1)
        return after
      })
    })

    it('refuses an append of nothing', async () => {
      await expect(world.store.append(world.stream, [], 'any')).rejects.toBeInstanceOf(RangeError)
    })

    it.each([-1, 1.5, Number.NaN])('refuses the expectation %s', async expected => {
      await expect(world.append('a', streamRevision(expected))).rejects.toBeInstanceOf(RangeError)
    })

    it.each(['', 'a\0b', 'half \ud800 pair'])('refuses the stream name %j', async odd => {
      await expect(world.append('a', 'any', streamName(odd))).rejects.toBeInstanceOf(RangeError)
    })

    it('refuses an id that is no UUID, and a record without type', async () => {
      await expect(world.store.append(world.stream, [{ ...fresh(), id: '7' }], 'any')).rejects.toBeInstanceOf(
        RangeError,
      )
      await expect(
        world.store.append(world.stream, [{ ...fresh(), type: '' }], 'any'),
      ).rejects.toBeInstanceOf(RangeError)
      expect(await world.store.read(world.stream)).toEqual([])
    })
  })
}
