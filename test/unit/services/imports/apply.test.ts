import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { load } from '../../../../services/handle.ts'
import { organizer } from '../../../../services/calendar/organizer/index.ts'
import { venue } from '../../../../services/calendar/venue/index.ts'
import { newVenueValues } from '../../../../services/calendar/values.ts'
import { term } from '../../../../services/calendar/term/index.ts'
import { userCodec, userStream, type Role } from '../../../../shared/facts/user.ts'
import { organizerStream } from '../../../../shared/facts/organizer.ts'
import { eventStream } from '../../../../shared/facts/event.ts'
import { termStream } from '../../../../shared/facts/term.ts'
import { venueStream } from '../../../../shared/facts/venue.ts'
import { personAt } from '../../../support/calendar.ts'
import { eventIds, fairItem, importWorld } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'

const world = () => importWorld(memoryLog())
type World = ReturnType<typeof world>

const termNames = async ({ store }: World, ids: readonly number[]) => {
  const names = []
  for (const id of ids) {
    const { state } = await load(store, term, termStream(id))
    names.push(state.status === 'live' ? state.values.name : null)
  }
  return names
}
const venueValues = async ({ store }: World, id: number | undefined) =>
  (await load(store, venue, venueStream(id ?? 0))).state?.values
/** User 2, for whom imports act. */
const userOf = async ({ store }: World, role: Role) => {
  const named = { login: 'two', email: 'two@school.example', passwordHash: null }
  const fact = userCodec.encode({ type: 'UserCreated', userId: 2, role, ...named })
  await store.append(userStream(2), [{ id: randomUUID(), ...fact, meta: personAt() }], 'absent')
}
const revisionOf = async ({ store }: World, id: number | null | undefined) =>
  (await store.read(eventStream(id ?? 0))).length

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

describe('05 §5 venues and organizers', () => {
  it('reuses by name and equal members; another city is another venue', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ uid: '1', title: '1', venue: { venue: 'Gym', city: 'Troy' } }),
      fairItem({ uid: '2', title: '2', venue: { venue: ' gym ', city: 'Troy' } }),
      fairItem({ uid: '3', title: '3', venue: { venue: 'Gym', city: 'Albany' } }),
    ])
    const venues = await Promise.all(outcomes.map(async o => (await w.values(o.id)).venues[0]))
    expect(venues[1]).toBe(venues[0])
    expect(venues[2]).not.toBe(venues[0])
  })

  it('by global id, whatever its name', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem({ venue: { venue: 'Gym', global_id: 'v1' } })])
    const [b] = await w.whole('run2', [
      fairItem({ uid: 'b', title: 'B', venue: { venue: 'Gymnasium', global_id: 'v1' } }),
    ])
    expect((await w.values(b?.id)).venues).toEqual((await w.values(a?.id)).venues)
  })

  it('two names at once under one global id are one venue', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ uid: '1', title: '1', venue: { venue: 'Gym', global_id: 'o?id=3' } }),
      fairItem({ uid: '2', title: '2', venue: { venue: 'Sports hall', global_id: 'o?id=3' } }),
    ])
    const [a, b] = await Promise.all(outcomes.map(async o => (await w.values(o.id)).venues))
    expect(a).toHaveLength(1)
    expect(b).toEqual(a)
  })

  it('by an id of this site', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem({ venue: { venue: 'Gym' }, organizer: 'PTA' })])
    const { venues, organizers } = await w.values(a?.id)
    const ours = (id: number | undefined) => `school.example?id=${id}`
    const [b] = await w.whole(
      'run2',
      [
        fairItem({
          title: 'B',
          venue: { venue: 'Turnhalle', global_id: ours(venues[0]) },
          organizer: { organizer: 'Eltern', global_id_lineage: ['o?id=5', ours(organizers[0])] },
        }),
      ],
      { source: 'another' },
    )
    expect(await w.values(b?.id)).toMatchObject({ venues, organizers })
    expect((await venueValues(w, venues[0]))?.name).toBe('Gym')
  })

  it.each([
    ['administrator', 'draft', true],
    ['editor', 'pending', true],
    ['author', 'publish', true],
    ['author', 'draft', false],
    ['contributor', 'private', false],
    ['subscriber', 'draft', false],
    [null, 'publish', true],
    [null, 'draft', false],
  ] as const)(
    "01 §9.1 by an id of this site for %s: somebody else's with status %s is found: %s",
    async (role, status, isFound) => {
      const w = world()
      if (role !== null) await userOf(w, role)
      const made = await calendarOn(w.writing).venue.create(
        { values: newVenueValues({ name: 'Secret hall', status, author: 9 }) },
        personAt(),
      )
      const own = made.ok ? made.id : 0
      const named = { venue: 'Turnhalle', global_id: `school.example?id=${own}` }
      const [outcome] = await w.whole('run1', [fairItem({ venue: named })])
      const [id = 0, ...others] = (await w.values(outcome?.id)).venues
      expect(others).toEqual([])
      expect(id === own).toBe(isFound)
      expect((await venueValues(w, id))?.name).toBe(isFound ? 'Secret hall' : 'Turnhalle')
    },
  )

  it('01 §9.1 by an id of this site: own drafts are found, what is in the trash is not', async () => {
    const w = world()
    await userOf(w, 'author')
    const made = await calendarOn(w.writing).venue.create(
      { values: newVenueValues({ name: 'Gym', status: 'draft', author: 2 }) },
      personAt(),
    )
    const own = made.ok ? made.id : 0
    const item = (uid: string) =>
      fairItem({ uid, title: uid, venue: { venue: 'Gym', global_id: `school.example?id=${own}` } })
    const [first] = await w.whole('run1', [item('a')])
    expect((await w.values(first?.id)).venues).toEqual([own])
    await calendarOn(w.writing).venue.trash(own, 'deleted', personAt())
    const [second] = await w.whole('run2', [item('b')])
    const [id = 0] = (await w.values(second?.id)).venues
    expect(id).not.toBe(own)
    expect(await venueValues(w, id)).toMatchObject({ name: 'Gym', status: 'publish' })
  })

  it('what the same source brought under a global id follows it, less what users changed', async () => {
    const w = world()
    const at = (venue: object) => [fairItem({ venue: { global_id: 'o?id=3', ...venue } })]
    const [a] = await w.whole('run1', at({ venue: 'Gym', city: 'Troy', phone: '1' }))
    const [id = 0] = (await w.values(a?.id)).venues
    await calendarOn(w.writing).venue.change(id, { phone: '2' }, personAt())
    const [b] = await w.whole('run2', at({ venue: 'Sports hall', city: 'Albany', phone: '1' }))
    expect(b?.outcome).toBe('unchanged')
    expect(b?.touched).toContainEqual(['cal_venue', 'updated', id])
    expect(await venueValues(w, id)).toMatchObject({ name: 'Sports hall', city: 'Albany', phone: '2' })
    const [c] = await w.whole('run3', at({ venue: 'Sports hall', city: 'Albany', phone: '1' }))
    expect(c?.touched).toContainEqual(['cal_venue', 'skipped', id])
    const [foreign] = await w.whole('run4', at({ venue: 'Other', city: 'Rome' }), { source: 'another' })
    expect((await w.values(foreign?.id)).venues).toEqual([id])
    expect(await venueValues(w, id)).toMatchObject({ name: 'Sports hall', city: 'Albany' })
  })

  it('completes only what the same source created', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem({ venue: { venue: 'Gym' } })])
    const [id] = (await w.values(a?.id)).venues
    await w.whole('run2', [fairItem({ uid: 'b', title: 'B', venue: { venue: 'Gym', phone: '555' } })], {
      source: 'other',
    })
    expect(await venueValues(w, id)).toMatchObject({ phone: '' })
    const [c] = await w.whole('run3', [
      fairItem({ uid: 'c', title: 'C', venue: { venue: 'Gym', phone: '555' } }),
    ])
    expect(await venueValues(w, id)).toMatchObject({ phone: '555' })
    expect(c?.touched).toContainEqual(['cal_venue', 'updated', id])
    await calendarOn(w.writing).venue.change(Number(id), { phone: '777' }, personAt())
    await w.whole('run4', [fairItem({ uid: 'd', title: 'D', venue: { venue: 'Gym', phone: '555' } })])
    expect(await venueValues(w, id)).toMatchObject({ phone: '777' })
  })

  it('05-38 a draft import links drafts, and 05-21 finds them again', async () => {
    const w = world()
    const item = fairItem({ venue: { venue: 'Gym' }, organizer: { organizer: 'PTA' } })
    const [a, b] = await w.whole(
      'run1',
      [item, fairItem({ uid: 'b', title: 'B', venue: { venue: 'Gym' } })],
      { postStatus: 'draft' },
    )
    const values = await w.values(a?.id)
    expect(values.status).toBe('draft')
    expect(await venueValues(w, values.venues[0])).toMatchObject({ status: 'draft', name: 'Gym' })
    expect(
      (await load(w.store, organizer, organizerStream(values.organizers[0] ?? 0))).state?.values,
    ).toMatchObject({ status: 'draft', name: 'PTA' })
    expect((await w.values(b?.id)).venues).toEqual(values.venues)
    const [again] = await w.whole('run2', [item], { postStatus: 'draft' })
    expect(again).toMatchObject({ outcome: 'unchanged', id: a?.id })
  })
})

describe('05 §6 update authority', () => {
  it('overwrite: present is written, present and empty clears, absent stays', async () => {
    const w = world()
    const full = {
      description: '<p>D</p>',
      excerpt: 'E',
      cost: '5',
      website: 'https://x.example/',
      featured: true,
      venue: { venue: 'Gym' },
      organizer: [{ organizer: 'PTA' }],
      categories: ['Fairs'],
      tags: 'one',
    }
    const [a] = await w.whole('run1', [fairItem(full)])
    await w.whole('run2', [fairItem()])
    expect(await w.values(a?.id)).toMatchObject({
      description: '<p>D</p>',
      cost: '5',
      featured: true,
      website: 'https://x.example/',
    })
    expect((await w.values(a?.id)).venues).toHaveLength(1)
    const [cleared] = await w.whole('run3', [
      fairItem({
        description: '',
        excerpt: null,
        cost: [],
        website: '',
        featured: '',
        venue: {},
        organizer: [{ organizer: '' }],
        categories: [],
        tags: null,
      }),
    ])
    expect(cleared?.outcome).toBe('updated')
    expect(await w.values(a?.id)).toMatchObject({
      description: '',
      excerpt: '',
      cost: '',
      website: '',
      featured: false,
      venues: [],
      organizers: [],
      categories: [],
      tags: [],
    })
  })

  it('preserve_changes: members a user changed stay theirs', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem({ description: 'old' })])
    await calendarOn(w.writing).event.change(
      Number(a?.id),
      { title: 'By hand', start: '2027-05-08 09:00:00', startUtc: '2027-05-08 13:00:00' },
      personAt(),
    )
    const [b] = await w.whole(
      'run2',
      [fairItem({ title: 'Feed', description: 'new', end_date: '2027-05-08 13:00:00' })],
      { updateAuthority: 'preserve_changes' },
    )
    expect(b?.outcome).toBe('updated')
    expect(await w.values(a?.id)).toMatchObject({
      title: 'By hand',
      start: '2027-05-08 09:00:00',
      end: '2027-05-08 12:00:00',
      description: 'new',
    })
    const [c] = await w.whole('run3', [fairItem({ title: 'Feed', description: 'new' })], {
      updateAuthority: 'preserve_changes',
    })
    expect(c?.outcome).toBe('unchanged')
  })

  it('05-13 retain: untouched, skipped; new ones are created', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem()])
    const outcomes = await w.whole(
      'run2',
      [fairItem({ title: 'X' }), fairItem({ uid: 'b', title: 'B' }), fairItem({ uid: 'c', title: 'C' })],
      { updateAuthority: 'retain' },
    )
    expect(outcomes.map(o => o.outcome)).toEqual(['skipped', 'created', 'created'])
    expect((await w.values(a?.id)).title).toBe('Book fair')
    expect((await w.run('run2')).status).toBe('success')
  })

  it('status is not changed by a re-import', async () => {
    const w = world()
    const [a] = await w.whole('run1', [fairItem()], { postStatus: 'draft' })
    await w.whole('run2', [fairItem({ title: 'New' })])
    expect(await w.values(a?.id)).toMatchObject({ status: 'draft', title: 'New' })
  })

  it('terms set by users stay, those set by the import follow the item; default category only at creation', async () => {
    const w = world()
    const [seed] = await w.whole('run0', [
      fairItem({ uid: 's', title: 'S', categories: ['Default', 'Mine'] }),
    ])
    const [defaultId = 0, mine = 0] = (await w.values(seed?.id)).categories
    const [a] = await w.whole('run1', [fairItem({ categories: ['One', 'Two'], tags: ['t1'] })], {
      category: defaultId,
    })
    const id = Number(a?.id)
    expect(await termNames(w, (await w.values(id)).categories)).toEqual(['One', 'Two', 'Default'])
    await calendarOn(w.writing).event.change(
      id,
      { categories: [...(await w.values(id)).categories, mine] },
      personAt(),
    )
    await w.whole('run2', [fairItem({ categories: ['Two', 'Three'], tags: ['t2'] })])
    expect((await termNames(w, (await w.values(id)).categories)).toSorted()).toEqual([
      'Default',
      'Mine',
      'Three',
      'Two',
    ])
    expect(await termNames(w, (await w.values(id)).tags)).toEqual(['t2'])
    await calendarOn(w.writing).event.change(id, { categories: [mine] }, personAt())
    await w.whole('run3', [fairItem({ title: 'Again' })], { category: defaultId })
    expect((await w.values(id)).categories).toEqual([mine])
  })

  it('TENTATIVE is created as draft, CLASS PRIVATE and CONFIDENTIAL as private', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ uid: '1', title: '1', status: 'TENTATIVE' }),
      fairItem({ uid: '2', title: '2', class: 'PRIVATE' }),
      fairItem({ uid: '3', title: '3', class: 'confidential' }),
      fairItem({ uid: '4', title: '4', class: 'PUBLIC' }),
      fairItem({ uid: '5', title: '5', class: 'PRIVATE', status: 'tentative' }),
    ])
    const statuses = await Promise.all(outcomes.map(async o => (await w.values(o.id)).status))
    expect(statuses).toEqual(['draft', 'private', 'private', 'publish', 'draft'])
  })
})

describe('05 §7 items', () => {
  it('05-31 an item without title fails, the others are imported', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ title: ' ' }),
      fairItem({ uid: 'b' }),
      fairItem({ uid: 'c', title: 'C', start_date: 'soon' }),
    ])
    expect(outcomes.map(o => [o.outcome, o.reason])).toEqual([
      ['failed', 'missing_title'],
      ['created', null],
      ['failed', 'invalid_date'],
    ])
    expect((await w.run('run1')).status).toBe('success')
  })

  it('05-35 dangerous content is removed and the event still imported', async () => {
    const w = world()
    const [only] = await w.whole('run1', [
      fairItem({
        title: '<img src=x onerror=alert(1)>',
        description: '<p>Hi<script>alert(1)</script></p>',
        image: 'http://10.0.0.1/a.png',
        url: 'javascript:alert(1)',
      }),
    ])
    expect(only?.outcome).toBe('created')
    expect(only?.warnings).toEqual(['bad_url', 'image_not_fetched'])
    expect(await w.values(only?.id)).toMatchObject({
      title: '&lt;img src=x onerror=alert(1)&gt;',
      description: '<p>Hi</p>',
      website: null,
      image: null,
    })
  })

  it('OP-2 500 items of 4 kB are all stored, one of 1.5 MB fails as too_large', async () => {
    const w = world()
    const items = Array.from({ length: 500 }, (_, n) =>
      fairItem({ uid: `u${n}`, title: `T${n}`, description: 'x'.repeat(4_000) }),
    )
    const hash = await w.register('big')
    await w.receive('big', hash, [...items, fairItem({ uid: 'huge', description: 'x'.repeat(1_500_000) })])
    for (let turn = 0; (await w.run('big')).status === 'pending' && turn < 100; turn++) await w.process('big')
    const outcomes = await w.outcomes('big')
    expect(outcomes.filter(o => o.outcome === 'created')).toHaveLength(500)
    expect(outcomes[500]).toMatchObject({ outcome: 'failed', reason: 'too_large', uid: 'huge' })
    expect(new Set(await eventIds(w.store)).size).toBe(500)
  }, 30_000)
})

describe('05 §7 other members', () => {
  it('are ignored, however large, and so is our own mark of what was too large', async () => {
    const w = world()
    const outcomes = await w.whole('run1', [
      fairItem({ uid: '1', title: 'One', extra: 'x'.repeat(500_000) }),
      fairItem({ uid: '2', title: 'Two', oversize: true }),
      fairItem({ uid: '3', title: 'Three', description: 'x'.repeat(500_000) }),
    ])
    expect(outcomes.map(o => [o.outcome, o.reason])).toEqual([
      ['created', null],
      ['created', null],
      ['failed', 'too_large'],
    ])
  })
})

describe('05 §3 activity', () => {
  it('lists what happened to events, venues, organizers and terms', async () => {
    const w = world()
    await w.whole('run1', [
      fairItem({
        venue: { venue: 'Gym' },
        organizer: { organizer: 'PTA' },
        categories: 'Fairs,2027',
        tags: ['new'],
      }),
    ])
    const [only] = await w.outcomes('run1')
    expect(only?.touched.map(([type, list]) => `${type}/${list}`)).toEqual([
      'cal_events/created',
      'cal_venue/created',
      'cal_organizer/created',
      'cal_events_cat/created',
      'cal_events_cat/created',
      'post_tag/created',
    ])
    expect(await termNames(w, (await w.values(only?.id)).categories)).toEqual(['Fairs', '2027'])
  })
})
