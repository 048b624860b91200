import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventMembers } from '../../../services/api/calx-v1/members.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

type Node = { readonly [name: string]: Node } & readonly string[] & string

let world: ApiWorld
let doc: Node
beforeAll(async () => {
  world = await apiWorld()
  const { status, text } = await world.ask('GET /calx/v1/docs')
  expect(status).toBe(200)
  doc = JSON.parse(text) as Node
})
afterAll(() => world.close())

describe('03 §7 the document of the second generation', () => {
  it('is valid OpenAPI 3.0', async () => {
    const { valid, errors } = await new Validator().validate(
      JSON.parse(JSON.stringify(doc)) as Parameters<Validator['validate']>[0],
    )
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })
  it('says what it is', () => {
    expect(doc).toMatchObject({
      openapi: '3.0.4',
      info: { version: '1.0.0' },
      servers: [{ url: 'https://school.example/index.php?rest_route=/calx/v1' }],
    })
    expect(Object.keys(doc['components']?.['schemas'] ?? {})).toEqual([
      ...['Post_Entity', 'Post_Entity_Request_Body', 'Event', 'Event_Request_Body'],
      ...['Organizer', 'Organizer_Request_Body', 'Venue', 'Venue_Request_Body'],
      ...['Date', 'DateDetails', 'OpenApiDocumentation', 'OpenApiPath'],
    ])
  })
  it('has every route and method', () => {
    const paths = Object.entries(doc['paths'] ?? {}).map(([path, methods]) => [path, Object.keys(methods)])
    const item = ['get', 'put', 'patch', 'delete']
    expect(Object.fromEntries(paths)).toEqual({
      '/docs': ['get'],
      '/events': ['get', 'post'],
      '/organizers': ['get', 'post'],
      '/venues': ['get', 'post'],
      '/events/{id}': item,
      '/organizers/{id}': item,
      '/venues/{id}': item,
    })
  })
  it('asks for credentials where writing does, and shows every member', () => {
    const create = doc['paths']?.['/events']?.['post']
    expect(create?.['security']).toEqual([{ BasicAuth: [] }, { SessionCookie: [], Nonce: [] }])
    expect(Object.keys(create?.['responses'] ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '503']),
    )
    const properties =
      create?.['requestBody']?.['content']?.['application/json']?.['schema']?.['properties'] ?? {}
    expect(Object.keys(properties)).toEqual(Object.keys(eventMembers))
    expect(Object.keys(doc['components']?.['schemas']?.['Event_Request_Body']?.['properties'] ?? {})).toEqual(
      Object.keys(eventMembers),
    )
  })
})

describe('01 §7 the index of the second generation', () => {
  it('lists collections, then items without arguments or links of their own; defaults and bounds are shown', async () => {
    const { body } = await world.ask('GET /calx/v1')
    const { routes } = body as { routes: Node }
    expect(Object.keys(routes)).toEqual([
      ...['/calx/v1', '/calx/v1/docs', '/calx/v1/events', '/calx/v1/organizers', '/calx/v1/venues'],
      ...['/calx/v1/events/{id}', '/calx/v1/organizers/{id}', '/calx/v1/venues/{id}'],
    ])
    const item = routes['/calx/v1/events/{id}']
    expect(item).not.toHaveProperty('_links')
    expect(item).toMatchObject({
      methods: ['GET', 'PUT', 'PATCH', 'DELETE'],
      endpoints: [{ methods: ['GET'], args: [] }, { methods: ['PUT', 'PATCH'] }, { methods: ['DELETE'] }],
    })
    expect(routes['/calx/v1/events']).toMatchObject({
      endpoints: [
        {
          args: {
            page: { type: 'integer', default: 1, minimum: 1, required: false },
            per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100, required: false },
            status: {
              type: 'array',
              default: ['publish'],
              items: { type: 'string', enum: ['publish', 'pending', 'draft', 'future', 'private'] },
              uniqueItems: true,
            },
            orderby: {
              enum: ['date', 'event_date', 'title', 'menu_order', 'modified'],
              default: 'event_date',
            },
            start_date: { type: 'string', format: 'date-time', required: false },
          },
        },
        {
          args: {
            title: { type: 'string', required: false },
            status: { default: 'publish', required: false },
            comment_status: { default: 'open' },
            ping_status: { default: 'open' },
            format: { default: 'standard' },
            start_date: { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' },
          },
        },
      ],
    })
    expect(routes['/calx/v1/events']).not.toHaveProperty('endpoints.1.args.sticky.default')
    expect(routes['/calx/v1/venues']).toHaveProperty('endpoints.1.args.sticky.default', false)
  })
})
