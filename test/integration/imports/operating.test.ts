import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fairItem } from '../../support/import-world.ts'
import { authorization, startService, type ServiceProcess } from '../../support/service-process.ts'
import { type Body, batchOf, refused, invalidOn, importClient } from '../../support/import-client.ts'
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
const { send, callback, admin, register, show, until, processed, closed, events } = importClient(
  () => service,
)

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
      'position,line,outcome,reason,warnings,found,id,uid,title\r\n' +
        `1,,created,,,,${event},csv,'=1+1\r\n2,,failed,missing_title,,,,bad,\r\n`,
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
