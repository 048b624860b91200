import fc from 'fast-check'
import { parseCookie } from 'cookie'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { matcher, route } from '../../../services/api/platform/route.ts'
import { addressOf, nest, normalPath, parsePairs } from '../../../services/api/platform/request/addressing.ts'
import { knownType } from '../../../services/api/platform/request/body.ts'
import { basicOf } from '../../../services/api/platform/identity.ts'
import { senderOf } from '../../../services/api/platform/request/intake.ts'
import { isNamed } from '../../../services/api/platform/answers/answer.ts'
import { saidAt, saidByAddress, saidByMembers, viewQueryOf } from '../../../services/api/views/address.ts'
import { familyOf } from '../../../services/wiring/gateway.ts'
import { expectLinear, growth, hostile, LINEAR } from '../../support/growth.ts'

const BASE = 'https://school.example/calendar'
const views = { enabledViews: ['list', 'month', 'day'], defaultView: 'list' } as const

const STEPS = [
  ...[
    'list/',
    'month/',
    'day/',
    'today/',
    'featured/',
    '2027-05/',
    '2027-05-08/',
    'category/',
    'tag/',
    'page/',
  ],
  ...['x', '/', '%', '%2f', '?', '&', '=', '#', '..', '\\', 'é', '😀', '\ud83d', '\t'],
]
const PAIRS = [
  ...['a', '&', '=', '[', ']', '[]', '[0]', '[9]', '&a[]=', '&a[b]=', '%5B', '%5D', '+', '%', '%41', '%e5'],
  ...['rest_route=', '/', '?', ';', '#', '__proto__', '😀', '\ud83d'],
]
const HEADER = [
  ...['a', ' ', '\t', ',', ';', '=', '"', '\\', '/', '*', '.', '1', ':', '[', ']', '%41', '%'],
  ...['W/', '"a"', 'q=0', 'boundary=', 'charset=', 'text/html', 'multipart/form-data', 'Basic ', 'Bearer '],
]

describe('the measure itself', () => {
  it('tells linear work from quadratic work', () => {
    const blanks = (length: number) => `${' '.repeat(length)}a`
    expect(growth(blanks, text => text.trimEnd())).toBeLessThanOrEqual(LINEAR)
    expect(growth(blanks, text => text.split(' ').length)).toBeLessThanOrEqual(LINEAR)
    // each blank begins anew
    expect(growth(blanks, text => text.replace(/\s+$/, ''), 2_000)).toBeGreaterThan(LINEAR)
  })
  it('a hostile text is as long as it is asked for', () => {
    fc.assert(
      fc.property(hostile(), textOf => {
        expect(textOf(4_000).length).toBeGreaterThanOrEqual(4_000)
        expect(textOf(4_000).length).toBeLessThan(4_100)
      }),
    )
  })
})

describe('reading a request grows with it', () => {
  it('the address of a view', () => {
    // lists of so many segments are moved as a whole when their first one is taken away
    expectLinear(text => saidByAddress(`/events/${text}`, BASE), { signs: STEPS, length: 40_000, runs: 20 })
    expectLinear(text => saidByAddress(`${BASE}/events/?${text}`, BASE), { signs: PAIRS })
    expectLinear(text => saidByAddress(text, BASE))
    expectLinear(text => saidAt(`/events/${text}`.split('/'), {}), { signs: STEPS })
  })
  it.each(['eventDisplay', 'cal-bar-date', 'paged', 'cal-bar-search', 'cal_events_cat', 'tag', 'featured'])(
    '%s of view_data',
    name => {
      expectLinear(text => viewQueryOf(saidByMembers({ [name]: text }), views), { runs: 20 })
    },
  )
  it('a query, names inside each other, and the route in it', () => {
    expectLinear(text => nest(parsePairs(text)), { signs: PAIRS })
    expectLinear(text => addressOf(text), { signs: PAIRS })
    expectLinear(text => addressOf(`rest_route=${text}`), { signs: PAIRS })
  })
  it('the path of a route', () => {
    const find = matcher([route('a', '/a/{id}', []), route('a', '/a/by-slug/{slug}', [])])
    expectLinear(text => find(normalPath(`/a/${text}`) ?? ''), { signs: STEPS })
    expectLinear(text => find(`/a/by-slug/${text}`), { signs: STEPS })
  })
  it('the family of routes that is counted', () => {
    const family = familyOf(['/a/b', '/a/{id}', '/cal/events/v1/events'])
    const slashes = (length: number) => `/index.php?rest_route=/${'/'.repeat(length)}`
    // texts of more than 16 KiB are looked up by their length alone
    expect(growth(slashes, text => family(text), 2_000)).toBeLessThanOrEqual(LINEAR)
    expectLinear(text => family(`/index.php?rest_route=/a/${text}`), { signs: STEPS, runs: 20 })
    expect(family(`/index.php?rest_route=/a/b${'/'.repeat(10_000)}x`)).toBe('/a/b')
    expect(family(`/index.php?rest_route=/cal/events/v1/events${'s'.repeat(10_000)}`)).toBe('other')
    expect(family('/index.php?rest_route=/cal/events/v1/events/5/6')).toBe('/cal/events/v1/events')
    expect(family('/api/cal/events/v1/events/5?rest_route=/a/b')).toBe('/cal/events/v1/events')
  })
  it('Cookie, Content-Type, If-None-Match, Authorization', () => {
    expectLinear(text => parseCookie(text), { signs: HEADER })
    expectLinear(text => knownType(text), { signs: HEADER })
    expectLinear(text => knownType(`application/${text}`), { signs: HEADER })
    expectLinear(text => isNamed('"a"', text), { signs: HEADER })
    expectLinear(text => basicOf(text), { signs: HEADER })
    expectLinear(text => basicOf(`Basic ${text}`), { signs: HEADER })
  })
  it('X-Forwarded-For', async () => {
    const app = Fastify({ trustProxy: ['127.0.0.0/8', '10.0.0.0/8'] })
    app.get('/', async request => {
      expectLinear(
        text => {
          request.raw.headers['x-forwarded-for'] = text
          return senderOf(request)
        },
        { signs: [...HEADER, '10.0.0.1', '10.0.0.1,', '10.0.0.1:80, ', '::1, '] },
      )
      return 'linear'
    })
    expect((await app.inject('/')).body).toBe('linear')
    await app.close()
  })
})
