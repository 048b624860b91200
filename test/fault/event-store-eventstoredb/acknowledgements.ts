import { describe, expect, it } from 'vitest'
import { streamRevision } from '../../../shared/kernel/brands.ts'
import { note } from '../../support/note.ts'
import { KINDS, notes, unavailable, type World } from './world.ts'

export const acknowledgements = (world: World): void => {
  describe('an append whose acknowledgement is lost', () => {
    const cases = KINDS.flatMap(kind => [[kind, 'connection'] as const, [kind, 'timeout'] as const])

    it.each(cases)('at %s by a lost %s is there once, and the answer is right', async (expected, as) => {
      const before = await world.prepare(expected)
      await world.node.control.loseAcknowledgements(2, as)
      const appended = await world.store.append(world.stream, notes('abc'), expected)
      expect(await world.texts()).toBe(`${before}abc`)
      const last = (await world.store.read(world.stream)).at(-1)
      expect(appended).toEqual({ revision: last?.revision, position: last?.position })
      expect(world.warnings.length).toBeGreaterThan(0)
    })

    it.each(['absent', streamRevision(1)] as const)(
      'at %s again and again is unknown to the caller, who may ask again',
      async expected => {
        const before = await world.prepare(expected)
        const records = notes('abc')
        const hasty = await world.open(world.node.url, { deadlineMs: 300 })
        await world.node.control.loseAcknowledgements(1_000)
        await expect(hasty.append(world.stream, records, expected)).rejects.toMatchObject(unavailable)
        await world.node.control.clear()
        await hasty.close()

        expect((await world.store.append(world.stream, records, expected)).revision).toBe(before.length + 2)
        expect(await world.texts()).toBe(`${before}abc`)
      },
    )

    it('at any again and again is found in the stream', async () => {
      await world.prepare('any')
      await world.node.control.loseAcknowledgements(1_000)
      expect((await world.store.append(world.stream, notes('abc'), 'any')).revision).toBe(4)
      expect(await world.texts()).toBe('pqabc')
    })

    it.each(KINDS)('at %s is there once, though the node has forgotten the ids', async expected => {
      const before = await world.prepare(expected)
      const records = notes('abc')
      await world.store.append(world.stream, records, expected)
      await world.node.restart()
      await world.store.append(world.stream, records, expected)
      expect(await world.texts()).toBe(`${before}abc`)
    })

    it('on a stream that starts anew after its deletion', async () => {
      await world.store.append(world.stream, notes('pqr'), 'absent')
      await world.store.deleteStream(world.stream)
      await world.node.control.loseAcknowledgements(1)
      const records = notes('ab')
      const first = await world.store.append(world.stream, records, 'absent')
      expect(await world.texts()).toBe('ab')
      expect(await world.store.append(world.stream, records, 'absent')).toEqual(first)
      await expect(world.store.append(world.stream, notes('x'), 'absent')).rejects.toMatchObject({
        name: 'RevisionConflict',
      })
      expect(await world.texts()).toBe('ab')
    })

    it('beside appends of others to the same stream', async () => {
      const other = await world.open(world.node.url)
      await world.prepare('any')
      await world.node.control.loseAcknowledgements(3)
      await Promise.all([
        ...Array.from('abc', text => world.store.append(world.stream, [note(text)], 'any')),
        ...Array.from('xyz', text => other.append(world.stream, [note(text)], 'any')),
      ])
      expect(
        Array.from(await world.texts())
          .sort()
          .join(''),
      ).toBe('abcpqxyz')
      await other.close()
    })
  })
}
