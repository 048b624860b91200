import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { personAt } from '../../../support/calendar.ts'
import { fairItem, importWorld } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'
import { world, revisionOf } from '../../../support/applied-items.ts'

describe('05 §5 identity', () => {
  it('05-20 the same items three times: same ids, unchanged, nothing recorded', async () => {
    const w = world()
    const items = [
      fairItem({ venue: { venue: 'Main Hall', city: 'Troy' }, categories: ['Fairs'] }),
      fairItem({ uid: 'b', title: 'B' }),
    ]
    const [a, b] = await w.whole('run1', items)
    const before = await w.store.head()
    const counts = [await revisionOf(w, a?.id), await revisionOf(w, b?.id)]
    for (const importId of ['run2', 'run3']) {
      const again = await w.whole(importId, items)
      expect(again.map(o => [o.outcome, o.id])).toEqual([
        ['unchanged', a?.id],
        ['unchanged', b?.id],
      ])
      expect(again[0]?.touched).toContainEqual(['cal_events', 'skipped', a?.id])
    }
    expect([await revisionOf(w, a?.id), await revisionOf(w, b?.id)]).toEqual(counts)
    expect(await w.store.head()).not.toBe(before)
  })

  it('row 1: a shared global id wins over uid and source', async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem({ global_id: 'other.example?id=7' })])
    const [second] = await w.whole(
      'run2',
      [
        fairItem({
          uid: 'x',
          title: 'Renamed',
          global_id: 'new.example?id=1',
          global_id_lineage: ['other.example?id=7'],
        }),
      ],
      { source: 'https://elsewhere.example/' },
    )
    expect(second).toMatchObject({ outcome: 'updated', id: first?.id })
    const values = await w.values(first?.id)
    expect(values.title).toBe('Renamed')
    expect(values.lineage).toEqual(['other.example?id=7', 'new.example?id=1'])
    // the new global id is known from now on, and the event is still its first source's
    expect((await w.whole('run3', [fairItem({ title: 'Renamed' })]))[0]?.id).toBe(first?.id)
    const third = await w.whole('run4', [fairItem({ uid: 'y', global_id: 'new.example?id=1' })], {
      source: 'c',
    })
    expect(third[0]?.id).toBe(first?.id)
  })

  it("row 1: an id of this site is the event's own, and not part of what came by import", async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem()])
    const own = `school.example?id=${first?.id}`
    const item = fairItem({ uid: 'theirs', title: 'Theirs', global_id: 'o?id=1', global_id_lineage: [own] })
    const [second] = await w.whole('run2', [item], { source: 'another' })
    expect(second).toMatchObject({ outcome: 'updated', id: first?.id })
    expect(await w.values(first?.id)).toMatchObject({ title: 'Theirs', lineage: ['o?id=1'] })
    expect((await w.whole('run3', [item], { source: 'another' }))[0]?.outcome).toBe('unchanged')
    // of another kind, of nobody, or of another site: new
    const others = await w.whole('run4', [
      fairItem({ uid: 'v', title: 'V', venue: { venue: 'Gym' }, global_id: 'school.example?id=999999' }),
      fairItem({ uid: 'w', title: 'W', global_id: `other.example?id=${first?.id}` }),
      fairItem({ uid: 'x', title: 'X', global_id: `${own}0` }),
    ])
    expect(others.map(o => o.outcome)).toEqual(['created', 'created', 'created'])
  })

  it('row 1: an id of this site counts for what imports wrote last or this source brought, else not_yours', async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem()])
    const own = `school.example?id=${first?.id}`
    const theirs = (over: object) => [fairItem({ uid: 'theirs', title: 'Theirs', global_id: own, ...over })]
    // a person wrote it last
    await calendarOn(w.writing).event.change(Number(first?.id), { title: 'Ours' }, personAt())
    const count = await revisionOf(w, first?.id)
    const another = { source: 'another' }
    for (const [importId, over] of [
      ['run2', {}],
      ['run3', { status: 'cancelled' }],
      ['run4', { status: 'cancelled', start_date: '' }],
      ['run5', { global_id: 'o?id=1', global_id_lineage: [own] }],
    ] as const) {
      const [told] = await w.whole(importId, theirs(over), another)
      expect(told).toMatchObject({ outcome: 'failed', reason: 'not_yours', id: null })
    }
    expect(await revisionOf(w, first?.id)).toBe(count)
    expect((await w.values(first?.id)).title).toBe('Ours')
    // its own source may still name it
    expect(await w.whole('run6', theirs({}))).toMatchObject([{ outcome: 'updated', id: first?.id }])
    // and so, an import having written it last, may any
    expect(await w.whole('run7', theirs({ title: 'New' }), another)).toMatchObject([
      { outcome: 'updated', id: first?.id },
    ])
  })

  it('row 2: the same uid of another source is another event', async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem()])
    const [second] = await w.whole('run2', [fairItem()], { source: 'other' })
    expect(second?.outcome).toBe('created')
    expect(second?.id).not.toBe(first?.id)
  })

  it('row 2: occurrences of a series are events of their own', async () => {
    const w = world()
    const occurrence = (day: string) =>
      fairItem({
        occurrence: `2027-05-${day}T14:00:00Z`,
        start_date: `2027-05-${day} 10:00:00`,
        end_date: `2027-05-${day} 12:00:00`,
      })
    const first = await w.whole('run1', [occurrence('08'), occurrence('15')])
    expect(first.map(o => o.outcome)).toEqual(['created', 'created'])
    const second = await w.whole('run2', [occurrence('15')])
    expect(second[0]).toMatchObject({ outcome: 'unchanged', id: first[1]?.id })
  })

  it('row 2: a single event that becomes a series, and back, is the occurrence at its start', async () => {
    const w = world()
    const single = fairItem({ uid: 's' })
    const [one] = await w.whole('run1', [single])
    const first = fairItem({ uid: 's', occurrence: '2027-05-08T14:00:00Z' })
    const later = fairItem({
      uid: 's',
      start_date: '2027-05-15 10:00:00',
      end_date: '2027-05-15 12:00:00',
      occurrence: '2027-05-15T14:00:00Z',
    })
    const series = await w.whole('run2', [first, later])
    expect(series.map(o => o.outcome)).toEqual(['updated', 'created'])
    expect(series[0]?.id).toBe(one?.id)
    const same = await w.whole('run3', [first, later])
    expect(same.map(o => [o.outcome, o.id])).toEqual(series.map(o => ['unchanged', o.id]))
    const [back] = await w.whole('run4', [single])
    expect(back).toMatchObject({ outcome: 'updated', id: one?.id })
    expect((await w.whole('run5', [single]))[0]).toMatchObject({ outcome: 'unchanged', id: one?.id })
    // both in one batch are two
    const both = await w.whole('run6', [single, first])
    expect(both.map(o => o.outcome)).toEqual(['unchanged', 'created'])
  })

  it('row 2: an all-day event that becomes a series is the occurrence of its day', async () => {
    const w = world()
    const day = { uid: 'd', start_date: '2027-05-08', end_date: '2027-05-08', all_day: true }
    const [one] = await w.whole('run1', [fairItem(day)])
    const [first] = await w.whole('run2', [fairItem({ ...day, occurrence: '2027-05-08' })])
    expect(first).toMatchObject({ outcome: 'updated', id: one?.id })
    // the single event has moved: it is none of the old dates
    const moved = world()
    await moved.whole('run1', [fairItem(day)])
    const [other] = await moved.whole('run2', [
      fairItem({ ...day, start_date: '2027-05-09', end_date: '2027-05-09', occurrence: '2027-05-09' }),
    ])
    expect(other?.outcome).toBe('created')
  })

  it('row 3: rows without uid by title, start, all-day flag and venue name', async () => {
    const w = world()
    const row = (over = {}) => ({
      title: 'Open day',
      start_date: '2027-06-01',
      all_day: true,
      venue: { venue: 'Gym' },
      ...over,
    })
    const [first] = await w.whole('run1', [row()], { origin: 'csv' })
    const again = await w.whole(
      'run2',
      [
        row({ title: ' OPEN day ', description: 'new' }),
        row({ venue: { venue: 'Hall' } }),
        row({ start_date: '2027-06-02' }),
      ],
      { origin: 'csv' },
    )
    expect(again.map(o => o.outcome)).toEqual(['updated', 'created', 'created'])
    expect(again[0]?.id).toBe(first?.id)
  })

  it('row 4: an unknown uid takes over the only event that looks the same', async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem({ venue: { venue: 'Gym' } })])
    const [second] = await w.whole('run2', [fairItem({ uid: 'new', venue: { venue: 'Gym' } })])
    expect(second).toMatchObject({ outcome: 'updated', id: first?.id })
    expect((await w.values(first?.id)).origin?.uid).toBe('new')
    // the old uid is free again, the new one is known
    const third = await w.whole('run3', [
      fairItem({ venue: { venue: 'Gym' } }),
      fairItem({ uid: 'new', venue: { venue: 'Gym' } }),
    ])
    expect(third.map(o => o.outcome)).toEqual(['created', 'unchanged'])
  })

  it('row 4 does not take events whose uid is in the same batch, that were met in this run, or that are not alone', async () => {
    const w = world()
    await w.whole('run1', [fairItem(), fairItem({ uid: 'a2' })])
    const known = await w.whole('run2', [fairItem({ uid: 'n1' }), fairItem(), fairItem({ uid: 'a2' })])
    expect(known.map(o => o.outcome)).toEqual(['created', 'unchanged', 'unchanged'])
    const several = await w.whole('run3', [fairItem({ uid: 'n2' })])
    expect(several[0]?.outcome).toBe('created')
    const other = world()
    await other.whole('run1', [fairItem()])
    const twice = await other.whole('run2', [fairItem({ uid: 'n1' }), fairItem({ uid: 'n2' })])
    expect(twice.map(o => o.outcome)).toEqual(['updated', 'created'])
  })

  it('row 4: a row that had no uid is the same when it gets one, unless a row without is in the batch', async () => {
    const w = world()
    const bare = fairItem({ uid: null })
    const [first] = await w.whole('run1', [bare])
    const both = await w.whole('run2', [fairItem({ uid: 'n0' }), bare])
    expect(both.map(o => o.outcome)).toEqual(['created', 'unchanged'])
    expect(both[1]?.id).toBe(first?.id)

    const other = world()
    const [known] = await other.whole('run1', [bare])
    const [named] = await other.whole('run2', [fairItem({ uid: 'n1' })])
    expect(named).toMatchObject({ outcome: 'updated', id: known?.id })
    expect((await other.values(known?.id)).origin?.uid).toBe('n1')
    // known by either from now on
    const moved = fairItem({ uid: 'n1', start_date: '2027-05-09 10:00:00' })
    expect((await other.whole('run3', [moved]))[0]).toMatchObject({ outcome: 'updated', id: known?.id })
    expect((await other.whole('run4', [bare]))[0]).toMatchObject({ outcome: 'updated', id: known?.id })
  })

  it('row 4 looks at the event as it is now', async () => {
    const w = world()
    const [first] = await w.whole('run1', [fairItem()])
    await calendarOn(w.writing).event.change(Number(first?.id), { title: 'Moved on' }, personAt())
    expect((await w.whole('run2', [fairItem({ uid: 'n' })]))[0]?.outcome).toBe('created')
  })

  it('row 4 reads what looks the same once a chunk, not once an item', async () => {
    const store = memoryLog()
    let read = 0
    const counting: typeof store = {
      ...store,
      read: async (stream, range) => {
        const records = await store.read(stream, range)
        read += records.length
        return records
      },
    }
    const w = importWorld(counting)
    const items = (from: string) => Array.from({ length: 400 }, (_, n) => fairItem({ uid: `${from}${n}` }))
    await w.whole('run1', items('a'))
    read = 0
    const outcomes = await w.whole('run2', [...items('a'), ...items('b')])
    expect(outcomes.map(o => o.outcome)).toEqual([
      ...items('a').map(() => 'unchanged'),
      ...items('b').map(() => 'created'),
    ])
    // 800 items with their claims and notes, sixteen chunks; once an item it would be 400 × 600 notes and as many events
    expect(read).toBeLessThan(10_000)
  })

  it('05-37 any characters in a uid', async () => {
    const w = world()
    const uids = ['tag:x.example,2008:EventInstance_1', '12345', 'a/b\\c', ' lead']
    const items = uids.map((uid, n) => fairItem({ uid, title: `T${n}` }))
    const first = await w.whole('run1', items)
    const second = await w.whole('run2', items)
    expect(second.map(o => o.outcome)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
    expect(second.map(o => o.id)).toEqual(first.map(o => o.id))
  })
})
