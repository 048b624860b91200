import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { embeddedService, sharedService } from '../../../support/embedded-service.ts'

const PAGE = '/authorize-application'
const APP = '5d7e9f6c-2b1a-4c3d-8e4f-0a1b2c3d4e5f'

const shared = sharedService()
/** Somebody who has just signed in: at a service of all tests, or at one of its own with other settings. */
const world = async (env?: Record<string, string>) => {
  const service = env === undefined ? shared() : await embeddedService(env)
  const visitor = browser(service)
  await visitor.signIn()
  const passwords = async () => {
    const { body } = await service.operate('list-application-passwords', { login: 'admin' })
    return (body as { passwords: readonly { name: string; app_id: string }[] }).passwords
  }
  const before = (await passwords()).length
  return {
    service,
    visitor,
    passwords,
    made: async () => (await passwords()).slice(before),
    get: (query: Record<string, string>) => visitor.get(`${PAGE}?${new URLSearchParams(query).toString()}`),
    choose: (query: Record<string, string>, form: Record<string, string>) =>
      visitor.submit(`${PAGE}?${new URLSearchParams(query).toString()}`, {
        app_name: query['app_name'] ?? '',
        ...form,
      }),
  }
}

describe('01 §8.3 GET', () => {
  it('needs a session: else to sign-in and back', async () => {
    const { service } = await world()
    const guest = browser(service)
    const { status, location } = await guest.get(
      `${PAGE}?app_name=Phone%20app&success_url=https%3A%2F%2Fapp.example%2Fdone`,
    )
    const back =
      'https://school.example/authorize-application?app_name=Phone+app&success_url=https%3A%2F%2Fapp.example%2Fdone'
    expect([status, location]).toEqual([
      302,
      `https://school.example/sign-in?redirect_to=${encodeURIComponent(back)}`,
    ])
    const { location: led } = await guest.submit(location?.replace('https://school.example', '') ?? '', {
      login: 'admin',
      password: 'the account password',
    })
    expect(led).toBe(back)
    expect((await guest.get(back)).text).toContain('Phone app')
  })
  it('asks, says who asks and where it leads, and creates nothing', async () => {
    const { get, made } = await world()
    const { status, text, headers } = await get({
      app_name: 'Phone <app>',
      app_id: APP,
      success_url: 'https://app.example/done',
    })
    expect(status).toBe(200)
    expect(text).toContain('Phone &lt;app&gt;')
    expect(text).toContain('<strong>https://app.example</strong>')
    expect(text).toContain('<strong>admin</strong>')
    expect(headers['content-security-policy']).toContain("form-action 'self' https://app.example;")
    expect(headers['cache-control']).toBe('no-store')
    expect(await made()).toEqual([])
  })
  it('the root index names it', async () => {
    const { service } = await world()
    const { body } = await service.ask('GET /')
    expect((body as { authentication: unknown }).authentication).toEqual({
      'application-passwords': {
        endpoints: { authorization: 'https://school.example/authorize-application' },
      },
    })
  })
})

describe('01 §8.3 URL check', () => {
  it.each([
    ['app_id', 'not-a-uuid'],
    ['success_url', 'nonsense'],
    ['success_url', 'javascript://app.example/%0aalert(1)'],
    ['success_url', 'http://app.example/'],
    ['reject_url', 'http://app.example/'],
    ['reject_url', ' javascript:alert(1)'],
  ])('a bad %s, %s: 400, nothing created', async (name, value) => {
    const { get, visitor, made } = await world()
    expect((await get({ app_name: 'App', [name]: value })).status).toBe(400)
    const { hidden } = await get({ app_name: 'App' })
    const form = { ...hidden, app_name: 'App', choice: 'approve', [name]: value }
    expect((await visitor.ask(`POST ${PAGE}`, { form })).status).toBe(400)
    expect(await made()).toEqual([])
  })
  it.each([
    ['https://app.example/done', 'https://app.example'],
    ['http://127.0.0.1:9000/done', 'http://127.0.0.1:9000'],
    ['http://[::1]/done', 'http://[::1]'],
    ['myapp://done', 'myapp:'],
    ['com.example.app://host/x', 'com.example.app:'],
  ])('%s is good', async (success_url, origin) => {
    const { get } = await world()
    const { status, headers } = await get({ app_name: 'App', success_url })
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${origin};`)
  })
  it.each([
    ['https://app.example/ok', 'https://evil.example/'],
    ['https://app.example/ok', 'https://app.example:8443/'],
    ['https://app.example/ok', 'https://app.example.evil.example/'],
    ['https://app.example/ok', 'myapp://no'],
    ['http://127.0.0.1:9000/ok', 'http://127.0.0.1:9001/'],
    ['myapp://ok', 'yourapp://no'],
    ['myapp://ok', 'https://app.example/'],
  ])('%s with the reject_url %s: 400', async (success_url, reject_url) => {
    const { get } = await world()
    const { status, text } = await get({ app_name: 'App', success_url, reject_url })
    expect(status).toBe(400)
    expect(text).toContain('The reject_url must lead to where the success_url leads.')
  })
  it('a local site sends over http, too', async () => {
    const { get } = await world({ SITE_URL: 'http://localhost:8080' })
    expect((await get({ app_name: 'App', success_url: 'http://app.example/' })).status).toBe(200)
  })
})

describe('01 §8.3 POST approve', () => {
  it('creates the password and leads to success_url with it', async () => {
    const { choose, made, service } = await world()
    const { status, location } = await choose(
      { app_name: 'Phone app', app_id: APP, success_url: 'https://app.example/done?x=1#top' },
      { choice: 'approve' },
    )
    expect(status).toBe(302)
    const to = new URL(location ?? '')
    expect(`${to.origin}${to.pathname}${to.hash}`).toBe('https://app.example/done#top')
    const { password = '', ...rest } = Object.fromEntries(to.searchParams)
    expect(rest).toEqual({ x: '1', site_url: 'https://school.example', user_login: 'admin' })
    expect(password).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(await made()).toMatchObject([{ name: 'Phone app', app_id: APP }])
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
    const { status: used } = await service.ask('POST /cal/events/v1/tags', {
      body: { name: 'X' },
      headers: { authorization },
    })
    expect(used).toBe(201)
  })
  it('without success_url it is shown once', async () => {
    const { choose, visitor, made } = await world()
    const { status, text, headers } = await choose({ app_name: 'Script' }, { choice: 'approve' })
    expect(status).toBe(200)
    expect(text).toMatch(/<code>([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}<\/code>/)
    expect(headers['cache-control']).toBe('no-store')
    expect(await made()).toMatchObject([{ name: 'Script', app_id: '' }])
    expect((await visitor.get(PAGE)).text).not.toMatch(/<code>/)
  })
  it.each(['', '   '])('the empty name %j: 400, asks again, creates nothing', async app_name => {
    const { choose, made } = await world()
    const { status, text } = await choose(
      { success_url: 'https://app.example/' },
      { choice: 'approve', app_name },
    )
    expect(status).toBe(400)
    expect(text).toContain('Please give the application a name.')
    expect(text).toContain('data-code="application_password_empty_name"')
    expect(text).toContain('value="https://app.example/"')
    expect(await made()).toEqual([])
  })
  it.each([
    ['without a token', { form_token: '' }, {}],
    ['with a made-up token', { form_token: '0123456789' }, {}],
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
  ])('%s: 403, nothing created', async (_, form, headers) => {
    const { get, visitor, made } = await world()
    const { hidden } = await get({ app_name: 'App' })
    const sent = { ...hidden, app_name: 'App', choice: 'approve', ...form }
    expect((await visitor.ask(`POST ${PAGE}`, { form: sent, headers })).status).toBe(403)
    expect(await made()).toEqual([])
  })
  it('signed out in the meantime: to sign-in', async () => {
    const { get, visitor, made } = await world()
    const { hidden } = await get({ app_name: 'App' })
    visitor.cookies.clear()
    const { status, location } = await visitor.ask(`POST ${PAGE}`, {
      form: { ...hidden, app_name: 'App', choice: 'approve' },
    })
    expect([status, location?.startsWith('https://school.example/sign-in?redirect_to=')]).toEqual([302, true])
    expect(await made()).toEqual([])
  })
  it('neither yes nor no: 400', async () => {
    const { choose, made } = await world()
    expect((await choose({ app_name: 'App' }, {})).status).toBe(400)
    expect(await made()).toEqual([])
  })
})

describe('01 §8.3 POST reject', () => {
  it.each([
    [
      'reject_url',
      { success_url: 'https://app.example/ok', reject_url: 'https://app.example/no' },
      'https://app.example/no',
    ],
    [
      'success_url with success=false',
      { success_url: 'https://app.example/ok?x=1' },
      'https://app.example/ok?x=1&success=false',
    ],
    ['the app', { success_url: 'myapp://ok', reject_url: 'myapp://no' }, 'myapp://no'],
    ['the site', {}, 'https://school.example/'],
    ['the site, not to anywhere', { reject_url: 'https://evil.example/' }, 'https://school.example/'],
  ])('leads to %s', async (_, query: Record<string, string>, expected) => {
    const { choose, made } = await world()
    const { status, location } = await choose({ app_name: 'App', ...query }, { choice: 'reject' })
    expect([status, location]).toEqual([302, expected])
    expect(await made()).toEqual([])
  })
})

describe('01 §8.3 feature off', () => {
  it('501 with a way back that says so', async () => {
    const { get, service, visitor } = await world({})
    const { hidden } = await get({ app_name: 'App' })
    await service.operate('set-option', { name: 'application_passwords', value: 'off' })
    const { status, text } = await get({ app_name: 'App', reject_url: 'https://app.example/no' })
    expect(status).toBe(501)
    expect(text).toMatch(
      /href="https:\/\/app\.example\/no\?error=disabled"\s*>Back to https:\/\/app\.example</,
    )
    const form = { ...hidden, app_name: 'App', choice: 'approve' }
    expect((await visitor.ask(`POST ${PAGE}`, { form })).status).toBe(501)
  })
})
