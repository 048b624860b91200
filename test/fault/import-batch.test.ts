import { describe, expect, it } from 'vitest'
import { RevisionConflict, StoreUnavailable } from '../../shared/event-store/port.ts'
import { eventIds, fairItem, importWorld } from '../support/import-world.ts'
import { failAt } from '../support/fail-at.ts'
import { memoryLog } from '../support/memory-log.ts'

const seven = [1, 2, 3, 4, 5, 6, 7].map(n =>
  fairItem({
    uid: `u${n}`,
    title: `Event ${n}`,
    venue: { venue: n < 4 ? 'Main Hall' : 'Gym', city: 'Troy' },
    organizer: [{ organizer: 'PTA', phone: '555' }],
    categories: ['Fairs', `Kind ${n % 2}`],
    tags: 'one,two',
  }),
)

const allowOutage = (error: unknown) => {
  if (!(error instanceof StoreUnavailable)) throw error
}

const allowConflict = (error: unknown) => {
  if (!(error instanceof RevisionConflict)) throw error
}

const countOf = async (store: ReturnType<typeof memoryLog>, prefix: string, type: string) => {
  for await (const { records } of store.follow(null, [prefix], new AbortController().signal)) {
    return records.filter(record => record.type === type).length
  }
  return 0
}

describe.each(['before', 'after'] as const)(
  '05 §10 effects once: an outage %s each store call in turn',
  when => {
    it('working: every item exactly once, each with its outcome', async () => {
      let points = 0
      for (let n = 1; ; n++) {
        const store = memoryLog()
        const calm = importWorld(store)
        const hash = await calm.register('abc')
        await calm.receive('abc', hash, seven)

        const broken = failAt(store, n, when)
        await importWorld(broken.store).process('abc').catch(allowOutage)
        const again = importWorld(store)
        await again.process('abc', 2)

        const outcomes = await again.outcomes('abc')
        expect(outcomes.map(o => [o.position, o.outcome, o.reason])).toEqual(
          seven.map((_, i) => [i + 1, 'created', null]),
        )
        expect((await eventIds(store)).toSorted((a, b) => a - b)).toEqual(
          outcomes.map(o => Number(o.id)).toSorted((a, b) => a - b),
        )
        expect(new Set(outcomes.map(o => o.id)).size).toBe(7)
        expect(await countOf(store, 'venue-', 'VenueCreated')).toBe(2)
        expect(await countOf(store, 'organizer-', 'OrganizerCreated')).toBe(1)
        expect(await countOf(store, 'term-', 'TermCreated')).toBe(5)
        expect((await again.run('abc')).status).toBe('success')
        if (!broken.fired()) break
        points = n
      }
      expect(points).toBeGreaterThan(50)
    })

    it('a re-import: changes, a new uid, a restored event, a second look at nothing', async () => {
      const before = [
        fairItem({ uid: 'same', title: 'Same' }),
        fairItem({ uid: 'changed', title: 'Changed', categories: ['One'] }),
        fairItem({ uid: 'old', title: 'Moved uid', venue: { venue: 'Gym' } }),
        fairItem({ uid: 'back', title: 'Back' }),
      ]
      const after = [
        fairItem({ uid: 'same', title: 'Same' }),
        fairItem({ uid: 'changed', title: 'Changed', description: 'new', categories: ['Two'] }),
        fairItem({ uid: 'new', title: 'Moved uid', venue: { venue: 'Gym' } }),
        fairItem({ uid: 'back', title: 'Back' }),
      ]
      for (let n = 1; ; n++) {
        const store = memoryLog()
        const calm = importWorld(store)
        const first = await calm.whole('run1', before)
        await calm.whole('run2', [fairItem({ uid: 'back', title: 'Back', status: 'cancelled' })])
        await calm.receive('run3', await calm.register('run3'), after)

        const broken = failAt(store, n, when)
        await importWorld(broken.store).process('run3').catch(allowOutage)
        const again = importWorld(store)
        await again.process('run3', 2)

        const outcomes = await again.outcomes('run3')
        expect(outcomes.map(o => o.id)).toEqual(first.map(o => o.id))
        expect(outcomes.map(o => o.outcome)).toEqual(['unchanged', 'updated', 'updated', 'updated'])
        expect(await again.values(outcomes[1]?.id)).toMatchObject({ description: 'new' })
        expect((await again.values(outcomes[1]?.id)).categories).toHaveLength(1)
        expect((await again.values(outcomes[2]?.id)).origin?.uid).toBe('new')
        expect(await again.values(outcomes[3]?.id)).toMatchObject({ status: 'publish', slug: 'back' })
        expect(await eventIds(store)).toHaveLength(4)
        const third = await again.whole('run4', after)
        expect(third.map(o => o.outcome)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
        if (!broken.fired()) break
      }
    })

    it('working ahead: chunks begun before the last one is recorded', async () => {
      const batches = [0, 1, 2].map(batch =>
        Array.from({ length: 50 }, (_, n) =>
          fairItem({ uid: `${batch}-${n}`, title: `Event ${n}`, categories: [`Kind ${n % 3}`] }),
        ),
      )
      for (let n = 1; ; n += 17) {
        const store = memoryLog()
        const calm = importWorld(store)
        let hash = await calm.register('abc')
        for (const [done, events] of batches.entries()) {
          const status = { data: { total: 150, done: 50 * done }, batch: { total: 3, done } }
          const received = await calm.receive('abc', hash, events, { status })
          if (!received.ok) throw new Error('refused')
          hash = received.reply.next_batch_hash ?? ''
        }
        const broken = failAt(store, n, when)
        await importWorld(broken.store).process('abc').catch(allowOutage)
        const again = importWorld(store)
        await again.process('abc', 2)

        const outcomes = await again.outcomes('abc')
        expect(outcomes.map(o => [o.position, o.outcome])).toEqual(
          Array.from({ length: 150 }, (_, i) => [i + 1, 'created']),
        )
        expect((await eventIds(store)).toSorted((a, b) => a - b)).toEqual(
          outcomes.map(o => Number(o.id)).toSorted((a, b) => a - b),
        )
        expect(await countOf(store, 'term-', 'TermCreated')).toBe(3)
        expect((await again.run('abc')).status).toBe('success')
        if (!broken.fired()) break
      }
    })

    it('receiving: a retried callback is accepted once, with all of its items', async () => {
      for (let n = 1; ; n++) {
        const store = memoryLog()
        const calm = importWorld(store)
        const hash = await calm.register('abc')
        const broken = failAt(store, n, when)
        await importWorld(broken.store).receive('abc', hash, seven).catch(allowOutage)
        const world = importWorld(store)
        const first = await world.receive('abc', hash, seven)
        const second = await world.receive('abc', hash, seven)
        expect(first).toMatchObject({ ok: true })
        expect(second).toEqual(first)
        await world.process('abc')
        expect(await eventIds(store)).toHaveLength(7)
        if (!broken.fired()) break
      }
    })
  },
)

describe('05 §10 effects once: work taken over', () => {
  it('05-6 eight workers on the same import at once: every item once, each with its outcome', async () => {
    const store = memoryLog()
    const calm = importWorld(store)
    const many = Array.from({ length: 400 }, (_, n) => fairItem({ uid: `u${n}`, title: `Event ${n % 30}` }))
    await calm.receive('abc', await calm.register('abc'), many)
    const workers = Array.from({ length: 8 }, () => importWorld(store))
    await Promise.all(workers.map(worker => worker.process('abc').catch(allowConflict)))
    await calm.process('abc', 2)
    const outcomes = await calm.outcomes('abc')
    expect(outcomes.map(o => o.position)).toEqual(many.map((_, n) => n + 1))
    expect(outcomes.map(o => o.reason)).toEqual(many.map(() => null))
    expect(new Set(outcomes.map(o => o.id)).size).toBe(400)
    expect(await eventIds(store)).toHaveLength(400)
    expect((await calm.run('abc')).status).toBe('success')
  })
})
