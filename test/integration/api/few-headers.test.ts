import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld, type Sent } from '../../support/api-world.ts'
import { basic, sharedService } from '../../support/embedded-service.ts'

let world: ApiWorld
beforeAll(async () => {
  world = await apiWorld()
})
afterAll(() => world.close())

const EXPOSED = 'X-CORE-Total, X-CORE-TotalPages, X-CAL-Total, X-CAL-TotalPages, Link'
const EXPOSING = 'access-control-expose-headers'

const headersOf = async (request: string, sent: Sent = {}) => (await world.ask(request, sent)).headers

describe('01 §6 X-CAL-PerPage', () => {
  it('lists of the first generation say how many a page has, where more were asked for', async () => {
    await world.term('post_tag', 'One')
    for (const list of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      expect((await headersOf(`GET ${list}&per_page=100`))['x-cal-perpage'], list).toBe('50')
      expect((await headersOf(`HEAD ${list}&per_page=51`))['x-cal-perpage'], list).toBe('50')
      for (const asked of ['', '&per_page=50', '&per_page=7'])
        expect(await headersOf(`GET ${list}${asked}`), list + asked).not.toHaveProperty('x-cal-perpage')
    }
    expect((await world.ask('GET tags&per_page=100&_envelope')).body).toMatchObject({
      headers: { 'X-CAL-PerPage': 50 },
    })
  })
  it('not those of the second, which refuse it', async () => {
    const { status, headers } = await world.ask('GET /calx/v1/events&per_page=101')
    expect([status, headers['x-cal-perpage']]).toEqual([400, undefined])
    expect(await headersOf('GET /calx/v1/events&per_page=100')).not.toHaveProperty('x-cal-perpage')
  })
})

describe('01 §6 X-CAL-Ignored, X-CAL-PerPage, X-CAL-Lag, X-CAL-Correlation behind the names of Access-Control-Expose-Headers', () => {
  it('scripts of other origins read those that an answer has', async () => {
    const origin = { headers: { origin: 'https://other.example' } }
    const also = async (request: string) => (await headersOf(request, origin))[EXPOSING]
    expect(await also('GET events&town=Troy')).toBe(`${EXPOSED}, X-CAL-Ignored`)
    expect(await also('GET events&town=Troy&per_page=100')).toBe(`${EXPOSED}, X-CAL-PerPage, X-CAL-Ignored`)
    for (const request of [
      'GET events',
      'GET /calx/v1/events',
      'GET nothing',
      'POST events',
      'OPTIONS events',
    ])
      expect(await also(request), request).toBe(EXPOSED)
  })
  it('answers not modified, too', async () => {
    const request = 'GET tags&town=Troy'
    const known = String((await headersOf(request))['etag'])
    const { status, headers } = await world.ask(request, { headers: { 'if-none-match': known } })
    expect([status, headers['x-cal-ignored'], headers[EXPOSING]]).toEqual([
      ...[304, 'town', `${EXPOSED}, X-CAL-Ignored`],
    ])
  })
})

describe('01 §6 WWW-Authenticate: Basic realm="calendar", charset="UTF-8"', () => {
  const CHALLENGE = 'Basic realm="calendar", charset="UTF-8"'
  const service = sharedService({ COMPATIBILITY: 'the-events-calendar' })
  const REFUSED = [
    '/index.php?rest_route=/core/v2/users/me',
    '/wp-json/wp/v2/users/me',
    '/api/core/v2/users/me',
  ]
  const told = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await service().app.inject({ url, headers })
    return [answer.statusCode, answer.headers['www-authenticate']]
  }

  it('answers 401 tell programs how to sign in, and messages say it', async () => {
    for (const url of REFUSED) expect(await told(url), url).toEqual([401, CHALLENGE])
    expect(await told('/wp-json/', basic('admin', 'wrong'))).toEqual([401, CHALLENGE])
    expect(await told('/wp-json/', basic('nobody'))).toEqual([401, CHALLENGE])
    expect(await told('/admin/imports')).toEqual([401, CHALLENGE])
    const answer = await service().app.inject({ method: 'POST', url: '/api/calx/v1/venues?title=V' })
    expect(answer.json()).toMatchObject({
      ...{ code: 'rest_forbidden' },
      message: 'You may not do this. Sign in first; programs send an application password.',
    })
  })
  it('no browser is told, whoever asks there', async () => {
    for (const headers of [
      { origin: 'https://other.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { cookie: 'a=b' },
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    ])
      for (const url of REFUSED)
        expect(await told(url, headers), JSON.stringify(headers)).toEqual([401, undefined])
  })
  it('nobody is told by other answers, nor by pages, nor where Basic does not count', async () => {
    expect(await told('/wp-json/')).toEqual([200, undefined])
    expect(await told('/wp-json/nothing')).toEqual([404, undefined])
    expect(await told(`${REFUSED[0] ?? ''}&_envelope`)).toEqual([200, undefined])
    await service().operate('set-option', { name: 'application_passwords', value: 'off' })
    for (const url of REFUSED) expect(await told(url), url).toEqual([401, undefined])
    await service().operate('set-option', { name: 'application_passwords', value: 'auto' })
  })
  it('the sign-in page refuses without', async () => {
    const page = await service().app.inject({ url: '/sign-in' })
    const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(page.body) ?? []
    const cookie = [page.headers['set-cookie']].flat().join('; ').split(';')[0] ?? ''
    const refused = await service().app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `login=admin&password=wrong&form_token=${token}`,
    })
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, undefined])
  })
})
