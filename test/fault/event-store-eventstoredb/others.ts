import { EventStoreDBClient, binaryEvent } from '@eventstore/db-client'
import { describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { notes, stepsOf, until, type World } from './world.ts'

export const others = (world: World): void => {
  describe('what others keep in the same log', () => {
    it('is reported in a stream of ours, and passed over elsewhere', async () => {
      const client = EventStoreDBClient.connectionString(world.node.url)
      await world.store.append(world.stream, notes('a'), 'absent')
      await client.appendToStream(world.stream, binaryEvent({ type: 'Noted', data: Buffer.from('{') }))
      await client.dispose()
      await expect(world.store.read(world.stream)).rejects.toThrow(`record 1 of ${world.stream}`)
      const damaged = stepsOf(world.store, [world.prefix])
      await expect(until(damaged, () => false)).rejects.toThrow(`record 1 of ${world.stream}`)

      const stop = new AbortController()
      for await (const step of world.store.follow(null, [], stop.signal)) if (step.live) stop.abort()
    })

    it.each(['$settings', '$$notes'])('is not written to: %s', async name => {
      await expect(world.store.append(streamName(name), notes('a'), 'any')).rejects.toBeInstanceOf(RangeError)
      await expect(world.store.deleteStream(streamName(name))).rejects.toBeInstanceOf(RangeError)
      expect(await world.store.read(streamName(name))).toEqual([])
    })
  })
}
