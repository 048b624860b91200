import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { json, shown } from '../../../../services/api/platform/answers/answer.ts'
import { engine } from '../../../../services/api/platform/engine.ts'
import { endpoint, route } from '../../../../services/api/platform/route.ts'
import { giveBackMemory } from '../../../../services/wiring/give-back-memory.ts'
import { memoryDocuments } from '../../../../shared/documents/memory/memory.ts'
import { moment, site } from '../../../support/moment.ts'

it('what is held to show an answer again holds neither its request nor the headers or arguments of that', async () => {
  const { foundFor } = engine({
    routes: [
      route('cal/events/v1', '/found', [
        endpoint({
          methods: ['GET'],
          args: {},
          handle: () => ({ show: async () => json(200, { a: 1, b: 2 }) }),
        }),
      ]),
    ],
    site: () => site,
    nowMs: () => moment.ms,
    credentials: { authenticate: () => expect.unreachable(), session: () => expect.unreachable() },
    newCorrelation: () => 'c-1',
    trails: memoryDocuments().trails,
    report: () => expect.unreachable(),
  })
  const found = await (async () => {
    const headers = { 'x-long': 'x'.repeat(10_000) }
    const query = { _fields: 'b', other: 'y' }
    const said = { path: '/found', query }
    const request = { method: 'GET', said: () => said, headers, body: null, address: '192.0.2.1' }
    const parts = [new WeakRef(request), new WeakRef(headers), new WeakRef(query)]
    return { parts, made: await foundFor(request) }
  })()
  await nextTurn()
  giveBackMemory()
  expect(found.parts.map(part => part.deref())).toEqual([undefined, undefined, undefined])
  const wire = await shown(found.made)
  expect(wire.body).toBe('{"b":2}')
  expect(wire.headers.slice(wire.headers.indexOf('X-CAL-Ignored')).slice(0, 2)).toEqual([
    'X-CAL-Ignored',
    'other',
  ])
})
