import { shown } from '../../../services/api/platform/answers/answer.ts'
import { describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { importCallbacks } from '../../../services/api/import-callbacks.ts'
import { valuesOf } from '../../../services/imports/run/state-lists.ts'
import type { Call } from '../../../services/api/platform/call.ts'
import { fairItem, importWorld } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { moment } from '../../support/moment.ts'

const call: Call = {
  caller: null,
  at: moment,
  sent: {},
  path: {},
  context: 'view',
  source: 'import',
  address: '192.0.2.1',
  route: 'POST /cal/event-aggregator/v1/import/{import_id}/batch',
  correlation: 'c',
}

const world = () => {
  const w = importWorld(memoryLog())
  let hashes = 0
  const newHash = () => `f${(++hashes).toString(16).padStart(31, '0')}`
  let settled = 0
  const [batch, state] = importCallbacks({
    ...{ store: w.store, runs: w.runs, newHash, mostItems: 3 },
    settled: async () => {
      settled++
    },
  })
  const post = async (
    route: typeof batch,
    importId: string,
    body: Readonly<Record<string, unknown>>,
    hidden: Readonly<Record<string, unknown>> = {},
  ) => {
    const endpoint = route?.endpoints[0]
    if (endpoint === undefined) throw new Error('no endpoint')
    const prepared = await endpoint.prepare({ sent: { ...body, import_id: importId }, hidden }, call)
    const answer = prepared.ok ? await shown(await prepared.execute()) : prepared.answer
    return { status: answer.status, body: JSON.parse(answer.text) as Record<string, unknown> }
  }
  return {
    ...w,
    /** How often an answer waited until reads show what was written. */
    settled: () => settled,
    batch: (
      importId: string,
      body: Readonly<Record<string, unknown>>,
      hidden: Readonly<Record<string, unknown>> = {},
    ) => post(batch, importId, body, hidden),
    state: (importId: string, body: Readonly<Record<string, unknown>>) => post(state, importId, body),
  }
}

const batchBody = (hash: string, over: Readonly<Record<string, unknown>> = {}) => ({
  batch_hash: hash,
  percentage_complete: 50,
  interval: 10,
  status: { data: { total: 1, done: 0 }, batch: { total: 2, done: 0 } },
  events: [fairItem()],
  ...over,
})
const stateBody = (hash: string, over: Readonly<Record<string, unknown>> = {}) => ({
  batch_hash: hash,
  percentage_complete: 100,
  status: 'success',
  message: '',
  message_slug: '',
  ...over,
})
const refusedOn = (...names: string[]) => ({
  status: 400,
  body: {
    code: 'rest_invalid_param',
    data: { params: Object.fromEntries(names.map(name => [name, expect.any(String)])) },
  },
})
const emptyLists = { created: [], updated: [], skipped: [], scheduled: [] }

describe('01 §1, 05 §2 where arguments come from', () => {
  it('an import_id beside the one of the path is a text, and ignored', async () => {
    const w = world()
    const body = batchBody(await w.register('abc'))
    expect(await w.batch('abc', body, { import_id: 5 })).toMatchObject(refusedOn('import_id'))
    expect((await w.batch('abc', body, { import_id: 'other' })).status).toBe(200)
  })

  it('forms send lists as objects with index keys', async () => {
    const w = world()
    const events = {
      0: { ...fairItem(), categories: { 0: 'Fairs', 1: 'Sales' }, organizer: { 0: { organizer: 'PTA' } } },
      1: fairItem({ uid: 'b', title: 'B' }),
    }
    const status = { data: { total: '2', done: '0' }, batch: { total: '1', done: '0' } }
    const hash = await w.register('abc')
    expect((await w.batch('abc', batchBody(hash, { events, status }))).status).toBe(200)
    await w.process('abc')
    const [first, second] = await w.outcomes('abc')
    expect([first?.outcome, second?.outcome]).toEqual(['created', 'created'])
    const { categories, organizers } = await w.values(first?.id)
    expect([categories.length, organizers.length]).toEqual([2, 1])
  })

  it('05 §1 limits: a batch of more items than the import may still take is refused, and its log tells it once', async () => {
    const w = world()
    const items = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, n) => fairItem({ uid: `u${from + n}` }))
    const hash = await w.register('abc')
    const first = await w.batch('abc', batchBody(hash, { events: items(1, 2) }))
    const next = String(first.body['next_batch_hash'])
    const refused = {
      status: 400,
      body: {
        code: 'rest_invalid_param',
        data: {
          params: {
            events: 'events: with these 2 items the import would have 4; an import takes at most 3.',
          },
        },
      },
    }
    expect(await w.batch('abc', batchBody(next, { events: items(3, 4) }))).toMatchObject(refused)
    expect(await w.batch('abc', batchBody(next, { events: items(3, 4) }))).toMatchObject(refused)
    const facts = (await w.store.read(streamName('import-abc'))).map(({ type, data }) => [
      type,
      data['reason'],
    ])
    expect(facts.filter(([type]) => type === 'ImportBatchRefused')).toEqual([
      ['ImportBatchRefused', 'too_many_items'],
    ])
    expect(await w.run('abc')).toMatchObject({ received: 2, overfull: true, hash: next })
    // what still fits is taken
    expect((await w.batch('abc', batchBody(next, { events: items(3, 3) }))).status).toBe(200)
    expect(await w.run('abc')).toMatchObject({ received: 3 })
  })

  it('events that are no list of objects are refused', async () => {
    const w = world()
    const hash = await w.register('abc')
    for (const events of ['x', 5, true, {}, { 0: 'x' }, { a: {} }, [1], [[]], [null], [[{}]]])
      expect(await w.batch('abc', batchBody(hash, { events }))).toMatchObject(refusedOn('events'))
  })
})

describe('05 §3 batch', () => {
  it('05-8 answers at once with activity, interval and the next hash; the last one has none', async () => {
    const w = world()
    const first = await w.batch('abc123', batchBody(await w.register('abc123')))
    expect(first).toEqual({
      status: 200,
      body: {
        status: 'success',
        activity: {
          cal_events: emptyLists,
          cal_organizer: emptyLists,
          cal_venue: emptyLists,
          cal_events_cat: emptyLists,
          post_tag: emptyLists,
          attachment: emptyLists,
        },
        interval: 10,
        next_batch_hash: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      },
    })
    await w.process('abc123')
    const next = String(first.body['next_batch_hash'])
    const last = { status: { data: { total: 1, done: 1 }, batch: { total: 2, done: 1 } }, events: [] }
    const second = await w.batch('abc123', batchBody(next, last))
    expect(second.body).not.toHaveProperty('next_batch_hash')
    const [outcome] = await w.outcomes('abc123')
    expect(second.body).toMatchObject({ activity: { cal_events: { created: [outcome?.id] } } })
    expect((await w.run('abc123')).status).toBe('success')
    // the first answer again, as it was, also after the import is closed
    expect(
      await w.batch('abc123', batchBody(String([...valuesOf((await w.run('abc123')).callbacks)][0]?.hash))),
    ).toEqual(first)
    expect(await w.outcomes('abc123')).toHaveLength(1)
  })

  it('05-1 OP-11 [E05] the same batch twice at the same moment: equal answers, items once', async () => {
    const w = world()
    const body = batchBody(await w.register('abc'), {
      status: { data: { total: 1, done: 0 }, batch: { total: 1, done: 0 } },
    })
    const reordered = Object.fromEntries(Object.entries(body).toReversed())
    const [one, two] = await Promise.all([w.batch('abc', body), w.batch('abc', reordered)])
    expect(one.status).toBe(200)
    expect(two).toEqual(one)
    await w.process('abc')
    expect(await w.outcomes('abc')).toHaveLength(1)
    expect(await w.batch('abc', body)).toEqual(one)
    expect(await w.batch('abc', { ...body, percentage_complete: 51 })).toMatchObject(
      refusedOn('import_id', 'batch_hash'),
    )
  })

  it('text numbers are the same parameters as numbers', async () => {
    const w = world()
    const hash = await w.register('abc')
    const one = await w.batch('abc', batchBody(hash))
    expect(await w.batch('abc', batchBody(hash, { percentage_complete: '50' }))).toEqual(one)
  })

  it('05-1 a consumed hash with another body is refused on batch_hash', async () => {
    const w = world()
    const hash = await w.register('abc')
    await w.batch('abc', batchBody(hash))
    expect(await w.batch('abc', batchBody(hash, { events: [] }))).toMatchObject(refusedOn('batch_hash'))
  })
})

describe('05 §2 validation, all failures in one answer', () => {
  it.each([
    ['05-7 wrong hash', { batch_hash: 'x' }, ['batch_hash']],
    ['05-4 percentage 101', { percentage_complete: 101 }, ['percentage_complete', 'batch_hash']],
    ['05-4 percentage -1', { percentage_complete: -1 }, ['percentage_complete', 'batch_hash']],
    ['05-4 percentage 33.3', { percentage_complete: 33.3 }, ['percentage_complete', 'batch_hash']],
    ['05-9 interval', { interval: 'abc' }, ['interval']],
    ['interval below 0', { interval: -1 }, ['interval']],
    ['status a text', { status: 'success' }, ['status']],
    ['status without batch', { status: { data: { total: 1, done: 0 } } }, ['status']],
    [
      'done beyond total',
      { status: { data: { total: 1, done: 2 }, batch: { total: 1, done: 0 } } },
      ['status'],
    ],
    [
      'batch done beyond total',
      { status: { data: { total: 1, done: 0 }, batch: { total: 1, done: 2 } } },
      ['status'],
    ],
    ['events an object', { events: { a: 1 } }, ['events']],
    ['events of texts', { events: ['a'] }, ['events']],
    ['several', { interval: 'x', events: 'y', batch_hash: 'z' }, ['batch_hash', 'interval', 'events']],
  ])('%s', async (_, over, on) => {
    const w = world()
    const hash = await w.register('abc')
    const before = await w.store.read(streamName('import-abc'))
    const expected = on.filter(argument => argument !== 'batch_hash' || 'batch_hash' in over)
    const answer = await w.batch('abc', batchBody(hash, over))
    expect(answer).toMatchObject(refusedOn(...expected))
    expect(Object.keys((answer.body['data'] as { params: object }).params)).toEqual(
      expect.arrayContaining(expected),
    )
    expect(Object.keys((answer.body['data'] as { params: object }).params)).toHaveLength(expected.length)
    expect(await w.store.read(streamName('import-abc'))).toEqual(before)
  })

  it('an unknown import fails on both', async () => {
    const w = world()
    expect(await w.batch('nobody', batchBody('0'.repeat(32)))).toMatchObject(
      refusedOn('import_id', 'batch_hash'),
    )
    expect(await w.state('nobody', stateBody('0'.repeat(32), { status: 'done' }))).toMatchObject(
      refusedOn('import_id', 'batch_hash', 'status'),
    )
  })

  it('absent events are none; digit texts are numbers', async () => {
    const w = world()
    const { events, ...body } = batchBody(await w.register('abc'), {
      status: { data: { total: '9', done: '0' }, batch: { total: '1', done: '0' } },
      percentage_complete: '50',
    })
    expect(events).toHaveLength(1)
    expect((await w.batch('abc', body)).status).toBe(200)
    expect(await w.run('abc')).toMatchObject({ status: 'success', received: 0, total: 9, percentage: 50 })
  })

  it('missing arguments are named together', async () => {
    const w = world()
    expect(await w.batch('abc', { events: [] })).toMatchObject({
      status: 400,
      body: {
        code: 'rest_missing_callback_param',
        data: { params: ['batch_hash', 'percentage_complete', 'status'] },
      },
    })
    const { message, ...body } = stateBody(await w.register('abc'))
    expect(message).toBe('')
    expect(await w.state('abc', body)).toMatchObject({ status: 400, body: { data: { params: ['message'] } } })
  })
})

describe('05 §4 state', () => {
  it.each(['Failed', 'done', ''])('05-4 status %j is refused', async status => {
    const w = world()
    expect(await w.state('abc', stateBody(await w.register('abc'), { status }))).toMatchObject(
      refusedOn('status'),
    )
  })
  it('all three answer the same; pending keeps the hash (05-10), failed removes it (05-11)', async () => {
    const w = world()
    const hash = await w.register('abc')
    const success = { status: 200, body: { status: 'success' } }
    expect(await w.state('abc', stateBody(hash, { status: 'pending', percentage_complete: 5 }))).toEqual(
      success,
    )
    const failed = stateBody(hash, {
      status: 'failed',
      message: 'Feed not reachable',
      message_slug: 'error:fetch',
      percentage_complete: 50,
    })
    expect(await w.state('abc', failed)).toEqual(success)
    expect(await w.state('abc', failed)).toEqual(success)
    expect(await w.state('abc', stateBody(hash))).toMatchObject(refusedOn('import_id', 'batch_hash'))
    expect(await w.run('abc')).toMatchObject({ status: 'failed', percentage: 50 })
  })
  it('00 §8 is answered when reads show it, which a refusal has nothing to wait for', async () => {
    const w = world()
    const hash = await w.register('abc')
    await w.state('abc', stateBody('0'.repeat(32)))
    expect(w.settled()).toBe(0)
    await w.state('abc', stateBody(hash))
    expect(w.settled()).toBe(1)
    await w.state('abc', stateBody(hash))
    expect(w.settled()).toBe(2)
  })
})
