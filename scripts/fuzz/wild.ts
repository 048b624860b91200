import fc, { type Arbitrary } from 'fast-check'
import type { Caller, Request } from './shape.ts'
import { ROLES } from './world-users.ts'

export const callers: Arbitrary<Caller> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Caller>('guest') },
  { weight: 8, arbitrary: fc.constantFrom<Caller>('administrator', 'editor') },
  { weight: 6, arbitrary: fc.constantFrom<Caller>(...ROLES) },
  { weight: 1, arbitrary: fc.constant<Caller>('stranger') },
)

export const oddId = fc.constantFrom('0', '999999999', '007000', '9'.repeat(20), '9'.repeat(400))
export const oddSlug = fc.oneof(
  fc.constantFrom(
    'nope',
    '..',
    '%00',
    '%25',
    'a.b',
    '%C3',
    'x'.repeat(3_000),
    '123',
    '山',
    '__proto__',
    'constructor',
  ),
  fc.string({ unit: 'grapheme', minLength: 1 }).map(text => text.replaceAll(/[/?#&+]/g, '-')),
)

export const slugPart = (slug: string) =>
  slug.replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, sign => encodeURIComponent(sign.toWellFormed())) || 'x'

export const NOTHING_MEANT = {
  meant: null,
  query: {},
  sent: null,
  fine: new Set<string>(),
  fields: false,
  batch: null,
} as const

export const JSON_TYPE = { 'content-type': 'application/json' }
const brokenBodies = fc.oneof(
  fc.constantFrom(
    '{',
    '[]',
    '"x"',
    'null',
    '1',
    '{"title":}',
    '{"a":1,}',
    '\ufeff{',
    '{"a":"\u0000"}',
    '[[[[',
    '{"a":1}{}',
  ),
  fc.constantFrom(
    '['.repeat(2_000),
    '{"a":'.repeat(600),
    `{"title":"${'\\ud800'.repeat(20)}"}`,
    '{"__proto__":{"x":1}}',
  ),
  fc.string({ unit: 'binary' }),
)

/** What no client would send. */
export const wild: Arbitrary<Request> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
    path: fc.oneof(
      fc.constantFrom(
        '/',
        '',
        '//',
        '/nope',
        '/cal',
        '/cal/events/v1',
        '/calx/v1',
        '/batch/v1',
        '/ext',
        '/core/v2',
      ),
      fc.constantFrom(
        '/cal/events/v1/events',
        '/cal/events/v1/events/abc',
        '/cal/events/v1/events/1/2',
        '/%2e%2e/',
      ),
      fc.constantFrom(
        '/cal/events/v1/events?a=1&b=2',
        '/cal/events/v1/tags%3Fpage=0',
        '/cal/events/v1//tags',
        'tags',
      ),
      fc.constantFrom('/cal/event-aggregator/v1/import/x/batch', '/cal/event-aggregator/v1/import/x/state'),
      fc.webPath().map(path => path.replaceAll(/[#&]/g, '')),
      oddSlug.map(slug => `/cal/events/v1/events/by-slug/${slugPart(slug)}`),
    ),
    query: fc.oneof(
      fc.constant(''),
      fc.constantFrom(
        '&rest_route[]=x',
        '&rest_route=/',
        '&_method=HEAD',
        '&_method=%00',
        '&_method[]=DELETE',
        '&=&&=x',
      ),
      fc.constantFrom(
        '&_jsonp=x',
        '&_nonce=0000000000',
        '&a[b][c]=1&a[b]=2',
        '&__proto__[a]=1',
        '&search[$ne]=x',
        '&%',
      ),
      fc.constantFrom(
        `&${'a[]=1&'.repeat(500)}`,
        `&a${'[b]'.repeat(300)}=1`,
        '&page=1&page=0',
        '&_fields=__proto__',
      ),
      fc.webQueryParameters().map(text => `&${text}`),
    ),
    body: fc.option(brokenBodies),
    type: fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'a/b',
      'x',
    ),
    caller: callers,
    override: fc.option(fc.constantFrom('DELETE', 'nope', 'get', '\u00e9', ''), { freq: 8 }),
  })
  .map(({ method, path, query, body, type, caller, override }) => ({
    ...NOTHING_MEANT,
    method,
    address: `/index.php?rest_route=${path}${query}`,
    headers: {
      ...(body === null ? {} : { 'content-type': type }),
      ...(override === null ? {} : { 'x-http-method-override': override }),
    },
    body: body === null ? null : Buffer.from(body),
    caller,
    envelope: query.includes('_envelope'),
  }))
