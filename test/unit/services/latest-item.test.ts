import { describe, expect, it } from 'vitest'
import { type EventDetail, eventInLog } from '../../../projections/event-listing/queries.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { latest } from '../../../services/wiring/read-side/read-current.ts'
import { eventStream } from '../../../shared/facts/event.ts'
import { eventId, type EventId, type Position } from '../../../shared/kernel/brands.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'

type Told = { readonly rows: Map<number, EventDetail>; asked: number; folded: number }

/** A log with an event, what is looked at for whoever changes it, and how often each side was asked. */
const world = async (refresh: null | (() => Promise<void>) = null) => {
  const store = memoryLog()
  const events = calendarOn(writingOn(store)).event
  const made = await events.create({ values: fair() }, personAt())
  if (!made.ok) throw new Error('an event is created')
  const id = eventId(made.id)
  const told: Told = { rows: new Map(), asked: 0, folded: 0 }
  const byId = async (asked: EventId) => {
    told.asked++
    return told.rows.get(asked) ?? null
  }
  const progress = { reached: (): Position | null => null, refresh }
  const { look } = latest<EventDetail>(store, progress, {
    model: { name: 'events', queries: { byId, bySlug: async () => null } },
    noun: 'event',
    idOf: eventId,
    inLog: stream => {
      told.folded++
      return eventInLog(stream)
    },
  })
  const retitle = (title: string) => events.change(id, { title }, personAt(1))
  const note = async () => {
    const { item } = await look(id)
    if (item !== null) told.rows.set(id, item)
    told.folded = 0
    told.asked = 0
  }
  return { id, told, look, note, retitle, store, purge: events.purge }
}

describe('an item for who is going to write', () => {
  it('is the row of the read model where that has all of its stream', async () => {
    const { id, told, look, note } = await world()
    await note()
    expect((await look(id)).item).toBe(told.rows.get(id))
    expect(told.folded).toBe(0)
  })

  it('is folded from its stream where the read model is behind that', async () => {
    const { id, told, look, note, retitle } = await world()
    await note()
    await retitle('Spring fair')
    expect((await look(id)).item?.values.title).toBe('Spring fair')
    expect(told.folded).toBe(1)
  })

  it('is nothing once it was purged, whatever the read model still has or its stream gets', async () => {
    const { id, look, note, purge, store } = await world()
    await note()
    const late = await store.read(eventStream(id))
    await purge(id, personAt(2))
    expect((await look(id)).item).toBeNull()
    await store.append(eventStream(id), late, 'any')
    expect((await look(id)).item).toBeNull()
  })

  it('is folded where others feed the read model, which then is not asked', async () => {
    const { id, told, look, note } = await world(async () => undefined)
    await note()
    expect((await look(id)).item?.values.title).toBe('Fair')
    expect(told).toMatchObject({ asked: 0, folded: 1 })
  })
})
