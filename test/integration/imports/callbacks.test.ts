import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fairItem } from '../../support/import-world.ts'
import { startService, type ServiceProcess } from '../../support/service-process.ts'
import { batchOf, stateOf, refused, invalidOn, nothing, importClient } from '../../support/import-client.ts'
import { freePort } from '../../support/free-port.ts'

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
const { send, callback, register, show, processed, closed, events } = importClient(() => service)

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
