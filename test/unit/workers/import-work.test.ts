import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/kernel/brands.ts'
import { cleanHere } from '../../support/clean-here.ts'
import { importContext } from '../../../services/imports/apply/context.ts'
import { itemsAhead } from '../../../services/imports/apply/items-ahead.ts'
import { importRuns } from '../../../services/imports/run/runs.ts'
import { StoreUnavailable, type EventStore } from '../../../shared/event-store/port.ts'
import { importPayloadStream } from '../../../shared/facts/import.ts'
import { importWork, type ImportWorkDeps } from '../../../workers/import-batch/handler.ts'
import { at } from '../../../services/imports/run/state-lists.ts'
import { eventIds, fairItem, importWorld, jobList, workOf } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'

const items = (count: number, prefix = 'u') =>
  Array.from({ length: count }, (_, n) => fairItem({ uid: `${prefix}${n}`, title: `${prefix} ${n}` }))

const turn = { attempt: 1, signal: new AbortController().signal }
const of = (total: number, done: number, batches: number, batch: number) => ({
  status: { data: { total, done }, batch: { total: batches, done: batch } },
})

/** A handler whose items are made up, so that faults can be placed. */
const workshop = (
  applyOne: (position: number) => Promise<'created' | 'failed'>,
  nowMs = () => epochMs(0),
) => {
  const store = memoryLog()
  const world = importWorld(store)
  const { jobs, queue } = jobList()
  const warnings: string[] = []
  const applyChunk: ImportWorkDeps['applyChunk'] = async () =>
    workOf(async position => ({
      position,
      outcome: await applyOne(position),
      reason: null,
      warnings: [],
      id: position,
      uid: null,
      touched: [['cal_events', 'created', position]],
    }))
  const deps = {
    store,
    runs: importRuns(store),
    queue,
    nowMs,
    items: itemsAhead({ store, clean: cleanHere }),
    applyChunk,
    warn: (message: string) => warnings.push(message),
  }
  return { ...world, jobs, warnings, deps, work: importWork(deps) }
}

describe('05 §10 order and turns', () => {
  it('works batch after batch in order of acceptance and closes behind the last', async () => {
    const seen: number[] = []
    const w = workshop(async position => {
      seen.push(position)
      return 'created'
    })
    const h1 = await w.register('abc')
    const first = await w.receive('abc', h1, items(60), of(63, 0, 2, 0))
    if (!first.ok) throw new Error('refused')
    await w.receive('abc', first.reply.next_batch_hash ?? '', items(3, 'v'), of(63, 60, 2, 1))
    await w.work({ importId: 'abc', batch: 1 }, turn)
    expect(seen).toEqual(Array.from({ length: 63 }, (_, n) => n + 1))
    expect(await w.run('abc')).toMatchObject({ status: 'success', received: 63, recorded: 63 })
    expect(w.jobs).toEqual([])
  })

  it('stops when its turn is over and asks for another one', async () => {
    let ms = 0
    const w = workshop(
      async () => 'created',
      () => epochMs((ms += 100)),
    )
    await w.receive('abc', await w.register('abc'), items(120))
    await w.work({ importId: 'abc', batch: 0 }, turn)
    expect((await w.run('abc')).recorded).toBe(50)
    expect(w.jobs).toEqual([{ name: 'import.work', payload: { importId: 'abc', batch: 0 }, delayMs: 0 }])
  })

  it('shutdown: what is done is recorded, the rest is left for later', async () => {
    const stop = new AbortController()
    const w = workshop(async position => {
      if (position === 60) stop.abort(new Error('shutting down'))
      return 'created'
    })
    await w.receive('abc', await w.register('abc'), items(120))
    await expect(w.work({ importId: 'abc', batch: 0 }, { attempt: 1, signal: stop.signal })).rejects.toThrow(
      'shutting down',
    )
    expect(await w.run('abc')).toMatchObject({ status: 'pending', recorded: 100 })
    await w.work({ importId: 'abc', batch: 0 }, turn)
    expect(await w.run('abc')).toMatchObject({ status: 'success', recorded: 120 })
  })
})

describe('05 §3 a failing item', () => {
  it('OP-11 [E09] is tried again, then recorded, and the rest goes on', async () => {
    const w = workshop(async position => {
      if (position === 7) throw new TypeError('poison')
      return 'created'
    })
    await w.receive('abc', await w.register('abc'), items(20))
    await expect(w.work({ importId: 'abc', batch: 0 }, { ...turn, attempt: 1 })).rejects.toThrow('poison')
    expect((await w.run('abc')).recorded).toBe(6)
    await expect(w.work({ importId: 'abc', batch: 0 }, { ...turn, attempt: 2 })).rejects.toThrow('poison')
    await w.work({ importId: 'abc', batch: 0 }, { ...turn, attempt: 3 })
    const outcomes = await w.outcomes('abc')
    expect(outcomes[6]).toMatchObject({ position: 7, outcome: 'failed', reason: 'internal_error' })
    expect(outcomes.filter(o => o.outcome === 'created')).toHaveLength(19)
    expect(w.warnings).toEqual(['item 7 cannot be imported'])
    expect((await w.run('abc')).status).toBe('success')
  })

  it('items that cannot be read at all end the import, too', async () => {
    const w = workshop(async () => 'created')
    await w.receive('abc', await w.register('abc'), items(3))
    const stream = importPayloadStream('abc', at((await w.run('abc')).batches, 0)?.digest ?? '')
    const [damaged] = await w.store.read(stream)
    if (damaged === undefined) throw new Error('no payload')
    await w.store.deleteStream(stream)
    const { id, meta } = damaged
    await w.store.append(stream, [{ id, meta, type: 'Unheard', data: {} }], 'absent')
    await expect(w.work({ importId: 'abc', batch: 0 }, { ...turn, attempt: 2 })).rejects.toThrow('Unheard')
    await w.work({ importId: 'abc', batch: 0 }, { ...turn, attempt: 3 })
    expect((await w.outcomes('abc')).map(o => o.reason)).toEqual([
      'internal_error',
      'internal_error',
      'internal_error',
    ])
    expect((await w.run('abc')).status).toBe('failed')
    expect(w.warnings).toEqual(['items of import abc cannot be worked on'])
  })

  it('an outage is never an outcome; one that outlives the attempts is waited out', async () => {
    let down = true
    const w = workshop(async position => {
      if (down && position === 3) throw new StoreUnavailable('down')
      return 'created'
    })
    await w.receive('abc', await w.register('abc'), items(5))
    for (const attempt of [1, 3, 7]) {
      await expect(w.work({ importId: 'abc', batch: 0 }, { ...turn, attempt })).rejects.toThrow('down')
    }
    await w.work({ importId: 'abc', batch: 0 }, { ...turn, attempt: 8 })
    expect(w.jobs).toEqual([{ name: 'import.work', payload: { importId: 'abc', batch: 0 }, delayMs: 30_000 }])
    expect((await w.run('abc')).recorded).toBe(2)
    down = false
    await w.work({ importId: 'abc', batch: 0 }, turn)
    expect(await w.run('abc')).toMatchObject({ status: 'success', recorded: 5, failed: 0 })
  })
})

describe('05 §10 what others do meanwhile', () => {
  it('an outage of the recording is waited out like any other', async () => {
    const w = workshop(async () => 'created')
    await w.receive('abc', await w.register('abc'), items(120))
    const runs = {
      ...w.runs,
      execute: () => Promise.reject(new StoreUnavailable('not recorded')),
    }
    const work = importWork({ ...w.deps, runs })
    await expect(work({ importId: 'abc', batch: 0 }, { ...turn, attempt: 7 })).rejects.toThrow('not recorded')
    await work({ importId: 'abc', batch: 0 }, { ...turn, attempt: 8 })
    expect(w.jobs).toEqual([{ name: 'import.work', payload: { importId: 'abc', batch: 0 }, delayMs: 30_000 }])
    expect((await w.run('abc')).recorded).toBe(0)
  })

  it('an import deleted during a turn ends within two chunks', async () => {
    const seen: number[] = []
    const w = workshop(async position => {
      seen.push(position)
      if (position === 10)
        await w.runs.execute({ type: 'Delete', importId: 'abc' }, importContext('abc', epochMs(0)))
      return 'created'
    })
    await w.receive('abc', await w.register('abc'), items(400))
    await w.work({ importId: 'abc', batch: 0 }, turn)
    expect(seen).toHaveLength(100)
    const outcomes = await w.outcomes('abc')
    expect(outcomes.map(o => o.position)).toEqual(Array.from({ length: 400 }, (_, n) => n + 1))
    expect(outcomes.filter(o => o.reason === 'import_gone')).toHaveLength(300)
  })

  it('an import cancelled during a turn keeps what was applied and skips the rest', async () => {
    const seen: number[] = []
    const w = workshop(async position => {
      seen.push(position)
      if (position === 10)
        await w.runs.execute({ type: 'Cancel', importId: 'abc' }, importContext('abc', epochMs(0)))
      return 'created'
    })
    await w.receive('abc', await w.register('abc'), items(400))
    await w.work({ importId: 'abc', batch: 0 }, turn)
    expect(seen).toHaveLength(100)
    const outcomes = await w.outcomes('abc')
    expect(outcomes.filter(o => o.outcome === 'created')).toHaveLength(100)
    const skipped = outcomes.filter(o => o.outcome === 'skipped' && o.reason === 'import_cancelled')
    expect(skipped.map(o => o.position)).toEqual(Array.from({ length: 300 }, (_, n) => n + 101))
  })
})

describe('pause', () => {
  it('an import paused during a turn stops within two chunks and goes on when it is resumed', async () => {
    const seen: number[] = []
    const steer = (type: 'Pause' | 'Resume') =>
      w.runs.execute({ type, importId: 'abc' }, importContext('abc', epochMs(0)))
    const w = workshop(async position => {
      seen.push(position)
      if (position === 10) await steer('Pause')
      return 'created'
    })
    await w.receive('abc', await w.register('abc'), items(400))
    await w.work({ importId: 'abc', batch: 0 }, turn)
    expect(seen).toHaveLength(100)
    expect(await w.run('abc')).toMatchObject({ status: 'pending', paused: true, recorded: 100 })
    await w.work({ importId: 'abc', batch: 0 }, turn)
    expect(seen).toHaveLength(100)
    expect(w.jobs).toEqual([])
    await steer('Resume')
    await w.work({ importId: 'abc', batch: 0 }, turn)
    expect(seen).toEqual(Array.from({ length: 400 }, (_, n) => n + 1))
    expect(await w.run('abc')).toMatchObject({ status: 'success', recorded: 400 })
  })
})

describe('05 §1 deletion', () => {
  it('05-3 queued work ends as import_gone, another import goes on', async () => {
    const w = importWorld(memoryLog())
    await w.receive('gone', await w.register('gone'), items(120), of(240, 0, 2, 0))
    await w.receive('other', await w.register('other'), items(2, 'o'))
    await w.runs.execute({ type: 'Delete', importId: 'gone' }, importContext('gone', epochMs(0)))
    await w.process('gone')
    await w.process('other')
    const outcomes = await w.outcomes('gone')
    expect(outcomes).toHaveLength(120)
    expect(outcomes.every(o => o.outcome === 'failed' && o.reason === 'import_gone')).toBe(true)
    expect((await w.run('other')).status).toBe('success')
    expect(await eventIds(w.store)).toHaveLength(2)
    await w.process('gone')
    expect(await w.outcomes('gone')).toHaveLength(120)
    expect(w.jobs).toEqual([])
  })
})

describe('payload', () => {
  it('expires once its batch is worked through', async () => {
    const clock = { ms: 0 }
    const store = memoryLog(() => clock.ms)
    const w = importWorld(store)
    await w.receive('abc', await w.register('abc'), items(3))
    const stream = importPayloadStream('abc', at((await w.run('abc')).batches, 0)?.digest ?? '')
    expect(await store.read(stream)).toHaveLength(1)
    await w.process('abc')
    expect(await store.read(stream)).toHaveLength(1)
    clock.ms = 31 * 86_400_000
    expect(await store.read(stream)).toEqual([])
  })

  it('big items are cut into chunks below the limit of the store and found again', async () => {
    const w = importWorld(memoryLog())
    const big = Array.from({ length: 40 }, (_, n) =>
      fairItem({ uid: `u${n}`, title: `T${n}`, description: 'é'.repeat(n % 3 === 0 ? 60_000 : 100) }),
    )
    await w.receive('abc', await w.register('abc'), big)
    for (let n = 0; (await w.run('abc')).status === 'pending' && n < 50; n++) await w.process('abc')
    expect((await w.outcomes('abc')).map(o => [o.position, o.uid, o.outcome])).toEqual(
      big.map((_, n) => [n + 1, `u${n}`, 'created']),
    )
  })
})

const counting = (store: EventStore) => {
  const count = { reads: 0, records: 0 }
  const read: EventStore['read'] = async (...given) => {
    const records = await store.read(...given)
    count.reads++
    count.records += records.length
    return records
  }
  return { count, store: { ...store, read } }
}

describe('scale', () => {
  it('2,000 batches read the log in proportion, not again and again', async () => {
    const { count, store } = counting(memoryLog())
    const w = importWorld(store)
    let hash = await w.register('long')
    const costs: number[] = []
    for (let batch = 0; batch < 2_000; batch++) {
      const before = count.records
      const received = await w.receive('long', hash, [], of(0, 0, 2_001, batch))
      if (!received.ok) throw new Error(`batch ${batch} was refused`)
      hash = received.reply.next_batch_hash ?? ''
      costs.push(count.records - before)
    }
    expect(Math.max(...costs)).toBeLessThanOrEqual(2)
  })

  it('working off batches reads each one a bounded number of times', async () => {
    const { count, store } = counting(memoryLog())
    const w = importWorld(store)
    let hash = await w.register('long')
    const costs: number[] = []
    for (let batch = 0; batch < 60; batch++) {
      const received = await w.receive('long', hash, items(5, `b${batch}-`), of(300, batch * 5, 61, batch))
      if (!received.ok) throw new Error(`batch ${batch} was refused`)
      hash = received.reply.next_batch_hash ?? ''
      const before = count.reads
      await w.process('long')
      costs.push(count.reads - before)
    }
    const [early = 0, late = 0] = [costs[5], costs.at(-1)]
    expect(late).toBeLessThanOrEqual(early + 5)
  })
})
