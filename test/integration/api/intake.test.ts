import { trailsOfVersion } from '../../../shared/documents/trails.ts'
import { userId } from '../../../shared/kernel/brands.ts'
import { keptMemory } from '../../../services/api/platform/answers/kept-memory.ts'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildApp, type ApiDeps } from '../../../services/api/app.ts'
import { json } from '../../../services/api/platform/answers/answer.ts'
import { optional } from '../../../services/api/platform/arguments/arguments.ts'
import { text } from '../../../services/api/platform/arguments/kinds.ts'
import { endpoint, route } from '../../../services/api/platform/route.ts'
import { moment, site } from '../../support/moment.ts'

const MIB = 1024 * 1024
const N = 'cal/events/v1'
const things = `/index.php?rest_route=/${N}/things`
const known = `Authorization: Basic ${Buffer.from('editor:right').toString('base64')}\r\n`

const reported: unknown[][] = []
/** How often it was asked what others have done. */
let refreshed = 0
const deps = (bodiesBytes: number): ApiDeps => ({
  routes: [
    route(N, `/${N}/things`, [
      endpoint({
        methods: ['POST'],
        args: { title: optional(text({ maxLength: 20 * MIB }), { description: 'Title.' }) },
        handle: ({ title }) => {
          if (title === 'bang') throw new TypeError('secret of the house')
          return json(200, { length: title?.length ?? null })
        },
      }),
    ]),
  ],
  adminRoutes: async () => [],
  site: () => site,
  nowMs: () => moment.ms,
  credentials: {
    authenticate: (_, secret) =>
      secret === 'right'
        ? { ok: true, user: { id: userId(2), login: 'editor', role: 'editor' } }
        : { ok: false, code: 'incorrect_password' },
    session: async () => null,
  },
  newCorrelation: () => `c-${reported.length + 1}`,
  report: (...told) => reported.push(told),
  refresh: async () => {
    refreshed++
  },
  readModelVersion: () => null,
  trails: trailsOfVersion(() => null),
  notReady: async () => [],
  bodiesBytes,
  kept: keptMemory(1_000_000),
})

let app: FastifyInstance | null = null
afterEach(async () => {
  vi.useRealTimers()
  await app?.close()
  app = null
})

type Talk = { readonly socket: Socket; readonly heard: () => string; readonly ended: Promise<unknown> }

/** Connections to a service whose bodies may have so many bytes together. */
const served = async (bodiesBytes = Infinity) => {
  reported.length = 0
  app = buildApp(deps(bodiesBytes))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return async (words: string | Buffer): Promise<Talk> => {
    const socket = connect(port, '127.0.0.1')
    const heard: string[] = []
    socket.on('data', data => heard.push(String(data))).on('error', () => undefined)
    const ended = once(socket, 'close')
    await once(socket, 'connect')
    socket.write(words)
    return { socket, heard: () => heard.join(''), ended }
  }
}

const head = (target: string, length: number, more = '') =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`

const answered = async ({
  heard,
}: Talk): Promise<{ readonly status: number; readonly body: unknown; readonly text: string }> => {
  await expect.poll(heard).toMatch(/\r\n\r\n[^]*\}$/)
  const answer = heard()
  return {
    status: Number(answer.slice(9, 12)),
    body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)),
    text: answer,
  }
}

describe('01 §1 bodies', () => {
  it.each([
    ['an unknown route', '/index.php?rest_route=/nope'],
    ['a method that a route does not have', `${things}&_method=DELETE`],
    ['a page', '/'],
    ['an unknown address', '/nope'],
    ['an unknown route of administrators', '/admin/x'],
  ])('of %s are not waited for', async (_, target) => {
    const say = await served()
    const talk = await say(head(target, 5 * MIB))
    expect(await answered(talk)).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
    // what follows is passed over, and the connection goes on
    talk.socket.write(Buffer.alloc(5 * MIB, 32))
    talk.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(talk.heard).toContain('{"status":"live"}')
    talk.socket.destroy()
  })

  it('of whole requests are behind what others have done before; behind others that is asked again', async () => {
    const say = await served()
    const body = '{"title":"short"}'
    const asked = async (request: () => Promise<Talk>) => {
      refreshed = 0
      const talk = await request()
      expect(await answered(talk)).toMatchObject({ status: 200, body: { length: 5 } })
      talk.socket.destroy()
      return refreshed
    }
    expect(await asked(() => say(`${head(things, body.length)}${body}`))).toBe(1)
    const inPieces = async () => {
      const talk = await say(`${head(things, body.length)}${body.slice(0, 4)}`)
      await expect.poll(() => refreshed).toBe(1)
      talk.socket.write(body.slice(4))
      return talk
    }
    expect(await asked(inPieces)).toBe(2)
  })

  it('of guests may have 1 MiB, of whoever is known 10 MiB', async () => {
    const say = await served()
    const body = (length: number) => `{"title":"${'x'.repeat(length - 12)}"}`
    for (const [who, most, message] of [
      ['', MIB, 'The body has more than 1 MiB; with credentials in its head it may have 10 MiB.'],
      [known, 10 * MIB, 'The body has more than 10 MiB.'],
    ] as const) {
      const whole = await say(`${head(things, most, who)}${body(most)}`)
      expect(await answered(whole)).toMatchObject({ status: 200, body: { length: most - 12 } })
      const announced = await say(head(things, most + 1, who))
      const refusal = { status: 413, body: { code: 'rest_request_too_large', message } }
      expect(await answered(announced)).toMatchObject(refusal)
      const size = (most + 16).toString(16)
      const chunked = await say(
        `POST ${things} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n${who}\r\n${size}\r\n${body(most + 16)}\r\n`,
      )
      expect(await answered(chunked)).toMatchObject(refusal)
      for (const { socket } of [whole, announced, chunked]) socket.destroy()
    }
  })

  it('wrong credentials are told before a body is waited for', async () => {
    const say = await served()
    const wrong = `Authorization: Basic ${Buffer.from('editor:wrong').toString('base64')}\r\n`
    const talk = await say(head(things, 5 * MIB, wrong))
    expect(await answered(talk)).toMatchObject({ status: 401, body: { code: 'incorrect_password' } })
    talk.socket.destroy()
  })

  it('have room together; who finds none is told when to come again, and the room comes back', async () => {
    const say = await served(MIB)
    const half = 600 * 1024
    const first = await say(`${head(things, half)}${' '.repeat(half - 1)}`)
    await expect
      .poll(async () => {
        const second = await say(`${head(things, half)}${' '.repeat(half)}`)
        const { status, body, text: answer } = await answered(second)
        second.socket.destroy()
        return { status, body, retry: /^Retry-After: 5\r$/m.test(answer) }
      })
      .toEqual({
        status: 503,
        body: {
          code: 'rest_service_unavailable',
          message: 'The service is receiving too much at once; try again.',
          data: { status: 503 },
        },
        retry: true,
      })
    first.socket.destroy()
    for (let again = 0; again < 5; again++)
      await expect
        .poll(async () => {
          const third = await say(`${head(things, half)}{${' '.repeat(half - 2)}}`)
          const { status } = await answered(third)
          third.socket.destroy()
          return status
        })
        .toBe(200)
  })

  it('head: 8,192 characters of an address, 16 KiB of all of it', async () => {
    const say = await served()
    const get = (address: string, more = '') =>
      `GET ${address} HTTP/1.1\r\nHost: x\r\n${more}Connection: close\r\n\r\n`
    const statusOf = async (words: string) => {
      const talk = await say(words)
      const { status, body } = await answered(talk)
      return [status, (body as { readonly message?: string }).message]
    }
    const live = '/health/live?'
    expect(await statusOf(get(live.padEnd(8_192, 'a')))).toEqual([200, undefined])
    const tooLong = [414, 'The address of the request has more than 8192 characters.']
    expect(await statusOf(get(live.padEnd(8_193, 'a')))).toEqual(tooLong)
    expect(await statusOf(get(live.padEnd(20_000, 'a')))).toEqual(tooLong)
    expect(await statusOf(get(live, `X-A: ${'a'.repeat(16_000)}\r\n`))).toEqual([200, undefined])
    expect(await statusOf(get(live, `X-A: ${'a'.repeat(17_000)}\r\n`))).toEqual([
      431,
      'The head of the request has more than 16384 bytes.',
    ])
  })

  it('with a method that nobody knows: no route, and the headers of every answer', async () => {
    const say = await served()
    const { status, body, text } = await answered(await say(`FOO ${things} HTTP/1.1\r\nHost: x\r\n\r\n`))
    expect([status, body]).toMatchObject([404, { code: 'rest_no_route', data: { status: 404 } }])
    for (const line of ['X-Robots-Tag: noindex', 'X-Content-Type-Options: nosniff', 'Vary: Origin'])
      expect(text).toContain(line)
  })

  it('of somebody who hangs up fail nobody', async () => {
    const say = await served()
    const talk = await say(`${head(things, 100)}{`)
    talk.socket.resetAndDestroy()
    await talk.ended
    expect((await answered(await say(`${head(things, 2)}{}`))).status).toBe(200)
    expect(reported).toEqual([])
  })
})

describe('01 §4 error body', () => {
  it('rest_request_timeout, rest_address_too_long, rest_head_too_large: 408 for a body that pauses', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const say = await served()
    const talk = await say(`${head(things, 100)}{`)
    while (vi.getTimerCount() === 0) await new Promise(resolve => setImmediate(resolve))
    for (let waited = 0; talk.heard() === '' && waited < 200; waited++) {
      vi.advanceTimersByTime(1_000)
      await new Promise(resolve => setImmediate(resolve))
    }
    vi.useRealTimers()
    expect(await answered(talk)).toMatchObject({ status: 408, body: { code: 'rest_request_timeout' } })
    talk.socket.destroy()
  })

  it('rest_invalid_body: what is no multipart, and what is no type', async () => {
    const say = await served()
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=b',
      'multipart/form-data; =;;"',
    ]) {
      const talk = await say(head(things, 5).replace('application/json', type) + '--b\r\n')
      expect(await answered(talk), type).toMatchObject({ status: 400, body: { code: 'rest_invalid_body' } })
      talk.socket.destroy()
    }
  })

  it('internal_server_error: an id that the log has, too', async () => {
    const say = await served()
    const body = '{"title":"bang"}'
    const talk = await say(`${head(things, body.length)}${body}`)
    const { status, text: answer } = await answered(talk)
    expect(status).toBe(500)
    expect(answer).toMatch(/^X-CAL-Correlation: c-1\r$/m)
    expect(answer).not.toContain('secret')
    expect(reported).toEqual([[new TypeError('secret of the house'), `POST /${N}/things`, 'c-1']])
    const inBatch = await app?.inject({
      method: 'POST',
      url: '/index.php?rest_route=/batch/v1',
      payload: { requests: [{ path: 'x'.repeat(8_193) }] },
    })
    expect(inBatch?.json()).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { requests: 'requests[0][path] must not have more than 8192 characters.' } },
    })
    talk.socket.destroy()
  })
})
