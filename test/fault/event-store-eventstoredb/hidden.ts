import { EventStoreDBClient } from '@eventstore/db-client'
import { describe, expect, it } from 'vitest'
import { streamRevision } from '../../../shared/kernel/brands.ts'
import { notes, type World } from './world.ts'

export const hidden = (world: World): void => {
  describe('what an operator has hidden', () => {
    it.each([
      ['$tb', { truncateBefore: 3 }, ''],
      ['$maxCount', { maxCount: 1 }, 'c'],
    ] as const)('by %s is not there for repeats', async (_, metadata, left) => {
      const client = EventStoreDBClient.connectionString(world.node.url)
      const records = notes('abc')
      await world.store.append(world.stream, records, 'absent')
      await client.setStreamMetadata(world.stream, metadata)
      await client.dispose()
      const conflict = { name: 'RevisionConflict' }
      await expect(
        world.store.append(world.stream, records.slice(1, 2), streamRevision(0)),
      ).rejects.toMatchObject(conflict)
      await expect(
        world.store.append(world.stream, records.slice(1), streamRevision(0)),
      ).rejects.toMatchObject(conflict)
      const again = world.store.append(world.stream, records, 'absent')
      if (left === '') expect(await again).toMatchObject({ revision: 5 })
      else await expect(again).rejects.toMatchObject(conflict)
      expect((await world.store.append(world.stream, records.slice(0, 1), 'any')).revision).toBe(3)
      expect(world.warnings).toEqual([])
    })
  })
}
