import { describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import { several, followUntil, isLive, type World } from './world.ts'

export const closing = (world: World): void => {
  describe('closing', () => {
    if (world.reopens)
      it('holds after reopening what it held before', async () => {
        if (world.made.reopen === undefined) throw new Error('this log was said to reopen')
        const { position } = await world.append('abc', 'absent')
        const before = await world.store.read(world.stream)
        world.store = await world.made.reopen()
        expect(await world.store.read(world.stream)).toEqual(before)
        expect(await world.append('bc', streamRevision(0))).toEqual({ revision: 2, position })
        expect((await world.append('d', streamRevision(2))).position).toBeGreaterThan(position)
      })

    it('answers what was asked before it is closed', async () => {
      await world.store.append(world.stream, several(600), 'absent')
      const head = await world.store.head()
      const reading = [1, 2, 3].map(() => world.store.read(world.stream))
      const asking = world.store.head()
      await world.store.close()
      expect((await Promise.all(reading)).map(r => r.length)).toEqual([600, 600, 600])
      expect(await asking).toBeGreaterThanOrEqual(head ?? 0)
    })

    it('finishes what waits when closed, then answers nothing any more', async () => {
      const waiting = Array.from({ length: 20 }, (_, n) =>
        world.append('ab', 'absent', streamName(`${world.prefix}w${n}`)),
      )
      const following = followUntil(world.store, null, [world.prefix], () => false)
      const dropped = expect(following).rejects.toMatchObject({ name: 'StoreUnavailable' })
      const closing = world.store.close()
      expect((await Promise.all(waiting)).map(a => a.revision)).toEqual(waiting.map(() => 1))
      await closing
      await dropped
      const gone = { name: 'StoreUnavailable' }
      await expect(world.append('a', 'any')).rejects.toMatchObject(gone)
      await expect(world.store.read(world.stream)).rejects.toMatchObject(gone)
      await expect(world.store.head()).rejects.toMatchObject(gone)
      await expect(world.store.deleteStream(world.stream)).rejects.toMatchObject(gone)
      await expect(world.store.expireAfter(world.stream, 1)).rejects.toMatchObject(gone)
      await expect(followUntil(world.store, null, [], isLive)).rejects.toMatchObject(gone)
      await world.store.close()
    })
  })
}
