import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})

type Part = { readonly status: number; readonly headers: unknown; readonly body: Record<string, unknown> }
type Batched = { readonly failed?: string; readonly responses: readonly (Part | null)[] }

const V1 = '/cal/events/v1'
const event = { title: 'Fair', start_date: '2027-05-08 10:00', end_date: '2027-05-08 14:00' }

const send = (body: object, as: string | null = 'editor') =>
  world.ask('POST /batch/v1', as === null ? { body } : { body, as })
const batch = async (requests: readonly object[], more: object = {}, as: string | null = 'editor') => {
  const { status, body, text } = await send({ requests, ...more }, as)
  expect(status, text).toBe(207)
  return body as Batched
}
const outcomes = ({ responses }: Batched) =>
  responses.map(part => (part === null ? null : [part.status, part.body['code'] ?? null]))
const strict = { validation: 'require-all-validate' }

describe('01 §10 outer failure', () => {
  const refused = async (body: object, ...params: readonly string[]) => {
    const { status, body: answer, text } = await send(body)
    expect(status, text).toBe(400)
    expect(answer).toMatchObject({ code: 'rest_invalid_param' })
    const { data } = answer as { data: { params: object } }
    expect(Object.keys(data.params)).toEqual(params)
    expect(await world.venueNames()).toEqual([])
  }
  const venue = { path: `${V1}/venues`, body: { venue: 'A' } }

  it('26 parts', () => refused({ requests: Array.from({ length: 26 }, () => venue) }, 'requests'))
  it('01-12 a part with GET', () => refused({ requests: [venue, { ...venue, method: 'GET' }] }, 'requests'))
  it('a part without a path', () => refused({ requests: [venue, { body: {} }] }, 'requests'))
  it('a body that is no object', () => refused({ requests: [{ ...venue, body: 'x' }] }, 'requests'))
  it('a header that is neither text nor texts', () =>
    refused({ requests: [{ ...venue, headers: { 'X-A': 5 } }] }, 'requests'))
  it('an unknown validation', () => refused({ requests: [venue], validation: 'some' }, 'validation'))
  it('requests missing', async () => {
    const { status, body } = await send({})
    expect([status, body]).toMatchObject([400, { code: 'rest_missing_callback_param' }])
  })
  it('25 parts are taken, none is an empty answer', async () => {
    const { responses } = await batch(
      Array.from({ length: 25 }, (_, n) => ({ path: `${V1}/tags`, body: { name: `Tag ${n}` } })),
    )
    expect(responses.map(part => part?.status)).toEqual(Array.from({ length: 25 }, () => 201))
    expect((await send({ requests: [] })).text).toBe('{"responses":[]}')
  })
})

describe('01 §10 path and opt-in', () => {
  it('01-12 what is registered but not open for batches; what is not registered', async () => {
    const paths = ['/batch/v1', '/', V1, '/oembed/1.0']
    const answered = await batch(paths.map(path => ({ path })))
    expect(outcomes(answered)).toEqual(paths.map(() => [400, 'rest_batch_not_allowed']))
    expect(outcomes(await batch([{ path: '/nope' }, { path: `${V1}/events`, method: 'PATCH' }]))).toEqual([
      [404, 'rest_no_route'],
      [404, 'rest_no_route'],
    ])
  })
  it('01-14 no leading slash, a guest', async () => {
    expect(outcomes(await batch([{ path: 'cal/events/v1/tags', body: { name: 'x' } }]))).toEqual([
      [404, 'rest_no_route'],
    ])
    const create = { path: `${V1}/events`, body: event }
    expect(outcomes(await batch([create, create], {}, null))).toEqual([
      [401, 'rest_forbidden'],
      [401, 'rest_forbidden'],
    ])
  })
  it('a path that cannot be read fails alone; scheme, host, fragment and case do not count', async () => {
    const body = { name: 'Trips' }
    const answered = await batch([
      { path: 'http://[/x' },
      { path: `https://elsewhere.example:99${V1.toUpperCase()}/tags?_fields=name#x`, body },
      { path: `//elsewhere.example${V1}/tags/?name=Hidden&_fields=name`, body: { name: 'Clubs' } },
      { path: `${V1}/tags?name=From%20the%20query&_fields=name` },
    ])
    expect(outcomes(answered)).toEqual([
      [400, 'parse_path_failed'],
      [201, null],
      [201, null],
      [201, null],
    ])
    expect(answered.responses.slice(1).map(part => part?.body)).toEqual([
      { name: 'Trips' },
      { name: 'Clubs' },
      { name: 'From the query' },
    ])
  })
})

describe('01 §10 order, headers, rights', () => {
  it('01-13 one after the other, headers in every form', async () => {
    const venue = await world.venue('Hall')
    const trips = { path: `${V1}/categories`, body: { name: 'Trips' } }
    const answered = await batch([
      trips,
      trips,
      {
        path: `${V1}/venues/${venue}?x=1`,
        method: 'PATCH',
        headers: { 'X-A': ['1', '2'] },
        body: { phone: '1' },
      },
    ])
    expect(outcomes(answered)).toEqual([
      [201, null],
      [400, 'term_exists'],
      [200, null],
    ])
    const { body } = await world.ask(`GET venues/${venue}`)
    expect(body).toMatchObject({ phone: '1' })
  })
  it('a later part sees what an earlier one did', async () => {
    const id = await world.venue('Hall')
    const path = `${V1}/venues/by-slug/hall`
    const answered = await batch([
      { path, method: 'PUT', body: { slug: 'gym' } },
      { path, method: 'PUT', body: { phone: '2' } },
      { path: `${V1}/venues/by-slug/gym`, method: 'DELETE' },
      { path: `${V1}/venues/${id}`, method: 'PATCH', body: { phone: '3' } },
    ])
    expect(outcomes(answered)).toEqual([
      [200, null],
      [404, 'rest-venue-not-found'],
      [200, null],
      [410, 'venue-is-in-trash'],
    ])
  })
  it('credentials and method of a part do not count', async () => {
    const part = {
      path: `${V1}/categories?_method=DELETE`,
      body: { name: 'X' },
      headers: {
        Authorization: `Basic ${Buffer.from('editor:x').toString('base64')}`,
        'X-HTTP-Method-Override': 'DELETE',
        'X-CORE-Nonce': '0000000000',
      },
    }
    expect(outcomes(await batch([part], {}, null))).toEqual([[401, 'rest_forbidden']])
    expect(outcomes(await batch([part]))).toEqual([[201, null]])
  })
  it('answers carry the headers of the part', async () => {
    const { responses } = await batch([{ path: `${V1}/categories`, body: { name: 'X' } }, { path: '/nope' }])
    const [made, unknown] = responses
    expect(made?.headers).toEqual({
      Allow: 'GET, POST',
      Location: `https://school.example/index.php?rest_route=${V1}/categories/${String(made?.body['id'])}`,
    })
    expect(unknown?.headers).toEqual([])
  })
})

describe('01 §10 require-all-validate', () => {
  it('01-10 one invalid part keeps all from running', async () => {
    const answered = await batch(
      [
        { path: `${V1}/venues`, body: { venue: 'A' } },
        { path: `${V1}/events`, body: { ...event, status: 'nonsense' } },
      ],
      strict,
    )
    expect(answered.failed).toBe('validation')
    expect(answered.responses).toMatchObject([
      null,
      { status: 400, headers: [], body: { code: 'rest_invalid_param', data: { params: {} } } },
    ])
    expect(await world.venueNames()).toEqual([])
  })
  it('01-11 unknown ids belong to the first pass, names that exist do not', async () => {
    const first = await batch(
      [
        { path: `${V1}/venues`, body: { venue: 'A' } },
        { path: `${V1}/events`, body: { ...event, venue: 99_999 } },
      ],
      strict,
    )
    expect([first.failed, outcomes(first)]).toEqual(['validation', [null, [400, 'rest_invalid_param']]])
    expect(await world.venueNames()).toEqual([])
    const trips = { path: `${V1}/categories`, body: { name: 'Trips' } }
    const second = await batch([trips, trips], strict)
    expect(second.failed).toBeUndefined()
    expect(outcomes(second)).toEqual([
      [201, null],
      [400, 'term_exists'],
    ])
    expect((await world.ask('GET categories&hide_empty=0')).body).toMatchObject({ total: 1 })
  })
  it('missing arguments, closed routes and unreadable paths are found in the first pass', async () => {
    const answered = await batch(
      [{ path: `${V1}/events`, body: {} }, { path: '/batch/v1' }, { path: 'http://[/x' }, { path: '/nope' }],
      strict,
    )
    expect(outcomes(answered)).toEqual([
      [400, 'rest_missing_callback_param'],
      [400, 'rest_batch_not_allowed'],
      [400, 'parse_path_failed'],
      [404, 'rest_no_route'],
    ])
  })
  it('rights and unknown ids in the path answer per part', async () => {
    const answered = await batch(
      [
        { path: `${V1}/tags`, body: { name: 'X' } },
        { path: `${V1}/categories`, body: { name: 'X' } },
        { path: `${V1}/categories/99`, method: 'DELETE' },
      ],
      strict,
      'author',
    )
    expect([answered.failed, outcomes(answered)]).toEqual([
      undefined,
      [
        [403, 'rest_forbidden'],
        [201, null],
        [404, 'rest-category-not-found'],
      ],
    ])
  })
})
