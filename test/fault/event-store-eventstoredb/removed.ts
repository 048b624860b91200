import { EventStoreDBClient } from '@eventstore/db-client'
import { describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import type { Position, StoredRecord } from '../../../shared/event-store/port.ts'
import { notes, textsOf, unavailable, type World } from './world.ts'

export const removed = (world: World): void => {
  describe('what was removed', () => {
    const followed = async (after: Position | null = null): Promise<string> => {
      const stop = new AbortController()
      const seen: StoredRecord[] = []
      for await (const step of world.store.follow(after, [world.prefix], stop.signal)) {
        seen.push(...step.records)
        if (step.live) stop.abort()
      }
      return textsOf(seen)
    }

    it('stays removed when the stream starts anew and gets a lifetime', async () => {
      await world.store.append(world.stream, notes('abc'), 'absent')
      await world.store.deleteStream(world.stream)
      await world.store.append(world.stream, notes('de'), 'absent')
      await world.store.expireAfter(world.stream, 1_000)
      expect(await world.texts()).toBe('de')
      expect(await followed()).toBe('de')
    })

    it('stays removed when the deleted stream gets a lifetime before it starts anew', async () => {
      await world.store.append(world.stream, notes('abc'), 'absent')
      await world.store.deleteStream(world.stream)
      await world.store.expireAfter(world.stream, 1_000)
      expect(await world.texts()).toBe('')
      await world.store.append(world.stream, notes('de'), 'any')
      expect(await world.texts()).toBe('de')
      expect(await followed()).toBe('de')
    })

    it('by another process is hidden from who follows afterwards', async () => {
      const other = await world.open(world.node.url)
      await world.store.append(world.stream, notes('abc'), 'absent')
      await world.store.append(streamName(`${world.prefix}2`), notes('x'), 'absent')
      await other.deleteStream(world.stream)
      await other.close()
      expect(await followed()).toBe('x')
    })

    it('reads as empty when an operator has tombstoned it; appends say so', async () => {
      const client = EventStoreDBClient.connectionString(world.node.url)
      await world.store.append(world.stream, notes('abc'), 'absent')
      await client.tombstoneStream(world.stream)
      expect(await world.store.read(world.stream)).toEqual([])
      await expect(world.store.append(world.stream, notes('d'), 'any')).rejects.toMatchObject(unavailable)
      await world.store.deleteStream(world.stream)
      await client.dispose()
    })
  })
}
