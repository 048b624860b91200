import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { embeddedService, sharedService } from '../../../support/embedded-service.ts'

const right = { login: 'admin', password: 'the account password' }
const shared = sharedService()
/** A browser that knows nothing yet: at a service of all tests, or at one of its own with other settings. */
const open = async (env?: Record<string, string>, nowMs?: () => number) => {
  const service = env === undefined ? shared() : await embeddedService(env, undefined, nowMs)
  return { service, visitor: browser(service) }
}

describe('00 §5 sign-in', () => {
  it('is a form for login, password and the way back, which no page may frame', async () => {
    const { visitor } = await open()
    const { status, text, headers, hidden } = await visitor.get('/sign-in?redirect_to=%2Fimports')
    expect(status).toBe(200)
    expect(text).toMatch(/<form method="post" action="https:\/\/school.example\/sign-in">/)
    expect(text).toMatch(/name="login"[^>]*autocomplete="username"/)
    expect(text).toMatch(/name="password" type="password" autocomplete="current-password"/)
    expect(hidden['redirect_to']).toBe('https://school.example/imports')
    expect(hidden['form_token']).toMatch(/^[0-9a-f]{10}$/)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['set-cookie']).toMatch(
      /^__Host-belltower-browser=[0-9a-f]{32}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('begins a session, whose cookie no script reads and no other site sends', async () => {
    const { visitor } = await open()
    const { status, location, headers } = await visitor.submit('/sign-in?redirect_to=/imports', right)
    expect([status, location]).toEqual([302, 'https://school.example/imports'])
    expect(headers['set-cookie']).toMatch(
      /^__Host-belltower=[\w-]{43}; Max-Age=172800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect((await visitor.get('/nothing')).text).toMatch(
      /<meta name="cal-rest-nonce" content="[0-9a-f]{10}" \/>/,
    )
  })

  it('over plain http the cookie is not Secure', async () => {
    const { visitor } = await open({ SITE_URL: 'http://localhost:8080' })
    const { headers } = await visitor.submit('/sign-in', right)
    expect(headers['set-cookie']).toMatch(
      /^belltower_session=[\w-]{43}; Max-Age=172800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('leads home when no way back was sent', async () => {
    const { visitor } = await open()
    expect((await visitor.submit('/sign-in', right)).location).toBe('https://school.example/')
  })

  it.each([
    '//evil.example/',
    '\\\\evil.example',
    '/\\evil.example',
    '\t//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '\u0000//evil.example',
    '//%65vil.example',
    '///evil.example',
    'https:/\\evil.example',
    'https://evil.example/',
    'https://school.example.evil.example/',
    'https://school.example@evil.example/',
    'http://school.example/',
    'https://school.example:8443/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/sign-out',
    '/sign-in?redirect_to=/sign-in',
  ])('leads home instead of to %j', async address => {
    const { visitor } = await open()
    const { hidden } = await visitor.get(`/sign-in?redirect_to=${encodeURIComponent(address)}`)
    expect(hidden['redirect_to']).toBe('')
    const { status, location } = await visitor.submit('/sign-in', { ...right, redirect_to: address })
    expect([status, location]).toEqual([302, 'https://school.example/'])
  })

  it.each([
    ['/%2fevil.example/', 'https://school.example/%2fevil.example/'],
    ['/%5cevil.example/', 'https://school.example/%5cevil.example/'],
    ['https:evil.example', 'https://school.example/evil.example'],
    ['/.//evil.example/', 'https://school.example//evil.example/'],
    ['/%0d%0aSet-Cookie:x', 'https://school.example/%0d%0aSet-Cookie:x'],
    ['/\r\nSet-Cookie:x', 'https://school.example/Set-Cookie:x'],
    ['/events/list/?cal-bar-search=a%26b#c', 'https://school.example/events/list/?cal-bar-search=a%26b#c'],
  ])('leads to %j on this site and nowhere else', async (address, led) => {
    const { visitor } = await open()
    const { location } = await visitor.submit('/sign-in', { ...right, redirect_to: address })
    expect(location).toBe(led)
  })

  it('says the same of a wrong password and of an unknown login, and keeps the login that was typed', async () => {
    const { visitor } = await open()
    const [one, other] = [
      await visitor.submit('/sign-in', { login: 'admin', password: 'wrong', redirect_to: '/imports' }),
      await visitor.submit('/sign-in', { login: 'nobody"><script>', password: 'wrong' }),
    ]
    const said = '<p class="error" role="alert">The login or the password is not right.</p>'
    expect([one.status, other.status]).toEqual([401, 401])
    for (const { text } of [one, other]) {
      expect(text).toContain(said)
      expect(text).not.toContain('wrong')
      expect(text).not.toContain('"><script>')
    }
    expect(one.text).toContain('value="admin"')
    expect(one.hidden['redirect_to']).toBe('https://school.example/imports')
    expect(visitor.cookies.has('__Host-belltower')).toBe(false)
  })

  it('needs a login and a password', async () => {
    const { visitor } = await open()
    expect((await visitor.submit('/sign-in', { login: '', password: 'x' })).status).toBe(400)
    expect((await visitor.submit('/sign-in', { login: 'admin' })).status).toBe(400)
  })

  it('a login, a password and a way back of 200 KB are wrong like any other, and not carried back', async () => {
    const service = await embeddedService()
    const visitor = browser(service)
    const { hidden } = await visitor.get('/sign-in')
    const long = 'x'.repeat(200_000)
    for (const form of [
      { login: long, password: 'x' },
      { login: 'admin', password: long },
      { login: 'admin', password: 'x', redirect_to: `/events/${long}` },
    ]) {
      const { status, text } = await visitor.ask('POST /sign-in', { form: { ...hidden, ...form } })
      expect([status, text.length < 20_000]).toEqual([401, true])
    }
    expect((await visitor.signIn()).status).toBe(302)
  })
  it('10 wrong passwords: 429 with Retry-After, even for the right one', async () => {
    const { visitor } = await open({}, () => Date.UTC(2027, 0, 10, 17))
    for (let count = 0; count < 10; count++) expect((await visitor.signIn('admin', 'wrong')).status).toBe(401)
    const { status, headers, text } = await visitor.signIn()
    expect([status, headers['retry-after']]).toEqual([429, '900'])
    expect(text).toContain('Please try again in 15 min.')
  })

  it('a session that was held before is over: nobody goes on with one that was planted', async () => {
    const { visitor } = await open()
    await visitor.signIn()
    const planted = visitor.cookies.get('__Host-belltower') ?? ''
    const browserToken = visitor.cookies.get('__Host-belltower-browser') ?? ''
    // the form as it was before anybody had signed in
    visitor.cookies.delete('__Host-belltower')
    const { hidden } = await visitor.get('/sign-in')
    visitor.cookies.set('__Host-belltower', planted)
    expect((await visitor.ask('POST /sign-in', { form: { ...hidden, ...right } })).status).toBe(302)
    expect(visitor.cookies.get('__Host-belltower')).not.toBe(planted)
    visitor.cookies.clear()
    visitor.cookies.set('__Host-belltower', planted).set('__Host-belltower-browser', browserToken)
    expect((await visitor.get('/nothing')).text).not.toContain('cal-rest-nonce')
  })

  it('whoever is signed in is told, or led back', async () => {
    const { visitor } = await open()
    await visitor.signIn()
    const { status, text } = await visitor.get('/sign-in')
    expect(status).toBe(200)
    expect(text).toContain('You are signed in as <strong>admin</strong>.')
    expect((await visitor.get('/sign-in?redirect_to=/imports')).location).toBe(
      'https://school.example/imports',
    )
    expect((await visitor.get('/sign-in?redirect_to=//evil.example')).location).toBeNull()
  })
})

describe('the link of the header', () => {
  const linkIn = (text: string) =>
    /<a href="([^"]*)" data-js="sign-in">Sign in<\/a>/.exec(text)?.[1]?.replaceAll('&amp;', '&')

  it.each([
    '/',
    '/events/list/?cal-bar-search=a%26b&paged=2',
    '/nothing/here/',
    '/?p=1&post_type=cal_events',
    '/event/caf%C3%A9/',
  ])('of %s leads back there', async path => {
    const { visitor } = await open()
    const link = linkIn((await visitor.get(path)).text) ?? ''
    expect(link).toBe(
      `https://school.example/sign-in?redirect_to=${encodeURIComponent(`https://school.example${path}`)}`,
    )
    expect((await visitor.submit(link, right)).location).toBe(`https://school.example${path}`)
  })
  it.each(['/sign-in', '/sign-in/?redirect_to=/imports', '/sign-out', `/nothing?${'x'.repeat(2_048)}`])(
    'of %.30s leads home',
    async path => {
      const { visitor } = await open()
      expect(linkIn((await visitor.get(path)).text)).toBe('https://school.example/sign-in')
    },
  )
  it.each([
    '//evil.example/',
    '/\\evil.example/',
    '/%2f%2fevil.example/',
    '/%0d%0aLocation:%20https://evil.example',
  ])('of %s stays on this site', async path => {
    const { service, visitor } = await open()
    const { body } = await service.app.inject({ url: path, headers: { accept: 'text/html' } })
    const link = linkIn(body)
    expect(link).toMatch(
      /^https:\/\/school\.example\/sign-in(\?redirect_to=https%3A%2F%2Fschool\.example%2F|$)/,
    )
    expect((await visitor.submit(link ?? '', right)).location).toMatch(/^https:\/\/school\.example\//)
  })
})

describe('00 §5 a form that was not asked for', () => {
  it.each([
    ['without a token', { form_token: '' }],
    ['with a made-up token', { form_token: '0123456789' }],
  ])('%s signs nobody in', async (_, form) => {
    const { visitor } = await open()
    const { status, text, hidden } = await visitor.submit('/sign-in', { ...right, ...form })
    expect(status).toBe(403)
    expect(text).toContain('Please try again.')
    expect(visitor.cookies.has('__Host-belltower')).toBe(false)
    // and brings a form that works
    expect((await visitor.ask('POST /sign-in', { form: { ...hidden, ...right } })).status).toBe(302)
  })
  it('with the token of another browser signs nobody in', async () => {
    const { service, visitor } = await open()
    const { hidden } = await browser(service).get('/sign-in')
    await visitor.get('/sign-in')
    expect((await visitor.ask('POST /sign-in', { form: { ...hidden, ...right } })).status).toBe(403)
    visitor.cookies.clear()
    expect((await visitor.ask('POST /sign-in', { form: { ...hidden, ...right } })).status).toBe(403)
  })
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'https://evil.example', host: 'school.example' }],
  ])('sent with %o signs nobody in', async headers => {
    const { visitor } = await open()
    const { hidden } = await visitor.get('/sign-in')
    const { status, text } = await visitor.ask('POST /sign-in', { form: { ...hidden, ...right }, headers })
    expect(status).toBe(403)
    expect(text).toContain('This form was not sent from a page of this site')
    expect(visitor.cookies.has('__Host-belltower')).toBe(false)
  })
  it.each([
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://school.example' }],
    [{ origin: 'https://school.example' }],
    [{ origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }],
  ])('sent with %o is one of this site', async headers => {
    const { visitor } = await open()
    const { hidden } = await visitor.get('/sign-in')
    expect((await visitor.ask('POST /sign-in', { form: { ...hidden, ...right }, headers })).status).toBe(302)
  })
  it('a JSON body is no form', async () => {
    const { service } = await open()
    const answer = await service.app.inject({ method: 'POST', url: '/sign-in', payload: right })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([403, 'text/html; charset=UTF-8'])
  })
})

describe('00 §5 sign-out', () => {
  it('GET asks and ends nothing', async () => {
    const { visitor } = await open()
    await visitor.signIn()
    const { status, text, hidden } = await visitor.get('/sign-out')
    expect(status).toBe(200)
    expect(text).toContain('<h1>Sign out?</h1>')
    expect(hidden['form_token']).toMatch(/^[0-9a-f]{10}$/)
    expect((await visitor.get('/nothing')).text).toContain('cal-rest-nonce')
  })
  it('POST ends the session for good and takes the cookie away', async () => {
    const { visitor } = await open()
    await visitor.signIn()
    const session = visitor.cookies.get('__Host-belltower') ?? ''
    const { status, location, headers } = await visitor.submit('/sign-out')
    expect([status, location]).toEqual([302, 'https://school.example/'])
    expect(headers['set-cookie']).toBe('__Host-belltower=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax')
    visitor.cookies.set('__Host-belltower', session)
    expect((await visitor.get('/nothing')).text).not.toContain('cal-rest-nonce')
  })
  it.each([[''], ['0123456789']])('a POST with the token %j ends nothing', async form_token => {
    const { visitor } = await open()
    await visitor.signIn()
    expect((await visitor.ask('POST /sign-out', { form: { form_token } })).status).toBe(403)
    expect((await visitor.get('/nothing')).text).toContain('cal-rest-nonce')
  })
  it('a guest is told that nobody is signed in', async () => {
    const { visitor } = await open()
    expect((await visitor.get('/sign-out')).text).toContain('You are signed out')
    expect((await visitor.ask('POST /sign-out', { form: {} })).location).toBe('https://school.example/')
  })
})
