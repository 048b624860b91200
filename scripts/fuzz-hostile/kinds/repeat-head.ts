import type { Caller } from '../../fuzz/shape.ts'
import { ROLES } from '../../fuzz/world-users.ts'
import type { Random } from '../../fuzz-bodies/random.ts'
import { whole, type Header, type Input, type Kind } from '../input.ts'
import type { Site } from '../service.ts'
import { patternsOf, pickFrom, targetsOf } from '../targets.ts'
import { countOf } from './repeat.ts'

/** Node reads no more of a head than 16 KiB; some more is refused. */
const MOST_HEAD = 20_000
/** So much of an element leaves room for the rest of a head that is read. */
const READ_HEAD = 12_000

type Place = {
  readonly name: string
  readonly element: string
  readonly headers: (text: string) => readonly Header[]
}

const header = (name: string, element: string, before = ''): Place => ({
  name: `${name} of ${element}`,
  element,
  headers: text => [[name, `${before}${text}`]],
})

const HEADERS: readonly Place[] = [
  header('Cookie', 'a=b; '),
  header('Cookie', ';'),
  header('Cookie', 'belltower_session=x; '),
  header('Cookie', '%41', 'a='),
  header('Cookie', '"', 'belltower_session='),
  header('Accept', 'text/html,'),
  header('Accept', 'text/html;q=0.5;a=b,'),
  header('Accept-Language', 'de-DE;q=0.5,'),
  header('Accept-Encoding', 'gzip;q=1,'),
  header('If-None-Match', '"x", '),
  header('If-None-Match', 'W/'),
  header('If-Match', '"1", '),
  header('If-Modified-Since', 'Sun, '),
  header('X-Forwarded-For', '1.2.3.4:5, '),
  header('X-Forwarded-For', ':', '['),
  header('Forwarded', 'for=a;by=b,'),
  header('Authorization', 'Basic '),
  header('Authorization', 'QQ==', 'Basic '),
  header('Authorization', 'a', 'Bearer '),
  header('Content-Type', 'application/json;'),
  header('Content-Type', ';a="b"', 'multipart/form-data'),
  header('Content-Type', ' ', 'application/json'),
  header('Origin', 'http://a.'),
  header('Referer', '/..'),
  header('Range', '0-1,', 'bytes='),
  header('Connection', 'close, '),
  header('X-Core-Nonce', '0123456789'),
  header('X-HTTP-Method-Override', 'GET'),
  header('Access-Control-Request-Headers', 'x-a, '),
  header('Sec-Fetch-Site', 'none'),
  header('Host', 'a.'),
  header('User-Agent', 'Mozilla/5.0 ('),
]

const SEGMENTS = [
  ...[
    '/',
    '/a',
    '/..',
    '/.',
    '%2F',
    '%2e%2e/',
    '%',
    '%41',
    '%C3%A9',
    '%00',
    '%ff',
    ';',
    '+',
    '~',
    'a',
    '-',
    '.',
  ],
  ...['list/', 'month/', 'category/x/', 'page/1/', '2027-05/', '\xe9', '*', ':', '@', ','],
]
const QUERIES = [
  ...[
    '&',
    '&a',
    '&a=1',
    '&a[]=1',
    '[b]',
    '[]',
    '=',
    '%41',
    '%',
    '%5B',
    '+',
    ';',
    '&rest_route=/',
    '&_method=GET',
  ],
  ...[
    '&_fields=id',
    'id,',
    '&tags[]=1',
    '&include=1',
    '1,',
    '&search=a',
    '&_envelope',
    '&page=1',
    '&_jsonp=a',
    '#',
    '?',
  ],
]
/** Arguments of reads, whose values are taken apart or looked for. */
const ARGUMENTS = [
  ...[
    'search',
    'categories',
    'tags',
    'venue',
    'organizer',
    'include',
    'exclude',
    'start_date',
    'end_date',
    'status',
  ],
  ...[
    '_fields',
    'slug',
    'author',
    'orderby',
    'page',
    'per_page',
    'featured',
    'post_parent',
    'geoloc',
    'geoloc_lat',
  ],
  ...[
    'event',
    'name',
    'url',
    'format',
    'maxwidth',
    'u',
    'view_data',
    'context',
    'password',
    'redirect_to',
    'app_name',
  ],
  ...[
    'success_url',
    'from',
    'outcome',
    'cal-bar-search',
    'cal-bar-date',
    'eventDate',
    'tag',
    'paged',
    'eventDisplay',
  ],
]
const VALUES = [
  'a',
  ' ',
  '%20',
  ',',
  '1,',
  'a,',
  '9',
  '-',
  '(',
  '%28.*',
  '[',
  '%5C',
  '%25',
  '%C4%B0',
  '%F0%9F%98%80',
  'e%CC%81',
  '%0A',
  '.',
  '/',
  'http://a',
  'now ',
  '2027-',
]

const callerOf = (die: number): Caller => (die < 6 ? 'guest' : (ROLES[die % ROLES.length] ?? 'guest'))

/** An element in some place of a head. */
type Form = {
  readonly name: string
  readonly element: string
  readonly address: (text: string) => string
  readonly headers: (text: string) => readonly Header[]
}

const NONE = (): readonly Header[] => []
const many = (text: string): readonly Header[] =>
  Array.from({ length: text.length / 8 }, (_, at) => [`X-A${at % 7}`, 'b'] as const)

const formOf = (target: string, pattern: string, random: Random): Form => {
  const joined = `${target}${target.includes('?') ? '&' : '?'}`
  switch (random.number(5)) {
    case 0: {
      const { name, element, headers } = pickFrom(HEADERS, random)
      return { name, element, headers, address: () => target }
    }
    case 1:
      return { name: 'headers', element: 'X-A: b\r\n', headers: many, address: () => target }
    case 2: {
      const element = pickFrom(SEGMENTS, random)
      const address = (text: string) =>
        pattern.includes('{') ? pattern.replace(/\{\w+\}/, text) : `${pattern}${text}`
      return { name: `path of ${element}`, element, address, headers: NONE }
    }
    case 3: {
      const element = pickFrom(QUERIES, random)
      return { name: `query of ${element}`, element, address: text => `${joined}x${text}`, headers: NONE }
    }
    default: {
      const [argument, element] = [pickFrom(ARGUMENTS, random), pickFrom(VALUES, random)]
      const address = (text: string) => `${joined}${argument}=${text}`
      return { name: `argument ${argument} of ${element}`, element, address, headers: NONE }
    }
  }
}

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'] as const

const repeated = (form: Form, random: Random, site: Site): Input => {
  const caller = callerOf(random.number(10))
  const by = random.number(2) === 0 ? 'basic' : 'cookie'
  const method = random.oneOf(METHODS)
  return {
    kind: `repeat ${form.name}`,
    what: `${method} ${form.address(form.element)} as ${caller}`,
    size: Math.max(1, Math.min(countOf(random), Math.floor(MOST_HEAD / form.element.length))),
    perform: async (count, salt, { send }) => {
      const text = form.element.repeat(count)
      const address = form.address(text)
      const salted = address.includes('?') ? `${address}&salt=${salt}` : address
      // what nobody reads as HTTP need not be answered
      const isRead = !/[\x80-\xff\s#]/.test(address) && !/^(?:Host|Connection)/.test(form.name)
      const headers = form.headers(text)
      const sent = { method, caller, by, address: salted, headers } as const
      await send(whole(site, sent, isRead && text.length < READ_HEAD))
    },
  }
}

/** One element, often, in an address, a query or a header. */
export const repeatedHead: Kind = site => {
  const [targets, patterns] = [targetsOf(site), patternsOf(site)]
  return random =>
    repeated(formOf(pickFrom(targets, random), pickFrom(patterns, random), random), random, site)
}
