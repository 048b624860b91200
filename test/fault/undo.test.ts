import { describe, expect, it } from 'vitest'
import { RevisionConflict, StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'
import { failAt } from '../support/fail-at.ts'
import { eventIds, fairItem } from '../support/import-world.ts'
import { memoryLog } from '../support/memory-log.ts'
import { undoWorld } from '../support/undo-world.ts'

const FIRST = [
  fairItem({ description: 'old', categories: ['A'], venue: { venue: 'Gym' } }),
  fairItem({ uid: 'off', title: 'Off' }),
  fairItem({ uid: 'other', title: 'Other uid', start_date: '2027-05-09 10:00:00' }),
]
const SECOND = [
  fairItem({
    description: 'new',
    categories: ['B'],
    venue: { venue: 'Hall' },
    organizer: [{ organizer: 'PTA' }],
  }),
  fairItem({ uid: 'off', title: 'Off', status: 'cancelled' }),
  fairItem({ uid: 'newer', title: 'Other uid', start_date: '2027-05-09 10:00:00' }),
  fairItem({ uid: 'more', title: 'More', venue: { venue: 'Hall' } }),
]

const allowOutage = (error: unknown) => {
  if (!(error instanceof StoreUnavailable) && !(error instanceof RevisionConflict)) throw error
}

const everything = async (store: EventStore) => {
  const world = undoWorld(store)
  return Promise.all((await eventIds(store)).map(id => world.eventItem(id)))
}

describe.each(['before', 'after'] as const)(
  '05 §12 stopped, killed: an outage %s each store call in turn',
  when => {
    it('goes on where it was: every item once, the same counts, the same end', async () => {
      const reference = undoWorld(memoryLog())
      await reference.whole('one', FIRST)
      await reference.whole('two', SECOND)
      const { counts } = await reference.undo('two')
      const end = await everything(reference.store)
      let points = 0
      for (let n = 1; ; n += 2) {
        const store = memoryLog()
        const calm = undoWorld(store)
        await calm.whole('one', FIRST)
        await calm.whole('two', SECOND)
        await calm.begin('two')

        const broken = failAt(store, n, when)
        await undoWorld(broken.store).work('two').catch(allowOutage)
        const again = undoWorld(store)
        await again.work('two', 2)

        expect((await again.undos.load('two')).undos).toMatchObject([{ status: 'done', counts }])
        expect(await everything(store)).toEqual(end)
        expect(again.problems).toEqual([])
        const known = await again.whole('three', FIRST)
        expect(known.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged'])
        if (!broken.fired()) break
        points = n
      }
      expect(points).toBeGreaterThan(30)
    })
  },
)

it('05 §12 stopped, killed: two processes at the same time end with the same', async () => {
  const store = memoryLog()
  const one = undoWorld(store)
  const items = Array.from({ length: 60 }, (_, n) => fairItem({ uid: `u${n}`, title: `Event ${n}` }))
  await one.whole('one', items)
  await one.begin('one')
  await Promise.all([one.work('one'), undoWorld(store).work('one')].map(work => work.catch(allowOutage)))
  await undoWorld(store).work('one')
  expect((await one.undos.load('one')).undos).toMatchObject([{ status: 'done', counts: { trashed: 60 } }])
})

it('05 §12 stopped, killed: an item that cannot be undone stays, is told, and is in nobody’s way', async () => {
  const store = memoryLog()
  const calm = undoWorld(store)
  const [first, second] = await calm.whole('one', [fairItem(), fairItem({ uid: 'b', title: 'Other' })])
  await calm.begin('one')
  const damaged: EventStore = {
    ...store,
    read: async (stream, options) => {
      if (stream === `event-${first?.id ?? 0}`) throw new Error('damaged')
      return store.read(stream, options)
    },
  }
  const world = undoWorld(damaged)
  await expect(world.work('one', 1)).rejects.toThrow('damaged')
  await world.work('one', 3)
  expect(world.problems).toHaveLength(1)
  expect(await world.kept('one.1')).toMatchObject([{ id: first?.id, reason: 'internal_error' }])
  expect((await calm.eventItem(second?.id)).trashed).not.toBeNull()
})
