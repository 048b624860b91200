import { describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { lentDouble } from '../../support/eventstoredb-double/lent.ts'
import { eventually } from '../../support/eventually.ts'
import { note } from '../../support/note.ts'
import { KINDS, notes, unavailable, type World } from './world.ts'

export const refused = (world: World): void => {
  describe('an append that is refused before it had any effect', () => {
    it.each(['connection', 'timeout', 'too-busy', 'end'] as const)('as %s is made again', async as => {
      for (const expected of KINDS) {
        world.stream = streamName(`${world.prefix}${String(expected)}`)
        const before = await world.prepare(expected)
        await world.node.control.refuseAppends(2, as)
        await world.store.append(world.stream, notes('ab'), expected)
        expect(await world.texts()).toBe(`${before}ab`)
      }
    })

    it('goes to the node that leads', async () => {
      await world.node.control.notLeader(2)
      await world.store.append(world.stream, notes('ab'), 'absent')
      await world.node.control.notLeader(1)
      expect(await world.texts()).toBe('ab')
    })

    it('says what the node said when that does not end', async () => {
      const hasty = await world.open(world.node.url, { deadlineMs: 600 })
      await eventually(() => hasty.read(world.stream))
      await world.node.control.notReady()
      // on a busy machine the time may be over before the node has said anything
      await eventually(() =>
        expect(hasty.append(world.stream, notes('a'), 'any')).rejects.toThrow(
          new RegExp(`appending to ${world.stream}, .*Server Is Not Ready`),
        ),
      )
      await eventually(() =>
        expect(hasty.read(world.stream)).rejects.toThrow(/reading .*Server Is Not Ready/),
      )
      await expect(hasty.head()).rejects.toMatchObject(unavailable)
      await expect(hasty.deleteStream(world.stream)).rejects.toMatchObject(unavailable)
      await expect(hasty.expireAfter(world.stream, 5)).rejects.toMatchObject(unavailable)
      await world.node.control.clear()
      expect(await eventually(() => hasty.read(world.stream))).toEqual([])
      await hasty.close()
    })

    it('says what keeps the node from it', async () => {
      const hasty = await world.open(world.node.url, { deadlineMs: 600 })
      await eventually(() => hasty.read(world.stream))
      await world.node.control.refuseAppends(1_000, 'timeout')
      await eventually(() =>
        expect(hasty.append(world.stream, notes('a'), 'absent')).rejects.toThrow(
          /, \d+ times: .*the server could not write it in its time; its disk is slow/,
        ),
      )
      await world.node.control.clear()
      expect(await world.texts()).toBe('')
      await hasty.close()
    })

    it('is too large for this server: nothing is written', async () => {
      const small = await lentDouble({ dialect: world.dialect, maxAppendBytes: 10_000 })
      const log = await world.open(small.url)
      const large = { ...note('large'), data: { text: 'x'.repeat(20_000) } }
      await expect(log.append(world.stream, [note('a'), large], 'absent')).rejects.toMatchObject({
        name: 'RecordTooLarge',
      })
      expect(await log.read(world.stream)).toEqual([])
      await log.close()
      await small.stop()
    })
  })
}
