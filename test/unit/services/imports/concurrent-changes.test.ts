import { utcTime, venueId } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../../services/calendar/calendar.ts'
import { itemKinds } from '../../../../services/calendar/kinds.ts'
import { loadItem } from '../../../../services/calendar/purged.ts'
import { venue } from '../../../../services/calendar/venue.ts'
import { writingOn } from '../../../../services/calendar/writing.ts'
import { load } from '../../../../services/handle.ts'
import type { EventStore } from '../../../../shared/event-store/port.ts'
import type { EventValues } from '../../../../shared/facts/event.ts'
import { changePeriod } from '../../../../shared/kernel/time/period.ts'
import { venueStream } from '../../../../shared/facts/venue.ts'
import { personAt } from '../../../support/calendar.ts'
import { fairItem, importWorld } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'

const CONTEXT = {
  generation: 'cal',
  nowUtc: utcTime('2027-05-01 20:00:00'),
  siteZone: 'America/New_York',
} as const

/** A log on which somebody else writes at the moment an item's change is to be appended. */
const world = () => {
  const log = memoryLog()
  let between: { readonly stream: string; readonly write: () => Promise<unknown> } | null = null
  const store: EventStore = {
    ...log,
    append: async (stream, records, expected) => {
      if (between?.stream === stream) {
        const { write } = between
        between = null
        await write()
      }
      return log.append(stream, records, expected)
    },
  }
  return {
    ...importWorld(store),
    person: writingOn(log),
    meanwhile: (stream: string, write: () => Promise<unknown>) => {
      between = { stream, write }
    },
    happened: () => between === null,
  }
}

/** As the routes do it: a function of what it meets. */
const dates = (asked: Parameters<typeof changePeriod>[1]) => (met: EventValues) => {
  const decided = changePeriod(met, asked, CONTEXT)
  if (!decided.ok) throw new Error('the dates do not go together')
  const { allDay, start, end, timezone, startUtc, endUtc } = decided.period
  return { ok: true, patch: { allDay, start, end, timezone, startUtc, endUtc } } as const
}

const withoutZone = Object.fromEntries(Object.entries(fairItem()).filter(([name]) => name !== 'timezone'))

describe('00 §8 concurrent writes: an import, and a person at the same instant', () => {
  it('a new zone by the person, new times by the import: UTC is what both say together', async () => {
    const w = world()
    const [made] = await w.whole('run1', [withoutZone])
    const id = made?.id ?? 0
    w.meanwhile(`event-${id}`, () =>
      calendarOn(w.person).event.change(id, dates({ timezone: 'Asia/Tokyo' }), personAt()),
    )
    const later = { start_date: '2027-05-08 11:00:00', end_date: '2027-05-08 13:00:00' }
    const [again] = await w.whole('run2', [{ ...withoutZone, ...later }])
    expect(w.happened()).toBe(true)
    expect(again?.outcome).toBe('updated')
    expect(await w.values(id)).toMatchObject({
      timezone: 'Asia/Tokyo',
      start: '2027-05-08 11:00:00',
      end: '2027-05-08 13:00:00',
      startUtc: '2027-05-08 02:00:00',
      endUtc: '2027-05-08 04:00:00',
    })
  })

  it('new dates by both: those of one of them, whole', async () => {
    const w = world()
    const [made] = await w.whole('run1', [fairItem()])
    const id = made?.id ?? 0
    const persons = dates({ start: '2027-06-01 08:00:00', end: '2027-06-01 09:00:00' })
    w.meanwhile(`event-${id}`, () => calendarOn(w.person).event.change(id, persons, personAt()))
    // the end alone is new: what is compared with what was read first would leave the start to the person
    await w.whole('run2', [fairItem({ end_date: '2027-05-08 15:00:00' })])
    expect(w.happened()).toBe(true)
    expect(await w.values(id)).toMatchObject({
      start: '2027-05-08 10:00:00',
      end: '2027-05-08 15:00:00',
      startUtc: '2027-05-08 14:00:00',
      endUtc: '2027-05-08 19:00:00',
    })
  })

  it('05 §6 preserve_changes: what the person sets at that instant is the person’s, a period as one', async () => {
    const w = world()
    const [made] = await w.whole('run1', [fairItem()])
    const id = made?.id ?? 0
    const edit = (met: EventValues) => ({
      ok: true as const,
      patch: { ...dates({ end: '2027-05-08 11:00:00' })(met).patch, title: 'By hand' },
    })
    w.meanwhile(`event-${id}`, () => calendarOn(w.person).event.change(id, edit, personAt()))
    const sent = { title: 'By feed', description: 'New.', end_date: '2027-05-08 15:00:00' }
    await w.whole('run2', [fairItem(sent)], { updateAuthority: 'preserve_changes' })
    expect(w.happened()).toBe(true)
    expect(await w.values(id)).toMatchObject({
      title: 'By hand',
      description: expect.stringContaining('New.') as string,
      start: '2027-05-08 10:00:00',
      end: '2027-05-08 11:00:00',
      endUtc: '2027-05-08 15:00:00',
    })
  })

  it('05 §5 trash: what the person deletes at that instant stays deleted', async () => {
    const w = world()
    const [made] = await w.whole('run1', [fairItem()])
    const id = made?.id ?? 0
    w.meanwhile(`event-${id}`, () => calendarOn(w.person).event.trash(id, 'deleted', personAt()))
    const [again] = await w.whole('run2', [fairItem({ title: 'By feed' })])
    expect(again).toMatchObject({ outcome: 'skipped', reason: 'in_trash' })
    expect((await w.eventItem(id)).trashed).toMatchObject({ reason: 'deleted' })
    expect((await w.values(id)).title).toBe('Book fair')
  })

  it('05 §5 purge: what the person removes for good at that instant is gone', async () => {
    const w = world()
    const [made] = await w.whole('run1', [fairItem()])
    const id = made?.id ?? 0
    await calendarOn(w.person).event.trash(id, 'cancelled', personAt())
    w.meanwhile(`event-${id}`, () => calendarOn(w.person).event.purge(id, personAt()))
    const [again] = await w.whole('run2', [fairItem({ title: 'By feed' })])
    expect(w.happened()).toBe(true)
    expect(again).toMatchObject({ outcome: 'skipped' })
    expect(await loadItem(w.store, itemKinds.event, id)).toMatchObject({ state: null })
  })

  it('05 §5 sequence: a newer version that came at that instant is not undone by an older one', async () => {
    const w = world()
    const [made] = await w.whole('run1', [fairItem({ sequence: 1 })])
    const id = made?.id ?? 0
    w.meanwhile(`event-${id}`, () => w.whole('run3', [fairItem({ sequence: 3, title: 'Third' })]))
    await w.whole('run2', [fairItem({ sequence: 2, title: 'Second' })])
    expect((await w.values(id)).title).toBe('Third')
  })

  it('02 §6 reuse: a stored value of a venue is never overwritten, also one that came at that instant', async () => {
    const w = world()
    const [made] = await w.whole('run1', [fairItem({ venue: { venue: 'Main Hall' } })])
    const [id = 0] = (await w.values(made?.id)).venues
    w.meanwhile(venueStream(venueId(id)), () =>
      calendarOn(w.person).venue.change(id, { city: 'Troy' }, personAt()),
    )
    await w.whole('run2', [fairItem({ venue: { venue: 'Main Hall', city: 'Albany', zip: '12180' } })])
    expect(w.happened()).toBe(true)
    const { state } = await load(w.store, venue, venueStream(venueId(id)))
    expect(state?.values).toMatchObject({ city: 'Troy', zip: '12180' })
  })
})
