import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { html, trusted } from '../../../../shared/kernel/html/markup.ts'
import { codedBodies } from '../../../../services/api/platform/answers/send.ts'
import { keptMemory } from '../../../../services/api/platform/answers/kept-memory.ts'
import { KEPT, type KeptPart } from '../../../../services/api/pages/page.ts'
import { servedPages, type PageRoute, type ServedPages } from '../../../../services/api/pages/serve.ts'
import { answering } from '../../../../services/api/platform/request/find-page.ts'
import type { Held } from '../../../../services/accounts/sessions.ts'
import type { Site } from '../../../../services/api/platform/call.ts'
import { moment, site } from '../../../support/moment.ts'

const EDITOR = {
  session: 's',
  user: { id: 7, login: 'ada', role: 'subscriber' },
} as unknown as Held

/** A page around a part that can be had again, and how often it was made. */
const world = (isKept = true, bytes = 1_000_000) => {
  const now: { part: string | null; site: Site; held: Held | null; made: number } = {
    ...{ part: 'one', site, held: null, made: 0 },
  }
  const partOf = (text: string): KeptPart => ({
    ...{ text, mark: () => `mark of ${text}` },
    ...(isKept ? { again: () => (now.part === null ? null : partOf(now.part)) } : {}),
  })
  const memory = keptMemory(bytes)
  const page: PageRoute = {
    ...{ method: 'GET', path: '/events' },
    show: async () => {
      now.made += 1
      return { status: 200, title: 'A', main: html`${trusted(KEPT)}`, kept: partOf(now.part ?? 'new') }
    },
  }
  const app = Fastify()
  const pages: ServedPages = servedPages(
    {
      groups: [{ firsts: ['/events'], routes: async () => [page] }],
      assets: async () => ({ path: name => `/assets/${name}`, file: () => undefined }),
      desk: { sittingAt: async () => now.held, nonceFor: async () => 'nonce' },
      site: () => now.site,
      nowMs: () => moment.ms,
      refresh: null,
      report: error => {
        throw error
      },
      newCorrelation: () => 'c1',
    },
    { bodyOf: () => null, bodies: codedBodies(memory), kept: memory, indexesOf: () => [] },
  )
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: answering(pages.routes) })
  const get = async (url = '/events', headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers })
  return { now, memory, pages, get }
}

describe('a page around a part that is kept', () => {
  it('is made once, and is the same page with the same headers whenever it is asked for again', async () => {
    const { now, get } = world()
    const first = await get()
    expect(first.body).toContain('<main id="main">one</main>')
    const again = await get()
    expect([again.body, now.made]).toEqual([first.body, 1])
    const about = ({ headers }: typeof first) => ({ ...headers, date: '' })
    expect(about(again)).toEqual(about(first))
    expect(about(await get('/events', {}, 'HEAD'))).toEqual(about(first))
    const known = await get('/events', { 'if-none-match': String(first.headers.etag) })
    expect([known.statusCode, known.body, now.made]).toEqual([304, '', 1])
  })
  it('is made anew when the part is another one, or cannot be had', async () => {
    const { now, get } = world()
    await get()
    now.part = 'two'
    expect((await get()).body).toContain('>two<')
    expect((await get()).body).toContain('>two<')
    expect(now.made).toBe(2)
    now.part = null
    expect((await get()).body).toContain('>new<')
    expect(now.made).toBe(3)
  })
  it('is made anew when the site says something else around the same part', async () => {
    const { now, get } = world()
    const first = await get()
    now.site = { ...site, name: 'Dale School' }
    const renamed = await get()
    expect(renamed.body).toContain('<title>A · Dale School</title>')
    expect(renamed.headers.etag).not.toBe(first.headers.etag)
    await get()
    expect(now.made).toBe(2)
  })
  it('is another one at each address: the way to sign in leads back', async () => {
    const { now, get } = world()
    await get('/events')
    expect((await get('/events?x=1')).body).toContain('events%3Fx%3D1')
    expect((await get('/events')).body).not.toContain('x%3D1')
    expect(now.made).toBe(2)
  })
  it('is made for each who is signed in, who gets nothing of guests, nor they of them', async () => {
    const { now, get } = world()
    await get()
    now.held = EDITOR
    for (const made of [2, 3]) {
      const { body, headers } = await get()
      expect(body).toContain('Sign out')
      expect([headers['cache-control'], now.made]).toEqual(['no-cache, no-store, private', made])
    }
    now.held = null
    expect((await get()).body).not.toContain('Sign out')
    expect(now.made).toBe(3)
  })
  it('is made each time where its part says that nobody keeps it', async () => {
    const { now, memory, get } = world(false)
    for (const made of [1, 2, 3]) {
      await get()
      expect(now.made).toBe(made)
    }
    expect(memory.bytes()).toBeGreaterThan(0)
  })
  it('is made each time where there is no room', async () => {
    const { now, get } = world(true, 100)
    for (const made of [1, 2]) {
      expect((await get()).body).toContain('>one<')
      expect(now.made).toBe(made)
    }
  })
})
