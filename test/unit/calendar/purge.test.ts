import { eventId, userId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { purgeStream } from '../../../shared/facts/purge.ts'
import { eventStream } from '../../../shared/facts/event.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { newVenueValues } from '../../../services/calendar/values.ts'
import { removePurged } from '../../../services/calendar/item/purge.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { failAt } from '../../support/fail-at.ts'
import { memoryLog } from '../../support/memory-log.ts'

const everything = async (store: EventStore): Promise<string> => {
  for await (const step of store.follow(null, [], new AbortController().signal))
    if (step.live || step.records.length > 0) return JSON.stringify(step.records)
  return ''
}

const seeded = async () => {
  const store = memoryLog()
  const writing = writingOn(store)
  const values = fair({ title: 'Zebra Secret', slug: 'zebra-first', status: 'publish' })
  const made = await calendarOn(writing).event.create({ values }, personAt())
  if (!made.ok) throw new Error(made.refusal.code)
  await calendarOn(writing).event.change(made.id, { slug: 'zebra-second' }, personAt(1))
  return { store, writing, id: made.id }
}

describe('00 §8 history: purging', () => {
  it('leaves who, when, kind and id in the log, and no text of the item', async () => {
    const { store, writing, id } = await seeded()
    expect(await everything(store)).toMatch(/zebra/i)
    await calendarOn(writing).event.purge(id, personAt(2))
    expect(await everything(store)).not.toMatch(/zebra/i)
    const [left] = await store.read(purgeStream('event', id))
    expect(left).toMatchObject({
      type: 'ItemPurged',
      data: { kind: 'event', itemId: id, named: { venues: [], organizers: [], categories: [], tags: [] } },
    })
    const { actor, source, correlation } = personAt()
    const past = [
      { revision: 0, fact: 'EventCreated', at: personAt().at, actor, source, correlation },
      { revision: 1, fact: 'EventSlugChanged', at: personAt(1).at, actor, source, correlation },
    ]
    expect(left?.data).toMatchObject({ past })
    expect(left?.meta).toEqual(personAt(2))
  })

  it('frees the slugs at once and refuses every later write', async () => {
    const { writing, id } = await seeded()
    await calendarOn(writing).event.purge(id, personAt(2))
    const refusal = { ok: false, refusal: { code: 'rest-event-not-found' } }
    expect(await calendarOn(writing).event.change(id, { title: 'x' }, personAt(3))).toEqual(refusal)
    expect(await calendarOn(writing).event.trash(id, 'deleted', personAt(3))).toEqual(refusal)
    expect(await calendarOn(writing).event.create({ id, values: fair() }, personAt(3))).toEqual(refusal)
    expect(await calendarOn(writing).event.purge(id, personAt(3))).toBeNull()
    const next = await calendarOn(writing).event.create(
      { values: fair({ slug: 'zebra-second' }) },
      personAt(3),
    )
    expect(next).toMatchObject({ ok: true, values: { slug: 'zebra-second' } })
    expect(next.ok && next.id).not.toBe(id)
  })

  it('begins nothing anew when somebody else has removed it meanwhile', async () => {
    const { store, writing, id } = await seeded()
    await calendarOn(writing).event.purge(id, personAt(2))
    const appended: string[] = []
    const watched: EventStore = {
      ...store,
      append: async (stream, ...given) => {
        appended.push(stream)
        return store.append(stream, ...given)
      },
    }
    await writingOn(watched).claims.erase('event', 'zebra-second', id, personAt(3))
    await removePurged(writingOn(watched), 'event', id, personAt(3))
    expect(appended).toEqual([])
  })

  it('leaves a former slug to whoever has it now', async () => {
    const { store, writing, id } = await seeded()
    const heir = await calendarOn(writing).event.create(
      { values: fair({ slug: 'zebra-first' }) },
      personAt(2),
    )
    expect(heir).toMatchObject({ ok: true, values: { slug: 'zebra-first' } })
    await calendarOn(writing).event.purge(id, personAt(3))
    const third = await calendarOn(writing).event.create(
      { values: fair({ slug: 'zebra-first' }) },
      personAt(4),
    )
    expect(third).toMatchObject({ ok: true, values: { slug: 'zebra-first-2' } })
    expect(await store.read(eventStream(eventId(id)))).toEqual([])
  })

  it('makes a new venue of the name of one that was purged a moment ago', async () => {
    const writing = writingOn(memoryLog())
    const values = newVenueValues({
      name: 'Hall',
      status: 'publish',
      author: userId(2),
      slug: '',
      publishedAt: null,
    })
    const wanted = { sent: { name: 'Hall' }, values }
    const first = await calendarOn(writing).venue.findOrCreate(wanted, personAt())
    await calendarOn(writing).venue.purge(first.id, personAt(1))
    const second = await calendarOn(writing).venue.findOrCreate(wanted, personAt(2))
    expect(second).toMatchObject({ created: true, values: { slug: 'hall' } })
    expect(second.id).not.toBe(first.id)
  })

  it('ends purged wherever the log fails, before or after, once the removal is repeated', async () => {
    for (const when of ['before', 'after'] as const)
      for (let n = 1; ; n++) {
        const { store, id } = await seeded()
        const failing = failAt(store, n, when)
        await calendarOn(writingOn(failing.store))
          .event.purge(id, personAt(2))
          .catch(() => undefined)
        const marked = (await store.read(purgeStream('event', id))).length > 0
        if (marked) await removePurged(writingOn(store), 'event', id, personAt(3))
        // without the fact nothing was removed: the item is whole, or it is gone
        expect((await store.read(eventStream(eventId(id)))).length > 0).toBe(!marked)
        expect(/zebra/i.test(await everything(store))).toBe(!marked)
        if (!failing.fired()) break
      }
  })
})
