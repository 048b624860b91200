import { utcTime, epochMs } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { importContext } from '../../../services/imports/apply/context.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { JobQueue } from '../../../shared/jobs/port.ts'
import { stallCheck } from '../../../workers/schedule/stall-check.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { fairItem, importWorld, jobList, NOW } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { HOUR, dispatching, work, stall, publication } from '../../support/dispatching.ts'
import { eventually } from '../../support/eventually.ts'

describe('dispatch: live', () => {
  it('a registration, a batch and a state become jobs', async () => {
    const w = importWorld(memoryLog())
    const { jobs } = await dispatching(w.store)
    const hash = await w.register('abc')
    await eventually(() => expect(jobs).toEqual([stall('abc')]))
    await w.receive('abc', hash, [fairItem()], {
      status: { data: { total: 2, done: 0 }, batch: { total: 2, done: 0 } },
    })
    await eventually(() => expect(jobs).toEqual([stall('abc'), work('abc', 0), stall('abc')]))
  })

  it('a future event is to be published at its date', async () => {
    const w = importWorld(memoryLog())
    const { jobs } = await dispatching(w.store, { clock: { ms: epochMs(Date.UTC(2027, 0, 1, 9)) } })
    const created = await calendarOn(w.writing).event.create(
      { values: fair({ publishedAt: utcTime('2027-01-01 10:00:00') }) },
      personAt(),
    )
    const eventId = created.ok ? created.id : 0
    await eventually(() => expect(jobs).toEqual([publication('event', eventId)]))
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
    await eventually(() => expect(jobs).toEqual([stall('abc')]))
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
    await eventually(() => expect(jobs).toContainEqual(work('abc', 0)))
    jobs.length = 0
    generation = null
    await new Promise(resolve => setTimeout(resolve, 1_100))
    expect(jobs).toEqual([])
    generation = 'second'
    await eventually(() => expect(jobs).toEqual([work('abc', 0), stall('abc')]))
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
    await eventually(() => expect(jobs).toEqual([stall('other')]))
    await steer(w, 'Resume')
    await eventually(() => expect(jobs).toEqual([stall('other'), work('abc', 0), stall('abc')]))
  })

  it('items of a cancelled one are told at once what became of them', async () => {
    const w = await paused()
    const { jobs } = await dispatching(w.store)
    await steer(w, 'Cancel')
    await eventually(() => expect(jobs).toEqual([work('abc', 0)]))
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
    w.clock.ms = epochMs(NOW + 2 * HOUR)
    await check({ importId: 'abc' }, context)
    await steer(w, 'Resume')
    await check({ importId: 'abc' }, context)
    expect(await w.run('abc')).toMatchObject({ status: 'pending' })
    w.clock.ms = epochMs(NOW + 3 * HOUR)
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
    const { jobs } = await dispatching(w.store, { clock: { ms: epochMs(NOW + HOUR / 2) } })
    await eventually(() => expect(jobs).toHaveLength(4))
    expect(jobs).toEqual([
      work('open', 0),
      stall('open', HOUR / 2),
      work('reported', 0),
      stall('silent', HOUR / 2),
    ])
  })

  it('published, trashed and no longer scheduled events are not open', async () => {
    const w = importWorld(memoryLog())
    const future = fair({ publishedAt: utcTime('2027-06-01 00:00:00') })
    const ids = []
    for (let n = 0; n < 4; n++) {
      const created = await calendarOn(w.writing).event.create({ values: future }, personAt())
      if (created.ok) ids.push(created.id)
    }
    const [trashed = 0, draft = 0, moved = 0, kept = 0] = ids
    await calendarOn(w.writing).event.trash(trashed, 'deleted', personAt(1))
    await calendarOn(w.writing).event.change(draft, { status: 'draft' }, personAt(1))
    await calendarOn(w.writing).event.change(
      moved,
      { publishedAt: utcTime('2027-05-01 21:00:00') },
      personAt(1),
    )
    const { jobs } = await dispatching(w.store)
    await eventually(() => expect(jobs).toHaveLength(2))
    expect(jobs).toContainEqual(publication('event', moved))
    expect(jobs).toContainEqual(publication('event', kept, 12 * HOUR))
  })

  it('with kept documents it goes on from its checkpoint and offers what is open', async () => {
    const w = importWorld(memoryLog())
    const documents = memoryDocuments()
    const first = await dispatching(w.store, { documents })
    const hash = await w.register('abc')
    await eventually(() => expect(first.jobs).toHaveLength(1))
    await first.finish()
    await w.receive('abc', hash, [fairItem()])
    const second = await dispatching(w.store, { documents })
    await eventually(() => expect(second.jobs).toEqual([work('abc', 0), stall('abc')]))
  })
})
