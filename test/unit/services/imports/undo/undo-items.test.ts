import {
  localTime,
  utcTime,
  termId,
  userId,
  type StreamName,
  streamName,
} from '../../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../../services/calendar/calendar.ts'
import { forgetMembers } from '../../../../../services/calendar/item/forget-past.ts'
import { datesOf } from '../../../../../services/wiring/exporting.ts'
import { fairItem } from '../../../../support/import-world.ts'
import { memoryLog } from '../../../../support/memory-log.ts'
import { undoWorld } from '../../../../support/undo-world.ts'

const only = (id: number | null | undefined): number => {
  if (id === null || id === undefined) throw new Error('no id')
  return id
}

const lastOf = async ({ store }: ReturnType<typeof undoWorld>, stream: StreamName) =>
  (await store.read(stream)).at(-1)?.type

/** A log that counts how often the streams of events are read. */
const countingLog = () => {
  const log = memoryLog()
  const counts = { reads: 0 }
  const read: typeof log.read = (stream, options) => {
    if (stream.startsWith('event-')) counts.reads++
    return log.read(stream, options)
  }
  return { store: { ...log, read }, counts }
}

describe('05 §12 item', () => {
  it('what it created is read once, however many events name a place of the import', async () => {
    const { store, counts } = countingLog()
    const world = undoWorld(store)
    const items = Array.from({ length: 60 }, (_, n) =>
      fairItem({ uid: `${n}`, title: `Fair ${n}`, venue: { venue: 'Gym' } }),
    )
    const [made] = await world.whole('one', items)
    const { venues } = await world.values(made?.id)
    counts.reads = 0
    expect(await world.undo('one')).toMatchObject({ kept: [], counts: { trashed: 61 } })
    expect(counts.reads).toBe(60)
    expect(await lastOf(world, streamName(`venue-${only(venues[0])}`))).toBe('VenueTrashed')
  })

  it('a place of an import that a restored event names stays', async () => {
    const world = undoWorld(memoryLog())
    const hall = { venue: { venue: 'Gym' } }
    const [made] = await world.whole('one', [fairItem(hall)])
    const { venues } = await world.values(made?.id)
    await world.undo('one')
    await world.undo('one.1')
    const context = world.person()
    await calendarOn(world.writing).event.trash(only(made?.id), 'deleted', context)
    await calendarOn(world.writing).event.change(only(made?.id), { status: 'publish', cost: '1' }, context)
    const { kept } = await world.undo('one')
    expect(kept.map(({ kind, id, reason }) => [kind, id, reason])).toEqual([
      ['event', made?.id, 'edited'],
      ['venue', only(venues[0]), 'in_use'],
    ])
  })

  it('an organizer of which it is forgotten what an import did stays as it is, and is named', async () => {
    const store = memoryLog()
    const world = undoWorld(store)
    const choir = { organizer: [{ organizer: 'Choir', email: 'okapi@forest.example' }] }
    const [made] = await world.whole('one', [fairItem(choir)])
    const [id = 0] = (await world.values(made?.id)).organizers
    const deps = { writing: world.writing, datesOf }
    expect(await forgetMembers(deps, id, ['email'], world.person())).toBe('done')
    const { kept } = await world.undo('one')
    expect(kept).toMatchObject([{ kind: 'organizer', id, reason: 'forgotten', members: [] }])
    expect(await lastOf(world, streamName(`organizer-${id}`))).toBe('OrganizerCreated')
  })

  it('it created: to the trash, with what it brought; a dry run says the same and records nothing', async () => {
    const world = undoWorld(memoryLog())
    const hall = { venue: { venue: 'Gym' }, organizer: [{ organizer: 'PTA' }] }
    const [made] = await world.whole('one', [fairItem(hall)])
    const { venues, organizers } = await world.values(made?.id)
    const head = await world.store.head()
    const plan = await world.plan('one')
    expect(await world.store.head()).toBe(head)
    const undone = await world.undo('one')
    expect(undone).toMatchObject({ undoId: 'one.1', kept: [], counts: { trashed: 3 } })
    expect(plan.counts).toEqual(undone.counts)
    expect(plan.items.map(({ kind, name }) => [kind, name])).toEqual([
      ['event', 'Book fair'],
      ['organizer', 'PTA'],
      ['venue', 'Gym'],
    ])
    expect((await world.eventItem(made?.id)).trashed).toEqual({ reason: 'deleted', was: 'publish' })
    expect(await lastOf(world, streamName(`venue-${only(venues[0])}`))).toBe('VenueTrashed')
    expect(await lastOf(world, streamName(`organizer-${only(organizers[0])}`))).toBe('OrganizerTrashed')
  })

  it('it created, edited since: stays and is listed with who and when; edited takes it too', async () => {
    const world = undoWorld(memoryLog())
    const [one, two] = await world.whole('one', [fairItem(), fairItem({ uid: 'b', title: 'Other' })])
    const id = only(one?.id)
    await calendarOn(world.writing).event.change(id, { title: 'Mine' }, world.person())
    // put back by whoever changed it: nobody has edited that one
    await calendarOn(world.writing).event.change(only(two?.id), { title: 'Mine' }, world.person())
    await calendarOn(world.writing).event.change(only(two?.id), { title: 'Other' }, world.person())
    const plan = await world.plan('one')
    const { kept, counts } = await world.undo('one')
    expect(counts).toMatchObject({ trashed: 1, kept: 1 })
    expect(kept).toEqual([
      {
        ...{ kind: 'event', id, reason: 'edited', usedBy: null },
        members: [
          { member: 'title', actor: userId(3), source: 'cal', correlation: 'c-1', at: world.person().at },
        ],
      },
    ])
    expect(plan.items.flatMap(item => item.kept ?? [])).toEqual(kept)
    expect((await world.eventItem(id)).trashed).toBeNull()
    const again = await world.undo('one', true)
    expect(again).toMatchObject({ undoId: 'one.2', counts: { trashed: 1, unchanged: 1 }, kept: [] })
    expect((await world.eventItem(id)).trashed).not.toBeNull()
  })

  it('it changed: each member gets its value from before, others keep what they wrote', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', [fairItem({ description: 'old', categories: ['A'] })])
    const before = await world.values(made?.id)
    const start = '2027-05-08 09:00:00'
    const news = { description: 'new', cost: '5', categories: ['B'], start_date: start, title: 'Fair' }
    await world.whole('two', [fairItem(news)])
    const id = only(made?.id)
    await calendarOn(world.writing).event.change(id, { title: 'Mine' }, world.person())
    const plan = await world.plan('two')
    const { kept, counts } = await world.undo('two')
    expect(await world.values(id)).toEqual({ ...before, title: 'Mine' })
    expect(counts).toMatchObject({ changed: 1 })
    expect(kept).toMatchObject([{ id, reason: 'changed', members: [{ member: 'title', actor: userId(3) }] }])
    expect(plan.counts).toEqual(counts)
    expect(plan.items[0]?.changes).toMatchObject({
      description: ['new', 'old'],
      start: [start, '2027-05-08 10:00:00'],
    })
    expect(Object.keys(plan.items[0]?.changes ?? {})).not.toContain('title')
  })

  it('it changed: when, where and zone are one thing', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', [fairItem()])
    await world.whole('two', [fairItem({ start_date: '2027-05-08 11:00:00', description: 'new' })])
    const id = only(made?.id)
    const end = { end: localTime('2027-05-08 13:00:00'), endUtc: utcTime('2027-05-08 17:00:00') }
    await calendarOn(world.writing).event.change(id, end, world.person())
    const { kept } = await world.undo('two')
    expect(await world.values(id)).toMatchObject({ start: '2027-05-08 11:00:00', ...end, description: '' })
    expect(kept[0]?.members.map(({ member }) => member)).toEqual(['end', 'endUtc'])
  })

  it('categories and tags: those that it added go, those that it took off come back, others stay', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', [fairItem({ categories: ['A', 'C'] })])
    const id = only(made?.id)
    const {
      categories: [a = 0, c = 0],
    } = await world.values(id)
    await world.whole('two', [fairItem({ categories: ['B', 'C'] })])
    const mine = termId(900)
    await calendarOn(world.writing).event.change(
      id,
      ({ categories }) => ({ ok: true, patch: { categories: [...categories, mine] } }),
      world.person(),
    )
    const { kept } = await world.undo('two')
    expect((await world.values(id)).categories.toSorted()).toEqual([a, c, mine].toSorted())
    expect(kept).toEqual([])
  })

  it('it withdrew, cancelled: out of the trash with status and slug; in the trash since, by somebody else', async () => {
    const world = undoWorld(memoryLog())
    const [made, other] = await world.whole('one', [fairItem(), fairItem({ uid: 'b', title: 'Other' })])
    const before = await world.values(made?.id)
    await world.whole('two', [fairItem({ status: 'cancelled' }), fairItem({ uid: 'b', title: 'New' })])
    expect((await world.eventItem(made?.id)).trashed?.reason).toBe('cancelled')
    await calendarOn(world.writing).event.trash(only(other?.id), 'deleted', world.person())
    const plan = await world.plan('two')
    const { counts, kept } = await world.undo('two')
    expect(counts).toMatchObject({ restored: 1, kept: 1 })
    expect(plan.counts).toEqual(counts)
    expect(await world.values(made?.id)).toEqual(before)
    expect(kept).toMatchObject([
      { id: other?.id, reason: 'in_trash', members: [{ member: 'status', actor: userId(3) }] },
    ])
  })

  it('it restored: to the trash again, for the reason from before', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', [fairItem()])
    await world.whole('two', [fairItem({ status: 'cancelled' })])
    const before = await world.eventItem(made?.id)
    await world.whole('three', [fairItem({ title: 'Back' })])
    const { counts } = await world.undo('three')
    expect(counts).toMatchObject({ trashed: 1 })
    const after = await world.eventItem(made?.id)
    expect(after.values).toEqual(before.values)
    expect(after.trashed).toEqual(before.trashed)
  })

  it('venues and organizers: one that an event still names stays, also when that is in the trash', async () => {
    const world = undoWorld(memoryLog())
    await world.whole('one', [
      fairItem({ venue: { venue: 'Gym' } }),
      fairItem({ uid: 'b', venue: { venue: 'Hall' } }),
    ])
    const [mine] = await world.whole('two', [fairItem({ uid: 'c', title: 'Dance', venue: { venue: 'Gym' } })])
    await calendarOn(world.writing).event.trash(only(mine?.id), 'deleted', world.person())
    const plan = await world.plan('one')
    const { counts, kept } = await world.undo('one')
    expect(counts).toMatchObject({ trashed: 3, kept: 1 })
    expect(kept).toMatchObject([{ kind: 'venue', reason: 'in_use', usedBy: mine?.id }])
    expect(plan.counts).toEqual(counts)
  })

  it('purged: stays purged', async () => {
    const world = undoWorld(memoryLog())
    const [made] = await world.whole('one', [fairItem()])
    await calendarOn(world.writing).event.purge(only(made?.id), world.person())
    const plan = await world.plan('one')
    const { counts, kept } = await world.undo('one')
    expect(counts).toMatchObject({ purged: 1 })
    expect(plan.counts).toEqual(counts)
    expect(kept).toEqual([{ kind: 'event', id: made?.id, reason: 'purged', usedBy: null, members: [] }])
  })
})
