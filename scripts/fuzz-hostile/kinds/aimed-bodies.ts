import type { Caller } from '../../fuzz/shape.ts'
import { rest } from '../input.ts'
import { json, type Place } from './repeated-bodies.ts'

/** A place whose body means something at one address only. */
export type Aimed = Place & { readonly address: string; readonly caller: Caller }

const joined = (n: number, element: string) => Array.from({ length: n }, () => element).join()

const batchPlaces = (): readonly Aimed[] => {
  const whole = (name: string, text: Place['text']): Aimed => ({
    ...json(`batch ${name}`, text),
    address: rest('/batch/v1'),
    caller: 'editor',
  })
  const one = (name: string, member: (n: number) => string) =>
    whole(name, n => `{"requests":[{"path":"/cal/events/v1/tags","method":"POST",${member(n)}}]}`)
  const path = (name: string, text: (n: number) => string) =>
    whole(name, n => `{"requests":[{"method":"POST","path":"${text(n)}"}]}`)
  const twentyFive = (name: string, part: (n: number) => string) =>
    whole(name, n => `{"requests":[${joined(25, part(Math.ceil(n / 25)))}]}`)
  return [
    whole('parts', n => `{"requests":[${joined(n, '{"path":"/nope"}')}]}`),
    whole('empty parts', n => `{"requests":[${joined(n, '{}')}]}`),
    one('headers', n => `"headers":{${Array.from({ length: n }, (_, at) => `"h${at}":"1"`).join()}}`),
    one('lists of headers', n => `"headers":{"a":[${joined(n, '"1"')}]}`),
    one('members', n => `"body":{${Array.from({ length: n }, (_, at) => `"m${at}":1`).join()}}`),
    one('deep', n => `"body":{"a":${'['.repeat(n)}${']'.repeat(n)}}`),
    ...['/a', '/', '%2F', '?', '%', '%41', 'x', '\\u0000', '../'].map(element =>
      path(`path of ${element}`, n => `/cal${element.repeat(n)}`),
    ),
    ...['&a', '&a=1', '&', '&a[]=1', '[b]', '=', '&tags[]=1', '%41', '&a[b][c]=1'].map(element =>
      path(`query of ${element}`, n => `/cal/events/v1/tags?x${element.repeat(n)}`),
    ),
    twentyFive('25 queries', n => `{"method":"POST","path":"/cal/events/v1/tags?${'&a=1'.repeat(n)}"}`),
    twentyFive(
      '25 bodies',
      n => `{"method":"POST","path":"/cal/events/v1/events","body":{"tags":[${joined(n, '1')}]}}`,
    ),
    twentyFive(
      '25 texts',
      n =>
        `{"method":"POST","path":"/cal/events/v1/events","body":{"title":"","description":"${'a\\n'.repeat(n)}"}}`,
    ),
  ]
}

const viewPlaces = (): readonly Aimed[] => {
  const view = (name: string, text: Place['text']): Aimed => ({
    ...json(`view ${name}`, text),
    address: rest('/cal/views/v2/html'),
    caller: 'guest',
  })
  const segments = [
    'list/',
    'month/',
    'day/',
    'category/x/',
    'tag/',
    'featured/',
    'page/2/',
    '/',
    '%2F',
    '2027-05/',
    '%',
    '..%2f',
    'a',
    'é',
  ]
  const members = [
    'cal-bar-search',
    'cal_events_cat',
    'tag',
    'eventDate',
    'cal-bar-date',
    'paged',
    'eventDisplay',
    'featured',
    'x',
  ]
  return [
    ...segments.map(one =>
      view(`address of ${one}`, (n, salt) =>
        `{"u":"/events/list/?x=${salt}#","view_data":{}}`.replace('list/', one.repeat(n)),
      ),
    ),
    ...segments.map(one =>
      view(`slug of ${one}`, (n, salt) => `{"u":"/events/category/s${salt}${one.repeat(n)}"}`),
    ),
    ...['&a', '&a=1', '&a[]=1', '[b]', '%41', '&tag=x'].map(one =>
      view(`query of ${one}`, n => `{"u":"/events/?x${one.repeat(n)}"}`),
    ),
    ...members.map(one =>
      view(
        `member ${one}`,
        (n, salt) => `{"u":"/events/","view_data":{"${one}":"${salt}${'a-'.repeat(n)}"}}`,
      ),
    ),
    ...members.map(one =>
      view(
        `quoted member ${one}`,
        (n, salt) => `{"u":"/events/","view_data":{"${one}":"${salt}${'\\"<&'.repeat(n)}"}}`,
      ),
    ),
    view(
      'members',
      n => `{"u":"/events/","view_data":{${Array.from({ length: n }, (_, at) => `"m${at}":1`).join()}}}`,
    ),
    view('dates', n => `{"u":"/events/list/","view_data":{"cal-bar-date":"2027-05-01${' '.repeat(n)}"}}`),
    view('nonces', n => `{"u":"/events/","tvn1":"${'a'.repeat(n)}","tvn2":"${'-'.repeat(n)}"}`),
    view('action', n => `{"u":"/events/","action":[${joined(n, '[]')}]}`),
  ]
}

const callbackPlaces = (): readonly Aimed[] => {
  const batch = (name: string, events: (n: number) => string): Aimed => ({
    ...json(
      `callback ${name}`,
      n =>
        `{"batch_hash":"x","percentage_complete":5,"status":{"data":{"total":1,"done":0},"batch":{"total":1,"done":0}},"events":${events(n)}}`,
    ),
    address: rest('/cal/event-aggregator/v1/import/unknown_import/batch'),
    caller: 'guest',
  })
  return [
    batch('items', n => `[${joined(n, '{"title":"x"}')}]`),
    batch('nothing', n => `[${joined(n, '{}')}]`),
    batch('no items', n => `[${joined(n, '1')}]`),
    batch('numbered items', n => `{${Array.from({ length: n }, (_, at) => `"${at}":{}`).join()}}`),
    batch('members', n => `[{${Array.from({ length: n }, (_, at) => `"m${at}":1`).join()}}]`),
    batch('deep items', n => '['.repeat(n) + ']'.repeat(n)),
  ]
}

export const aimedBodies: readonly Aimed[] = [...batchPlaces(), ...viewPlaces(), ...callbackPlaces()]
