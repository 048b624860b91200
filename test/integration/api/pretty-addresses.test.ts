import { describe, expect, it } from 'vitest'
import { basic, sharedService } from '../../support/embedded-service.ts'

/* 00 §1, 8: `/api/…` is the same as `rest_route=/…`. */

const service = sharedService()

type Sent = {
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Record<string, string>
  readonly payload?: object | string
}

const asked = async (url: string, { method = 'GET', ...sent }: Sent = {}) => {
  const { statusCode, headers, body } = await service().app.inject({ method, url, ...sent })
  const kept = Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'connection'),
  )
  return { statusCode, headers: kept, body }
}
const admin = basic('admin')
const CAL = '/cal/events/v1'
const bodyOf = async (url: string, sent: Sent) =>
  JSON.parse((await asked(url, { headers: admin, ...sent })).body) as Record<string, unknown>

describe('00 §1 addressing, 8: behind /api', () => {
  it('every read has the same answer, byte for byte', async () => {
    for (const [pretty, plain] of [
      ['/api', '/'],
      ['/api/', '/'],
      ['/api/?_fields=name', '/&_fields=name'],
      [`/api${CAL}/events?page=1&per_page=5`, `${CAL}/events&page=1&per_page=5`],
      [`/api${CAL}/events/`, `${CAL}/events/`],
      ['/api/CAL/events/V1/venues', '/CAL/events/V1/venues'],
      ['/api/calx/v1/events?status[]=publish', '/calx/v1/events&status[]=publish'],
      [`/api${CAL}/events/by-slug/caf%C3%A9`, `${CAL}/events/by-slug/caf%C3%A9`],
      [`/api${CAL}%2Fevents`, `${CAL}%2Fevents`],
      ['/api/no/such', '/no/such'],
      ['/api//x', '//x'],
      [`/api${CAL}/events?per_page=x`, `${CAL}/events&per_page=x`],
    ])
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
        expect(await asked(pretty ?? '', { method }), `${method} ${pretty}`).toEqual(
          await asked(`/index.php?rest_route=${plain}`, { method }),
        )
  })

  it('every method writes', async () => {
    const event = { title: 'Fair', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' }
    const { id } = await bodyOf(`/api${CAL}/events`, { method: 'POST', payload: event })
    const one = `/api${CAL}/events/${String(id)}`
    expect(await bodyOf(one, { method: 'PATCH', payload: { title: 'Feast' } })).toMatchObject({
      title: 'Feast',
    })
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...admin }
    expect(await bodyOf(one, { method: 'PUT', headers: form, payload: 'title=A+fair' })).toMatchObject({
      title: 'A fair',
    })
    expect(await bodyOf(`${one}?_method=PATCH&title=By+query`, { method: 'POST' })).toMatchObject({
      title: 'By query',
    })
    const stands = { 'x-http-method-override': 'PUT', ...admin }
    expect(await bodyOf(one, { method: 'POST', headers: stands, payload: { title: 'T' } })).toMatchObject({
      title: 'T',
    })
    const parts = [{ method: 'DELETE', path: `${CAL}/events/${String(id)}` }]
    expect(await bodyOf('/api/batch/v1', { method: 'POST', payload: { requests: parts } })).toMatchObject({
      responses: [{ status: 200, body: { status: 'trash' } }],
    })
  })

  it('only the path selects the route, and credentials are asked as everywhere', async () => {
    expect((await asked(`/api/nothing?rest_route=${CAL}/events`)).statusCode).toBe(404)
    expect((await asked(`/apis${CAL}/events`)).statusCode).toBe(404)
    const wrong = basic('nobody')
    expect((await asked(`/api${CAL}/events`, { headers: wrong })).statusCode).toBe(401)
    expect((await asked(`/api${CAL}/events?_nonce=wrong`)).statusCode).toBe(403)
  })
})
