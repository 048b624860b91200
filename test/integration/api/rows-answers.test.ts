import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { errorCodes, type ErrorCode } from '../../../services/api/platform/answers/errors.ts'
import { RevisionConflict, StoreUnavailable } from '../../../shared/event-store/port.ts'
import { apiWorld, type ApiWorld, type Sent } from '../../support/api-world.ts'
import { oneByOne } from '../../support/noted-log.ts'
import { asking, idOf, type Body } from '../../support/rows.ts'

/** Rows of the tables of spec 01, by their labels. */
let world: ApiWorld
const broken = { with: null as Error | null }
beforeAll(async () => {
  world = await apiWorld(log =>
    oneByOne({
      ...log,
      append: async (...given) => {
        if (broken.with !== null) throw broken.with
        return log.append(...given)
      },
    }),
  )
  return () => world.close()
})
beforeEach(() => {
  broken.with = null
})

type Batch = { readonly responses: readonly { readonly status: number; readonly body: Body }[] }
const { send, edit, create, get, codeOf } = asking(() => world)

describe('01 §4 error body', () => {
  const shape = (status: number) => ({ data: { status } })

  it('rest_missing_callback_param; rest_invalid_param; rest_invalid_json: 400, with what is wrong', async () => {
    expect(await send('POST venues', { as: 'editor', body: {} }, 400)).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { status: 400, params: ['venue'] },
    })
    const body = await send('GET events&page=x', {}, 400)
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400, details: { page: { code: 'rest_invalid_type', data: { param: 'page' } } } },
    })
    expect(typeof (body['data'] as { params: Body }).params['page']).toBe('string')
    for (const text of ['{', '[1]', '1', 'null']) {
      const said = await send('POST venues', { as: 'editor', body: text }, 400)
      expect(said).toMatchObject({ code: 'rest_invalid_json', data: { status: 400 } })
      expect(Object.keys(said['data'] as object)).toEqual(
        expect.arrayContaining(['json_error_code', 'json_error_message']),
      )
    }
  })

  it('rest_invalid_param: the message says of the first five what is expected, in words', async () => {
    const day = { title: 'E', start_date: '2027-05-08', end_date: '2027-05-09' }
    const said = async (request: string, body?: Body, as?: string) =>
      String(
        (await send(request, { ...(body && { body }), ...(as === undefined ? {} : { as }) }, 400))['message'],
      ).replace('Some arguments are not valid: ', '')
    expect(await said('GET events&status=gone')).toBe(
      'status must be any, or some of publish; other ones need a user who may create items.',
    )
    expect(await said('GET events&status=gone', undefined, 'editor')).toBe(
      'status must be any, or some of publish, future, draft, pending, private, trash.',
    )
    expect(await said('GET events&page=x&per_page=0')).toBe(
      'page is not a whole number. per_page must be at least 1.',
    )
    expect(await said('POST events', { ...day, website: 'fair', timezone: 'Troy' }, 'editor')).toBe(
      'timezone is not a zone; one is America/New_York or UTC+5:30. website must be an address such as https://school.example/fair.',
    )
    expect(await said('POST events', { ...day, start_date: 'soon' }, 'editor')).toBe(
      'start_date is not a date that can be read; one is 2027-06-07 or 2027-06-07 18:30:00.',
    )
    expect(await said('POST events', { ...day, end_date: '2027-05-01' }, 'editor')).toBe(
      'end_date is before the start.',
    )
    const calx = { title: 'E', start_date: '2027-05-08 10:00:00', duration: 9_000_000_000_000 }
    expect(await said('POST /calx/v1/events', calx, 'editor')).toBe(
      'duration leads out of the years 0001 to 9999.',
    )
    expect(await said('POST /calx/v1/organizers', { title: 'O', email: 'call us' }, 'editor')).toBe(
      'email must be an e-mail address such as office@school.example.',
    )
  })
  it('rest_no_route; rest_forbidden; rest_forbidden_context; rest_cookie_invalid_nonce', async () => {
    expect(await send('GET nothing', {}, 404)).toMatchObject({ code: 'rest_no_route', ...shape(404) })
    expect(await codeOf('POST venues', { body: { venue: 'V' } })).toEqual([401, 'rest_forbidden'])
    const subscriber = { body: { venue: 'V' }, as: 'subscriber' }
    expect(await codeOf('POST venues', subscriber)).toEqual([403, 'rest_forbidden'])
    const id = await idOf(create())
    const path = `GET /calx/v1/events/${id}&context=edit`
    expect(await codeOf(path)).toEqual([401, 'rest_forbidden_context'])
    expect(await codeOf(path, { as: 'author' })).toEqual([403, 'rest_forbidden_context'])
    expect(await codeOf('GET events', { headers: { 'x-core-nonce': '0000000000' } })).toEqual([
      ...[403, 'rest_cookie_invalid_nonce'],
    ])
  })

  it('application_passwords_disabled, application_passwords_disabled_for_user: 401', () => {
    for (const code of ['application_passwords_disabled', 'application_passwords_disabled_for_user'] as const)
      expect(errorCodes[code].status).toBe(401)
  })

  it('rest_invalid_namespace; rest_callback_disabled; rest_batch_not_allowed, parse_path_failed', async () => {
    expect(await codeOf('GET /cal/events/v1&namespace=nope')).toEqual([404, 'rest_invalid_namespace'])
    expect(await codeOf('GET events&_jsonp=f')).toEqual([400, 'rest_callback_disabled'])
    const requests = [{ path: '/batch/v1' }, { path: 'http://[/x' }]
    const { responses } = await edit<Batch>('POST /batch/v1', { requests }, 207)
    expect(responses.map(({ status, body }) => [status, body['code']])).toEqual([
      [400, 'rest_batch_not_allowed'],
      [400, 'parse_path_failed'],
    ])
  })

  it('rest-event-not-found, rest-venue-not-found, rest-organizer-not-found, rest-category-not-found, rest-tag-not-found', async () => {
    for (const [plural, noun] of [
      ['events', 'event'],
      ['venues', 'venue'],
      ['organizers', 'organizer'],
      ['categories', 'category'],
      ['tags', 'tag'],
    ] as const)
      expect(await codeOf(`GET ${plural}/4711`)).toEqual([404, `rest-${noun}-not-found`])
  })

  it('event-not-accessible, venue-not-accessible, organizer-not-accessible; event-password-protected', async () => {
    for (const noun of ['venue', 'organizer']) {
      const id = await idOf(edit(`POST ${noun}s`, { [noun]: 'N', status: 'draft' }, 201))
      expect(await codeOf(`GET ${noun}s/${id}`)).toEqual([403, `${noun}-not-accessible`])
    }
    expect(await codeOf(`GET events/${await idOf(create({ status: 'draft' }))}`)).toEqual([
      ...[403, 'event-not-accessible'],
    ])
    const id = await idOf(create())
    await world.change(id, { password: 'secret' })
    expect(await codeOf(`GET events/${id}`)).toEqual([403, 'event-password-protected'])
  })

  it('event-no-longer-available (venue-, organizer-); event-is-in-trash (venue-, organizer-)', async () => {
    for (const [noun, id] of [
      ['event', await idOf(create())],
      ['venue', await world.venue('V')],
      ['organizer', await world.organizer('O')],
    ] as const) {
      await edit(`DELETE ${noun}s/${id}`, {})
      for (const path of [`${noun}s/${id}`, `/calx/v1/${noun}s/${id}`]) {
        expect(await codeOf(`GET ${path}`, { as: 'editor' })).toEqual([410, `${noun}-no-longer-available`])
        expect(await codeOf(`DELETE ${path}`, { as: 'editor' })).toEqual([410, `${noun}-is-in-trash`])
      }
    }
  })

  it('event-archive-page-not-found (venue-, organizer-): both generations', async () => {
    for (const noun of ['event', 'venue', 'organizer'])
      for (const path of [`${noun}s`, `/calx/v1/${noun}s`])
        expect(await codeOf(`GET ${path}&page=999`)).toEqual([404, `${noun}-archive-page-not-found`])
  })

  it('term_exists, duplicate_term_slug: which term it is', async () => {
    const { id } = await edit('POST tags', { name: 'Taken', slug: 'taken' }, 201)
    const other = await idOf(edit('POST tags', { name: 'Other' }, 201))
    expect(await edit('POST tags', { name: 'taken' }, 400)).toMatchObject({
      ...{ code: 'term_exists', data: { status: 400, term_id: id } },
    })
    expect(await edit(`PATCH tags/${other}`, { slug: 'taken' }, 400)).toMatchObject({
      ...{ code: 'duplicate_term_slug', data: { status: 400, term_id: id } },
    })
  })

  it('rest_request_too_large, rest_conflict, rest_service_unavailable: 413, 409, 503; internal_server_error: 500, no internals', async () => {
    const large = { as: 'editor', body: { name: 'x'.repeat(11 * 1024 * 1024) } }
    expect(await codeOf('POST tags', large)).toEqual([413, 'rest_request_too_large'])
    for (const [error, status, code] of [
      [new RevisionConflict(streamName('tag-1')), 409, 'rest_conflict'],
      [new StoreUnavailable('down'), 503, 'rest_service_unavailable'],
    ] as const) {
      broken.with = error
      expect(await codeOf('POST venues', { as: 'editor', body: { venue: 'V' } })).toEqual([status, code])
    }
    expect(errorCodes.internal_server_error.status).toBe(500)
  })

  it('every code has its status, and a message that says something', () => {
    const statuses = (...codes: readonly ErrorCode[]) => codes.map(code => errorCodes[code].status)
    expect(statuses('oembed_invalid_url', 'rest_no_route', 'rest_invalid_namespace')).toEqual([404, 404, 404])
    for (const { message } of Object.values(errorCodes)) expect(message).toMatch(/^[A-Z].*\.$/)
  })
})

describe('01 §5 response shaping', () => {
  it('context: view by default, unknown values act as it', async () => {
    const id = await idOf(create())
    const view = await get(`/calx/v1/events/${id}`)
    for (const context of ['view', 'nonsense', ''])
      expect(await get(`/calx/v1/events/${id}&context=${context}`)).toEqual(view)
    const raw = await get(`/calx/v1/events/${id}&context=edit`, { as: 'editor' })
    expect(raw['title']).toHaveProperty('raw')
    expect(view['title']).not.toHaveProperty('raw')
  })

  it('_jsonp: not offered; _embed, _pretty, _locale: ignored', async () => {
    for (const value of ['f', '']) expect((await world.ask(`GET tags&_jsonp=${value}`)).status).toBe(400)
    const plain = (await world.ask('GET tags')).text
    const more = (await world.ask('GET tags&_embed=1&_pretty=1&_locale=user')).text
    expect(more).toBe(plain)
  })
})

describe('01 §6 headers', () => {
  const headersOf = async (request: string, sent: Sent = {}) => (await world.ask(request, sent)).headers

  it('Content-Type: application/json; charset=UTF-8, X-Robots-Tag: noindex, X-Content-Type-Options: nosniff; Vary: Origin, Accept-Encoding; Link: <{base_url}/index.php?rest_route=/>; rel="index" (chosen relation)', async () => {
    for (const request of ['GET tags', 'GET nothing', 'POST tags', 'OPTIONS tags', 'GET events&page=x'])
      expect(await headersOf(request), request).toMatchObject({
        'content-type': 'application/json; charset=UTF-8',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
        vary: 'Origin, Accept-Encoding',
        link: '<https://school.example/index.php?rest_route=/>; rel="index"',
      })
  })

  it('Access-Control-Expose-Headers: X-CORE-Total, X-CORE-TotalPages, X-CAL-Total, X-CAL-TotalPages, Link, Access-Control-Allow-Headers: Authorization, X-CORE-Nonce, Content-Disposition, Content-MD5, Content-Type', async () => {
    expect(await headersOf('GET tags')).toMatchObject({
      'access-control-expose-headers': 'X-CORE-Total, X-CORE-TotalPages, X-CAL-Total, X-CAL-TotalPages, Link',
      'access-control-allow-headers':
        'Authorization, X-CORE-Nonce, Content-Disposition, Content-MD5, Content-Type',
    })
  })

  it('Access-Control-Allow-Origin (echo), -Allow-Methods: OPTIONS, GET, POST, PUT, PATCH, DELETE, -Allow-Credentials: true', async () => {
    expect(await headersOf('GET tags', { headers: { origin: 'https://other.example' } })).toMatchObject({
      'access-control-allow-origin': 'https://other.example',
      'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-credentials': 'true',
    })
    expect(await headersOf('GET tags')).not.toHaveProperty('access-control-allow-origin')
    const nobody = await headersOf('GET tags', { headers: { origin: 'null' } })
    expect(nobody).toMatchObject({ 'access-control-allow-origin': '*' })
    expect(nobody).not.toHaveProperty('access-control-allow-credentials')
  })

  it('Allow: by the general right, on item routes by the item', async () => {
    expect((await headersOf('GET events'))['allow']).toBe('GET')
    expect((await headersOf('GET events', { as: 'contributor' }))['allow']).toBe('GET, POST')
    const id = await idOf(create())
    expect((await headersOf(`GET events/${id}`, { as: 'author' }))['allow']).toBe('GET')
    expect((await headersOf(`GET events/${id}`, { as: 'editor' }))['allow']).toBe(
      'GET, DELETE, POST, PUT, PATCH',
    )
    expect(await headersOf('GET nothing')).not.toHaveProperty('allow')
  })

  it('X-CAL-Total, X-CAL-TotalPages: cal lists; X-CORE-Total, X-CORE-TotalPages: calx lists', async () => {
    await create()
    for (const plural of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      const headers = await headersOf(`GET ${plural}`)
      expect([headers['x-cal-total'], headers['x-cal-totalpages']]).toEqual([
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/^\d+$/),
      ])
    }
    for (const plural of ['events', 'venues', 'organizers']) {
      const headers = await headersOf(`GET /calx/v1/${plural}`)
      expect(headers).not.toHaveProperty('x-cal-total')
      expect(headers['x-core-total']).toMatch(/^\d+$/)
      expect(headers['x-core-totalpages']).toMatch(/^\d+$/)
    }
  })

  it('Expires (past), Cache-Control: no-cache, must-revalidate, max-age=0, no-store, private: signed-in callers and wrong credentials', async () => {
    const never = 'no-cache, must-revalidate, max-age=0, no-store, private'
    for (const sent of [
      { as: 'subscriber' },
      { as: 'nobody' },
      { headers: { 'x-core-nonce': '0000000000' } },
    ]) {
      const headers = await headersOf('GET tags', sent)
      expect(headers['cache-control']).toBe(never)
      expect(Date.parse(String(headers['expires']))).toBeLessThan(world.clock.ms)
    }
    expect(await headersOf('GET tags')).not.toHaveProperty('expires')
  })

  it('Location: of a new term, and of nothing else', async () => {
    const { headers, body } = await world.ask('POST tags', { as: 'editor', body: { name: 'Located' } })
    const { id } = body as { id: number }
    expect(headers['location']).toBe(`https://school.example/index.php?rest_route=/cal/events/v1/tags/${id}`)
    const venue = await world.ask('POST venues', { as: 'editor', body: { venue: 'V' } })
    expect(venue.headers).not.toHaveProperty('location')
  })

  it('ETag (strong, of the bytes sent; weak when they are compressed), Cache-Control: no-cache: guests’ reads', async () => {
    const first = await world.ask('GET tags')
    const etag = String(first.headers['etag'])
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(first.headers['cache-control']).toBe('no-cache')
    for (const known of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
      const again = await world.ask('GET tags', { headers: { 'if-none-match': known } })
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
    }
    expect((await world.ask('GET tags', { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    expect((await world.ask('GET tags', { as: 'editor' })).headers).not.toHaveProperty('etag')
    await edit('POST tags', { name: 'Another etag' }, 201)
    expect((await world.ask('GET tags&hide_empty=0')).headers['etag']).not.toBe(etag)
  })
})

describe('01 §10 batch', () => {
  it('empty list: 207 without answers; normal: a failing part does not stop the rest', async () => {
    expect(await edit('POST /batch/v1', { requests: [] }, 207)).toEqual({ responses: [] })
    const part = (name: string) => ({ path: '/cal/events/v1/tags', body: { name } })
    const requests = [part('P'), part('P'), part('Q')]
    const { responses } = await edit<Batch>('POST /batch/v1', { requests }, 207)
    expect(responses.map(({ status }) => status)).toEqual([201, 400, 201])
  })
})
