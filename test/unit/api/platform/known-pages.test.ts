import { expect, it } from 'vitest'
import { json } from '../../../../services/api/platform/answers/answer.ts'
import { optional } from '../../../../services/api/platform/arguments/arguments.ts'
import { integer } from '../../../../services/api/platform/arguments/kinds.ts'
import { engine } from '../../../../services/api/platform/engine.ts'
import { nest, parsePairs, queryOf } from '../../../../services/api/platform/request/addressing.ts'
import { resolvingEndpoint, route } from '../../../../services/api/platform/route.ts'
import { memoryDocuments } from '../../../../shared/documents/memory/memory.ts'
import { epochMs, userId } from '../../../../shared/kernel/brands.ts'
import { moment } from '../../../support/moment.ts'
import { basic } from '../../../support/embedded-service.ts'

/** Through the whole engine: a list whose pages fail once `fails` is set, at once or with a promise. */
const listed = () => {
  const state: { fails: 'at once' | 'later' | null; understood: number } = { fails: null, understood: 0 }
  const reported: unknown[] = []
  const page = (number: number) => {
    if (state.fails === 'at once') throw new Error('no page')
    return state.fails === 'later'
      ? Promise.reject(new Error('no page'))
      : Promise.resolve(json(200, [number]))
  }
  const listing = resolvingEndpoint({
    methods: ['GET'],
    args: { page: optional(integer(), { description: '' }) },
    resolve: () => {
      state.understood++
      return { ok: true, value: null }
    },
    handle: async ({ page: number = 1 }) => page(number),
    paged: () => ({ until: epochMs(moment.ms + 3_600_000), onPage: asked => page(asked.page) }),
  })
  const { respond, asksOf } = engine({
    routes: [route('cal/events/v1', '/fairs', [listing])],
    site: () => moment.site,
    nowMs: () => moment.ms,
    credentials: {
      authenticate: () => ({ ok: true, user: { id: userId(2), login: 'ann', role: 'editor' } }),
      session: async () => null,
    },
    newCorrelation: () => 'c-1',
    report: (error, doing, correlation) => reported.push([error, doing, correlation]),
    trails: memoryDocuments().trails,
  })
  const ask = (query: string, headers = {}) => {
    const url = `/api/cal/events/v1/fairs${query}`
    const said = () => ({ path: '/fairs', query: nest(parsePairs(queryOf(url))) })
    return respond({ method: 'GET', said, asks: asksOf(url), headers, body: null, address: '127.0.0.1' })
  }
  return { ask, state, reported }
}

it('a question that was asked twice is not understood again for its third page', async () => {
  const { ask, state } = listed()
  await ask('?page=1')
  await ask('?page=2')
  expect(state.understood).toBe(2)
  expect((await ask('?page=3')).body).toBe('[3]')
  expect(state.understood).toBe(2)
  expect((await ask('?page=03')).body).toBe('[3]')
  expect(state.understood).toBe(3)
})

it.each([
  ['a guest', 'at once', {}],
  ['a guest', 'later', {}],
  ['an editor', 'at once', basic('ann')],
  ['an editor', 'later', basic('ann')],
] as const)(
  'a page that fails is told the same by a known question: to %s, %s',
  async (_, fails, headers) => {
    const { ask, state, reported } = listed()
    await ask('?page=1', headers)
    await ask('?page=2', headers)
    state.fails = fails
    const known = await ask('?page=1', headers)
    expect(state.understood).toBe(2)
    const read = await ask('?page=01', headers)
    expect(state.understood).toBe(3)
    expect(known).toEqual(read)
    expect(known.status).toBe(500)
    expect(known.headers).toEqual(expect.arrayContaining(['Allow', 'GET']))
    expect(reported).toHaveLength(2)
    expect(reported[0]).toEqual(reported[1])
    expect(reported[0]).toEqual([new Error('no page'), 'GET /fairs', 'c-1'])
  },
)
