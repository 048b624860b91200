import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { basic, embeddedService } from '../../../support/embedded-service.ts'

type Listed = { readonly uuid: string; readonly name: string; readonly last_ip: string | null }

/** A site with a subscriber who is signed in. */
const world = async (env: Record<string, string> = {}) => {
  const clock = { ms: Date.UTC(2027, 0, 10, 17) }
  const service = await embeddedService(env, undefined, () => clock.ms)
  await service.operate('create-user', {
    ...{ login: 'sub', email: 'sub@school.example', role: 'subscriber', password: 'a long password' },
  })
  const visitor = browser(service)
  expect((await visitor.signIn('sub', 'a long password')).status).toBe(302)
  const listed = async (login = 'sub') =>
    (
      (await service.operate('list-application-passwords', { login })).body as {
        passwords: readonly Listed[]
      }
    ).passwords
  const make = async (name: string) => {
    const answer = await visitor.submit('/account', { choice: 'make', name })
    const secret = /<code>([A-Za-z0-9 ]{29})<\/code>/.exec(answer.text)?.[1] ?? ''
    return { ...answer, secret }
  }
  const works = async (secret: string) =>
    (await service.ask('GET /', { headers: basic('sub', secret) })).status
  return { clock, service, visitor, listed, make, works }
}

describe('06 §5 00 §5 {base_url}/account GET', () => {
  it('needs a session, and leads back after signing in', async () => {
    const { service } = await world()
    const { status, location } = await browser(service).get('/account')
    expect([status, location]).toEqual([
      302,
      'https://school.example/sign-in?redirect_to=https%3A%2F%2Fschool.example%2Faccount',
    ])
  })
  it('is linked from the header of everybody who is signed in, and of no guest', async () => {
    const { visitor, service } = await world()
    expect((await visitor.get('/events/')).text).toContain('href="https://school.example/account"')
    expect((await browser(service).get('/events/')).text).not.toContain('/account"')
  })
  it('lists what applications have: name, when it was made and last used, and from where', async () => {
    const { visitor, make, works, clock } = await world()
    expect((await visitor.get('/account')).text).toContain('No application has a password of yours.')
    const { secret } = await make('Phone <b>')
    const before = await visitor.get('/account')
    expect(before.text).toContain('<h3 class="password-row__name">Phone &lt;b&gt;</h3>')
    expect(before.text).toContain(
      '<time datetime="2027-01-10T17:00:00.000Z">January 10, 2027 12:00 pm EST</time>',
    )
    expect(before.text).toContain('not used so far')
    expect(before.text).not.toContain(secret)
    expect(before.headers['cache-control']).toBe('no-store')
    clock.ms += 3_600_000
    expect(await works(secret)).toBe(200)
    // nobody waits for the note
    await expect
      .poll(async () => (await visitor.get('/account')).text)
      .toMatch(/last used\s+<time datetime="2027-01-10T18:00:00.000Z">[^<]+<\/time>\s+from 127.0.0.1/)
  })
})

describe('06 §5 POST make', () => {
  it('shows it once, and it works', async () => {
    const { make, works, listed, visitor } = await world()
    const { status, headers, text, secret } = await make(' Phone app ')
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(text).toContain('<strong>Phone app</strong>')
    expect(await works(secret)).toBe(200)
    expect(await listed()).toMatchObject([{ name: 'Phone app' }])
    expect((await visitor.get('/account')).text).not.toContain(secret)
  })
  it.each([
    ['', 'Please give the application a name.'],
    ['  ', 'Please give the application a name.'],
    ['x'.repeat(201), 'Please use at most 200 characters.'],
  ])('a bad name: 400, nothing made', async (name, said) => {
    const { make, listed } = await world()
    const { status, text } = await make(name)
    expect([status, text.includes(said)]).toEqual([400, true])
    expect(await listed()).toEqual([])
  })
  it('50 at most: 409', async () => {
    const { make, listed, service } = await world()
    for (let n = 0; n < 50; n++)
      await service.operate('create-application-password', { login: 'sub', name: `n${n}` })
    expect((await make('one more')).status).toBe(409)
    expect(await listed()).toHaveLength(50)
  })
  it('100 in a day, of those that were taken back, too: 429 with Retry-After; refused ones are not counted', async () => {
    const { make, listed, visitor, clock } = await world()
    const { hidden } = await visitor.get('/account')
    const post = (form: Record<string, string>) =>
      // of a page without a key: each sending makes one
      visitor.ask('POST /account', { form: { ...hidden, form_key: '', ...form } })
    for (let n = 0; n < 100; n++) {
      expect((await post({ choice: 'make', name: 'x' })).status).toBe(200)
      if (n % 10 === 0) expect((await post({ choice: 'make', name: '' })).status).toBe(400)
      if (n % 25 === 24) await post({ choice: 'revoke-all' })
    }
    const { status, headers } = await make('one more')
    expect([status, headers['retry-after'], await listed()]).toEqual([429, '86400', []])
    clock.ms += 86_400_000
    expect((await make('one more')).status).toBe(200)
  })
  it('where they are off: 501, nothing made; what there is can still be taken back', async () => {
    const { make, listed, service, visitor } = await world()
    await make('Phone')
    const { hidden } = await visitor.get('/account')
    await service.operate('set-option', { name: 'application_passwords', value: 'off' })
    expect((await visitor.get('/account')).text).toContain(
      'Application passwords are not available on this site.',
    )
    const form = { ...hidden, choice: 'make', name: 'x' }
    expect((await visitor.ask('POST /account', { form })).status).toBe(501)
    const uuid = (await listed())[0]?.uuid ?? ''
    await visitor.submit('/account', { choice: 'revoke', uuid })
    expect(await listed()).toEqual([])
  })
})

describe('06 §5 POST revoke', () => {
  it('takes one back at once; again: nothing happens', async () => {
    const { make, works, listed, visitor } = await world()
    const [one, two] = [await make('One'), await make('Two')]
    const uuid = (await listed())[0]?.uuid ?? ''
    for (let n = 0; n < 2; n++) {
      const { status, location } = await visitor.submit('/account', { choice: 'revoke', uuid })
      expect([status, location]).toEqual([302, 'https://school.example/account'])
    }
    expect([await works(one.secret), await works(two.secret)]).toEqual([401, 200])
  })
  it('takes nothing of somebody else', async () => {
    const { listed, visitor } = await world()
    const uuid = (await listed('admin'))[0]?.uuid ?? ''
    expect(uuid).not.toBe('')
    await visitor.submit('/account', { choice: 'revoke', uuid })
    await visitor.submit('/account', { choice: 'revoke-all' })
    expect(await listed('admin')).toMatchObject([{ uuid }])
  })
})

describe('06 §5 POST revoke-all', () => {
  it('takes all back at once, and the history says so', async () => {
    const { make, works, listed, visitor, service } = await world()
    const made = [await make('One'), await make('Two')]
    expect((await visitor.get('/account')).text).toContain('value="revoke-all"')
    await visitor.submit('/account', { choice: 'revoke-all' })
    expect(await Promise.all(made.map(({ secret }) => works(secret)))).toEqual([401, 401])
    expect(await listed()).toEqual([])
    const { body } = await service.operate('history', { type: 'user', id: '2' })
    const { entries } = body as { entries: readonly { fact: string; actor: object }[] }
    expect(entries.slice(0, 2)).toMatchObject([
      { fact: 'ApplicationPasswordRevoked', actor: { id: 2, login: 'sub' } },
      { fact: 'ApplicationPasswordRevoked', actor: { id: 2, login: 'sub' } },
    ])
  })
})

describe('06 §5 other forms', () => {
  it.each([
    ['without a token', { form_token: '' }, {}, 403],
    ['with a made-up token', { form_token: '0123456789' }, {}, 403],
    ['of another site', {}, { 'sec-fetch-site': 'cross-site' }, 403],
    ['without a choice', { choice: '' }, {}, 400],
  ])('%s: nothing is done', async (_, form, headers, expected) => {
    const { visitor, listed } = await world()
    const { hidden } = await visitor.get('/account')
    const sent = { ...hidden, choice: 'make', name: 'x', ...form }
    expect((await visitor.ask('POST /account', { form: sent, headers })).status).toBe(expected)
    expect(await listed()).toEqual([])
  })
  it('signed out in the meantime: to sign-in', async () => {
    const { visitor, listed } = await world()
    const { hidden } = await visitor.get('/account')
    visitor.cookies.clear()
    const { status } = await visitor.ask('POST /account', { form: { ...hidden, choice: 'make', name: 'x' } })
    expect(status).toBe(302)
    expect(await listed()).toEqual([])
  })
})

describe('01 §8.1 sign-ins at once (chosen)', () => {
  it('60 at once from everywhere: the last ones 503 with Retry-After, and that counts as no attempt', async () => {
    const { service } = await world({ TRUSTED_PROXIES: '127.0.0.1' })
    const guest = browser(service)
    const { hidden } = await guest.get('/sign-in')
    const signIn = (n: number, login = `nobody${n}`, password = 'x') =>
      guest.ask('POST /sign-in', {
        form: { ...hidden, login, password },
        headers: { 'x-forwarded-for': `198.51.100.${n}` },
      })
    const all = await Promise.all(Array.from({ length: 80 }, (_, n) => signIn(n, 'sub')))
    const busy = all.filter(({ status }) => status === 503)
    expect(all.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(80 - busy.length)
    expect(busy.length).toBeGreaterThanOrEqual(80 - 52)
    expect(busy[0]?.headers['retry-after']).toBe('5')
    expect(busy[0]?.text).toContain('Too many people are signing in')
    // 100 would have locked the account for everybody who was not there before
    const more = await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(n + 100, 'sub')))
    expect(more.map(({ status }) => status)).toEqual(more.map(() => 401))
    expect((await signIn(200, 'sub', 'a long password')).status).toBe(302)
  })
})
