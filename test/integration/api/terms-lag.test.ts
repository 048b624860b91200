import { expect, it } from 'vitest'
import { userId } from '../../../shared/kernel/brands.ts'
import { terms } from '../../../projections/terms/store.ts'
import { termRoutes } from '../../../services/api/cal-v1/terms/terms.ts'
import { composedTerms } from '../../../services/wiring/api/terms.ts'
import { engine } from '../../../services/api/platform/engine.ts'
import { findOrCreateTerm } from '../../../services/calendar/term/find-or-create.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Position } from '../../../shared/event-store/port.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { sentJson } from '../../support/sent-json.ts'
import { moment, site } from '../../support/moment.ts'
import { site as texts } from '../../support/read-models.ts'

/** The routes of one process whose read model follows the log only when it is told to. */
const laggingWorld = async () => {
  const store = memoryLog()
  const writing = writingOn(store)
  const term = await terms(texts)(memoryDocuments({ strict: true }))
  let reached: Position | null = null
  const catchUp = async () => {
    const stop = new AbortController()
    for await (const step of store.follow(reached, term.prefixes, stop.signal)) {
      if (step.records.length > 0) await term.apply(step.records)
      reached = step.reached
      if (step.live) stop.abort()
    }
  }
  let waits: 'visible' | 'lagging' = 'lagging'
  const deps = composedTerms(
    {
      store,
      writing,
      models: { term },
      board: { reached: () => reached },
      reads: { eventById: async () => null },
    },
    async () => {
      if (waits === 'visible') await catchUp()
      return waits === 'visible' ? null : { lagSeconds: 7 }
    },
  )
  const { respond } = engine({
    routes: termRoutes(deps),
    site: () => site,
    nowMs: () => moment.ms,
    credentials: {
      authenticate: login => ({ ok: true, user: { id: userId(2), login, role: 'editor' } }),
      session: async () => null,
    },
    newCorrelation: () => 'c-1',
    trails: memoryDocuments().trails,
    report: error => {
      throw error
    },
  })
  const ask = async (method: string, path: string, body?: object) => {
    const {
      status,
      headers,
      body: answered,
    } = await respond({
      method,
      said: () => ({ path: `/cal/events/v1/${path}`, query: {} }),
      headers: {
        authorization: `Basic ${Buffer.from('editor:x').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: body === undefined ? null : sentJson(body),
      address: '192.0.2.1',
    })
    const lag = headers[headers.indexOf('X-CAL-Lag') + 1]
    return {
      status,
      lag: headers.includes('X-CAL-Lag') ? lag : null,
      body: JSON.parse(String(answered)) as unknown,
    }
  }
  return {
    ask,
    writing,
    catchUp,
    readModelFollows: () => {
      waits = 'visible'
    },
  }
}

it('00 §8 while the read model lags, single terms are in their latest state and answers say so', async () => {
  const { ask, catchUp } = await laggingWorld()
  expect(await ask('POST', 'categories', { name: 'A' })).toMatchObject({
    status: 201,
    lag: '7',
    body: { id: 1 },
  })
  expect(await ask('GET', 'categories/1')).toMatchObject({ status: 200, lag: null, body: { name: 'A' } })
  expect((await ask('GET', 'tags/1')).status).toBe(404)
  expect(await ask('POST', 'categories', { name: 'B', parent: 1 })).toMatchObject({ body: { parent: 1 } })
  expect(await ask('PATCH', 'categories/1', { name: 'C' })).toMatchObject({ lag: '7', body: { name: 'C' } })
  await catchUp()
  expect(await ask('GET', 'categories/1')).toMatchObject({ body: { name: 'C', count: 0 } })
  expect(await ask('DELETE', 'categories/1')).toMatchObject({ status: 200, lag: '7' })
  expect((await ask('GET', 'categories/1')).status).toBe(404)
})

it('a create waits for the read model before it takes over a term that may have come with an event', async () => {
  const { ask, writing, readModelFollows } = await laggingWorld()
  const context = personAt()
  const { id } = await findOrCreateTerm(writing, 'post_tag', 'Music', 'slug', context)
  expect((await ask('GET', `tags/${id}`)).status).toBe(404)
  await calendarOn(writing).event.create({ values: fair({ tags: [id] }) }, context)
  readModelFollows()
  expect(await ask('POST', 'tags', { name: 'Music', description: 'Loud.' })).toMatchObject({
    status: 400,
    body: { code: 'term_exists', data: { term_id: id } },
  })
  expect(await ask('GET', `tags/${id}`)).toMatchObject({ body: { description: '', count: 1 } })
})
