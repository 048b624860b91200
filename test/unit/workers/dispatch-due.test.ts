import { utcTime, userId, streamName, epochMs } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { newOrganizerValues, newVenueValues } from '../../../services/calendar/values.ts'
import { importContext } from '../../../services/imports/apply/context.ts'
import type { RunSettings } from '../../../services/imports/run/state.ts'
import { schedulesOn, type Schedules } from '../../../services/imports/feed/schedule/schedules.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { finishPurge } from '../../../workers/purge/finish.ts'
import { publishers } from '../../../workers/schedule/publish.ts'
import { stallCheck } from '../../../workers/schedule/stall-check.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { fairItem, importWorld, jobList, NOW } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { HOUR, dispatching, stall, publication } from '../../support/dispatching.ts'
import { plusMs, isoOfMs } from '../../../shared/kernel/time/calculate.ts'
import { eventually } from '../../support/eventually.ts'

describe('05 §1 stall', () => {
  const checking = (w: ReturnType<typeof importWorld>) => {
    const { jobs, queue } = jobList()
    const check = stallCheck({ store: w.store, runs: w.runs, queue, nowMs: () => w.clock.ms })
    return {
      jobs,
      check: () => check({ importId: 'abc' }, { attempt: 1, signal: new AbortController().signal }),
    }
  }

  it('closes after 60 silent minutes, not before', async () => {
    const w = importWorld(memoryLog(), { ms: NOW })
    await w.register('abc')
    const { jobs, check } = checking(w)
    w.clock.ms = epochMs(NOW + HOUR - 1_000)
    await check()
    expect(jobs).toEqual([stall('abc', 1_000)])
    w.clock.ms = epochMs(NOW + HOUR)
    await check()
    expect((await w.run('abc')).status).toBe('failed')
    const last = (await w.store.read(streamName('import-abc'))).at(-1)
    expect(last).toMatchObject({ type: 'ImportClosed', data: { reason: 'stalled' } })
    await check()
    expect(jobs).toHaveLength(1)
  })

  it('an accepted callback starts the time anew; waiting items are no stall', async () => {
    const w = importWorld(memoryLog(), { ms: NOW })
    const hash = await w.register('abc')
    w.clock.ms = epochMs(NOW + HOUR / 2)
    await w.receive('abc', hash, [fairItem()], {
      status: { data: { total: 2, done: 0 }, batch: { total: 2, done: 0 } },
    })
    const { jobs, check } = checking(w)
    w.clock.ms = epochMs(NOW + HOUR)
    await check()
    expect(jobs).toEqual([stall('abc', HOUR / 2)])
    w.clock.ms = epochMs(NOW + 3 * HOUR)
    await check()
    expect(jobs.at(-1)).toEqual(stall('abc', HOUR))
    await w.process('abc')
    await check()
    expect((await w.run('abc')).status).toBe('failed')
  })
})

describe('00 §8 background publication', () => {
  const now = { attempt: 1, signal: new AbortController().signal }

  it('publishes when the date has come, and asks again when it has not', async () => {
    const w = importWorld(memoryLog())
    const clock = { ms: epochMs(Date.UTC(2027, 0, 1, 9)) }
    const created = await calendarOn(w.writing).event.create(
      { values: fair({ publishedAt: utcTime('2027-01-01 10:00:00') }) },
      personAt(),
    )
    const eventId = created.ok ? created.id : 0
    const { jobs, queue } = jobList()
    const publish = publishers({ writing: w.writing, queue, nowMs: () => clock.ms })
    const once = () => publish['item.publish']({ kind: 'event', id: eventId }, now)
    await once()
    expect((await w.values(eventId)).status).toBe('future')
    expect(jobs).toEqual([publication('event', eventId)])
    clock.ms = plusMs(clock.ms, HOUR)
    await once()
    await once()
    expect((await w.values(eventId)).status).toBe('publish')
    expect(await w.store.read(streamName(`event-${eventId}`))).toHaveLength(2)
    expect(jobs).toHaveLength(1)
  })

  const future = {
    status: 'publish',
    author: userId(2),
    publishedAt: utcTime('2027-01-01 10:00:00'),
  } as const
  it('venues and organizers likewise', async () => {
    const w = importWorld(memoryLog())
    const clock = { ms: epochMs(Date.UTC(2027, 0, 1, 9)) }
    const { jobs: asked } = await dispatching(w.store, { clock })
    const hall = await calendarOn(w.writing).venue.create(
      { values: newVenueValues({ ...future, name: 'Hall' }) },
      personAt(),
    )
    const pta = await calendarOn(w.writing).organizer.create(
      { values: newOrganizerValues({ ...future, name: 'PTA' }) },
      personAt(),
    )
    const [venueId, organizerId] = [hall.ok ? hall.id : 0, pta.ok ? pta.id : 0]
    const wanted = [publication('venue', venueId), publication('organizer', organizerId)]
    await eventually(() => expect(asked).toEqual(wanted))

    const { jobs: again, queue } = jobList()
    const publish = publishers({ writing: w.writing, queue, nowMs: () => clock.ms })
    const both = async () => {
      await publish['item.publish']({ kind: 'venue', id: venueId }, now)
      await publish['item.publish']({ kind: 'organizer', id: organizerId }, now)
    }
    await both()
    expect(again).toEqual(wanted)
    clock.ms = plusMs(clock.ms, HOUR)
    await both()
    await both()
    const changes = { status: ['future', 'publish'] }
    expect(await w.store.read(streamName(`venue-${venueId}`))).toMatchObject([
      { type: 'VenueCreated' },
      { type: 'VenueStatusChanged', data: { changes } },
    ])
    expect(await w.store.read(streamName(`organizer-${organizerId}`))).toMatchObject([
      { type: 'OrganizerCreated' },
      { type: 'OrganizerStatusChanged', data: { changes } },
    ])
    expect(again).toHaveLength(2)
  })

  it('a job that was asked for under a name of before is done, and asks again under its own', async () => {
    const w = importWorld(memoryLog())
    const clock = { ms: epochMs(Date.UTC(2027, 0, 1, 9)) }
    const made = [
      await calendarOn(w.writing).event.create(
        { values: fair({ publishedAt: future.publishedAt }) },
        personAt(),
      ),
      await calendarOn(w.writing).venue.create(
        { values: newVenueValues({ ...future, name: 'Hall' }) },
        personAt(),
      ),
      await calendarOn(w.writing).organizer.create(
        { values: newOrganizerValues({ ...future, name: 'PTA' }) },
        personAt(),
      ),
    ]
    const [eventId = 0, venueId = 0, organizerId = 0] = made.map(one => (one.ok ? one.id : 0))
    const { jobs, queue } = jobList()
    const publish = publishers({ writing: w.writing, queue, nowMs: () => clock.ms })
    const all = async () => {
      await publish['event.publish']({ eventId }, now)
      await publish['venue.publish']({ venueId }, now)
      await publish['organizer.publish']({ organizerId }, now)
    }
    await all()
    expect(jobs).toEqual([
      publication('event', eventId),
      publication('venue', venueId),
      publication('organizer', organizerId),
    ])
    clock.ms = plusMs(clock.ms, HOUR)
    await all()
    expect((await w.values(eventId)).status).toBe('publish')
    expect(await w.store.read(streamName(`venue-${venueId}`))).toHaveLength(2)
    expect(await w.store.read(streamName(`organizer-${organizerId}`))).toHaveLength(2)
    expect(jobs).toHaveLength(3)
  })

  it('a venue that was trashed or unscheduled is not open', async () => {
    const w = importWorld(memoryLog())
    const ids = []
    for (const name of ['A', 'B', 'C']) {
      const made = await calendarOn(w.writing).venue.create(
        { values: newVenueValues({ ...future, name }) },
        personAt(),
      )
      ids.push(made.ok ? made.id : 0)
    }
    const [a = 0, b = 0, venueId = 0] = ids
    await calendarOn(w.writing).venue.trash(a, 'deleted', personAt(1))
    await calendarOn(w.writing).venue.change(b, { status: 'draft' }, personAt(1))
    const { jobs } = await dispatching(w.store, { clock: { ms: epochMs(Date.UTC(2027, 0, 1, 9)) } })
    await eventually(() => expect(jobs).toEqual([publication('venue', venueId)]))
  })
})

describe('dispatch: purges', () => {
  const purge = { name: 'purge.finish', payload: {}, delayMs: 2_000 }
  const purged = async (store: EventStore) => {
    const w = importWorld(store)
    const values = fair({ status: 'publish', publishedAt: utcTime('2027-06-01 10:00:00') })
    const made = await calendarOn(w.writing).event.create({ values }, personAt())
    const id = made.ok ? made.id : 0
    await calendarOn(w.writing).event.purge(id, personAt(1))
    return { w }
  }

  it('become jobs, and are offered at every start until nothing can be left', async () => {
    const { w } = await purged(memoryLog())
    const documents = memoryDocuments()
    const first = await dispatching(w.store, { documents })
    await eventually(() => expect(first.jobs).toEqual([purge]))
    await first.finish()
    const again = await dispatching(w.store, { documents })
    await eventually(() => expect(again.jobs).toEqual([purge]))
    await again.finish()
    const clock = { ms: epochMs(NOW + HOUR) }
    const job = finishPurge({ writing: w.writing, queue: again.queue, nowMs: () => clock.ms })
    await job({}, { attempt: 1, signal: new AbortController().signal })
    // one that knows nothing, and one that goes on
    for (const known of [memoryDocuments(), documents]) {
      const last = await dispatching(w.store, { documents: known })
      await w.register(known === documents ? 'b' : 'a')
      await eventually(() => expect(last.jobs.at(-1)?.name).toBe('import.stall-check'))
      expect(last.jobs.map(({ name }) => name)).not.toContain('purge.finish')
      await last.finish()
    }
  })

  it('end what was to be done about the item', async () => {
    const w = importWorld(memoryLog())
    const documents = memoryDocuments()
    const values = fair({ status: 'publish', publishedAt: utcTime('2027-06-01 10:00:00') })
    const made = await calendarOn(w.writing).event.create({ values }, personAt())
    const id = made.ok ? made.id : 0
    const first = await dispatching(w.store, { documents })
    await eventually(() => expect(first.jobs.map(({ name }) => name)).toEqual(['item.publish']))
    await calendarOn(w.writing).event.purge(id, personAt(1))
    await eventually(() => expect(first.jobs.at(-1)).toEqual(purge))
    await first.finish()
    const again = await dispatching(w.store, { documents })
    await eventually(() => expect(again.jobs).toEqual([purge]))
  })

  it('are looked at again when an import is over', async () => {
    const { w } = await purged(memoryLog())
    const { jobs } = await dispatching(w.store)
    await eventually(() => expect(jobs).toEqual([purge]))
    await w.register('abc')
    await eventually(() => expect(jobs.at(-1)).toEqual(stall('abc')))
    const close = { type: 'CloseStalled', importId: 'abc', callbacks: 0 } as const
    await w.runs.execute(close, importContext('abc', NOW))
    await eventually(() => expect(jobs.at(-1)).toEqual(purge))
  })
})

describe('dispatch: feeds', () => {
  const settings: RunSettings = {
    ...{ origin: 'url', source: 'f', postStatus: 'publish', author: userId(2), category: null },
    ...{ updateAuthority: 'overwrite', interval: 10, stallMinutes: 60 },
  }
  const dueAt = (hours: number) => isoOfMs(plusMs(NOW, hours * HOUR))
  const set = (schedules: Schedules, scheduleId: string) =>
    schedules.execute(
      { type: 'Set', scheduleId, url: 'https://f.example', everyMinutes: 60, settings, dueAt: dueAt(0) },
      importContext(scheduleId, NOW),
    )
  const fetching = (scheduleId: string, delayMs: number) => ({
    ...{ name: 'feed.fetch', payload: { scheduleId }, delayMs },
  })

  it('are due at their times, also after a start, until they are removed', async () => {
    const store = memoryLog()
    const schedules = schedulesOn(store)
    const first = await dispatching(store)
    await set(schedules, 's1')
    await eventually(() => expect(first.jobs).toEqual([fetching('s1', 0)]))
    const found = { kind: 'unchanged' } as const
    const looked = { check: 0, url: 'https://f.example', found, at: dueAt(0) } as const
    await schedules.execute({ type: 'RecordCheck', scheduleId: 's1', ...looked }, importContext('s1', NOW))
    await eventually(() => expect(first.jobs).toEqual([fetching('s1', 0), fetching('s1', HOUR)]))
    await first.finish()
    await set(schedules, 's2')
    await schedules.execute({ type: 'Remove', scheduleId: 's2' }, importContext('s2', NOW))
    const second = await dispatching(store)
    await eventually(() => expect(second.jobs).toEqual([fetching('s1', HOUR)]))
  })

  it('05 §14 are not asked for while they are paused, also after a start, and are when they are resumed', async () => {
    const store = memoryLog()
    const schedules = schedulesOn(store)
    const documents = memoryDocuments()
    const first = await dispatching(store, { documents })
    await set(schedules, 's1')
    await eventually(() => expect(first.jobs).toEqual([fetching('s1', 0)]))
    await schedules.execute({ type: 'Pause', scheduleId: 's1' }, importContext('s1', NOW))
    // whoever was fetching it when it was paused tells what came of it
    const looked = { check: 0, url: 'https://f.example', found: { kind: 'unchanged' }, at: dueAt(0) } as const
    await schedules.execute({ type: 'RecordCheck', scheduleId: 's1', ...looked }, importContext('s1', NOW))
    const other = { type: 'Change', scheduleId: 's1', everyMinutes: 120, at: dueAt(0) } as const
    await schedules.execute(other, importContext('s1', NOW))
    await set(schedules, 's2')
    await eventually(() => expect(first.jobs).toEqual([fetching('s1', 0), fetching('s2', 0)]))
    await first.finish()
    const second = await dispatching(store, { documents })
    await eventually(() => expect(second.jobs).toEqual([fetching('s2', 0)]))
    await schedules.execute({ type: 'Resume', scheduleId: 's1', at: dueAt(0) }, importContext('s1', NOW))
    await eventually(() => expect(second.jobs).toEqual([fetching('s2', 0), fetching('s1', 2 * HOUR)]))
  })

  it('05 §14 are asked for sooner when they are to be fetched more often, and at once from another address', async () => {
    const store = memoryLog()
    const schedules = schedulesOn(store)
    const { jobs } = await dispatching(store)
    await set(schedules, 's1')
    const looked = { check: 0, url: 'https://f.example', found: { kind: 'unchanged' }, at: dueAt(0) } as const
    await schedules.execute({ type: 'RecordCheck', scheduleId: 's1', ...looked }, importContext('s1', NOW))
    await eventually(() => expect(jobs.at(-1)).toEqual(fetching('s1', HOUR)))
    const change = { type: 'Change', scheduleId: 's1', at: dueAt(0) } as const
    await schedules.execute({ ...change, everyMinutes: 15 }, importContext('s1', NOW))
    await eventually(() => expect(jobs.at(-1)).toEqual(fetching('s1', HOUR / 4)))
    await schedules.execute({ ...change, url: 'https://g.example' }, importContext('s1', NOW))
    await eventually(() => expect(jobs.at(-1)).toEqual(fetching('s1', 0)))
  })

  it('an import that was opened for a feed and never got its items stalls', async () => {
    const w = importWorld(memoryLog())
    const { jobs } = await dispatching(w.store)
    const register = { type: 'Register', importId: 's1_1', hash: null, settings } as const
    await w.runs.execute(register, importContext('s1_1', NOW))
    await eventually(() => expect(jobs).toEqual([stall('s1_1')]))
    const check = stallCheck({
      store: w.store,
      runs: w.runs,
      queue: jobList().queue,
      nowMs: () => w.clock.ms,
    })
    w.clock.ms = epochMs(NOW + HOUR)
    await check({ importId: 's1_1' }, { attempt: 1, signal: new AbortController().signal })
    const closed = (await w.store.read(streamName('import-s1_1'))).at(-1)
    expect(closed?.data).toMatchObject({ reason: 'stalled', message: 'no items for 60 minutes' })
  })
})
