import { describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import { several, type World } from './world.ts'

export const reading = (world: World): void => {
  describe('reading', () => {
    it('reads a missing stream as empty', async () => {
      expect(await world.store.read(world.stream)).toEqual([])
    })

    it.each([
      [{}, 'abcde'],
      [{ from: streamRevision(0) }, 'abcde'],
      [{ from: streamRevision(2) }, 'cde'],
      [{ from: streamRevision(4) }, 'e'],
      [{ from: streamRevision(5) }, ''],
      [{ from: streamRevision(99) }, ''],
      [{ limit: 1 }, 'a'],
      [{ from: streamRevision(1), limit: 3 }, 'bcd'],
      [{ from: streamRevision(3), limit: 50 }, 'de'],
    ])('reads %j', async (options, expected) => {
      await world.append('abcde', 'absent')
      const read = await world.store.read(world.stream, options)
      expect(read.map(r => r.data['letter'])).toEqual(Array.from(expected))
    })

    it('reads the first records of several streams at once, each to whoever asked', async () => {
      await world.store.append(streamName(`${world.stream}-a`), several(3), 'absent')
      await world.store.append(streamName(`${world.stream}-b`), several(2), 'absent')
      const names = ['-b', '-none', '-a', '-b'].map(end => `${world.stream}${end}`)
      const [firsts, whole] = await Promise.all([
        Promise.all(names.map(name => world.store.read(streamName(name), { limit: 1 }))),
        world.store.read(streamName(`${world.stream}-a`)),
      ])
      const told = firsts.map(records =>
        records.map(one => [one.stream.slice(world.stream.length), one.revision]),
      )
      expect(told).toEqual([[['-b', 0]], [], [['-a', 0]], [['-b', 0]]])
      expect(whole.map(({ revision }) => revision)).toEqual([0, 1, 2])
    })

    it('reads streams longer than any page', async () => {
      await world.store.append(world.stream, several(300), 'absent')
      await world.store.append(world.stream, several(300), streamRevision(299))
      expect((await world.store.read(world.stream)).map(r => r.revision)).toEqual([...Array(600).keys()])
    })

    it.each([{ from: streamRevision(-1) }, { from: streamRevision(0.5) }, { limit: -1 }])(
      'refuses %j',
      async options => {
        await expect(world.store.read(world.stream, options)).rejects.toBeInstanceOf(RangeError)
      },
    )

    it('has the newest position at its head', async () => {
      const { position } = await world.append('ab', 'absent')
      expect(await world.store.head()).toBeGreaterThanOrEqual(position)
      const later = await world.append('c', 'absent', streamName(`${world.prefix}2`))
      expect(await world.store.head()).toBeGreaterThanOrEqual(later.position)
    })
  })
}
