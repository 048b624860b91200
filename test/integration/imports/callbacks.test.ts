import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fairItem } from '../../support/import-world.ts'
import { authorization, freePort, startService, type ServiceProcess } from '../../support/service-process.ts'

let dataDir = ''
let service: ServiceProcess

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'belltower-callbacks-'))
  service = await startService(dataDir, await freePort())
})

afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Body = Readonly<Record<string, unknown>>
type Answer = { readonly status: number; readonly text: string; readonly body: Body }

const send = async (method: string, path: string, body?: Body, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) as Body }
}

/** A guest's call: the hash is the secret. */
const callback = (importId: string, kind: 'batch' | 'state', body: Body): Promise<Answer> =>
  send('POST', `/index.php?rest_route=/cal/event-aggregator/v1/import/${importId}/${kind}`, body)

const admin = (method: string, path: string, body?: Body) => send(method, path, body, { authorization })

type Opened = { readonly import_id: string; readonly batch_hash: string; readonly callback_root: string }
const register = async (over: Body = {}): Promise<Opened> => {
  const { body } = await admin('POST', '/admin/imports', { origin: 'url', source: 'feed', ...over })
  return body as unknown as Opened
}

type Item = {
  readonly position: number
  readonly outcome: string
  readonly reason: string | null
  readonly id: number
}
type Shown = {
  readonly status: string
  readonly reason: string | null
  readonly percentage_complete: number
  readonly total_events: number
  readonly received: number
  readonly processed: number
  readonly activity: { readonly cal_events: { readonly created: readonly number[] } }
  readonly log: readonly { readonly message_slug: string; readonly message: string }[]
  readonly items: readonly Item[]
}
const show = async (importId: string): Promise<Shown> =>
  (await admin('GET', `/admin/imports/${importId}`)).body as unknown as Shown

const until = async (importId: string, isThere: (shown: Shown) => boolean): Promise<Shown> => {
  for (;;) {
    const shown = await show(importId)
    if (isThere(shown)) return shown
    await sleep(10)
  }
}
const processed = (importId: string, count: number) => until(importId, shown => shown.processed >= count)
const closed = (importId: string) =>
  until(importId, ({ status, received, processed: done }) => status !== 'pending' && done >= received)

type Place = {
  readonly of?: number
  readonly done?: number
  readonly total?: number
  readonly percentage?: number
}
const batchOf = (hash: unknown, events: readonly Body[] | undefined, place: Place = {}): Body => {
  const { of = 1, done = 0, total = events?.length ?? 0, percentage = 50 } = place
  return {
    batch_hash: hash,
    percentage_complete: percentage,
    interval: 10,
    status: { data: { total, done: 0 }, batch: { total: of, done } },
    ...(events === undefined ? {} : { events }),
  }
}
const stateOf = (hash: unknown, status: string, over: Body = {}): Body => ({
  batch_hash: hash,
  percentage_complete: 100,
  status,
  message: '',
  message_slug: '',
  ...over,
})

const events = async (): Promise<number> => {
  const path = '/index.php?rest_route=/cal/events/v1/events&start_date=0001-01-01&end_date=9999-12-31'
  return Number((await send('GET', path)).body['total'])
}
/** Names of refused arguments. */
const refused = ({ status, body }: Answer): readonly string[] => {
  const { params } = body['data'] as { params: object }
  return [String(status), String(body['code']), ...Object.keys(params)]
}
const invalidOn = (...names: string[]) => ['400', 'rest_invalid_param', ...names]

const nothing = { created: [], updated: [], skipped: [], scheduled: [] }

describe('05 §2-3 batches over HTTP', () => {
  it('05-1 the same batch at the same moment, again, in another order of members, and after the end: one answer', async () => {
    const before = await events()
    const { import_id: id, batch_hash: hash } = await register()
    const body = batchOf(hash, [fairItem({ uid: 'one' }), fairItem({ uid: 'two', title: 'Two' })])
    const answers = await Promise.all(Array.from({ length: 20 }, () => callback(id, 'batch', body)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const [first] = answers
    expect(first).toMatchObject({ status: 200, body: { status: 'success', interval: 10 } })
    expect(first?.body).not.toHaveProperty('next_batch_hash')
    const shown = await closed(id)
    expect(shown.items.map(({ outcome }) => outcome)).toEqual(['created', 'created'])
    expect(await events()).toBe(before + 2)
    const backwards = Object.fromEntries(Object.entries(body).reverse())
    for (const again of [body, backwards, { ...body, percentage_complete: '50' }])
      expect(await callback(id, 'batch', again)).toEqual(first)
    expect((await show(id)).items).toEqual(shown.items)
    expect(await events()).toBe(before + 2)
  })

  it('05-1 the same hash with another body is refused; of twenty at once one is accepted', async () => {
    const { import_id: id, batch_hash: hash } = await register()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        callback(
          id,
          'batch',
          batchOf(hash, [fairItem({ uid: `x${n}`, title: `X${n}` })], { of: 2, total: 2 }),
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 400),
    ])
    const lost = answers.filter(({ status }) => status === 400)
    expect(new Set(lost.map(answer => refused(answer).join()))).toEqual(
      new Set([invalidOn('batch_hash').join()]),
    )
    expect((await processed(id, 1)).received).toBe(1)
  })

  it('05-8, 05-12 two batches: activity grows, the last answer names no hash, the record counts', async () => {
    const { import_id: id, batch_hash: hash } = await register({ source: 'two' })
    const fair = fairItem({ uid: 'b1', global_id: 'o.example?id=1' })
    const first = await callback(id, 'batch', batchOf(hash, [fair], { of: 2, total: 2 }))
    const next = first.body['next_batch_hash']
    expect(next).toMatch(/^[0-9a-f]{32}$/)
    const { items } = await processed(id, 1)
    const event = items[0]?.id
    const changed = { ...fair, uid: 'b2', title: 'Changed', venue: { venue: 'Hall two' }, tags: 'a,5' }
    const last = batchOf(next, [changed], { of: 2, done: 1, total: 2, percentage: 100 })
    const second = await callback(id, 'batch', last)
    expect(second.text).toBe(
      `{"status":"success","activity":${JSON.stringify({
        cal_events: { ...nothing, created: [event] },
        cal_organizer: nothing,
        cal_venue: nothing,
        cal_events_cat: nothing,
        post_tag: nothing,
        attachment: nothing,
      })},"interval":10}`,
    )
    const shown = await closed(id)
    expect(shown).toMatchObject({
      status: 'success',
      reason: null,
      percentage_complete: 100,
      total_events: 2,
      received: 2,
      processed: 2,
      log: [],
      activity: { cal_events: { created: [event], updated: [event], skipped: [], scheduled: [] } },
      items: [
        { position: 1, line: null, outcome: 'created', reason: null, warnings: [], id: event, uid: 'b1' },
        { position: 2, line: null, outcome: 'updated', reason: null, warnings: [], id: event, uid: 'b2' },
      ],
    })
    // answers do not change with what came to be known later
    expect(await callback(id, 'batch', last)).toEqual(second)
    expect(await callback(id, 'batch', batchOf(hash, [fair], { of: 2, total: 2 }))).toEqual(first)
  })

  it('05-2, 05-5 out of order: a last batch too early closes with what was received', async () => {
    const { import_id: id, batch_hash: hash } = await register({ source: 'order' })
    const at = (done: number, percentage: number) => ({ of: 3, done, total: 3, percentage })
    const item = (n: number) => [fairItem({ uid: `o${n}`, title: `O${n}` })]
    const first = await callback(id, 'batch', batchOf(hash, item(1), at(0, 80)))
    const next = first.body['next_batch_hash']
    const third = await callback(id, 'batch', batchOf(next, item(3), at(2, 60)))
    expect(third.status).toBe(200)
    const late = await callback(id, 'batch', batchOf(next, item(2), at(1, 66)))
    expect(refused(late)).toContain('batch_hash')
    const shown = await closed(id)
    expect(shown).toMatchObject({ status: 'failed', reason: 'count_mismatch', percentage_complete: 80 })
    expect(shown.received).toBe(2)
    expect(shown.items.map(({ outcome }) => outcome)).toEqual(['created', 'created'])
    expect(shown.log[0]?.message_slug).toBe('count_mismatch')
  })

  it('a batch without events is not counted against the total', async () => {
    const { import_id: id, batch_hash: hash } = await register({ source: 'none' })
    await callback(id, 'batch', batchOf(hash, undefined, { total: 5 }))
    expect(await closed(id)).toMatchObject({ status: 'success', reason: null, received: 0 })
  })

  it('when every item failed the import did', async () => {
    const { import_id: id, batch_hash: hash } = await register({ source: 'bad' })
    await callback(
      id,
      'batch',
      batchOf(hash, [fairItem({ title: '' }), fairItem({ uid: 'z', start_date: '30 February' })]),
    )
    const shown = await closed(id)
    expect(shown).toMatchObject({ status: 'failed', reason: 'all_failed' })
    expect(shown.items.map(({ reason }) => reason)).toEqual(['missing_title', 'invalid_date'])
  })

  it('05-7 a wrong hash is refused, on both arguments where nothing is pending', async () => {
    const { import_id: id, batch_hash: hash } = await register()
    const wrong = batchOf('0'.repeat(32), [fairItem()])
    expect(refused(await callback(id, 'batch', wrong))).toEqual(invalidOn('batch_hash'))
    expect(refused(await callback('nosuch', 'batch', wrong))).toEqual(invalidOn('import_id', 'batch_hash'))
    const all = { ...wrong, percentage_complete: 101, interval: 'abc', events: 'x' }
    expect([...refused(await callback(id, 'batch', all))].sort()).toEqual(
      invalidOn('batch_hash', 'percentage_complete', 'interval', 'events').sort(),
    )
    expect((await callback('a-b', 'batch', wrong)).body['code']).toBe('rest_no_route')
    const path = `/index.php?rest_route=/cal/event-aggregator/v1/import/${id}/batch`
    expect((await send('GET', path)).status).toBe(404)
    expect(await show(id)).toMatchObject({ status: 'pending', received: 0, percentage_complete: 0 })
    expect((await callback(id, 'batch', batchOf(hash, []))).status).toBe(200)
  })

  it('05-5 a body over the limit is refused and nothing of it counted', async () => {
    const { import_id: id, batch_hash: hash } = await register()
    const huge = batchOf(hash, [fairItem({ description: 'x'.repeat(10 * 1024 * 1024) })])
    expect(await callback(id, 'batch', huge)).toMatchObject({
      status: 413,
      body: { code: 'rest_request_too_large' },
    })
    expect(await show(id)).toMatchObject({ status: 'pending', received: 0 })
  })
})

describe('05 §4 states over HTTP', () => {
  it('05-10 pending leaves the hash in force', async () => {
    const { import_id: id, batch_hash: hash } = await register({ source: 'pending' })
    const state = stateOf(hash, 'pending', { percentage_complete: 10 })
    expect((await callback(id, 'state', state)).text).toBe('{"status":"success"}')
    expect((await callback(id, 'batch', batchOf(hash, [fairItem({ uid: 'p' })]))).status).toBe(200)
    expect(await closed(id)).toMatchObject({ status: 'success', percentage_complete: 50 })
  })

  it('05-2 success closes: what comes later is refused on both, its own repetition is not', async () => {
    const { import_id: id, batch_hash: hash } = await register()
    const success = stateOf(hash, 'success')
    const answer = await callback(id, 'state', success)
    expect([answer.status, answer.text]).toEqual([200, '{"status":"success"}'])
    const both = invalidOn('import_id', 'batch_hash')
    const late = batchOf(hash, [fairItem()], { percentage: 60 })
    expect(refused(await callback(id, 'batch', late))).toEqual(both)
    expect(refused(await callback(id, 'state', stateOf(hash, 'pending')))).toEqual(both)
    expect(await callback(id, 'state', success)).toEqual(answer)
    expect(await show(id)).toMatchObject({ status: 'success', percentage_complete: 100, received: 0 })
  })

  it('05-11 failed says why, and stays', async () => {
    const { import_id: id, batch_hash: hash } = await register()
    const why = { message: 'Feed not reachable', message_slug: 'error:fetch', percentage_complete: 50 }
    const failed = stateOf(hash, 'failed', why)
    expect((await callback(id, 'state', failed)).text).toBe('{"status":"success"}')
    expect(refused(await callback(id, 'state', { ...failed, status: 'success' }))).toEqual(
      invalidOn('import_id', 'batch_hash'),
    )
    const { status, log } = await show(id)
    expect([status, log.map(entry => [entry.message_slug, entry.message])]).toEqual([
      'failed',
      [['error:fetch', 'Feed not reachable']],
    ])
  })

  it('05-4 statuses are exact, the message is required', async () => {
    const { import_id: id, batch_hash: hash } = await register()
    for (const status of ['Failed', 'done', ''])
      expect(refused(await callback(id, 'state', stateOf(hash, status)))).toEqual(invalidOn('status'))
    const silent = await callback(id, 'state', stateOf(hash, 'success', { message: undefined }))
    expect([silent.status, silent.body['code']]).toEqual([400, 'rest_missing_callback_param'])
    for (const percentage of [101, -1, 33.3])
      expect(
        refused(await callback(id, 'state', stateOf(hash, 'success', { percentage_complete: percentage }))),
      ).toEqual(invalidOn('percentage_complete'))
    const text = await callback(id, 'state', stateOf(hash, 'success', { percentage_complete: '50' }))
    expect(text.status).toBe(200)
  })

  it('a state and a batch with one hash at the same moment: one of them', async () => {
    const { import_id: id, batch_hash: hash } = await register({ source: 'race' })
    const answers = await Promise.all([
      callback(id, 'batch', batchOf(hash, [fairItem({ uid: 'r' })])),
      callback(id, 'state', stateOf(hash, 'success')),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const [batch] = answers
    expect((await closed(id)).received).toBe(batch.status === 200 ? 1 : 0)
  })
})

describe('cancelling an import', () => {
  it('closes it; callbacks are refused as for a closed one, what was applied stays', async () => {
    const { import_id: id, batch_hash: hash } = await register({ source: 'cancelled' })
    const body = batchOf(hash, [fairItem({ uid: 'stays' })], { of: 2, total: 2 })
    const first = await callback(id, 'batch', body)
    await processed(id, 1)
    const before = await events()
    const path = `/admin/imports/${id}/cancel`
    expect((await send('POST', path)).status).toBe(401)
    const answer = await admin('POST', path)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ status: 'failed', reason: 'cancelled', processed: 1 })
    const next = first.body['next_batch_hash']
    expect(refused(await callback(id, 'batch', batchOf(next, [], { of: 2, done: 1, total: 2 })))).toEqual(
      invalidOn('import_id', 'batch_hash'),
    )
    expect(await callback(id, 'batch', body)).toEqual(first)
    expect(await events()).toBe(before)
    expect((await admin('POST', path)).body).toEqual(answer.body)
    expect((await admin('POST', '/admin/imports/nothing/cancel')).status).toBe(404)
  })
})

describe('pausing an import', () => {
  const steer = (importId: string, steering: string, headers: Record<string, string> = { authorization }) =>
    send('POST', `/admin/imports/${importId}/${steering}`, undefined, headers)

  it('accepts callbacks and leaves their items alone until it is resumed; the history tells', async () => {
    const { import_id: id, batch_hash: hash } = await register()
    const paused = await steer(id, 'pause')
    expect(paused).toMatchObject({ status: 200, body: { import_id: id, status: 'pending', paused: true } })
    expect(await steer(id, 'pause')).toMatchObject({ status: 200, body: { paused: true } })
    const one = await callback(id, 'batch', batchOf(hash, [fairItem({ uid: 'p1', title: 'Paused' })]))
    expect(one.status).toBe(200)
    // another import goes by
    const other = await register()
    await callback(other.import_id, 'batch', batchOf(other.batch_hash, [fairItem({ uid: 'p2' })]))
    await until(other.import_id, ({ status }) => status === 'success')
    expect(await show(id)).toMatchObject({ status: 'pending', paused: true, received: 1, processed: 0 })
    expect(await steer(id, 'resume')).toMatchObject({ status: 200, body: { paused: false } })
    expect(await until(id, ({ status }) => status !== 'pending')).toMatchObject({ status: 'success' })
    const { body } = await admin('GET', `/admin/history/import/${id}`)
    const facts = (body as unknown as readonly { readonly fact: string }[]).map(({ fact }) => fact)
    expect(facts).toEqual(expect.arrayContaining(['ImportPaused', 'ImportResumed']))
  })

  it('says what stands in the way', async () => {
    const { import_id: id, batch_hash: hash } = await register()
    await callback(id, 'batch', batchOf(hash, []))
    for (const steering of ['pause', 'resume', 'cancel']) {
      expect(await steer(id, steering)).toMatchObject({ status: 409, body: { code: 'import_over' } })
      expect(await steer('nothing', steering)).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
      expect(await steer(id, steering, {})).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } })
    }
  })

  it('imports are listed newest first, in pages, with their progress', async () => {
    const { import_id: id } = await register({ source: 'the newest' })
    const list = (query: string) => admin('GET', `/admin/imports?${query}`)
    const { body } = await list('per_page=1')
    expect(body).toMatchObject({
      imports: [{ import_id: id, source: 'the newest', status: 'pending', percentage: 0, per_second: 0 }],
      total: body['total_pages'],
    })
    expect((await list('per_page=1&page=2')).body['imports']).toHaveLength(1)
    expect(await list('per_page=0')).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
    expect(await send('GET', '/admin/imports')).toMatchObject({ status: 401 })
  })
})

describe('the outcomes of an import as a file', () => {
  const fileOf = (id: string, headers: Record<string, string>) =>
    fetch(`${service.url}/admin/imports/${id}/outcomes.csv`, { headers })

  it('is a row for every item, for those who administer', async () => {
    const { import_id: id, batch_hash: hash } = await register({ source: 'outcomes' })
    const items = [fairItem({ uid: 'csv', title: '=1+1' }), fairItem({ uid: 'bad', title: '' })]
    await callback(id, 'batch', batchOf(hash, items))
    const event = (await closed(id)).items[0]?.id
    const answer = await fileOf(id, { authorization })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="import-${id}.csv"`)
    expect(await answer.text()).toBe(
      'position,line,outcome,reason,warnings,id,uid,title\r\n' +
        `1,,created,,,${event},csv,'=1+1\r\n2,,failed,missing_title,,,bad,\r\n`,
    )
    expect((await fileOf(id, {})).status).toBe(401)
    expect((await fileOf('nothing', { authorization })).status).toBe(404)
  })
})

describe('00 §8 history of what an import did', () => {
  it('names nobody, the source and the import', async () => {
    const { import_id: id, batch_hash: hash } = await register({ source: 'history' })
    await callback(id, 'batch', batchOf(hash, [fairItem({ uid: 'h' })]))
    const [item] = (await closed(id)).items
    const entries = (await admin('GET', `/admin/history/event/${item?.id}`))
      .body as unknown as readonly Body[]
    expect(entries).toMatchObject([
      {
        actor: null,
        source: 'import',
        correlation: id,
        fact: 'EventCreated',
        changes: { title: [null, 'Book fair'] },
      },
    ])
  })
})
