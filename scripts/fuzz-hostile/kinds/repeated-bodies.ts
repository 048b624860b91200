import type { Header } from '../input.ts'
import { BOUNDARY } from '../samples.ts'

/** A body made of one element, often. */
export type Place = {
  readonly name: string
  readonly headers: readonly Header[]
  readonly text: (count: number, salt: number) => string
}

const JSON_TYPE: readonly Header[] = [['Content-Type', 'application/json']]
export const json = (name: string, text: Place['text']): Place => ({
  name: `JSON ${name}`,
  headers: JSON_TYPE,
  text,
})

/** Values that stand for anything, by how they are written. */
const VALUES = [
  ...[
    '1',
    '""',
    '[]',
    '{}',
    'null',
    'true',
    '-0.0e0',
    '[[]]',
    '{"a":[]}',
    '{"id":1}',
    '"\\ud800"',
    '{"":""}',
  ],
] as const

/** Members that hold lists, or texts that are taken apart. */
const LISTS = [
  'tags',
  'categories',
  'venue',
  'organizer',
  'status',
  '_fields',
  'include',
  'image',
  'x',
] as const
const TEXTS = [
  ...['title', 'description', 'excerpt', 'slug', 'cost', 'website', 'start_date', 'timezone', 'search'],
  ...['tags', 'venue', 'categories', 'status', '_fields', 'author', 'include', 'per_page', 'ticketed', 'x'],
] as const
const SIGNS = [
  ...[
    'a',
    ' ',
    '\\n',
    '\\t',
    '\\u0000',
    '\\u0130',
    '\\ud83d\\ude00',
    '<',
    '<b>',
    '</',
    '&',
    '&amp;',
    '&#',
    '<!--',
  ],
  ...[
    ',',
    '-',
    '.',
    '/',
    '%',
    '%25',
    '1',
    '0',
    '(',
    '[',
    'é',
    'e\\u0301',
    '\\u202e',
    '\\\\',
    '\\"',
    '@a.b ',
    'http://a ',
  ],
  ...['a\\n', '\\n\\n', '<br>', '<p>', '<a href=', "'", '--', '2027-05-01 ', 'UTC', '+', ';'],
] as const

const jsonPlaces: readonly Place[] = [
  ...LISTS.flatMap(name =>
    VALUES.map(value =>
      json(`${name}: ${value}`, n => `{"${name}":[${Array.from({ length: n }, () => value).join()}]}`),
    ),
  ),
  ...TEXTS.flatMap(name =>
    SIGNS.map(sign => json(`${name} of ${sign}`, (n, salt) => `{"${name}":"${salt}${sign.repeat(n)}"}`)),
  ),
  ...VALUES.map(value =>
    json(`member ${value}`, n => `{${Array.from({ length: n }, (_, at) => `"m${at}":${value}`).join()}}`),
  ),
  json('same member', n => `{${'"a":1,'.repeat(n)}"b":2}`),
  json('member of known', n => `{"venue":{${Array.from({ length: n }, (_, at) => `"m${at}":1`).join()}}}`),
  json('numbers of lists', n => `{"tags":{${Array.from({ length: n }, (_, at) => `"${at}":1`).join()}}}`),
  json('blanks', n => `{${' \n'.repeat(n)}"title":"x"}`),
  json('digits', n => `{"cost":${'9'.repeat(n)}}`),
  json('name', n => `{"${'a'.repeat(n)}":1}`),
  json('open lists', n => '['.repeat(n)),
  json('deep lists', n => `{"a":${'['.repeat(n)}${']'.repeat(n)}}`),
  json('deep objects', n => `{"a":${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`),
  json('commas', n => `{"a":[${','.repeat(n)}]}`),
  json('quotes', n => `{"a":${'"'.repeat(n)}}`),
  json('backslashes', n => `{"a":"${'\\'.repeat(n)}"}`),
  json(
    'lists that are not too deep',
    n => `{"a":[${Array.from({ length: n }, () => `${'['.repeat(37)}${']'.repeat(37)}`).join()}]}`,
  ),
]

const form = (name: string, text: Place['text']): Place => ({
  name: `form ${name}`,
  headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  text,
})
const formPlaces: readonly Place[] = [
  ...[
    'a&',
    'a=1&',
    '&',
    '=',
    ';',
    '+',
    '%41',
    '%',
    '%ff',
    'a[]=1&',
    'a[0]=1&',
    'tags[]=1&',
    '[',
    ']',
    'a[b][c]=1&',
  ].map(element => form(element, n => element.repeat(n))),
  form('names', n => Array.from({ length: n }, (_, at) => `n${at}=1`).join('&')),
  form('members', n => Array.from({ length: n }, (_, at) => `venue[n${at}]=1`).join('&')),
  form('deep name', n => `a${'[b]'.repeat(n)}=1`),
  form('deep names', n => Array.from({ length: n }, (_, at) => `a[${at}]${'[b]'.repeat(37)}=1`).join('&')),
  form('lists in a name', n => `a${'[]'.repeat(n)}=1`),
  form('value', n => `title=${'x'.repeat(n)}`),
  form('list in a value', n => `tags=${'a,'.repeat(n)}`),
]

const multipart = (name: string, text: Place['text']): Place => ({
  name: `multipart ${name}`,
  headers: [['Content-Type', `multipart/form-data; boundary=${BOUNDARY}`]],
  text,
})
const parts = (n: number, headers: (at: number) => string, body = ''): string =>
  `${Array.from({ length: n }, (_, at) => `--${BOUNDARY}\r\n${headers(at)}\r\n\r\n${body}\r\n`).join('')}--${BOUNDARY}--\r\n`
const field = (name: string) => `Content-Disposition: form-data; name="${name}"`
const multipartPlaces: readonly Place[] = [
  multipart('fields', n => parts(n, at => field(`n${at}`), '1')),
  multipart('one field', n => parts(n, () => field('a'), '1')),
  multipart('files', n => parts(n, at => `${field('f')}; filename="${at}"`)),
  multipart('nameless files', n => parts(n, () => 'Content-Type: application/octet-stream')),
  multipart('nothing in parts', n => parts(n, () => '')),
  multipart('headers of a part', n => parts(1, () => `${field('a')}${'\r\nX-A: b'.repeat(n)}`, '1')),
  multipart('a header of a part', n => parts(1, () => `${field('a')}; ${'a=b;'.repeat(n)}`, '1')),
  multipart('name', n => parts(1, () => field('a'.repeat(n)), '1')),
  multipart('deep name', n => parts(1, () => field(`a${'[b]'.repeat(n)}`), '1')),
  multipart('deep names', n => parts(n, at => field(`a[${at}]${'[b]'.repeat(37)}`), '1')),
  multipart('file name', n => parts(1, () => `${field('a')}; filename="${'\\"'.repeat(n)}"`, '1')),
  multipart('almost boundaries', n => parts(1, () => field('a'), `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(n))),
  multipart('dashes', n => parts(1, () => field('a'), '\r\n-'.repeat(n))),
  multipart('boundaries', n => `--${BOUNDARY}\r\n`.repeat(n)),
  multipart('ends', n => `--${BOUNDARY}--\r\n`.repeat(n)),
  multipart('preamble', n => `${'\r\n'.repeat(n)}${parts(1, () => field('a'), '1')}`),
  multipart('field', n => parts(1, () => field('title'), 'x'.repeat(n))),
  multipart('file', n => parts(1, () => `${field('a')}; filename="x"`, 'x'.repeat(n))),
  {
    name: 'multipart of two boundaries',
    headers: [['Content-Type', `multipart/form-data; x="; boundary=zz"; boundary=${BOUNDARY}`]],
    text: n => parts(n, () => field('a'), '1'),
  },
]

const octets = (type: string): Place => ({
  name: type,
  headers: [['Content-Type', type]],
  text: n => 'a=1&'.repeat(n),
})

export const anyBody: readonly Place[] = [
  ...jsonPlaces,
  ...formPlaces,
  ...multipartPlaces,
  octets('text/plain'),
  octets('application/octet-stream'),
]
