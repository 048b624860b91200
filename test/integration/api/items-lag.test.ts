import { describe, expect, it } from 'vitest'
import { userId, streamName } from '../../../shared/kernel/brands.ts'
import { usersInMemory } from '../../../services/accounts/users-in-memory.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { eventReads, readModels } from '../../../services/wiring/read-side/read-models.ts'
import { composedRoutes } from '../../../services/wiring/api/routes.ts'
import { engine } from '../../../services/api/platform/engine.ts'
import { progressBoard } from '../../../projections/engine/progress.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { StoreUnavailable, type Position } from '../../../shared/event-store/port.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { passwordGuard } from '../../../services/accounts/guard.ts'
import { unlockWith } from '../../../services/api/items/unlock.ts'
import { noImages } from '../../support/no-images.ts'
import { sentJson } from '../../support/sent-json.ts'
import { moment, site } from '../../support/moment.ts'
import { site as texts } from '../../support/read-models.ts'

/** The routes of one process whose read models follow the log only when they are told to. */
const laggingWorld = async () => {
  const store = memoryLog()
  const documents = memoryDocuments({ strict: true })
  const models = await readModels(documents, store, texts, () => null)
  const projections = await Promise.all(models.projections.map(({ make }) => make(documents)))
  const board = progressBoard()
  let reached: Position | null = null
  const catchUp = async () => {
    const stop = new AbortController()
    for await (const step of store.follow(reached, [], stop.signal)) {
      for (const { name, prefixes, apply } of projections) {
        const own = step.records.filter(({ stream }) => prefixes.some(prefix => stream.startsWith(prefix)))
        if (own.length > 0) await apply(own)
        board.report(name, { reached: step.reached })
      }
      reached = step.reached
      if (step.live) stop.abort()
    }
  }
  const parts = {
    store,
    writing: writingOn(store),
    directory: usersInMemory(),
    models,
    board,
    images: noImages,
    unlock: unlockWith(passwordGuard()),
    reads: eventReads(models, store, board),
  }
  const { respond } = engine({
    routes: composedRoutes(parts, async () => ({ lagSeconds: 7 })),
    site: () => site,
    nowMs: () => moment.ms,
    credentials: {
      authenticate: login => ({ ok: true, user: { id: userId(2), login, role: 'editor' } }),
      session: async () => null,
    },
    newCorrelation: () => 'c-1',
    trails: memoryDocuments().trails,
    report: error => {
      if (!(error instanceof StoreUnavailable)) throw error
    },
  })
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await respond({
      method,
      said: () => ({ path: path.startsWith('/') ? path : `/cal/events/v1/${path}`, query: {} }),
      headers: {
        authorization: `Basic ${Buffer.from('editor:x').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: body === undefined ? null : sentJson(body),
      address: '192.0.2.1',
    })
    const { status, headers } = answer
    const lag = headers.includes('X-CAL-Lag') ? headers[headers.indexOf('X-CAL-Lag') + 1] : null
    return { status, lag, body: JSON.parse(String(answer.body)) as Record<string, unknown> }
  }
  return { ask, catchUp, store }
}

const days = { start_date: '2027-05-08 10:00', end_date: '2027-05-08 14:00' }

describe.each([
  { plural: 'events', noun: 'event', named: 'title', more: days },
  { plural: 'venues', noun: 'venue', named: 'venue', more: {} },
  { plural: 'organizers', noun: 'organizer', named: 'organizer', more: {} },
])('00 §8 while the read models lag: $plural', ({ plural, noun, named, more }) => {
  it('single items are in their latest state, and writes say so', async () => {
    const { ask } = await laggingWorld()
    const made = await ask('POST', plural, { [named]: 'Open House', ...more })
    expect(made).toMatchObject({ status: 201, lag: '7', body: { [named]: 'Open House', slug: 'open-house' } })
    const id = Number(made.body['id'])
    for (const path of [`${plural}/${id}`, `${plural}/by-slug/Open-House`])
      expect(await ask('GET', path)).toMatchObject({ status: 200, lag: null, body: { id } })
    expect(await ask('GET', plural)).toMatchObject({ status: 200, body: { total: 0 } })
    expect((await ask('GET', `${plural}/by-slug/other`)).status).toBe(404)
    expect((await ask('GET', `${plural}/${id + 1}`)).status).toBe(404)
    expect(await ask('PATCH', `${plural}/${id}`, { [named]: 'New' })).toMatchObject({
      status: 200,
      lag: '7',
      body: { [named]: 'New' },
    })
    expect(await ask('DELETE', `${plural}/by-slug/open-house`)).toMatchObject({
      status: 200,
      lag: '7',
      body: { status: 'trash' },
    })
    expect((await ask('GET', `${plural}/${id}`)).status).toBe(410)
    expect((await ask('GET', `${plural}/by-slug/open-house`)).status).toBe(404)
    expect(await ask('DELETE', `${plural}/${id}`)).toMatchObject({
      status: 410,
      body: { code: `${noun}-is-in-trash` },
    })
  })

  it('what was purged is gone at once, and nobody who writes late brings it back', async () => {
    const { ask, catchUp, store } = await laggingWorld()
    const { id, slug } = (await ask('POST', plural, { [named]: 'Open House', ...more })).body
    await catchUp()
    const [created] = await store.read(streamName(`${noun}-${String(id)}`))
    expect(await ask('DELETE', `/calx/v1/${plural}/${String(id)}`, { force: true })).toMatchObject({
      status: 200,
      lag: '7',
      body: { deleted: true, previous: { id, slug } },
    })
    const isGone = async () => {
      for (const path of [
        `${plural}/${String(id)}`,
        `${plural}/by-slug/open-house`,
        `/calx/v1/${plural}/${String(id)}`,
      ])
        for (const method of ['GET', 'PATCH', 'DELETE'])
          expect(await ask(method, path, {}), `${method} ${path}`).toMatchObject({
            status: 404,
            body: { code: `rest-${noun}-not-found` },
          })
    }
    await isGone()
    if (created === undefined) throw new Error('nothing was recorded')
    const { type, data, meta, stream } = created
    await store.append(stream, [{ id: '6f6b1c1e-8a5e-4b9e-9d0a-0d6a6f1b2c3d', type, data, meta }], 'absent')
    await isGone()
    await catchUp()
    await isGone()
    expect(await ask('GET', plural)).toMatchObject({ status: 200, body: { total: 0 } })
  })

  it('OP-9: what the read models hold is read while the log is down; writes are told to wait', async () => {
    const { ask, catchUp, store } = await laggingWorld()
    const { id } = (await ask('POST', plural, { [named]: 'Open House', ...more })).body
    await catchUp()
    await store.close()
    for (const path of [`${plural}/${String(id)}`, `${plural}/by-slug/open-house`])
      expect(await ask('GET', path)).toMatchObject({ status: 200, body: { id } })
    expect(await ask('GET', plural)).toMatchObject({ status: 200, body: { total: 1 } })
    for (const [method, path] of [
      ['POST', plural],
      ['PATCH', `${plural}/${String(id)}`],
      ['DELETE', `${plural}/${String(id)}`],
    ] as const)
      expect(await ask(method, path, { [named]: 'New', ...more })).toMatchObject({
        status: 503,
        body: { code: 'rest_service_unavailable' },
      })
  })

  it('a slug is that of the item which has it now', async () => {
    const { ask, catchUp } = await laggingWorld()
    const a = (await ask('POST', plural, { [named]: 'Open House', ...more })).body['id']
    await catchUp()
    expect(await ask('GET', plural)).toMatchObject({ body: { total: 1 } })
    expect((await ask('PATCH', `${plural}/by-slug/open-house`, { slug: 'moved' })).body).toMatchObject({
      id: a,
    })
    expect((await ask('GET', `${plural}/by-slug/open-house`)).status).toBe(404)
    expect((await ask('GET', `${plural}/by-slug/moved`)).body).toMatchObject({ id: a, slug: 'moved' })
    const b = (await ask('POST', plural, { [named]: 'Open House', ...more })).body['id']
    expect((await ask('GET', `${plural}/by-slug/open-house`)).body).toMatchObject({ id: b })
    await catchUp()
    expect((await ask('GET', `${plural}/by-slug/open-house`)).body).toMatchObject({ id: b })
    expect((await ask('GET', `${plural}/by-slug/moved`)).body).toMatchObject({ id: a })
  })
})
