import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documented, type Document, type Documented } from '../../../scripts/fuzz/documented.ts'
import { securitySchemes } from '../../../services/api/openapi/security.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { documentedAnswers } from '../../support/documented.ts'
import { moment } from '../../support/moment.ts'

type Any = { readonly [name: string]: Any } & readonly Any[] & string
type Index = {
  readonly routes: {
    readonly [path: string]: {
      readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: object }[]
    }
  }
}

let world: ApiWorld
let text: string
let doc: Document & Any
let described: Documented

beforeAll(async () => {
  world = await apiWorld()
  text = (await world.ask('GET doc')).text
  doc = JSON.parse(text) as Document & Any
  described = documented(doc)
})
afterAll(() => world.close())

const operation = (path: string, method: string) => {
  const found = doc.paths[path]?.[method]
  if (found === undefined) throw new Error(`no ${method} ${path}`)
  return found
}
const member = (path: string, method: string, name: string) =>
  operation(path, method).requestBody?.content['application/json']?.schema.properties[name]
const parameter = (path: string, method: string, name: string) =>
  operation(path, method).parameters?.find(one => one.name === name)
const statuses = (path: string, method: string) => Object.keys(operation(path, method).responses)

describe('the document of the first generation (spec 02 §10)', () => {
  it('is valid OpenAPI 3.0', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(
      JSON.parse(text) as Parameters<Validator['validate']>[0],
    )
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.0')
  })

  it('says who it is, where it is, and what there is', () => {
    expect(doc['openapi']).toBe('3.0.0')
    expect(doc['info']?.['version']).toBe('1.0.0')
    expect(doc['info']?.['title']).not.toBe('')
    expect(doc['info']?.['description']).not.toBe('')
    expect(doc['servers']).toEqual([{ url: 'https://school.example/index.php?rest_route=/cal/events/v1' }])
    expect(Object.keys(doc.components.schemas)).toEqual([
      'ImageSize',
      'CostDetails',
      'Term',
      'Image',
      'DateDetails',
      'Event',
      'Venue',
      'Organizer',
    ])
    expect(Object.keys(doc.paths)).toEqual([
      '/doc',
      '/events',
      '/events/{id}',
      '/events/by-slug/{slug}',
      '/venues',
      '/venues/{id}',
      '/venues/by-slug/{slug}',
      '/organizers',
      '/organizers/{id}',
      '/organizers/by-slug/{slug}',
      '/categories',
      '/categories/{id}',
      '/tags',
      '/tags/{id}',
    ])
  })

  it('is public, the same bytes each time, and in the index first of its namespace', async () => {
    const again = await world.ask('GET doc')
    expect(again.status).toBe(200)
    expect(again.text).toBe(text)
    const { body } = await world.ask('GET /cal/events/v1')
    const { routes } = body as Index
    expect(Object.keys(routes).slice(0, 2)).toEqual(['/cal/events/v1', '/cal/events/v1/doc'])
    expect(routes['/cal/events/v1/doc']).toEqual({
      namespace: 'cal/events/v1',
      methods: ['GET'],
      endpoints: [{ methods: ['GET'], args: [] }],
      _links: { self: [{ href: 'https://school.example/index.php?rest_route=/cal/events/v1/doc' }] },
    })
  })

  it('has every declared argument of every route, and no other', async () => {
    const { body } = await world.ask('GET /cal/events/v1')
    const published = Object.entries((body as Index).routes).flatMap(([path, { endpoints }]) =>
      path === '/cal/events/v1'
        ? []
        : endpoints.flatMap(({ methods, args }) =>
            methods.map(method => {
              const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
              const names = Array.isArray(args) ? [] : Object.keys(args)
              return [`${method} ${path}`, [...new Set([...variables, ...names])].sort()]
            }),
          ),
    )
    const told = Object.entries(doc.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
        const inBody = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})
        const names = [...new Set([...parameters.map(({ name }) => name), ...inBody])].sort()
        return [`${method.toUpperCase()} /cal/events/v1${path}`, names]
      }),
    )
    expect(told.length).toBe(51)
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(published))
  })

  it('describes queries by their plain types', () => {
    expect(parameter('/events', 'get', 'per_page')).toEqual({
      name: 'per_page',
      in: 'query',
      required: false,
      description: 'Number of elements of a page, at most 50.',
      schema: { type: 'integer', minimum: 1, default: 10 },
    })
    expect(parameter('/events', 'get', 'venue')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'integer' } },
    })
    expect(parameter('/categories', 'get', 'hide_empty')?.schema).toEqual({ type: 'boolean', default: true })
    // it moves with the clock
    expect(parameter('/events', 'get', 'start_date')?.schema).not.toHaveProperty('default')
    expect(parameter('/events/{id}', 'get', 'id')).toMatchObject({ in: 'path', required: true })
  })

  it('describes bodies in every form that is accepted', () => {
    expect(Object.keys(operation('/events', 'post').requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
    expect(operation('/events', 'post').requestBody?.content['application/json']?.schema.required).toEqual([
      'title',
      'start_date',
      'end_date',
    ])
    expect(
      operation('/events/{id}', 'patch').requestBody?.content['application/json']?.schema,
    ).not.toHaveProperty('required')
    expect(member('/events', 'post', 'all_day')).toEqual({
      description: 'Whether the event takes whole days.',
      anyOf: [
        { type: 'boolean', nullable: true },
        { type: 'integer', enum: [0, 1] },
        { type: 'string', pattern: '^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[01])$' },
      ],
    })
    expect(member('/events/by-slug/{slug}', 'put', 'slug')).toMatchObject({ type: 'string' })
    expect(member('/venues/{id}', 'put', 'slug')).toBeUndefined()
  })

  const admits = (name: string, value: unknown, path = '/events') => {
    const found = described.find('POST', path)
    if (found === null) throw new Error(path)
    return described.admitsMember(found, name, value)
  }

  it.each([
    ['categories', [3, 'music', { id: 4 }]],
    ['categories', 'Sports,Music'],
    ['categories', 5],
    ['categories', false],
    ['venue', 0],
    ['categories', ['0']],
    ['venue', 5],
    ['venue', '5, 6 7'],
    ['venue', [{ venue: 'Gym' }, 6, '7', { id: '8' }]],
    ['venue', { venue: 'Gym', show_map: true, website: '' }],
    ['image', false],
    ['image', ''],
    ['image', '12'],
    ['image', 'https://a.example/b.png'],
    ['image', { id: 12, url: 'x' }],
    ['cost', [10, '20']],
    ['author', '+2.0'],
    ['website', ''],
    ['website', ' HTTPS://a.example'],
    ['status', null],
    ['start_date', 'tomorrow 9:30pm'],
    ['start_date', '2027-06-10T10:00:00-08:00'],
    ['start_date', '1804654800'],
    ['date', '0000-00-00 00:00:00'],
  ])('admits %s %j', (name, value) => expect(admits(name, value)).toBe(true))

  it.each([
    ['categories', ['']],
    ['categories', [-1]],
    ['categories', true],
    ['venue', 'gym'],
    ['venue', -1],
    ['venue', { city: 'Troy' }],
    ['venue', [{ venue: 'Gym', website: 'nope' }]],
    ['image', true],
    ['image', 'file:///etc/passwd'],
    ['image', {}],
    ['cost', true],
    ['cost', { a: 1 }],
    ['author', '2.5'],
    ['author', ' 2'],
    ['website', 'nope'],
    ['website', 'javascript:alert(1)'],
    ['status', 'trash'],
    ['title', ''],
    ['title', null],
    ['title', 7],
    ['start_date', 'next wednesday 4pm'],
    ['start_date', 1804654800],
    ['all_day', 'yes'],
  ])('does not admit %s %j', (name, value) => expect(admits(name, value)).toBe(false))

  it('tells the statuses of each operation', () => {
    expect(statuses('/events', 'get')).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '404',
      '408',
      '413',
      '414',
      '429',
      '431',
      '503',
    ])
    expect(statuses('/events', 'post')).toEqual([
      '201',
      '400',
      '401',
      '403',
      '408',
      '409',
      '413',
      '414',
      '429',
      '431',
      '503',
    ])
    expect(statuses('/events/{id}', 'get')).toEqual([
      ...['200', '304', '400', '401', '403', '404', '408', '410', '413', '414', '429', '431', '503'],
    ])
    expect(statuses('/events/{id}', 'delete')).toEqual([
      ...['200', '400', '401', '403', '404', '408', '409', '410', '413', '414', '429', '431', '503'],
    ])
    expect(statuses('/categories/{id}', 'get')).not.toContain('410')
  })

  it('01 §8: an application password, or a session cookie together with its nonce, where credentials count', () => {
    const ways = [{ BasicAuth: [] }, { SessionCookie: [], Nonce: [] }]
    expect(operation('/tags', 'post').security).toEqual(ways)
    expect(operation('/tags', 'get').security).toEqual([{}, ...ways])
    const { securitySchemes } = (JSON.parse(text) as { components: { securitySchemes: object } }).components
    expect(securitySchemes).toMatchObject({
      BasicAuth: { type: 'http', scheme: 'basic' },
      SessionCookie: { type: 'apiKey', in: 'cookie', name: '__Host-belltower' },
      Nonce: { type: 'apiKey', in: 'header', name: 'X-CORE-Nonce' },
    })
  })

  it('01 §8.2: the cookie has its plain name where the site has a plain address', () => {
    const site = { ...moment.site, baseUrl: 'http://localhost:3000' }
    expect(securitySchemes(site)).toMatchObject({ SessionCookie: { name: 'belltower_session' } })
  })

  it('can tell an answer that is not as it says', async () => {
    const answer = (body: unknown, status = 200) => ({ status, headers: {}, text: '', body })
    const mustBeDocumented = documentedAnswers(async () => text)
    const look = (body: unknown, status?: number) =>
      mustBeDocumented('GET', '/cal/events/v1/tags', answer(body, status))
    const page = { rest_url: 'https://school.example/', total: 0, total_pages: 0, tags: [] as unknown[] }
    await look(page)
    await expect(look({ ...page, total: '0' })).rejects.toThrow('/total must be integer')
    await expect(look({ ...page, more: 1 })).rejects.toThrow('additional properties')
    await expect(look({ ...page, tags: [{}] })).rejects.toThrow('required')
    await expect(look(page, 418)).rejects.toThrow('status 418 is not documented')
    const elsewhere = documentedAnswers(async () => text.replaceAll('"total_pages"', '"pages"'))
    await expect(elsewhere('GET', '/cal/events/v1/tags', answer(page))).rejects.toThrow(
      "required property 'pages'",
    )
  })
})
