import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documented, type Document, type Documented } from '../../../scripts/fuzz/documented.ts'
import type { Answer } from '../../../scripts/fuzz/exchange.ts'
import { mistakeIn } from '../../../scripts/fuzz/oracle.ts'
import type { Request } from '../../../scripts/fuzz/shape.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

let world: ApiWorld
let known: Documented

beforeAll(async () => {
  world = await apiWorld()
  known = documented(JSON.parse((await world.ask('GET doc')).text) as Document)
})
afterAll(() => world.close())

const meant = (method: string, path: string) => {
  const found = known.find(method, path)
  if (found === null) throw new Error(`${method} ${path}`)
  const of = { namespace: '/cal/events/v1', documented: known, isKnown: true }
  return { operation: found, of }
}

const listing = (query: Request['query'], more: Partial<Request> = {}): Request => ({
  method: 'GET',
  address: '/index.php?rest_route=/cal/events/v1/tags',
  headers: {},
  body: null,
  caller: 'guest',
  meant: meant('GET', '/tags'),
  query,
  sent: null,
  fine: new Set(),
  envelope: false,
  fields: false,
  batch: null,
  ...more,
})
const creating = (sent: Request['sent'], more: Partial<Request> = {}): Request => ({
  ...listing({}),
  method: 'POST',
  meant: meant('POST', '/events'),
  sent,
  caller: 'editor',
  ...more,
})

const PAGE = { rest_url: 'https://school.example/', total: 0, total_pages: 0, tags: [] }
const refused = (...names: readonly string[]) => ({
  code: 'rest_invalid_param',
  message: 'No.',
  data: {
    status: 400,
    params: Object.fromEntries(names.map(name => [name, 'No.'])),
    details: Object.fromEntries(names.map(name => [name, { code: 'x', message: 'No.', data: null }])),
  },
})

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const bytes = Buffer.byteLength(text)
  const always = {
    'content-type': 'application/json; charset=UTF-8',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    link: '<https://school.example/index.php?rest_route=/>; rel="index"',
    vary: 'Origin',
    'access-control-expose-headers': 'X-CAL-Total',
    'content-length': String(bytes),
  }
  return { kind: 'answer', status, headers: { ...always, ...headers }, text, bytes }
}

const judge = (request: Request, given: Answer) => mistakeIn(request, given)

describe('the judge of answers', () => {
  it('has nothing against good ones', () => {
    expect(judge(listing({ page: '1' }), answer(200, PAGE))).toBeNull()
    expect(judge(listing({ page: '0' }), answer(400, refused('page')))).toBeNull()
    expect(judge(listing({}, { fields: true }), answer(200, { total: 0 }))).toBeNull()
    expect(
      judge(listing({}, { envelope: true }), answer(200, { body: PAGE, status: 200, headers: [] })),
    ).toBeNull()
  })

  it('takes a page for an answer of the empty route, and of no other', () => {
    const page = answer(200, '<!doctype html>', { 'content-type': 'text/html; charset=UTF-8' })
    const home = (address: string) => judge({ ...listing({}), address, meant: null }, page)
    for (const address of ['/index.php?rest_route=', '/?rest_route=/x&rest_route=&a=1'])
      expect(home(address)).toBeNull()
    for (const address of ['/index.php?rest_route=/', '/index.php', '/?rest_route=&rest_route=/x'])
      expect(home(address)).toContain('header content-type')
  })

  it.each<readonly [what: string, request: () => Request, given: Answer]>([
    ['status 500', () => listing({}), answer(500, refused())],
    ['no answer: reset', () => listing({}), { kind: 'broken', why: 'reset' }],
    ['the body is no JSON', () => listing({}), answer(200, '<html>')],
    ['status 418 is not documented', () => listing({}), answer(418, { ...refused(), data: { status: 418 } })],
    ['body: /total must be integer', () => listing({}), answer(200, { ...PAGE, total: 'a' })],
    ['body:  must have required', () => listing({}), answer(200, { total: 0 })],
    ['data.status is not the status', () => listing({}), answer(404, refused())],
    ['header x-robots-tag', () => listing({}), answer(200, PAGE, { 'x-robots-tag': '' })],
    ['content-length 3', () => listing({}), answer(200, PAGE, { 'content-length': '3' })],
    ['an ETag for', () => listing({}, { caller: 'editor' }), answer(200, PAGE, { etag: '"x"' })],
    ['wrong credentials', () => listing({}, { caller: 'stranger' }), answer(200, PAGE)],
    ['page ruled out by the document, but 200', () => listing({ page: '0' }), answer(200, PAGE)],
    ['hide_empty ruled out', () => listing({ hide_empty: 'yes' }), answer(200, PAGE)],
    [
      'page ruled out by the document, but not named',
      () => listing({ page: 'x' }),
      answer(400, refused('post')),
    ],
    [
      'page refused although nothing is wrong with it',
      () => listing({ page: '1' }, { fine: new Set(['page']) }),
      answer(400, refused('page')),
    ],
    ['a good list is answered 400', () => listing({}), answer(400, refused('page'))],
    [
      'title,start_date,end_date ruled out',
      () => creating({}),
      answer(403, { ...refused(), code: 'rest_forbidden', data: { status: 403 } }),
    ],
    [
      'a good create is answered 403',
      () =>
        creating(
          { title: 'T', start_date: 'now', end_date: 'now' },
          { fine: new Set(['title', 'start_date', 'end_date']) },
        ),
      answer(403, { code: 'rest_forbidden', message: 'No.', data: { status: 403 } }),
    ],
    [
      'status 500 in an envelope',
      () => listing({}, { envelope: true }),
      answer(200, { body: {}, status: 500, headers: [] }),
    ],
  ])('sees %s', (what, request, given) => {
    expect(judge(request(), given)).toContain(what)
  })
})
