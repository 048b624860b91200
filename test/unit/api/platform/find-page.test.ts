import fc from 'fast-check'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { atOrBelow, pageFinder } from '../../../../services/api/platform/request/find-page.ts'

const route = (text: string) => {
  const [method = '', path = ''] = text.split(' ')
  return { method: method === 'POST' ? 'POST' : 'GET', path, noSlash: path.endsWith('.atom') } as const
}

const ROUTES = [
  ...['GET ', 'GET /sign-in', 'POST /sign-in', 'GET /event/:slug', 'GET /events', 'GET /events/*'],
  ...['GET /manage', 'GET /manage/people/new', 'GET /manage/people/:id', 'POST /manage/people/:id'],
  ...['GET /manage/people/:id/erase', 'GET /history/:type/:id', 'GET /history/put-back/:id/undo'],
  ...['GET /history/put-back', 'GET /history/:type/:id/put-back'],
  ...['GET /events/ical', 'GET /events/category/*/ical', 'GET /events/changes.atom'],
].map(route)

const find = pageFinder(ROUTES)
const found = (method: string, url: string) => {
  const page = find(method, url)
  return page === null ? null : [page.route.path, page.params]
}

describe('06 §5 addresses of pages', () => {
  it.each([
    ['GET', '/manage', ['/manage', {}]],
    ['GET', '/manage/?q=fair', ['/manage', {}]],
    ['HEAD', '/manage', ['/manage', {}]],
    ['GET', '/manage/people/new', ['/manage/people/new', {}]],
    ['GET', '/manage/people/7/', ['/manage/people/:id', { id: '7' }]],
    ['POST', '/manage/people/7', ['/manage/people/:id', { id: '7' }]],
    // nothing is posted to the page of a new one: what stands there is an id like any other
    ['POST', '/manage/people/new', ['/manage/people/:id', { id: 'new' }]],
    ['GET', '/history/put-back/7/undo', ['/history/put-back/:id/undo', { id: '7' }]],
    // what begins as another page may go on as this one
    ['GET', '/history/put-back/7', ['/history/:type/:id', { type: 'put-back', id: '7' }]],
    ['GET', '/event/a%2Fb%3F', ['/event/:slug', { slug: 'a/b?' }]],
    ['GET', '/event/%C3%A4#top', ['/event/:slug', { slug: 'ä' }]],
    ['GET', '/%65vent/x', ['/event/:slug', { slug: 'x' }]],
    ['GET', '/events/category/music/', ['/events/*', { '*': 'category/music/' }]],
    ['GET', '/events/ical/', ['/events/ical', {}]],
    ['GET', '/events/category/music/ical', ['/events/category/*/ical', { '*': 'music' }]],
    ['GET', '/events/category/music/a%2Fb/ical/?x', ['/events/category/*/ical', { '*': 'music/a/b' }]],
    ['GET', '/events/category/ical/%69cal', ['/events/category/*/ical', { '*': 'ical' }]],
    ['GET', '/events/category/music/%2Fical', ['/events/*', { '*': 'category/music//ical' }]],
    ['GET', '/events/category/ical/', ['/events/*', { '*': 'category/ical/' }]],
    ['GET', '/events/category/music/ical//', ['/events/*', { '*': 'category/music/ical//' }]],
    ['GET', '/events/changes.atom', ['/events/changes.atom', {}]],
    // this is no file
    ['GET', '/events/changes.atom/', ['/events/*', { '*': 'changes.atom/' }]],
    ['GET', '/event/__proto__', ['/event/:slug', { slug: '__proto__' }]],
  ])('%s %s', (method, url, page) => expect(found(method, url)).toEqual(page))

  it.each([
    ...['/', '//', '/Manage', '/manage//', '/manage/people', '/manage/people/7/erase/now', '/nothing'],
    ...['/event', '/event/', '/event//', '/history/put-back//undo', '/event/%ff', '/event/%'],
  ])('nothing is at %s', url => expect(found('GET', url)).toBeNull())

  it.each([
    ['/', null],
    ['/?a=/b', null],
    ['/manage', '/manage'],
    ['/manage/', '/manage'],
    ['/%6danage/people?q', '/manage/*'],
    ['/manage//people', '/manage/*'],
    ['/manage%2Fpeople', null],
    ['//manage', null],
    ['/#manage', null],
    ['/%ff', null],
    ['/manage/%ff', null],
  ])('%s is what is at a first part or below it: %s', (url, path) => {
    const whole = pageFinder(atOrBelow('/manage'))
    for (const method of ['GET', 'HEAD', 'POST']) expect(whole(method, url)?.route.path ?? null).toBe(path)
  })

  it('they are found as the router of the framework finds them, but what is nothing is no value', async () => {
    const app = Fastify()
    app.setNotFoundHandler(async (_, reply) => reply.type('application/json').send('null'))
    for (const { method, path, noSlash } of ROUTES)
      for (const url of path.endsWith('*') || noSlash ? [path] : [path, `${path}/`])
        // the router knows nothing of what is between
        if (path !== '' && !path.includes('*/'))
          app.route({ method, url, handler: async ({ params }) => [path, params] })
    const part = fc.oneof(
      fc.constantFrom('manage', 'people', 'new', 'erase', 'history', 'put-back', 'undo', 'event', 'events'),
      fc.constantFrom(
        'ical',
        'changes.atom',
        'sign-in',
        '%6eew',
        'a%2Fb',
        '%25',
        '%252F',
        'x;y',
        '%F0%9F%98%80',
        ':id',
        '*',
      ),
      // dots alone would be resolved before they are sent
      fc
        .string({ minLength: 1, maxLength: 3 })
        .filter(text => !/^\.+$/.test(text))
        .map(encodeURIComponent),
    )
    const asked = fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'POST'),
      path: fc.array(part, { minLength: 1, maxLength: 5 }).map(parts => `/${parts.join('/')}`),
      end: fc.constantFrom('', '/', '?a=/b', '/?a'),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ method, path, end }) => {
        const answer = await app.inject({ method: method === 'POST' ? 'POST' : 'GET', url: path + end })
        const page = answer.json<readonly [path: string, params: object] | null>()
        const isOfNothing = page?.[0] !== '/events/*' && Object.values(page?.[1] ?? {}).includes('')
        expect(found(method, path + end)).toEqual(isOfNothing ? null : page)
      }),
      { numRuns: 2_000 },
    )
    await app.close()
  })
})
