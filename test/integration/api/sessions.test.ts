import { trailsOfVersion } from '../../../shared/documents/trails.ts'
import { randomBytes } from 'node:crypto'
import { type EpochMs, epochMs } from '../../../shared/kernel/brands.ts'
import { keptMemory } from '../../../services/api/platform/answers/kept-memory.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { usersInMemory } from '../../../services/accounts/users-in-memory.ts'
import { SESSION_MS, sessionsOn } from '../../../services/accounts/sessions.ts'
import { buildApp } from '../../../services/api/app.ts'
import { composedDesk } from '../../../services/wiring/api/sessions.ts'
import { json } from '../../../services/api/platform/answers/answer.ts'
import { endpoint, route } from '../../../services/api/platform/route.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { accountsIn } from '../../support/accounts.ts'
import { personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { moment, site } from '../../support/moment.ts'
import { passwordGuard } from '../../../services/accounts/guard.ts'
import { plusMs, isoOfMs } from '../../../shared/kernel/time/calculate.ts'

const HOUR = 3_600_000
const N = 'cal/events/v1'
const who = () =>
  route(N, `/${N}/who`, [
    endpoint({
      methods: ['GET', 'POST'],
      args: {},
      handle: (_, { caller }) => json(200, { who: caller?.login ?? null }),
    }),
  ])

/** One process on a log: its users, its sessions and its interface. */
const processOn = async (store: EventStore, clock: { ms: EpochMs }) => {
  const nowMs = () => clock.ms
  const directory = usersInMemory()
  const accounts = accountsIn(store, directory)
  const sessions = sessionsOn({ store, directory, random: randomBytes, nowMs })
  const guard = passwordGuard()
  const desk = composedDesk({ store, directory, accounts, sessions, guard, usersCurrent: () => null, nowMs })
  const app = buildApp({
    routes: [who()],
    adminRoutes: async () => [],
    site: () => site,
    nowMs,
    credentials: { authenticate: accounts.authenticate, session: desk.session },
    newCorrelation: () => 'c1',
    report: error => {
      throw error
    },
    refresh: null,
    readModelVersion: () => 'v1',
    trails: trailsOfVersion(() => 'v1'),
    notReady: async () => [],
    kept: keptMemory(1_000_000),
  })
  onTestFinished(() => app.close())
  const context = () => ({ ...personAt(), at: isoOfMs(clock.ms) })
  const signIn = async (
    login: string,
    password = 'right',
    address = '192.0.2.1',
    cookie: string | null = null,
  ) => desk.signIn({ login, password, address, cookie }, site, context())
  return {
    ...{ accounts, desk, directory, sessions, signIn, context },
    follow: async () => {
      const stop = new AbortController()
      for await (const { records, live } of store.follow(null, [], stop.signal)) {
        directory.apply(records)
        sessions.apply(records)
        if (live) stop.abort()
      }
    },
    cookieOf: async (login: string, password?: string) => {
      const done = await signIn(login, password)
      if (!done.ok) throw new Error(done.code)
      return done.setCookie.split(';')[0] ?? ''
    },
    nonceOf: async (cookie: string | null) => {
      const at = { ...moment, ms: clock.ms }
      return desk.nonceFor(await desk.sittingAt(cookie, at), 'core_rest', clock.ms)
    },
    ask: async (
      headers: Record<string, string>,
      { query = '', body }: { query?: string; body?: object } = {},
    ) => {
      const answer = await app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url: `/index.php?rest_route=/${N}/who${query}`,
        headers,
        ...(body === undefined ? {} : { payload: body }),
      })
      const { who: login, code } = answer.json<{ who?: string | null; code?: string }>()
      return { status: answer.statusCode, who: login, code, headers: answer.headers }
    },
  }
}

const world = async () => {
  const clock = { ms: moment.ms }
  const store = memoryLog(() => clock.ms)
  const one = await processOn(store, clock)
  for (const [login, role] of [
    ['ada', 'editor'],
    ['bob', 'author'],
  ] as const)
    await one.accounts.createUser(
      { login, email: `${login}@school.example`, role, password: 'right' },
      one.context(),
    )
  return { clock, store, ...one }
}

const REFUSED = { status: 403, code: 'rest_cookie_invalid_nonce' }

describe('01 §8.2 cookie and nonce', () => {
  it('together they sign in; the answer brings a fresh nonce and may not be stored', async () => {
    const { ask, cookieOf, nonceOf } = await world()
    const cookie = await cookieOf('ada')
    const nonce = await nonceOf(cookie)
    expect(nonce).toMatch(/^[0-9a-f]{10}$/)
    const answer = await ask({ cookie, 'x-core-nonce': nonce })
    expect(answer).toMatchObject({ status: 200, who: 'ada' })
    expect(answer.headers['x-core-nonce']).toBe(nonce)
    expect(answer.headers['cache-control']).toContain('no-store')
  })

  it('the nonce may be the parameter _nonce, in the query and in a body', async () => {
    const { ask, cookieOf, nonceOf } = await world()
    const cookie = await cookieOf('ada')
    const nonce = await nonceOf(cookie)
    expect(await ask({ cookie }, { query: `&_nonce=${nonce}` })).toMatchObject({ who: 'ada' })
    expect(await ask({ cookie }, { body: { _nonce: nonce } })).toMatchObject({ who: 'ada' })
    expect(await ask({ cookie }, { body: { _nonce: '0000000000' } })).toMatchObject(REFUSED)
    // of both the header counts
    const header = { cookie, 'x-core-nonce': nonce }
    expect(await ask(header, { query: '&_nonce=0000000000' })).toMatchObject({ who: 'ada' })
    const stale = { cookie, 'x-core-nonce': '0000000000' }
    expect(await ask(stale, { query: `&_nonce=${nonce}` })).toMatchObject(REFUSED)
    // an empty one is a wrong one
    expect(await ask({ cookie }, { query: '&_nonce=' })).toMatchObject(REFUSED)
    expect(await ask({}, { body: { _nonce: '0000000000' } })).toMatchObject(REFUSED)
    expect(await ask({}, { query: '&%5Fnonce=0000000000' })).toMatchObject(REFUSED)
  })

  it('a cookie without nonce is a guest', async () => {
    const { ask, cookieOf } = await world()
    expect(await ask({ cookie: await cookieOf('ada') })).toMatchObject({ status: 200, who: null })
  })

  it('a nonce counts in its own tick of 12 hours and the next', async () => {
    const { ask, clock, nonceOf } = await world()
    clock.ms = epochMs(Math.ceil(clock.ms / (12 * HOUR)) * 12 * HOUR)
    const nonce = await nonceOf(null)
    const at = async (ms: number) => {
      const start = clock.ms
      clock.ms = plusMs(clock.ms, ms)
      const { status } = await ask({ 'x-core-nonce': nonce })
      clock.ms = start
      return status
    }
    expect([await at(0), await at(24 * HOUR - 1), await at(24 * HOUR), await at(-1)]).toEqual([
      200, 200, 403, 403,
    ])
  })

  it('nonces of another user, of another session, of no session, of another action and of guests are wrong', async () => {
    const { ask, cookieOf, nonceOf, desk, clock } = await world()
    const [ada, again, bob] = [await cookieOf('ada'), await cookieOf('ada'), await cookieOf('bob')]
    const held = await desk.sittingAt(ada, { ...moment, ms: clock.ms })
    const wrong = [
      await nonceOf(bob),
      await nonceOf(again),
      await nonceOf(null),
      (await desk.nonceOfLogin('ada', 'core_rest', clock.ms)) ?? '',
      await desk.nonceFor(held, 'cal_wizard', clock.ms),
      `${await nonceOf(ada)}0`,
      '',
    ]
    for (const nonce of wrong)
      expect(await ask({ cookie: ada, 'x-core-nonce': nonce })).toMatchObject(REFUSED)
    expect(await ask({ cookie: bob, 'x-core-nonce': await nonceOf(ada) })).toMatchObject(REFUSED)
    expect(await ask({ 'x-core-nonce': await nonceOf(ada) })).toMatchObject(REFUSED)
    const refused = await ask({ 'x-core-nonce': '0000000000' })
    expect(refused.headers['cache-control']).toContain('no-store')
  })

  it('guests have nonces', async () => {
    const { ask, desk, clock } = await world()
    const nonce = await desk.nonceOfLogin('guest', 'core_rest', clock.ms)
    expect(await ask({ 'x-core-nonce': nonce ?? '' })).toMatchObject({ status: 200, who: null })
    expect(await desk.nonceOfLogin('nobody', 'core_rest', clock.ms)).toBeNull()
  })

  it('Basic and cookie together: Basic counts', async () => {
    const { ask, accounts, cookieOf, context } = await world()
    const made = await accounts.createApplicationPassword('bob', { name: 'x', appId: '' }, context())
    const secret = made.ok ? made.value.secret : ''
    const authorization = `Basic ${Buffer.from(`bob:${secret}`).toString('base64')}`
    expect(await ask({ authorization, cookie: await cookieOf('ada'), 'x-core-nonce': 'x' })).toMatchObject({
      who: 'bob',
    })
  })

  it('other processes know sessions and nonces at once, and ends as soon as they have followed', async () => {
    const { store, clock, cookieOf, nonceOf, desk, context } = await world()
    const other = await processOn(store, clock)
    await other.follow()
    const cookie = await cookieOf('ada')
    const nonce = await nonceOf(cookie)
    expect(await other.ask({ cookie, 'x-core-nonce': nonce })).toMatchObject({ who: 'ada' })
    await desk.signOut(cookie, site, context())
    await other.follow()
    expect(await other.ask({ cookie, 'x-core-nonce': nonce })).toMatchObject(REFUSED)
  })
})

describe('a session ends', () => {
  it('by signing out: its nonce and its cookie are worth nothing', async () => {
    const { ask, cookieOf, nonceOf, desk, context } = await world()
    const cookie = await cookieOf('ada')
    const nonce = await nonceOf(cookie)
    expect(await desk.signOut(cookie, site, context())).toBe(
      '__Host-belltower=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
    expect(await ask({ cookie, 'x-core-nonce': nonce })).toMatchObject(REFUSED)
    expect(await desk.signOut('__Host-belltower=nothing', site, context())).toContain('Max-Age=0')
  })

  it('by the clock', async () => {
    const { clock, cookieOf, desk } = await world()
    const cookie = await cookieOf('ada')
    expect(await desk.sittingAt(cookie, { ...moment, ms: epochMs(clock.ms + SESSION_MS - 1) })).not.toBeNull()
    expect(await desk.sittingAt(cookie, { ...moment, ms: epochMs(clock.ms + SESSION_MS) })).toBeNull()
  })

  it('all of a user at once when the password is changed, and of nobody else', async () => {
    const { ask, accounts, cookieOf, nonceOf, context } = await world()
    const [one, two, bob] = [await cookieOf('ada'), await cookieOf('ada'), await cookieOf('bob')]
    const nonces = [await nonceOf(one), await nonceOf(two), await nonceOf(bob)] as const
    await accounts.changePassword('ada', { password: 'new', endApplications: false }, context())
    expect(await ask({ cookie: one, 'x-core-nonce': nonces[0] })).toMatchObject(REFUSED)
    expect(await ask({ cookie: two, 'x-core-nonce': nonces[1] })).toMatchObject(REFUSED)
    expect(await ask({ cookie: bob, 'x-core-nonce': nonces[2] })).toMatchObject({ who: 'bob' })
    const cookie = await cookieOf('ada', 'new')
    expect(await ask({ cookie, 'x-core-nonce': await nonceOf(cookie) })).toMatchObject({ who: 'ada' })
  })

  it('when its holder signs in anew: nobody goes on with a token that was known before', async () => {
    const { ask, signIn, cookieOf, nonceOf } = await world()
    const planted = await cookieOf('bob')
    const nonce = await nonceOf(planted)
    const done = await signIn('ada', 'right', '192.0.2.1', planted)
    expect(done).toMatchObject({ ok: true, user: { login: 'ada' } })
    expect(done.ok && done.setCookie).not.toContain(planted)
    expect(await ask({ cookie: planted, 'x-core-nonce': nonce })).toMatchObject(REFUSED)
  })
})

describe('the cookie', () => {
  it('is for this host, over https, out of reach of scripts and of other sites', async () => {
    const { signIn, desk, context } = await world()
    const done = await signIn('ada')
    expect(done.ok && done.setCookie).toMatch(
      /^__Host-belltower=[\w-]{43}; Max-Age=172800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const plain = { ...site, baseUrl: 'http://localhost:8080' }
    const sent = { login: 'ada', password: 'right', address: '::1', cookie: null }
    const local = await desk.signIn(sent, plain, context())
    expect(local.ok && local.setCookie).toMatch(
      /^belltower_session=[\w-]{43}; Max-Age=172800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is in the log as a digest only', async () => {
    const { store, cookieOf } = await world()
    const token = (await cookieOf('ada')).split('=')[1] ?? ''
    const all = []
    const stop = new AbortController()
    for await (const { records, live } of store.follow(null, [], stop.signal)) {
      all.push(...records)
      if (live) stop.abort()
    }
    expect(all.some(({ type }) => type === 'SignedIn')).toBe(true)
    expect(JSON.stringify(all)).not.toContain(token)
  })
})

describe('01 §8.1 sign-in guard (chosen)', () => {
  const minutes = (n: number) => n * 60_000

  it('10 wrong passwords for one login from one address, then 429 for 15 minutes, even for the right one', async () => {
    const { signIn, clock } = await world()
    const all = await Promise.all(Array.from({ length: 11 }, () => signIn('ada', 'wrong')))
    expect(all.filter(one => !one.ok && one.code === 'wrong')).toHaveLength(10)
    expect(await signIn('ADA')).toEqual({ ok: false, code: 'too-many', retryAfterS: 900 })
    expect(await signIn('ada', 'right', '198.51.100.7')).toMatchObject({ ok: true })
    expect(await signIn('bob')).toMatchObject({ ok: true })
    clock.ms = plusMs(clock.ms, minutes(15) - 1)
    expect(await signIn('ada')).toEqual({ ok: false, code: 'too-many', retryAfterS: 1 })
    clock.ms = plusMs(clock.ms, 1)
    expect(await signIn('ada')).toMatchObject({ ok: true })
  })

  it('login and e-mail address, in any case, are one account: 10 in all', async () => {
    const { signIn } = await world()
    const names = ['ada', 'Ada', 'ada@school.example', 'ADA@School.example', ' ada ']
    const all = []
    for (let n = 0; n < 15; n++) all.push(await signIn(names[n % names.length] ?? '', 'wrong'))
    expect(all.filter(one => !one.ok && one.code === 'wrong')).toHaveLength(10)
    for (const name of names)
      expect(await signIn(name)).toEqual({ ok: false, code: 'too-many', retryAfterS: 900 })
    expect(await signIn('bob')).toMatchObject({ ok: true })
  })

  it('100 wrong ones of one account from everywhere lock it for an hour, but not where its user was before', async () => {
    const { signIn, clock } = await world()
    expect(await signIn('ada', 'right', '203.0.113.1')).toMatchObject({ ok: true })
    for (let n = 0; n < 100; n++)
      expect(await signIn('ada', 'wrong', `198.51.100.${n}`)).toEqual({ ok: false, code: 'wrong' })
    expect(await signIn('ada', 'right', '203.0.113.2')).toEqual({
      ...{ ok: false, code: 'too-many', retryAfterS: 3_600 },
    })
    expect(await signIn('ada', 'right', '203.0.113.1')).toMatchObject({ ok: true })
    expect(await signIn('bob', 'right', '203.0.113.2')).toMatchObject({ ok: true })
    clock.ms = plusMs(clock.ms, minutes(60))
    expect(await signIn('ada', 'right', '203.0.113.2')).toMatchObject({ ok: true })
  })

  it('100 wrong passwords from one address, whatever the login', async () => {
    const { signIn, clock } = await world()
    const all = []
    for (let n = 0; n < 100; n++) all.push(await signIn(`nobody${n}`, 'x'))
    expect(all.every(one => !one.ok && one.code === 'wrong')).toBe(true)
    expect(await signIn('ada')).toEqual({ ok: false, code: 'too-many', retryAfterS: 900 })
    expect(await signIn('ada', 'right', '192.0.2.2')).toMatchObject({ ok: true })
    clock.ms = plusMs(clock.ms, minutes(15))
    expect(await signIn('ada')).toMatchObject({ ok: true })
  })

  it('right passwords are not counted, and unknown logins are told the same as wrong passwords', async () => {
    const { signIn } = await world()
    for (let n = 0; n < 12; n++) expect(await signIn('ada')).toMatchObject({ ok: true })
    expect(await signIn('nobody', 'x')).toEqual(await signIn('ada', 'x'))
  })
})
