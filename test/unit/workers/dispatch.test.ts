import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkpointsIn } from '../../../projections/engine/checkpoints.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { newOrganizerValues, newVenueValues } from '../../../services/calendar/values.ts'
import { importContext } from '../../../services/imports/apply/context.ts'
import type { RunSettings } from '../../../services/imports/run/state.ts'
import { schedulesOn, type Schedules } from '../../../services/imports/feed/schedule/schedules.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { JobQueue } from '../../../shared/jobs/port.ts'
import { runDispatch } from '../../../workers/dispatch.ts'
import { reactions } from '../../../workers/reactions/all.ts'
import { finishPurge } from '../../../workers/purge/finish.ts'
import { publishers } from '../../../workers/schedule/publish.ts'
import { stallCheck } from '../../../workers/schedule/stall-check.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { fairItem, importWorld, jobList, NOW } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'

const HOUR = 3_600_000
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Starts a dispatcher; jobs collect until the test ends. */
const dispatching = async (
  store: EventStore,
  options: {
    documents?: Documents
    clock?: { ms: number }
    queue?: Pick<JobQueue, 'enqueue' | 'generation'>
  } = {},
) => {
  const documents = options.documents ?? memoryDocuments()
  const { jobs, queue } = jobList()
  const stop = new AbortController()
  const warnings: string[] = []
  const running = runDispatch(
    {
      store,
      documents,
      checkpoints: await checkpointsIn(documents),
      queue: options.queue ?? queue,
      reactions: reactions.filter(({ name }) => name !== 'views'),
      nowMs: () => options.clock?.ms ?? NOW,
      warn: message => warnings.push(message),
    },
    stop.signal,
  )
  const finish = async () => {
    stop.abort()
    await running
  }
  stops.push(finish)
  return { jobs, queue, warnings, finish }
}

const work = (importId: string, batch: number) => ({
  name: 'import.work',
  payload: { importId, batch },
  delayMs: 0,
})
const stall = (importId: string, delayMs = HOUR) => ({
  name: 'import.stall-check',
  payload: { importId },
  delayMs,
})
const publication = (kind: 'event' | 'venue' | 'organizer', id: number, delayMs = HOUR) => ({
  name: 'item.publish',
  payload: { kind, id },
  delayMs,
})

describe('dispatch: live', () => {
  it('a registration, a batch and a state become jobs', async () => {
    const w = importWorld(memoryLog())
    const { jobs } = await dispatching(w.store)
    const hash = await w.register('abc')
    await vi.waitFor(() => expect(jobs).toEqual([stall('abc')]))
    await w.receive('abc', hash, [fairItem()], {
      status: { data: { total: 2, done: 0 }, batch: { total: 2, done: 0 } },
    })
    await vi.waitFor(() => expect(jobs).toEqual([stall('abc'), work('abc', 0), stall('abc')]))
  })

  it('a future event is to be published at its date', async () => {
    const w = importWorld(memoryLog())
    const { jobs } = await dispatching(w.store, { clock: { ms: Date.UTC(2027, 0, 1, 9) } })
    const created = await calendarOn(w.writing).event.create(
      { values: fair({ publishedAt: '2027-01-01 10:00:00' }) },
      personAt(),
    )
    const eventId = created.ok ? created.id : 0
    await vi.waitFor(() => expect(jobs).toEqual([publication('event', eventId)]))
  })

  it('a queue that is down is asked again until it takes the job', async () => {
    const w = importWorld(memoryLog())
    const { jobs, queue } = jobList()
    let failures = 1
    const flaky: Pick<JobQueue, 'enqueue' | 'generation'> = {
      ...queue,
      enqueue: async (...given) => {
        if (failures-- > 0) throw new Error('down')
        await queue.enqueue(...given)
      },
    }
    const { warnings } = await dispatching(w.store, { queue: flaky })
    await w.register('abc')
    await vi.waitFor(() => expect(jobs).toEqual([stall('abc')]), 5_000)
    expect(warnings).toHaveLength(1)
  })

  it('a queue that was emptied is offered at once what is still open, and nothing else', async () => {
    const w = importWorld(memoryLog())
    const { jobs, queue } = jobList()
    let generation: string | null = 'first'
    const emptied: Pick<JobQueue, 'enqueue' | 'generation'> = {
      ...queue,
      generation: async () => {
        if (generation === null) throw new Error('down')
        return generation
      },
    }
    const { warnings } = await dispatching(w.store, { queue: emptied })
    await w.whole('over', [fairItem()])
    const hash = await w.register('abc')
    await w.receive('abc', hash, [fairItem()])
    await vi.waitFor(() => expect(jobs).toContainEqual(work('abc', 0)))
    jobs.length = 0
    generation = null
    await new Promise(resolve => setTimeout(resolve, 1_100))
    expect(jobs).toEqual([])
    generation = 'second'
    await vi.waitFor(() => expect(jobs).toEqual([work('abc', 0), stall('abc')]), 5_000)
    expect(warnings).toEqual(['the queue may have lost jobs; open work is offered again'])
  })
})

describe('dispatch: paused imports', () => {
  const steer = (w: ReturnType<typeof importWorld>, type: 'Pause' | 'Resume' | 'Cancel') =>
    w.runs.execute({ type, importId: 'abc' }, importContext('abc', w.clock.ms))
  const paused = async () => {
    const w = importWorld(memoryLog())
    await w.receive('abc', await w.register('abc'), [fairItem()])
    await steer(w, 'Pause')
    return w
  }

  it('a start leaves a paused import alone; resumed, its work and its stall time begin anew', async () => {
    const w = await paused()
    const { jobs } = await dispatching(w.store)
    await w.register('other')
    await vi.waitFor(() => expect(jobs).toEqual([stall('other')]))
    await steer(w, 'Resume')
    await vi.waitFor(() => expect(jobs).toEqual([stall('other'), work('abc', 0)]))
  })

  it('items of a cancelled one are told at once what became of them', async () => {
    const w = await paused()
    const { jobs } = await dispatching(w.store)
    await steer(w, 'Cancel')
    await vi.waitFor(() => expect(jobs).toEqual([work('abc', 0)]))
    await w.process('abc')
    expect(await w.outcomes('abc')).toMatchObject([{ outcome: 'skipped', reason: 'import_cancelled' }])
  })

  it('the stall check of a paused one asks no more, and begins again from the end of the pause', async () => {
    const w = importWorld(memoryLog())
    await w.register('abc')
    await steer(w, 'Pause')
    const check = stallCheck({
      store: w.store,
      runs: w.runs,
      queue: jobList().queue,
      nowMs: () => w.clock.ms,
    })
    const context = { attempt: 1, signal: new AbortController().signal }
    w.clock.ms = NOW + 2 * HOUR
    await check({ importId: 'abc' }, context)
    await steer(w, 'Resume')
    await check({ importId: 'abc' }, context)
    expect(await w.run('abc')).toMatchObject({ status: 'pending' })
    w.clock.ms = NOW + 3 * HOUR
    await check({ importId: 'abc' }, context)
    expect(await w.run('abc')).toMatchObject({ status: 'failed' })
  })
})

describe('dispatch: start', () => {
  it('OP-6 imports of the past do nothing; what is open is taken up again', async () => {
    const w = importWorld(memoryLog())
    for (let n = 0; n < 100; n++) await w.whole(`old${n}`, [fairItem({ uid: `u${n}`, title: `T${n}` })])
    const { jobs: none, finish } = await dispatching(w.store)
    await finish()
    expect(none).toEqual([])

    const open = await w.register('open')
    await w.receive('open', open, [fairItem({ uid: 'x' })], {
      status: { data: { total: 2, done: 0 }, batch: { total: 2, done: 0 } },
    })
    const reported = await w.register('reported')
    await w.receive('reported', reported, [fairItem({ uid: 'y' })], {
      status: { data: { total: 2, done: 0 }, batch: { total: 2, done: 0 } },
    })
    await w.runs.execute({ type: 'Delete', importId: 'reported' }, importContext('reported', NOW))
    await w.register('silent')
    const { jobs } = await dispatching(w.store, { clock: { ms: NOW + HOUR / 2 } })
    await vi.waitFor(() => expect(jobs).toHaveLength(4))
    expect(jobs).toEqual([
      work('open', 0),
      stall('open', HOUR / 2),
      work('reported', 0),
      stall('silent', HOUR / 2),
    ])
  })

  it('published, trashed and no longer scheduled events are not open', async () => {
    const w = importWorld(memoryLog())
    const future = fair({ publishedAt: '2027-06-01 00:00:00' })
    const ids = []
    for (let n = 0; n < 4; n++) {
      const created = await calendarOn(w.writing).event.create({ values: future }, personAt())
      if (created.ok) ids.push(created.id)
    }
    const [trashed = 0, draft = 0, moved = 0, kept = 0] = ids
    await calendarOn(w.writing).event.trash(trashed, 'deleted', personAt(1))
    await calendarOn(w.writing).event.change(draft, { status: 'draft' }, personAt(1))
    await calendarOn(w.writing).event.change(moved, { publishedAt: '2027-05-01 21:00:00' }, personAt(1))
    const { jobs } = await dispatching(w.store)
    await vi.waitFor(() => expect(jobs).toHaveLength(2))
    expect(jobs).toContainEqual(publication('event', moved))
    expect(jobs).toContainEqual(publication('event', kept, 12 * HOUR))
  })

  it('with kept documents it goes on from its checkpoint and offers what is open', async () => {
    const w = importWorld(memoryLog())
    const documents = memoryDocuments()
    const first = await dispatching(w.store, { documents })
    const hash = await w.register('abc')
    await vi.waitFor(() => expect(first.jobs).toHaveLength(1))
    await first.finish()
    await w.receive('abc', hash, [fairItem()])
    const second = await dispatching(w.store, { documents })
    await vi.waitFor(() => expect(second.jobs).toEqual([work('abc', 0), stall('abc')]))
  })
})

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
    w.clock.ms = NOW + HOUR - 1_000
    await check()
    expect(jobs).toEqual([stall('abc', 1_000)])
    w.clock.ms = NOW + HOUR
    await check()
    expect((await w.run('abc')).status).toBe('failed')
    const last = (await w.store.read('import-abc')).at(-1)
    expect(last).toMatchObject({ type: 'ImportClosed', data: { reason: 'stalled' } })
    await check()
    expect(jobs).toHaveLength(1)
  })

  it('an accepted callback starts the time anew; waiting items are no stall', async () => {
    const w = importWorld(memoryLog(), { ms: NOW })
    const hash = await w.register('abc')
    w.clock.ms = NOW + HOUR / 2
    await w.receive('abc', hash, [fairItem()], {
      status: { data: { total: 2, done: 0 }, batch: { total: 2, done: 0 } },
    })
    const { jobs, check } = checking(w)
    w.clock.ms = NOW + HOUR
    await check()
    expect(jobs).toEqual([stall('abc', HOUR / 2)])
    w.clock.ms = NOW + 3 * HOUR
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
    const clock = { ms: Date.UTC(2027, 0, 1, 9) }
    const created = await calendarOn(w.writing).event.create(
      { values: fair({ publishedAt: '2027-01-01 10:00:00' }) },
      personAt(),
    )
    const eventId = created.ok ? created.id : 0
    const { jobs, queue } = jobList()
    const publish = publishers({ writing: w.writing, queue, nowMs: () => clock.ms })
    const once = () => publish['item.publish']({ kind: 'event', id: eventId }, now)
    await once()
    expect((await w.values(eventId)).status).toBe('future')
    expect(jobs).toEqual([publication('event', eventId)])
    clock.ms += HOUR
    await once()
    await once()
    expect((await w.values(eventId)).status).toBe('publish')
    expect(await w.store.read(`event-${eventId}`)).toHaveLength(2)
    expect(jobs).toHaveLength(1)
  })

  const future = { status: 'publish', author: 2, publishedAt: '2027-01-01 10:00:00' } as const
  it('venues and organizers likewise', async () => {
    const w = importWorld(memoryLog())
    const clock = { ms: Date.UTC(2027, 0, 1, 9) }
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
    await vi.waitFor(() => expect(asked).toEqual(wanted))

    const { jobs: again, queue } = jobList()
    const publish = publishers({ writing: w.writing, queue, nowMs: () => clock.ms })
    const both = async () => {
      await publish['item.publish']({ kind: 'venue', id: venueId }, now)
      await publish['item.publish']({ kind: 'organizer', id: organizerId }, now)
    }
    await both()
    expect(again).toEqual(wanted)
    clock.ms += HOUR
    await both()
    await both()
    const changes = { status: ['future', 'publish'] }
    expect(await w.store.read(`venue-${venueId}`)).toMatchObject([
      { type: 'VenueCreated' },
      { type: 'VenueStatusChanged', data: { changes } },
    ])
    expect(await w.store.read(`organizer-${organizerId}`)).toMatchObject([
      { type: 'OrganizerCreated' },
      { type: 'OrganizerStatusChanged', data: { changes } },
    ])
    expect(again).toHaveLength(2)
  })

  it('a job that was asked for under a name of before is done, and asks again under its own', async () => {
    const w = importWorld(memoryLog())
    const clock = { ms: Date.UTC(2027, 0, 1, 9) }
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
    clock.ms += HOUR
    await all()
    expect((await w.values(eventId)).status).toBe('publish')
    expect(await w.store.read(`venue-${venueId}`)).toHaveLength(2)
    expect(await w.store.read(`organizer-${organizerId}`)).toHaveLength(2)
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
    const { jobs } = await dispatching(w.store, { clock: { ms: Date.UTC(2027, 0, 1, 9) } })
    await vi.waitFor(() => expect(jobs).toEqual([publication('venue', venueId)]))
  })
})

describe('dispatch: purges', () => {
  const purge = { name: 'purge.finish', payload: {}, delayMs: 2_000 }
  const purged = async (store: EventStore) => {
    const w = importWorld(store)
    const values = fair({ status: 'publish', publishedAt: '2027-06-01 10:00:00' })
    const made = await calendarOn(w.writing).event.create({ values }, personAt())
    const id = made.ok ? made.id : 0
    await calendarOn(w.writing).event.purge(id, personAt(1))
    return { w }
  }

  it('become jobs, and are offered at every start until nothing can be left', async () => {
    const { w } = await purged(memoryLog())
    const documents = memoryDocuments()
    const first = await dispatching(w.store, { documents })
    await vi.waitFor(() => expect(first.jobs).toEqual([purge]))
    await first.finish()
    const again = await dispatching(w.store, { documents })
    await vi.waitFor(() => expect(again.jobs).toEqual([purge]))
    await again.finish()
    const clock = { ms: NOW + HOUR }
    const job = finishPurge({ writing: w.writing, queue: again.queue, nowMs: () => clock.ms })
    await job({}, { attempt: 1, signal: new AbortController().signal })
    // one that knows nothing, and one that goes on
    for (const known of [memoryDocuments(), documents]) {
      const last = await dispatching(w.store, { documents: known })
      await w.register(known === documents ? 'b' : 'a')
      await vi.waitFor(() => expect(last.jobs.at(-1)?.name).toBe('import.stall-check'))
      expect(last.jobs.map(({ name }) => name)).not.toContain('purge.finish')
      await last.finish()
    }
  })

  it('end what was to be done about the item', async () => {
    const w = importWorld(memoryLog())
    const documents = memoryDocuments()
    const values = fair({ status: 'publish', publishedAt: '2027-06-01 10:00:00' })
    const made = await calendarOn(w.writing).event.create({ values }, personAt())
    const id = made.ok ? made.id : 0
    const first = await dispatching(w.store, { documents })
    await vi.waitFor(() => expect(first.jobs.map(({ name }) => name)).toEqual(['item.publish']))
    await calendarOn(w.writing).event.purge(id, personAt(1))
    await vi.waitFor(() => expect(first.jobs.at(-1)).toEqual(purge))
    await first.finish()
    const again = await dispatching(w.store, { documents })
    await vi.waitFor(() => expect(again.jobs).toEqual([purge]))
  })

  it('are looked at again when an import is over', async () => {
    const { w } = await purged(memoryLog())
    const { jobs } = await dispatching(w.store)
    await vi.waitFor(() => expect(jobs).toEqual([purge]))
    await w.register('abc')
    await vi.waitFor(() => expect(jobs.at(-1)).toEqual(stall('abc')))
    const close = { type: 'CloseStalled', importId: 'abc', callbacks: 0 } as const
    await w.runs.execute(close, importContext('abc', NOW))
    await vi.waitFor(() => expect(jobs.at(-1)).toEqual(purge))
  })
})

describe('dispatch: feeds', () => {
  const settings: RunSettings = {
    ...{ origin: 'url', source: 'f', postStatus: 'publish', author: 2, category: null },
    ...{ updateAuthority: 'overwrite', interval: 10, stallMinutes: 60 },
  }
  const dueAt = (hours: number) => new Date(NOW + hours * HOUR).toISOString()
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
    await vi.waitFor(() => expect(first.jobs).toEqual([fetching('s1', 0)]))
    const found = { kind: 'unchanged' } as const
    const check = { type: 'RecordCheck', scheduleId: 's1', check: 0, found, dueAt: dueAt(1) } as const
    await schedules.execute(check, importContext('s1', NOW))
    await vi.waitFor(() => expect(first.jobs).toEqual([fetching('s1', 0), fetching('s1', HOUR)]))
    await first.finish()
    await set(schedules, 's2')
    await schedules.execute({ type: 'Remove', scheduleId: 's2' }, importContext('s2', NOW))
    const second = await dispatching(store)
    await vi.waitFor(() => expect(second.jobs).toEqual([fetching('s1', HOUR)]))
  })

  it('an import that was opened for a feed and never got its items stalls', async () => {
    const w = importWorld(memoryLog())
    const { jobs } = await dispatching(w.store)
    const register = { type: 'Register', importId: 's1_1', hash: null, settings } as const
    await w.runs.execute(register, importContext('s1_1', NOW))
    await vi.waitFor(() => expect(jobs).toEqual([stall('s1_1')]))
    const check = stallCheck({
      store: w.store,
      runs: w.runs,
      queue: jobList().queue,
      nowMs: () => w.clock.ms,
    })
    w.clock.ms = NOW + HOUR
    await check({ importId: 's1_1' }, { attempt: 1, signal: new AbortController().signal })
    const closed = (await w.store.read('import-s1_1')).at(-1)
    expect(closed?.data).toMatchObject({ reason: 'stalled', message: 'no items for 60 minutes' })
  })
})
