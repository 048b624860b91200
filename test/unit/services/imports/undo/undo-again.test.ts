import { describe, expect, it } from 'vitest'
import { streamName } from '../../../../../shared/kernel/brands.ts'
import { calendarOn } from '../../../../../services/calendar/calendar.ts'
import type { RawItem } from '../../../../../services/imports/item/item.ts'
import { eventIds, fairItem } from '../../../../support/import-world.ts'
import { memoryLog } from '../../../../support/memory-log.ts'
import { undoWorld, type UndoWorld } from '../../../../support/undo-world.ts'

const dates = (days: readonly number[], over: RawItem = {}): readonly RawItem[] =>
  days.map(day => {
    const start = `2027-06-${String(day).padStart(2, '0')}`
    return {
      ...fairItem({ uid: 'club', title: 'Chess club', ...over }),
      ...{ start_date: `${start} 10:00:00`, end_date: `${start} 11:00:00` },
      occurrence: `${start}T14:00:00Z`,
      series: { start: '2027-06-01', end: '2027-06-30', sequence: Number(over['sequence'] ?? 0) },
    }
  })

/** Every event with its values and whether it is in the trash. */
const everything = async (world: UndoWorld) =>
  Promise.all(
    (await eventIds(world.store)).map(async id => {
      const { values, trashed } = await world.eventItem(id)
      return [id, values, trashed] as const
    }),
  )

const FIRST = [
  fairItem({ description: 'old', categories: ['A'], venue: { venue: 'Gym' } }),
  ...dates([1, 8, 15]),
]
const SECOND = [
  fairItem({ description: 'new', categories: ['B'], venue: { venue: 'Hall' } }),
  fairItem({ uid: 'more', title: 'More', venue: { venue: 'Hall' } }),
  ...dates([1, 15, 22], { description: 'weekly', sequence: 2 }),
]

describe('05 §12 undo of an undo', () => {
  it('gives what was there before the undo, and an undo of that what was before it', async () => {
    const world = undoWorld(memoryLog())
    await world.whole('one', FIRST)
    const before = await everything(world)
    await world.whole('two', SECOND)
    const after = await everything(world)
    expect(after.filter(([, , trashed]) => trashed?.reason === 'withdrawn')).toHaveLength(1)

    expect(await world.undo('two')).toMatchObject({ undoId: 'two.1', kept: [] })
    const undone = await everything(world)
    expect(undone.slice(0, before.length)).toEqual(before)
    expect(undone.slice(before.length).every(([, , trashed]) => trashed?.reason === 'deleted')).toBe(true)

    const plan = await world.plan('two.1')
    const redone = await world.undo('two.1')
    expect(redone).toMatchObject({ undoId: 'two.1.1', of: 'two.1', kept: [] })
    expect(plan.counts).toEqual(redone.counts)
    // who put the withdrawn one there the second time is another reason
    expect((await everything(world)).map(([id, values]) => [id, values])).toEqual(
      after.map(([id, values]) => [id, values]),
    )
    expect(await world.undo('two')).toMatchObject({ undoId: 'two.2', kept: [] })
    expect((await everything(world)).slice(0, before.length)).toEqual(before)
  })

  it('who: the user who asked; an undo of an undo counts as the import', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', [fairItem({ categories: ['A'] })])
    await world.whole('two', [fairItem({ categories: ['A', 'B'], title: 'Fair' })])
    await world.undo('two')
    await world.undo('two.1')
    const meta = (await world.store.read(streamName(`event-${made?.id ?? 0}`))).map(({ meta: m }) => m)
    expect(meta.filter(m => m.correlation === 'two.1').map(m => [m.actor, m.source])[0]).toEqual([
      3,
      'operator',
    ])
    expect(meta.filter(m => m.correlation === 'two.1.1').map(m => [m.actor, m.source])[0]).toEqual([
      3,
      'import',
    ])
    // the terms are the import's again, and follow its source
    await world.whole('three', [fairItem({ categories: ['A'], title: 'Fair' })])
    expect((await world.values(made?.id)).categories).toHaveLength(1)
  })
})

describe('05 §12 brought again', () => {
  it('what was created stays in the trash, what was changed is changed again, what was withdrawn is withdrawn anew', async () => {
    const world = undoWorld(memoryLog())
    await world.whole('one', FIRST)
    await world.whole('two', SECOND)
    const after = await everything(world)
    await world.undo('two')
    const outcomes = await world.whole('three', SECOND)
    expect(outcomes.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['updated', null],
      ['skipped', 'in_trash'],
      ['updated', null],
      ['updated', null],
      ['skipped', 'in_trash'],
    ])
    const again = await everything(world)
    const known = (all: typeof after) =>
      all
        .slice(0, 4)
        .map(([id, { origin, ...values }, trashed]) => [
          id,
          values.title,
          values.description,
          trashed,
          origin?.uid,
        ])
    expect(known(again)).toEqual(known(after))
  })

  it('preserve_changes keeps what was given back', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', [fairItem({ description: 'old' })])
    await world.whole('two', [fairItem({ description: 'new' })])
    await world.undo('two')
    await world.whole('three', [fairItem({ description: 'new' })], { updateAuthority: 'preserve_changes' })
    expect(await world.values(made?.id)).toMatchObject({ description: 'old' })
  })

  it('the file from before is as it was, however new the one that was undone', async () => {
    const world = undoWorld(memoryLog())
    await world.whole('one', FIRST)
    await world.whole('two', SECOND)
    await world.undo('two')
    const outcomes = await world.whole('three', FIRST)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
      'unchanged',
    ])
    // brought again by the undo of the undo, the newer revision counts
    await world.undo('two.1')
    const older = await world.whole('four', dates([1], { title: 'Older' }))
    expect(older.map(({ reason }) => reason)).toEqual(['older'])
  })
})

describe('05 §12 identity', () => {
  const moved = dates([1]).map(item => ({
    ...item,
    ...{
      start_date: '2027-06-01 12:00:00',
      end_date: '2027-06-01 13:00:00',
      occurrence: '2027-06-01T16:00:00Z',
    },
  }))

  it('a moved occurrence is known by its former start again', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', dates([1]))
    const before = await world.values(made?.id)
    const [two] = await world.whole('two', moved)
    expect(two).toMatchObject({ id: made?.id, reason: 'moved' })
    await world.undo('two')
    expect(await world.values(made?.id)).toEqual(before)
    const [same] = await world.whole('three', dates([1]))
    expect(same).toMatchObject({ id: made?.id, outcome: 'unchanged' })
    const [again] = await world.whole('four', moved)
    expect(again).toMatchObject({ id: made?.id, reason: 'moved' })
    expect(await eventIds(world.store)).toHaveLength(1)
  })

  it('another uid, and a row that moved, likewise', async () => {
    const world = undoWorld(memoryLog())
    const row = fairItem({ title: 'Row' })
    delete (row as Record<string, unknown>)['uid']
    const [uid, line] = await world.whole('one', [fairItem(), row])
    const later = { ...row, start_date: '2027-05-08 11:00:00' }
    const changed = await world.whole('two', [fairItem({ uid: 'other' }), later])
    expect(changed.map(({ id }) => id)).toEqual([uid?.id, line?.id])
    await world.undo('two')
    const again = await world.whole('three', [fairItem(), row])
    expect(again.map(({ id, outcome }) => [id, outcome])).toEqual([
      [uid?.id, 'unchanged'],
      [line?.id, 'unchanged'],
    ])
  })

  it('when the earlier identity went to an event that the import made', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', [fairItem()])
    // the event gets another uid, and its former one is that of a new event in a later batch
    const hash = await world.register('two')
    const status = (done: number) => ({ data: { total: 2, done }, batch: { total: 2, done } })
    const first = await world.receive('two', hash, [fairItem({ uid: 'other' })], { status: status(0) })
    if (!first.ok) throw new Error('refused')
    await world.process('two')
    const next = first.reply.next_batch_hash ?? ''
    await world.receive('two', next, [fairItem({ title: 'New one', start_date: '2027-05-09 10:00:00' })], {
      status: status(1),
    })
    await world.process('two')
    const [taken, fresh] = await world.outcomes('two')
    expect([taken?.id, fresh?.outcome]).toEqual([made?.id, 'created'])
    await world.undo('two')
    const [same] = await world.whole('three', [fairItem()])
    expect(same).toMatchObject({ id: made?.id, outcome: 'unchanged' })
  })
})

describe('05 §12 retain and others', () => {
  it('undone in reverse order, two imports leave nothing behind', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', [fairItem({ description: 'one' })])
    await world.whole('two', [fairItem({ description: 'two' })])
    const early = await world.plan('one')
    expect(early.items).toMatchObject([{ undone: 'kept', kept: { reason: 'edited' } }])
    await world.undo('two')
    expect(await world.undo('one')).toMatchObject({ counts: { trashed: 1 }, kept: [] })
    expect((await world.eventItem(made?.id)).trashed).not.toBeNull()
  })

  it('a person who restored it since has the last word', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', [fairItem()])
    await world.undo('one')
    const id = made?.id ?? 0
    await calendarOn(world.writing).event.change(id, { status: 'publish' }, world.person())
    const { kept } = await world.undo('one')
    expect(kept).toMatchObject([{ id, reason: 'edited', members: [{ member: 'status' }] }])
  })
})

it('05 §12 it created: edited between the look and the act, it stays', async () => {
  const store = memoryLog()
  const calm = undoWorld(store)
  const [made] = await calm.whole('one', [fairItem()])
  const id = made?.id ?? 0
  let edits = 0
  const busy = undoWorld({
    ...store,
    append: async (stream, records, expected) => {
      if (records.some(({ type }) => type === 'EventTrashed') && edits++ === 0)
        await calendarOn(calm.writing).event.change(id, { title: 'Mine' }, calm.person())
      return store.append(stream, records, expected)
    },
  })
  expect((await busy.undo('one')).kept).toMatchObject([
    { id, reason: 'edited', members: [{ member: 'title' }] },
  ])
  expect(await calm.values(id)).toMatchObject({ title: 'Mine', status: 'publish', slug: 'book-fair' })
})
