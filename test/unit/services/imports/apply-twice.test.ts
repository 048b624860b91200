import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { personAt } from '../../../support/calendar.ts'
import { eventIds, fairItem, importWorld } from '../../../support/import-world.ts'
import { world } from '../../../support/applied-items.ts'

describe('05 §5 identity: what comes twice, is older or is called off', () => {
  it('05-22 one uid three times in a batch: one event, two duplicates, the later wins', async () => {
    const w = world()
    const outcomes = await w.whole(
      'run1',
      ['A', 'B', 'C'].map(title => fairItem({ title })),
    )
    expect(outcomes.map(o => o.outcome)).toEqual(['duplicate', 'duplicate', 'created'])
    expect(await eventIds(w.store)).toHaveLength(1)
    expect((await w.values(outcomes[2]?.id)).title).toBe('C')
  })

  it('of equal identities one that can be read wins; each broken one fails by itself', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ title: 'Good', sequence: 5 }),
      fairItem({ title: '' }),
      fairItem({ title: 'Bad date', sequence: 9, start_date: 'x' }),
    ])
    expect(outcomes.map(o => [o.outcome, o.reason])).toEqual([
      ['created', null],
      ['failed', 'missing_title'],
      ['failed', 'invalid_date'],
    ])
    expect((await w.values(outcomes[0]?.id)).title).toBe('Good')
  })

  it('higher SEQUENCE, then later LAST-MODIFIED wins in a batch, over chunks', async () => {
    const w = world()
    const filler = Array.from({ length: 60 }, (_, n) => fairItem({ uid: `f${n}`, title: `F${n}` }))
    const outcomes = await w.whole('run1', [
      fairItem({ title: 'high', sequence: 3 }),
      fairItem({ uid: 'm', title: 'late', last_modified: '20270102T000000Z' }),
      ...filler,
      fairItem({ title: 'low', sequence: 2 }),
      fairItem({ uid: 'm', title: 'early', last_modified: '2027-01-01T00:00:00Z' }),
    ])
    expect(outcomes[0]?.outcome).toBe('created')
    expect(outcomes[1]?.outcome).toBe('created')
    expect(outcomes.slice(-2).map(o => [o.outcome, o.id])).toEqual([
      ['duplicate', outcomes[0]?.id],
      ['duplicate', outcomes[1]?.id],
    ])
  })

  it('05-12 one global id in two batches: created and updated', async () => {
    const w = world()
    const h1 = await w.register('abc')
    const first = await w.receive('abc', h1, [fairItem({ uid: '', global_id: 'g1' })], {
      status: { data: { total: 2, done: 0 }, batch: { total: 2, done: 0 } },
    })
    const h2 = first.ok ? (first.reply.next_batch_hash ?? '') : ''
    await w.process('abc')
    const second = await w.receive('abc', h2, [fairItem({ uid: '', title: 'Other', global_id: 'g1' })], {
      status: { data: { total: 2, done: 1 }, batch: { total: 2, done: 1 } },
    })
    expect(JSON.parse(second.ok ? second.reply.activity.join('') : '')).toMatchObject({
      cal_events: { created: [await eventIds(w.store).then(([id]) => id)] },
    })
    await w.process('abc')
    const outcomes = await w.outcomes('abc')
    expect(outcomes.map(o => o.outcome)).toEqual(['created', 'updated'])
    expect(outcomes[1]?.id).toBe(outcomes[0]?.id)
    expect((await w.run('abc')).status).toBe('success')
  })

  it('an item older than the stored SEQUENCE is skipped', async () => {
    const w = world()
    await w.whole('run1', [fairItem({ sequence: 5 })])
    const [older] = await w.whole('run2', [fairItem({ title: 'Old', sequence: 4 })])
    expect(older).toMatchObject({ outcome: 'skipped', reason: 'older' })
    const [same] = await w.whole('run3', [fairItem({ title: 'New', sequence: 5 })])
    expect(same?.outcome).toBe('updated')
  })

  it('an event in the trash by a user stays there', async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem()])
    await calendarOn(w.writing).event.trash(Number(first?.id), 'deleted', personAt())
    const [second] = await w.whole('run2', [fairItem({ title: 'New' })])
    expect(second).toMatchObject({ outcome: 'skipped', reason: 'in_trash', id: first?.id })
    expect((await w.values(first?.id)).status).toBe('trash')
  })

  it('05-23 cancelled by its source: to the trash; no longer cancelled: restored', async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem({ status: 'confirmed', sequence: 0 })])
    const [gone] = await w.whole('run2', [fairItem({ status: 'CANCELLED', sequence: 1 })])
    expect(gone).toMatchObject({ outcome: 'updated', id: first?.id })
    expect((await w.values(first?.id)).status).toBe('trash')
    const [still] = await w.whole('run3', [fairItem({ status: 'cancelled', sequence: 1 })])
    expect(still).toMatchObject({ outcome: 'unchanged' })
    const [back] = await w.whole('run4', [fairItem({ sequence: 2, title: 'Back' })])
    expect(back).toMatchObject({ outcome: 'updated', id: first?.id })
    expect(await w.values(first?.id)).toMatchObject({ status: 'publish', title: 'Back', slug: 'book-fair' })
    expect(await eventIds(w.store)).toHaveLength(1)
  })

  it('cancelled and unknown: skipped', async () => {
    const w = world()
    const [only] = await w.whole('run1', [fairItem({ status: 'cancelled' })])
    expect(only).toMatchObject({ outcome: 'skipped', reason: 'cancelled', id: null })
    expect(await eventIds(w.store)).toEqual([])
  })

  it('what is called off needs its identity, neither title nor dates', async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem()])
    const outcomes = await w.whole('run2', [
      { uid: 'a1@feed.example', status: 'CANCELLED', sequence: 1 },
      { uid: 'unknown', status: 'cancelled' },
      { status: 'cancelled' },
    ])
    expect(outcomes.map(o => [o.outcome, o.reason, o.id])).toEqual([
      ['updated', null, first?.id],
      ['skipped', 'cancelled', null],
      ['failed', 'missing_title', null],
    ])
    expect((await w.values(first?.id)).status).toBe('trash')
  })

  it('05 §8.5 a series called off by its bare uid: every known occurrence of the source', async () => {
    const w = world()
    const day = (n: number, over = {}) =>
      fairItem({
        uid: 'series',
        start_date: `2027-05-0${n} 10:00:00`,
        end_date: '',
        occurrence: `2027-05-0${n}T14:00:00Z`,
        ...over,
      })
    const known = await w.whole('run1', [day(1), day(2), day(3), fairItem()])
    const [foreign] = await w.whole('other', [day(1)], { source: 'another' })
    await calendarOn(w.writing).event.trash(Number(known[2]?.id), 'deleted', personAt())
    const [off] = await w.whole('run2', [{ uid: 'series', status: 'cancelled' }])
    expect(off).toMatchObject({ outcome: 'updated', reason: null, id: known[0]?.id })
    expect(off?.touched).toEqual([
      ['cal_events', 'updated', known[0]?.id],
      ['cal_events', 'updated', known[1]?.id],
      ['cal_events', 'skipped', known[2]?.id],
    ])
    const statuses = await Promise.all([...known, foreign].map(async o => (await w.values(o?.id)).status))
    expect(statuses).toEqual(['trash', 'trash', 'trash', 'publish', 'publish'])
    const [again] = await w.whole('run3', [{ uid: 'series', status: 'cancelled' }])
    expect(again?.outcome).toBe('unchanged')
    // taken up again, except for what a user deleted
    const back = await w.whole('run4', [day(1), day(2), day(3)])
    expect(back.map(o => [o.outcome, o.reason, o.id])).toEqual([
      ['updated', null, known[0]?.id],
      ['updated', null, known[1]?.id],
      ['skipped', 'in_trash', known[2]?.id],
    ])
  })

  it('two imports of one source at once create one event', async () => {
    const w = world()
    const other = importWorld(w.store)
    const hashes = [await w.register('p1'), await other.register('p2')]
    await w.receive('p1', hashes[0] ?? '', [fairItem()])
    await other.receive('p2', hashes[1] ?? '', [fairItem()])
    await Promise.all([w.process('p1'), other.process('p2')])
    expect(await eventIds(w.store)).toHaveLength(1)
  })
})
