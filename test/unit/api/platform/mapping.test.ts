import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compatibilityOf } from '../../../../services/api/platform/compatibility/compatibility.ts'
import { readMapping } from '../../../../services/api/platform/compatibility/mapping.ts'
import { optional } from '../../../../services/api/platform/arguments/arguments.ts'
import { text } from '../../../../services/api/platform/arguments/kinds.ts'
import { json } from '../../../../services/api/platform/answers/answer.ts'
import { requestAddressOf } from '../../../../services/api/platform/request/addressing.ts'
import { endpoint, route } from '../../../../services/api/platform/route.ts'

const args = { title: optional(text(), { description: '' }), content: optional(text(), { description: '' }) }
const known = {
  routes: [
    route('calx/v1', '/calx/v1/events', [
      endpoint({ methods: ['GET'], args: { venue: args.title }, handle: () => json(200, {}) }),
      endpoint({ methods: ['POST'], args, handle: () => json(201, {}) }),
    ]),
  ],
  pages: ['', '/events', '/events/*'],
}
const small = { prefix: '/rest', namespaces: { 'events/1': 'calx/v1' } }
const read = (mapping: unknown) =>
  readMapping(typeof mapping === 'string' ? mapping : JSON.stringify(mapping), known)
const problems = (mapping: unknown) => {
  const found = read(mapping)
  return found.ok ? [] : found.problems
}

describe('00 §1 addressing, 9: a mapping is looked at', () => {
  it('the smallest one is good, and tables may be absent', () => {
    expect(problems(small)).toEqual([])
  })
  it.each<readonly [string, unknown, readonly (string | RegExp)[]]>([
    ['no JSON', '{', ['this is no JSON']],
    ['no object', '[]', [/^the document: /]],
    ['an unknown member', { ...small, header: {} }, [/^the document: .*header/]],
    ['a table that is none', { ...small, names: { a: 1 } }, [/^names\.a: /]],
    ['no prefix', { namespaces: {} }, [/^prefix: /]],
    ['a prefix with a query', { ...small, prefix: '/a?b' }, ['prefix: is no path such as /wp-json']],
    [
      'where pages are',
      { ...small, prefix: '/events/x' },
      ['prefix: the site has something at /events already'],
    ],
    [
      'where the interface is',
      { ...small, prefix: '/api' },
      ['prefix: the site has something at /api already'],
    ],
    [
      'a namespace that is not there',
      { ...small, namespaces: { a: 'b' } },
      ['namespaces.a: the service has no "b"'],
    ],
    [
      'one of ours twice',
      { ...small, namespaces: { a: 'ext', b: 'ext' } },
      ['namespaces.b: "ext" has the name "a" already'],
    ],
    ['a name that is not there', { ...small, names: { a: 'b' } }, ['names.a: the service has no "b"']],
    [
      'a name that is taken',
      { ...small, names: { title: 'content' } },
      ['names.title: this is a name of the service itself'],
    ],
    [
      'headers',
      { ...small, headers: { 'A B': 'X-CORE-Total', C: 'Link' } },
      ['headers.C: the service has no "Link"', 'headers.A B: this is no name of a header'],
    ],
    ['a relation', { ...small, relations: { a: 'up' } }, ['relations.a: the service has no "up"']],
    [
      'a variable',
      { ...small, variables: { x: 'y' } },
      ['variables.x: no route has such a part; there are id, slug, import_id'],
    ],
    [
      'bodies',
      { ...small, bodies: { '/a': {}, '/calx/v1/events': { text: 'venue', title: 'content' } } },
      [
        'bodies./a: the service has no such route that is written to',
        'bodies./calx/v1/events.text: the route takes no "venue"',
        'bodies./calx/v1/events.title: the route takes this itself',
      ],
    ],
  ])('%s', (_, mapping, wanted) => {
    const found = problems(mapping)
    expect(found).toHaveLength(wanted.length)
    wanted.forEach((one, at) => {
      if (typeof one === 'string') expect(found[at]).toBe(one)
      else expect(found[at]).toMatch(one)
    })
  })
})

const shipped = JSON.parse(
  readFileSync(
    new URL('../../../../services/api/platform/compatibility/the-events-calendar.json', import.meta.url),
    'utf8',
  ),
) as Parameters<typeof compatibilityOf>[0]
const compatibility = compatibilityOf(shipped)
const asked = (url: string) => {
  const found = compatibility.translated(url, requestAddressOf(url))
  return found && { path: found.path, query: found.query }
}

describe('00 §1 addressing, 9: requests in names of a mapping', () => {
  it('are told by prefix or namespace, in any case', () => {
    expect(asked('/wp-json/tribe/events/v1/events/?page=2')).toEqual({
      path: '/cal/events/v1/events',
      query: { page: '2' },
    })
    expect(asked('/wp-json')).toEqual({ path: '/', query: {} })
    expect(asked('/wp-json/TEC/v1')).toEqual({ path: '/calx/v1', query: {} })
    expect(asked('/?rest_route=/tec/v1/events&_wpnonce=x')).toEqual({
      path: '/calx/v1/events',
      query: { _nonce: 'x' },
    })
    expect(asked('/wp-json//tec/v1')).toEqual({ path: null, query: {} })
  })
  it('others are left alone', () => {
    for (const url of ['/?rest_route=/calx/v1/events', '/wp-jsons/tec/v1', '/?p=5'])
      expect(asked(url), url).toBeNull()
  })
  it('are read in both names where the namespace has none of its own in the mapping', () => {
    const query = { _nonce: 'x' }
    for (const path of ['/', '/batch/v1', '/oembed/1.0/embed', '/tecs/v1'])
      expect(asked(`/?rest_route=${path}&_wpnonce=x`), path).toEqual({ path, query })
  })
  it('queries: names, what is named in values, and pages', () => {
    expect(asked('/wp-json/tec/v1/events?_fields=id,tribe_events_cat&tribe_events_cat[]=3')?.query).toEqual({
      _fields: 'id,cal_events_cat',
      cal_events_cat: { 0: '3' },
    })
    expect(
      asked(
        '/wp-json/tribe/views/v2/html?u=%2Fevents%2F%3Ftribe-bar-date%3D2027-05&view_data[tribe-bar-search]=a',
      )?.query,
    ).toEqual({ u: '/events/?cal-bar-date=2027-05', view_data: { 'cal-bar-search': 'a' } })
    const page = compatibility.pageUrl
    expect(page('/?post_type=tribe_events&p=5')).toBe('/?post_type=cal_events&p=5')
    expect(page('/events/?tribe-bar-search=tribe_events&x')).toBe('/events/?cal-bar-search=tribe_events&x')
    expect(page('/event/tribe_events/?a')).toBe('/event/tribe_events/?a')
    expect(page('/wp-json/tec/v1?tribe_events_cat=1')).toBe('/wp-json/tec/v1?tribe_events_cat=1')
  })
  it('are counted as what they ask for', () => {
    const counted = compatibility.countedUrl
    expect(counted('/wp-json/tribe/events/v1/events/5?x=/tec/v1')).toBe(
      '/api/cal/events/v1/events/5?x=/tec/v1',
    )
    expect(counted('/index.php?rest_route=%2Ftec%2Fv1%2Fevents&a')).toBe(
      '/index.php?rest_route=/calx/v1/events&a',
    )
    expect(counted('/events/?rest_routes')).toBe('/events/?rest_routes')
  })
  it('a nonce under another name is one', () => {
    expect(compatibility.mayHoldNonce('/?_wpnonce=1', {})).toBe(true)
    expect(compatibility.mayHoldNonce('/', { 'x-wp-nonce': '1' })).toBe(true)
    expect(compatibility.mayHoldNonce('/?nonce=1', { 'x-core-nonce': '1' })).toBe(false)
  })
})
