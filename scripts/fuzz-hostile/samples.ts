import type { Caller } from '../fuzz/shape.ts'
import { rest, type Header } from './input.ts'
import type { Site } from './service.ts'

/** A good body of one kind, and where it goes. */
export type Sample = {
  readonly name: string
  readonly method: string
  readonly address: string
  readonly caller: Caller
  /** Content type, and what else the body needs. */
  readonly headers: readonly Header[]
  readonly body: Buffer
}

const type = (value: string): readonly Header[] => [['Content-Type', value]]
const JSON_TYPE = type('application/json')

export const BOUNDARY = 'b7f'
const part = (headers: string, body: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${body}\r\n`
const MULTIPART = [
  part('Content-Disposition: form-data; name="title"', 'Fair'),
  part('Content-Disposition: form-data; name="venue[city]"', 'Troy'),
  part('Content-Disposition: form-data; name="a"; filename="x.txt"\r\nContent-Type: text/plain', 'file'),
  part('Content-Disposition: form-data; name="b"\r\nContent-Type: application/octet-stream', 'bytes'),
  `--${BOUNDARY}--\r\n`,
].join('')

const EVENT = {
  title: 'Fair é',
  start_date: '2027-05-01 10:00',
  end_date: '2027-05-01 11:00',
  venue: { venue: 'Gym', city: 'Troy' },
  tags: ['a', 'b'],
  cost: '5',
}

const chunked = (text: string): string =>
  `${(text.match(/.{1,40}/gs) ?? []).map(one => `${Buffer.byteLength(one).toString(16)}\r\n${one}\r\n`).join('')}0\r\n\r\n`

/** One of each kind; forms change what is there, for what is cut of a form is still one. */
export const samplesOf = ({ pool }: Site): readonly Sample[] => {
  const [event = 0] = pool.changing.events
  const update = rest(`/cal/events/v1/events/${event}`)
  const create = rest('/cal/events/v1/events')
  const json = JSON.stringify(EVENT)
  const post = (name: string, caller: Caller, address: string, headers: readonly Header[], body: string) => ({
    ...{ name, method: 'POST', caller, address, headers },
    body: Buffer.from(body),
  })
  return [
    post('JSON', 'editor', create, JSON_TYPE, json),
    post('JSON', 'contributor', rest('/calx/v1/events'), JSON_TYPE, json),
    post(
      'form',
      'editor',
      update,
      type('application/x-www-form-urlencoded'),
      'title=Fair&venue%5Bcity%5D=Troy&tags[]=a&tags[]=b&cost=5',
    ),
    post('multipart', 'author', update, type(`multipart/form-data; boundary=${BOUNDARY}`), MULTIPART),
    post('multipart page', 'guest', '/sign-in', type(`multipart/form-data; boundary=${BOUNDARY}`), MULTIPART),
    post('text', 'editor', update, type('text/plain; charset=utf-8'), 'title=Fair é'),
    post('octets', 'editor', update, type('application/octet-stream'), '\u0000\u0001title'),
    post(
      'batch',
      'editor',
      rest('/batch/v1'),
      JSON_TYPE,
      JSON.stringify({
        validation: 'normal',
        requests: [
          { path: `/cal/events/v1/events/${event}`, method: 'POST', body: { title: 'Fair' } },
          { path: '/cal/events/v1/nope?a=1&b[]=2', method: 'PUT', headers: { 'X-A': 'b' } },
        ],
      }),
    ),
    post(
      'view_data',
      'guest',
      rest('/cal/views/v2/html'),
      JSON_TYPE,
      JSON.stringify({ u: '/events/list/?x=1', view_data: { 'cal-bar-search': 'fair', paged: 2 } }),
    ),
    post(
      'callback',
      'guest',
      rest('/cal/event-aggregator/v1/import/unknown_import/batch'),
      JSON_TYPE,
      JSON.stringify({
        batch_hash: 'x',
        percentage_complete: 5,
        status: { data: { total: 1, done: 0 }, batch: { total: 1, done: 0 } },
        events: [{ title: 'Fair', start_date: '2027-05-01 10:00:00', global_id: 'a?id=1' }],
      }),
    ),
    post('chunked', 'editor', update, [...JSON_TYPE, ['Transfer-Encoding', 'chunked']], chunked(json)),
    post('unknown route', 'guest', '/nope', JSON_TYPE, json),
    post(
      'admin form',
      'administrator',
      '/admin/imports',
      type('application/x-www-form-urlencoded'),
      'origin=ics&interval=x',
    ),
  ]
}

export const isChunked = ({ headers }: Sample): boolean =>
  headers.some(([name]) => name === 'Transfer-Encoding')
