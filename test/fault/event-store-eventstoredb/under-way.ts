import { describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import { lentDouble } from '../../support/eventstoredb-double/lent.ts'
import { notes, stepsOf, type World } from './world.ts'

export const underWay = (world: World): void => {
  describe('many appends under way', () => {
    it('while acknowledgements are lost and the node restarts: each is there once, the process lives', async () => {
      const streams = Array.from({ length: 200 }, (_, n) => streamName(`${world.prefix}many-${n}`))
      await world.node.control.loseAcknowledgements(20)
      const appending = Promise.all(streams.map(to => world.store.append(to, notes('ab'), 'absent')))
      await world.store.append(streamName(`${world.prefix}first`), notes('a'), 'any')
      await world.node.restart()
      expect((await appending).map(({ revision }) => revision)).toEqual(streams.map(() => 1))
      for (const to of streams) expect(await world.texts(to)).toBe('ab')
    })

    it('go on while the connection of another log in this process breaks', async () => {
      const own = await lentDouble({ dialect: world.dialect })
      const other = await world.open(own.url)
      await other.append(world.stream, notes('a'), 'absent')
      await own.control.slow(300)
      const appending = other.append(world.stream, notes('b'), streamRevision(0))
      await world.node.control.loseAcknowledgements(1)
      await world.store.append(world.stream, notes('x'), 'absent')
      expect((await appending).revision).toBe(1)
      // the driver's own way of sending appends together would have thrown where nobody catches
      expect((await own.control.state()).calls).toMatchObject({ append: 0, batchAppend: 2 })
      await other.close()
      await own.stop()
    })

    it('at any read nothing of a stream that they begin, and the end of one that is there', async () => {
      const callsOf = async (texts: string, store = world.store) => {
        const { calls: before } = await world.node.control.state()
        await store.append(world.stream, notes(texts), 'any')
        const { calls } = await world.node.control.state()
        return { appends: calls.batchAppend - before.batchAppend, reads: calls.read - before.read }
      }
      await world.store.append(streamName(`${world.stream}-before`), notes('x'), 'absent')
      expect(await callsOf('ab')).toEqual({ appends: 1, reads: 0 })
      expect(await callsOf('c')).toEqual({ appends: 1, reads: 1 })
      const other = await world.open(world.node.url)
      await other.append(streamName(`${world.stream}-other`), notes('x'), 'absent')
      expect(await callsOf('d', other)).toEqual({ appends: 2, reads: 1 })
      expect(await callsOf('e', other)).toEqual({ appends: 1, reads: 1 })
      await other.close()
      expect(await world.texts()).toBe('abcde')
    })

    it('while no node of a cluster can be found fail as an outage', async () => {
      const lost =
        'esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=2&discoveryInterval=20&gossipTimeout=1'
      const nowhere = await world.open(lost, { deadlineMs: 1_500 })
      const outcomes = await Promise.allSettled([
        ...Array.from({ length: 5 }, (_, n) =>
          nowhere.append(streamName(`${world.prefix}${n}`), notes('a'), 'any'),
        ),
        ...Array.from({ length: 5 }, () => nowhere.head()),
        stepsOf(nowhere, [world.prefix]).next(),
      ])
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
      await nowhere.close()
    })
  })
}
