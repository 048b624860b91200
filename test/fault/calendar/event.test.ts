import { describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { StoreUnavailable, type EventStore } from '../../../shared/event-store/port.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import { holdersOf } from '../../../services/calendar/claim-stream.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { failAt } from '../../support/fail-at.ts'
import { memoryLog } from '../../support/memory-log.ts'

const whenDown = async (attempt: Promise<unknown>): Promise<void> => {
  try {
    await attempt
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

const ownersOf = async (store: EventStore, slug: string) =>
  (await holdersOf(store, slugStream('event', slug))).holders.map(({ owner }) => owner)

describe.each(['before', 'after'] as const)('one outage %s each store call in turn', when => {
  it('a create with a fixed id ends, after a retry, with one event and one owner of its slug', async () => {
    for (let n = 1; ; n++) {
      const log = memoryLog()
      const { store, fired } = failAt(log, n, when)
      const sent = { id: 41, values: fair() }
      await whenDown(calendarOn(writingOn(store)).event.create(sent, personAt(0)))
      const retried = await calendarOn(writingOn(log)).event.create(sent, personAt(10))
      expect(retried).toMatchObject({ ok: true, id: 41, values: { slug: 'fair' } })
      expect(await log.read(streamName('event-41'))).toHaveLength(1)
      expect(await ownersOf(log, 'fair')).toEqual([41])
      if (!fired()) break
    }
  })

  it('a create without id never shows half of it, and its slug is free again after a minute', async () => {
    for (let n = 1; ; n++) {
      const log = memoryLog()
      const { store, fired, heal } = failAt(log, n, when)
      const writing = writingOn(store)
      await whenDown(calendarOn(writing).event.create({ values: fair() }, personAt(0)))
      heal()
      const existed = (await Promise.all([1, 2].map(id => log.read(streamName(`event-${id}`))))).flat().length
      const retried = await calendarOn(writing).event.create({ values: fair() }, personAt(61))
      if (!retried.ok) throw new Error(retried.refusal.code)
      expect(retried.values.slug).toBe(existed === 0 ? 'fair' : 'fair-2')
      expect(await ownersOf(log, retried.values.slug)).toEqual([retried.id])
      if (!fired()) break
    }
  })

  it('a trash ends in the trash, and the slug is free', async () => {
    for (let n = 1; ; n++) {
      const log = memoryLog()
      await calendarOn(writingOn(log)).event.create({ id: 41, values: fair() }, personAt(0))
      const { store, fired } = failAt(log, n, when)
      await whenDown(calendarOn(writingOn(store)).event.trash(41, 'deleted', personAt(100)))
      const retried = await calendarOn(writingOn(log)).event.trash(41, 'deleted', personAt(110))
      if (!retried.ok) expect(retried.refusal).toEqual({ code: 'event-is-in-trash' })
      expect((await log.read(streamName('event-41'))).map(({ type }) => type)).toEqual([
        'EventCreated',
        'EventTrashed',
      ])
      const next = await calendarOn(writingOn(log)).event.create({ id: 42, values: fair() }, personAt(120))
      expect(next).toMatchObject({ ok: true, values: { slug: 'fair' } })
      expect(await ownersOf(log, 'fair')).toEqual([42])
      if (!fired()) break
    }
  })

  it('a change of slug ends with the new one, owned once', async () => {
    for (let n = 1; ; n++) {
      const log = memoryLog()
      await calendarOn(writingOn(log)).event.create({ id: 41, values: fair() }, personAt(0))
      const { store, fired, heal } = failAt(log, n, when)
      const writing = writingOn(store)
      await whenDown(calendarOn(writing).event.change(41, { slug: 'market' }, personAt(100)))
      heal()
      const retried = await calendarOn(writing).event.change(41, { slug: 'market' }, personAt(110))
      expect(retried).toMatchObject({ ok: true, values: { slug: 'market' } })
      expect(await ownersOf(log, 'market')).toEqual([41])
      const next = await calendarOn(writing).event.create({ id: 42, values: fair() }, personAt(180))
      expect(next).toMatchObject({ ok: true, values: { slug: 'fair' } })
      if (!fired()) break
    }
  })
})

describe('races', () => {
  it('of trash and restore never leave a used slug unowned', async () => {
    for (let round = 0; round < 20; round++) {
      const log = memoryLog()
      const [one, other] = [writingOn(log), writingOn(log)]
      await calendarOn(one).event.create({ id: 41, values: fair() }, personAt(0))
      await Promise.all([
        calendarOn(one).event.trash(41, 'deleted', personAt(1)),
        calendarOn(other).event.change(41, { status: 'publish', title: `T${round}` }, personAt(1)),
        ...Array.from({ length: round }, () =>
          calendarOn(one).event.change(41, { status: 'publish' }, personAt(1)),
        ),
      ])
      const restored = await calendarOn(one).event.change(41, { status: 'publish' }, personAt(2))
      if (!restored.ok) throw new Error(restored.refusal.code)
      expect(await ownersOf(log, restored.values.slug)).toEqual([41])
    }
  })

  it('of changes to different members keep them all', async () => {
    const log = memoryLog()
    const [one, other] = [writingOn(log), writingOn(log)]
    await calendarOn(one).event.create({ id: 41, values: fair() }, personAt(0))
    await Promise.all([
      calendarOn(one).event.change(41, { title: 'A' }, personAt(1)),
      calendarOn(other).event.change(41, { cost: '$5' }, personAt(1)),
      calendarOn(one).event.change(41, { slug: 'market' }, personAt(1)),
      calendarOn(other).event.change(41, { featured: true }, personAt(1)),
    ])
    expect(await calendarOn(one).event.change(41, {}, personAt(2))).toMatchObject({
      position: null,
      values: { title: 'A', cost: '$5', slug: 'market', featured: true },
    })
  })
})
