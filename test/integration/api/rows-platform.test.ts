import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorCodes, type ErrorCode } from '../../../services/api/platform/answers/errors.ts'
import { RevisionConflict, StoreUnavailable } from '../../../shared/event-store/port.ts'
import { apiWorld, type ApiWorld, type Sent } from '../../support/api-world.ts'
import { asking, DAY, detailsOf, idOf, type Body } from '../../support/rows.ts'

/** Rows of the tables of spec 01, by their labels. */
let world: ApiWorld
const broken = { with: null as Error | null }
beforeAll(async () => {
  world = await apiWorld(log => ({
    ...log,
    append: async (...given) => {
      if (broken.with !== null) throw broken.with
      return log.append(...given)
    },
  }))
  return () => world.close()
})
beforeEach(() => {
  broken.with = null
})

type Batch = { readonly responses: readonly { readonly status: number; readonly body: Body }[] }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const { send, edit, create, get, codeOf, refusedOn } = asking(() => world)

describe('01 §1 parameter sources', () => {
  it('precedence per name: body before query before default; null falls through', async () => {
    const one = await edit('POST venues&venue=Query', { venue: 'Body' }, 201)
    expect(one['venue']).toBe('Body')
    expect((await edit('POST venues&venue=Query', { venue: null }, 201))['venue']).toBe('Query')
    const form = { as: 'editor', body: 'venue=Form', headers: FORM }
    expect((await send('POST venues&venue=Query', form, 201))['venue']).toBe('Form')
    expect((await get('venues'))['rest_url']).toContain('per_page=10')
  })

  it('path values: win, a body id is checked and ignored, a slug of a body is the new one', async () => {
    const [one, two] = [await idOf(create({ slug: 'one' })), await idOf(create())]
    expect(await edit(`PATCH events/${one}&id=${two}`, { id: two, title: 'T' })).toMatchObject({ id: one })
    expect(await refusedOn(`PATCH events/${one}`, { id: '5abc' })).toEqual({ id: 'rest_invalid_type' })
    expect(await edit('PATCH events/by-slug/one', { slug: 'uno' })).toMatchObject({ id: one, slug: 'uno' })
  })

  it('query only: create and update work', async () => {
    const made = await send('POST venues&venue=Hall&city=Troy', { as: 'editor' }, 201)
    const path = `PATCH venues/${Number(made['id'])}&city=Ithaca`
    expect(await send(path, { as: 'editor' }, 200)).toMatchObject({ venue: 'Hall', city: 'Ithaca' })
  })

  it('unknown names: ignored everywhere', async () => {
    expect(await codeOf('GET events&_embed=1&smu=2&_=3&__proto__[a]=1')).toEqual([200, undefined])
    await edit('POST tags', { name: 'Unknown names', rest_url: 'x', constructor: { a: 1 } }, 201)
  })

  it('URL credentials: never authenticate', async () => {
    for (const query of ['user=editor&password=x', 'login=editor&app_password=x', 'authorization=Basic'])
      expect(await codeOf(`POST tags&name=A&${query}`)).toEqual([401, 'rest_forbidden'])
    const body = { name: 'A', username: 'editor', password: 'x' }
    expect(await codeOf('POST tags', { body })).toEqual([401, 'rest_forbidden'])
  })
})

describe('01 §2 types', () => {
  it('boolean = core boolean: true, false, 1, 0 and their texts in any case', async () => {
    const id = await idOf(create())
    for (const [sent, read] of [
      ...([true, 1, '1', 'true', 'TRUE'] as const).map(yes => [yes, true] as const),
      ...([false, 0, '0', 'false', 'False'] as const).map(no => [no, false] as const),
    ])
      expect(await edit(`PATCH events/${id}`, { featured: sent })).toMatchObject({ featured: read })
    for (const featured of ['', 'yes', 2, 'on', [], {}])
      expect(await refusedOn(`PATCH events/${id}`, { featured })).toEqual({ featured: 'rest_invalid_type' })
  })

  it('one-line text (titles, names, phone, address members, cost, template, message_slug, settings)', async () => {
    const sent = ' a\rb\nc\td\u0000e '
    expect(await edit('POST venues', { venue: sent, phone: sent, address: sent }, 201)).toMatchObject({
      ...{ venue: 'a b c de', phone: 'a b c de', address: 'a b c de' },
    })
    expect(await create({ title: sent, cost: ' on\tthe\u0007 door ' })).toMatchObject({
      ...{ title: 'a b c de', cost: 'on the door' },
    })
  })

  it('date-time: the forms of 04', async () => {
    const sent = { title: 'Fair', start_date: '2027-05-08T10:00Z', end_date: 'x' }
    expect(Object.keys(await refusedOn('POST events', sent))).toEqual(['end_date'])
    const made = await create({ start_date: '2027-05-08T10:00:00Z', end_date: '2027-05-08 24:00' })
    expect(made).toMatchObject({ start_date: '2027-05-08 06:00:00', end_date: '2027-05-09 00:00:00' })
  })

  it('uri: schemes with a host, non-ASCII ones too; entities are decoded once', async () => {
    for (const website of [
      ...['http://x.example', 'https://x.example/a?b#c', 'ftp://x.example/', 'ftps://x.example/'],
      ...['mailto:pta@x.example', 'https://münchen.example/straße'],
    ])
      await create({ website })
    for (const website of ['//host', 'javascript:alert(1)', 'word', 'https://', 'mailto:nobody', 'data:,x'])
      expect(await refusedOn('POST events', { title: 'E', ...DAY, website })).toEqual({
        ...{ website: 'rest_invalid_uri' },
      })
    const venue = await edit('POST venues', { venue: 'V', website: 'https://x.example/?a=1&amp;b=2' }, 201)
    expect(venue['website']).toBe('https://x.example/?a=1&b=2')
  })

  it('email: one address', async () => {
    await edit('POST /calx/v1/organizers', { title: 'O', email: 'pta@school.example' }, 201)
    for (const email of ['nope', 'a@b.example, c@d.example', 'a b@c.example', '@x.example'])
      expect(await refusedOn('POST /calx/v1/organizers', { title: 'O', email })).toEqual({
        ...{ email: 'rest_invalid_email' },
      })
  })

  it('minimum, maximum, pattern, maxItems, minItems: as declared', async () => {
    const code = async (path: string, name: string) =>
      detailsOf(await send(`GET ${path}`, {}, 400))[name]?.['code']
    expect(await code('events&page=0', 'page')).toBe('rest_out_of_bounds')
    expect(await code('/calx/v1/events&per_page=101', 'per_page')).toBe('rest_out_of_bounds')
    expect(
      await refusedOn('POST /calx/v1/events', { title: 'E', start_date: '2027-05-08T10:00:00', duration: 1 }),
    ).toMatchObject({
      start_date: 'rest_invalid_pattern',
    })
    const requests = Array.from({ length: 26 }, () => ({ path: '/cal/events/v1/tags', body: { name: 'x' } }))
    expect(await refusedOn('POST /batch/v1', { requests })).toEqual({ requests: 'rest_too_many_items' })
  })

  it('uniqueItems: duplicates collapse, first position kept', async () => {
    const [a, b] = [await world.organizer('A'), await world.organizer('B')]
    const body = { title: 'E', ...DAY, organizers: [b, a, b, a] }
    const made = await edit('POST /calx/v1/events', body, 201)
    expect((made['organizers'] as readonly { id: number }[]).map(({ id }) => id)).toEqual([b, a])
  })
})

describe('01 §3 order of checks', () => {
  const wrong = { as: 'nobody' }

  it('1 credentials (§8); 2 route and method; 3 JSON parse', async () => {
    expect(await codeOf('PUT nothing', { ...wrong, body: '{' })).toEqual([401, 'invalid_username'])
    expect(await codeOf('PUT events', { body: '{' })).toEqual([404, 'rest_no_route'])
    expect(await codeOf('POST events', { body: '{' })).toEqual([400, 'rest_invalid_json'])
  })

  it('4 required arguments: all missing ones together, alone', async () => {
    const body = await send('POST events', { body: { end_date: 'x', status: 'nonsense' } }, 400)
    expect(body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['title', 'start_date'] },
    })
  })

  it('5 all arguments: type, format, enum, bounds, cross-field rules, existence of referenced ids (terms, venue, organizer, author, image, parent, filter ids in cal)', async () => {
    const sent = {
      title: '',
      start_date: '2027-05-08 10:00:00',
      end_date: '2027-05-08 09:00:00',
      website: 'word',
      status: 'nonsense',
      featured: 'maybe',
      categories: [4711],
      tags: [4711],
      venue: 4711,
      organizer: [4711],
      author: 999,
      image: 4711,
    }
    // before rights: guests hear the same
    for (const asked of [{ body: sent }, { body: sent, as: 'editor' }]) {
      const names = Object.keys(detailsOf(await send('POST events', asked, 400)))
      expect([...names].sort()).toEqual(
        Object.keys(sent)
          .filter(name => name !== 'start_date')
          .sort(),
      )
    }
    expect(await refusedOn('POST categories', { name: 'A', parent: 4711 })).toEqual({
      parent: 'rest_unknown_id',
    })
    for (const [path, name] of [
      ['events&venue=4711', 'venue'],
      ['events&organizer=4711', 'organizer'],
      ['events&post_parent=4711', 'post_parent'],
      ['venues&event=4711', 'event'],
      ['categories&post=4711', 'post'],
    ] as const)
      expect(Object.keys(detailsOf(await send(`GET ${path}`, {}, 400)))).toEqual([name])
  })

  it('6 general right of the caller for the operation (guest 401, signed in 403): before the item', async () => {
    const body = { title: 'T' }
    expect(await codeOf('PATCH events/4711', { body })).toEqual([401, 'rest_forbidden'])
    expect(await codeOf('PATCH events/4711', { body, as: 'subscriber' })).toEqual([403, 'rest_forbidden'])
    expect(await codeOf('DELETE tags/4711', { as: 'author' })).toEqual([403, 'rest_forbidden'])
  })

  it('7 item: unknown, wrong type 404; trashed 410/404; not readable 403/404; not editable 403', async () => {
    const patch = (id: number, as: string, path = 'events') =>
      codeOf(`PATCH ${path}/${id}`, { body: { description: 'x' }, as })
    expect(await patch(4711, 'author')).toEqual([404, 'rest-event-not-found'])
    expect(await patch(await world.venue('V'), 'author')).toEqual([404, 'rest-event-not-found'])
    const own = await idOf(create())
    expect(await patch(own, 'author')).toEqual([403, 'rest_forbidden'])
    const hidden = await idOf(create({ status: 'draft' }))
    expect(await patch(hidden, 'author')).toEqual([403, 'event-not-accessible'])
    expect(await patch(hidden, 'author', '/calx/v1/events')).toEqual([403, 'rest_forbidden'])
    await edit(`DELETE events/${own}`, {})
    expect(await patch(own, 'editor')).toEqual([410, 'event-is-in-trash'])
    expect(await patch(own, 'author')).toEqual([404, 'rest-event-not-found'])
  })

  it('8 rules that need the stored item or the network (dates against stored dates, image download)', async () => {
    const id = await idOf(create())
    const late = { start_date: '2027-05-09 10:00:00' }
    expect(Object.keys(await refusedOn(`PATCH events/${id}`, late))).toEqual(['end_date'])
    expect(await codeOf(`PATCH events/${id}`, { body: late, as: 'author' })).toEqual([403, 'rest_forbidden'])
    const before = world.fetched.length
    const image = { image: 'https://example.org/page.html' }
    expect(await codeOf(`PATCH events/${id}`, { body: image, as: 'author' })).toEqual([403, 'rest_forbidden'])
    expect(world.fetched.length).toBe(before)
    expect(await refusedOn(`PATCH events/${id}`, image)).toEqual({ image: 'rest_invalid_image' })
    expect(world.fetched.length).toBe(before + 1)
  })

  it('9 execution: all or nothing', async () => {
    const names = async () => (await world.venueNames()).length
    const before = await names()
    const body = { title: 'E', ...DAY, image: 'https://example.org/page.html', venue: { venue: 'Never' } }
    expect(Object.keys(await refusedOn('POST events', body))).toEqual(['image'])
    expect(await names()).toBe(before)
  })
})

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
      [new RevisionConflict('tag-1'), 409, 'rest_conflict'],
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

  it('Content-Type: application/json; charset=UTF-8, X-Robots-Tag: noindex, X-Content-Type-Options: nosniff; Vary: Origin; Link: <{base_url}/index.php?rest_route=/>; rel="index" (chosen relation)', async () => {
    for (const request of ['GET tags', 'GET nothing', 'POST tags', 'OPTIONS tags', 'GET events&page=x'])
      expect(await headersOf(request), request).toMatchObject({
        'content-type': 'application/json; charset=UTF-8',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
        vary: 'Origin',
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

  it('ETag (strong, of the bytes sent), Cache-Control: no-cache: guests’ reads', async () => {
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
