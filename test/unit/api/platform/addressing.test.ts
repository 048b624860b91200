import { describe, expect, it } from 'vitest'
import { matcher, route } from '../../../../services/api/platform/route.ts'
import {
  addressOf,
  nest,
  parsePairs,
  requestAddressOf,
  restUrl,
} from '../../../../services/api/platform/request/addressing.ts'

const at = (query: string) => addressOf(query)
const rest = (path: string | null, query = {}) => ({ kind: 'rest', path, query })

describe('00 §1 addressing', () => {
  it('2: takes plain and encoded slashes, and the last of several', () => {
    expect(at('rest_route=/a/b&x=1')).toEqual(rest('/a/b', { x: '1' }))
    expect(at('x=1&rest_route=%2Fa%2Fb')).toEqual(rest('/a/b', { x: '1' }))
    expect(at('rest_route=/a&rest_route=/b')).toEqual(rest('/b'))
  })
  it.each(['rest_route=a/b', 'rest_route=/a//b', 'rest_route[]=/a', 'rest_route%5B%5D=/a', 'rest_route=//'])(
    '2: %s fits no route',
    query => expect(at(query)).toMatchObject({ kind: 'rest', path: null }),
  )
  it('3: an empty or absent route is a page', () => {
    expect(at('rest_route=')).toMatchObject({ kind: 'page' })
    expect(at('p=5')).toMatchObject({ kind: 'page' })
  })
  it('4: ignores one trailing slash', () => {
    expect(at('rest_route=/a/')).toEqual(rest('/a'))
    expect(at('rest_route=/')).toEqual(rest('/'))
  })
  it('6: a ? inside the value starts a query tail that loses against the & form', () => {
    expect(at('rest_route=/x?a=1&b=2')).toEqual(rest('/x', { a: '1', b: '2' }))
    expect(at('rest_route=/x?a=1&a=2')).toEqual(rest('/x', { a: '2' }))
    expect(at('a=2&rest_route=/x?a=1')).toEqual(rest('/x', { a: '2' }))
    // as if all of it stood behind `&`: of a list each of them has a part
    expect(at('rest_route=/x?a[]=1&a[]=2&b[x]=3&b[y]=4')).toEqual(
      rest('/x', { a: { 0: '1', 1: '2' }, b: { x: '3', y: '4' } }),
    )
    expect(at('rest_route=/x?a[]=1&a=2')).toEqual(rest('/x', { a: '2' }))
    expect(at('rest_route=%2Fx%3Fa%3Dq%2526r')).toEqual(rest('/x', { a: 'q&r' }))
    expect(at('rest_route=/x?a=q%26r')).toEqual(rest('/x', { a: 'q&r' }))
  })
  it('8: a path behind /api is the route, and only the query behind it its arguments', () => {
    const asked = (url: string) => requestAddressOf(url)
    expect(asked('/api/a/b?x=1&x=2&y[]=3')).toEqual(rest('/a/b', { x: '2', y: { 0: '3' } }))
    for (const index of ['/api', '/api/', '/api?', '/api/?']) expect(asked(index)).toEqual(rest('/'))
    expect(asked('/api/a/b/')).toEqual(rest('/a/b'))
    expect(asked('/api/caf%C3%A9%2Fx')).toEqual(rest('/café/x'))
    expect(asked('/api/a+b%3Fc=1?d=2+3')).toEqual(rest('/a+b?c=1', { d: '2 3' }))
    expect(asked('/api/100%')).toEqual(rest('/100%'))
    expect(asked('/api/a+b%')).toEqual(rest('/a+b%'))
    for (const none of ['/api//a', '/api/a//b', '/api//']) expect(asked(none)).toEqual(rest(null))
    expect(asked('/api/a?rest_route=/b')).toEqual(rest('/a', { rest_route: '/b' }))
    expect(asked('/apis/a?rest_route=/b')).toEqual(rest('/b'))
    expect(asked('/index.php?p=5')).toMatchObject({ kind: 'page' })
  })
  it('7: produces absolute, encoded addresses with plain slashes', () => {
    expect(restUrl('https://s.example', '/cal/events/v1/events', [['search', 'a b&c/d']])).toBe(
      'https://s.example/index.php?rest_route=/cal/events/v1/events&search=a%20b%26c%2Fd',
    )
  })
})

describe('00 §1 variable parts', () => {
  const find = matcher(
    ['/e', '/e/{id}', '/e/by-slug/{slug}', '/i/{import_id}/batch'].map(path => route('n', path, [])),
  )
  const match = (path: string) => {
    const found = find(path)
    return found === null ? null : [found.route.path, found.path]
  }
  it.each([
    ['/E', ['/e', {}]],
    ['/e/5', ['/e/{id}', { id: '5' }]],
    ['/e/9007199254740993', ['/e/{id}', { id: '0' }]],
    ['/e/5a', null],
    ['/e/-5', null],
    ['/e/BY-SLUG/山', ['/e/by-slug/{slug}', { slug: '山' }]],
    ['/e/by-slug', null],
    ['/i/a_B9/batch', ['/i/{import_id}/batch', { import_id: 'a_B9' }]],
    ['/i/a-b/batch', null],
  ])('%s', (path, expected) => expect(match(path)).toEqual(expected))
})

describe('01 §1 nesting', () => {
  const form = (query: string) => nest(parsePairs(query))
  it('reads lists, indexes and members', () => {
    expect(form('a[]=1&a[]=2&b[0]=x&c[d][e]=y&f=1&f=2')).toEqual({
      a: { 0: '1', 1: '2' },
      b: { 0: 'x' },
      c: { d: { e: 'y' } },
      f: '2',
    })
  })
  it('reads blanks, plus signs and broken percent signs', () => {
    expect(form('a=x+y%20z&b=100%&c')).toEqual({ a: 'x y z', b: '100%', c: '' })
  })
  it('drops names that could reach a prototype (01-15)', () => {
    expect(form('__proto__[a]=1&a[constructor]=1&a[b][prototype]=1&c=1')).toEqual({ c: '1' })
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })
  it('does not mistake inherited members for sent ones', () => {
    expect(form('valueOf[x]=1')).toEqual({ valueOf: { x: '1' } })
  })
})
