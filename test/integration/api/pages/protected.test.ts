import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { embeddedService } from '../../../support/embedded-service.ts'

const C = '/cal/events/v1'
const SECRETS = /All welcome|Secret Hall|fair\.example|Hidden|\$5|ld\+json|sesame/

/** A site with a protected event, at a clock that is moved by hand. */
const world = async (env: Record<string, string> = {}) => {
  const clock = { ms: Date.UTC(2027, 0, 10, 17) }
  const service = await embeddedService(env, undefined, () => clock.ms)
  const make = async (kind: string, body: object) => {
    const answer = await service.ask(`POST ${C}/${kind}`, { body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return (answer.body as { id: number }).id
  }
  const event = (title: string, more: object = {}) =>
    make('events', { title, start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00', ...more })
  const protect = (type: string, id: number, text = 'open sesame') =>
    service.operate('set-password', { type, id, text })
  const id = await event('Spring fair', {
    description: 'All welcome.',
    cost: '5',
    website: 'https://fair.example/',
    venue: { venue: 'Secret Hall' },
    categories: ['Hidden'],
  })
  await protect('event', id)
  const visitor = browser(service)
  return {
    ...{ clock, service, make, event, protect, id, visitor },
    open: (password = 'open sesame', url = '/event/spring-fair/') => visitor.submit(url, { password }),
  }
}

describe('02 §4 the page of a protected item asks for its password', () => {
  it('with a form of its own, which belongs to the browser', async () => {
    const { visitor } = await world()
    const { status, text, headers, hidden } = await visitor.get('/event/spring-fair/')
    expect(status).toBe(200)
    expect(text).toMatch(
      /<form class="item__lock" method="post" action="https:\/\/school.example\/event\/spring-fair\/">/,
    )
    expect(text).toMatch(/<label for="item-password">Password<\/label>\s*<input\s+id="item-password"/)
    expect(hidden['form_token']).toMatch(/^[0-9a-f]{10}$/)
    expect([headers['cache-control'], headers['etag'], headers['vary']]).toEqual([
      'no-store',
      undefined,
      'Cookie, Accept-Encoding',
    ])
    expect(text).not.toMatch(SECRETS)
  })

  it('and shows everything to the browser that sent it, until ten days have gone by', async () => {
    const { clock, visitor, open } = await world()
    const { status, location, headers } = await open()
    expect([status, location]).toEqual([302, 'https://school.example/event/spring-fair/'])
    expect(headers['set-cookie']).toMatch(
      /^__Host-belltower-opened=\d+\.\d+\.[\w-]{43}; Max-Age=864000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(headers['set-cookie']).not.toContain('sesame')
    const { text, headers: shown } = await visitor.get('/event/spring-fair/')
    for (const part of ['All welcome', 'Secret Hall', 'fair.example', 'Hidden', '$5'])
      expect(text).toContain(part)
    expect(text).not.toContain('item__lock')
    // what one browser has opened is kept nowhere, and told to no other
    expect([shown['cache-control'], shown['etag'], shown['vary']]).toEqual([
      'no-store',
      undefined,
      'Cookie, Accept-Encoding',
    ])
    expect(text).toContain('<meta name="robots" content="noindex" />')
    expect(text).not.toMatch(/oembed|\/ical\/"/)
    clock.ms += 10 * 86_400_000 - 1_000
    expect((await visitor.get('/event/spring-fair/')).text).toContain('All welcome')
    clock.ms += 1_000
    expect((await visitor.get('/event/spring-fair/')).text).not.toMatch(SECRETS)
  })

  it('by id, too', async () => {
    const { visitor, open, id } = await world()
    expect((await visitor.get(`/?p=${id}`)).text).toContain('item__lock')
    await open()
    expect((await visitor.get(`/?p=${id}`)).text).toContain('All welcome')
  })

  it('over plain http the cookie is not Secure', async () => {
    const { open } = await world({ SITE_URL: 'http://localhost:8080' })
    expect((await open()).headers['set-cookie']).toMatch(
      /^belltower_opened=\d+\.\d+\.[\w-]{43}; Max-Age=864000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('another browser has to ask for itself, also with what the first one was told', async () => {
    const { service, open, visitor } = await world()
    await open()
    const other = browser(service)
    expect((await other.get('/event/spring-fair/')).text).not.toMatch(SECRETS)
    const { headers } = await visitor.get('/event/spring-fair/')
    const { status, text } = await other.ask('GET /event/spring-fair/', {
      headers: { 'if-none-match': headers['etag'] ?? '*' },
    })
    expect(status).toBe(200)
    expect(text).not.toMatch(SECRETS)
  })

  it('another password ends it, and the former one opens nothing any more', async () => {
    const { visitor, open, protect, id } = await world()
    await open()
    await protect('event', id, 'another one')
    expect((await visitor.get('/event/spring-fair/')).text).not.toMatch(SECRETS)
    expect((await open()).status).toBe(403)
    expect((await open('another one')).status).toBe(302)
    expect((await visitor.get('/event/spring-fair/')).text).toContain('All welcome')
  })

  it('without a password any more, the page is everybody’s, and a form that was sent late leads there', async () => {
    const { visitor, protect, id } = await world()
    const { hidden } = await visitor.get('/event/spring-fair/')
    await protect('event', id, '')
    const late = await visitor.ask('POST /event/spring-fair/', { form: { ...hidden, password: 'x' } })
    expect([late.status, late.location, late.headers['set-cookie']]).toEqual([
      302,
      'https://school.example/event/spring-fair/',
      undefined,
    ])
    expect((await visitor.get('/event/spring-fair/')).text).toContain('All welcome')
  })

  it('several items are open side by side, venues and organizers, too; twenty at most', async () => {
    const { visitor, open, protect, make, event } = await world()
    await protect('venue', await make('venues', { venue: 'Vault', address: '1 Lane' }), 'v')
    await protect('organizer', await make('organizers', { organizer: 'Club', email: 'c@club.example' }), 'o')
    await open()
    await open('v', '/venue/vault/')
    await open('o', '/organizer/club/')
    expect((await visitor.get('/event/spring-fair/')).text).toContain('All welcome')
    expect((await visitor.get('/venue/vault/')).text).toContain('1 Lane')
    expect((await visitor.get('/organizer/club/')).text).toContain('mailto:c@club.example')
    for (let n = 1; n <= 18; n++) {
      await protect('event', await event(`More ${n}`), `p${n}`)
      expect((await open(`p${n}`, `/event/more-${n}/`)).status).toBe(302)
    }
    expect(visitor.cookies.get('__Host-belltower-opened')?.split('~')).toHaveLength(20)
    // the one that was opened first had to go
    expect((await visitor.get('/event/spring-fair/')).text).not.toMatch(SECRETS)
    expect((await visitor.get('/venue/vault/')).text).toContain('1 Lane')
  })

  it.each([
    ['of another item', (cookie: string, other: number) => cookie.replace(/^\d+/, String(other))],
    ['for longer', (cookie: string) => cookie.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`)],
    ['without its seal', (cookie: string) => cookie.replace(/[\w-]{43}$/, 'A'.repeat(43))],
    ['of another form', (cookie: string) => `${cookie}x`],
    ['of nothing', () => '~..~%E0%A4%A'],
  ])('a cookie %s opens nothing', async (_, forge) => {
    const { visitor, open, protect, event } = await world()
    await open()
    const other = await event('Second', { description: 'All welcome.' })
    await protect('event', other)
    const name = '__Host-belltower-opened'
    visitor.cookies.set(name, forge(visitor.cookies.get(name) ?? '', other))
    for (const url of ['/event/spring-fair/', '/event/second/']) {
      const { status, text } = await visitor.get(url)
      expect(status).toBe(200)
      expect(text).not.toMatch(SECRETS)
    }
  })
})

describe('a password that is not right', () => {
  it('is said to be so, and neither shown nor kept', async () => {
    const { visitor, open } = await world()
    const { status, text, headers } = await open('opensesame<b>')
    expect([status, headers['cache-control'], headers['set-cookie']]).toEqual([403, 'no-store', undefined])
    expect(text).toContain(
      '<p class="error" id="item-password-said" role="alert">The password is not right.</p>',
    )
    expect(text).toMatch(/aria-describedby="item-password-said" aria-invalid="true"/)
    expect(text).not.toMatch(SECRETS)
    expect(visitor.cookies.has('__Host-belltower-opened')).toBe(false)
  })
  it('none: 400', async () => {
    const { open } = await world()
    const { status, text } = await open('')
    expect([status, text.includes('Please give the password.')]).toEqual([400, true])
  })
  it('10 times: 429 with Retry-After even for the right one, of this item alone', async () => {
    const { open, visitor, protect, make, clock } = await world()
    await protect('venue', await make('venues', { venue: 'Vault' }))
    for (let n = 0; n < 10; n++) expect((await open('wrong')).status).toBe(403)
    const { status, headers, text } = await open()
    expect([status, headers['retry-after']]).toEqual([429, '900'])
    expect(text).toContain('Please try again in 15 min.')
    expect((await open('open sesame', '/venue/vault/')).status).toBe(302)
    // signing in is counted apart
    expect((await visitor.signIn()).status).toBe(302)
    clock.ms += 900_001
    visitor.cookies.delete('__Host-belltower')
    expect((await open()).status).toBe(302)
  })
  it('right ones are not counted', async () => {
    const { open, visitor } = await world()
    for (let n = 0; n < 12; n++) {
      visitor.cookies.delete('__Host-belltower-opened')
      expect((await open()).status).toBe(302)
    }
  })
  it.each([
    ['without a token', { form_token: '' }],
    ['with a made-up token', { form_token: '0123456789' }],
  ])('a form %s opens nothing', async (_, form) => {
    const { visitor } = await world()
    const { status, text } = await visitor.submit('/event/spring-fair/', {
      password: 'open sesame',
      ...form,
    })
    expect([status, text.includes('Please try again.')]).toEqual([403, true])
    expect(text).not.toMatch(SECRETS)
  })
  it('a form of another site opens nothing', async () => {
    const { visitor } = await world()
    const { hidden } = await visitor.get('/event/spring-fair/')
    const { status } = await visitor.ask('POST /event/spring-fair/', {
      form: { ...hidden, password: 'open sesame' },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect([status, visitor.cookies.has('__Host-belltower-opened')]).toEqual([403, false])
  })
  it('nothing, a draft and the trash: 404, whatever was sent', async () => {
    const { visitor, service, event, protect, id } = await world()
    const draft = await event('Draft', { status: 'draft', slug: 'draft' })
    await protect('event', draft)
    const { hidden } = await visitor.get('/event/spring-fair/')
    await service.ask(`DELETE ${C}/events/${id}`)
    for (const slug of ['nothing', 'draft', 'spring-fair', 'spring-fair__trashed']) {
      const form = { ...hidden, password: 'open sesame' }
      expect([slug, (await visitor.ask(`POST /event/${slug}/`, { form })).status]).toEqual([slug, 404])
    }
  })
})

describe('what somebody has opened is open on its page alone', () => {
  it('frames, descriptions, views, feeds and routes say the same as before', async () => {
    const { visitor, open, service, id } = await world()
    const said = async () => {
      const pages: unknown[] = []
      for (const url of [
        '/event/spring-fair/?embed=true',
        '/events/list/',
        '/events/month/2027-05/',
        '/events/2027-05-08/',
        '/events/ical/',
        '/event/spring-fair/ical/',
        `/index.php?rest_route=${C}/events/${id}`,
        `/index.php?rest_route=${C}/events`,
        '/index.php?rest_route=/cal/views/v2/html&u=/events/list/',
        `/index.php?rest_route=/oembed/1.0/embed&url=${encodeURIComponent('https://school.example/event/spring-fair/')}`,
      ]) {
        const { status, text } = await visitor.get(url)
        expect(text, url).not.toMatch(/All welcome|Secret Hall|fair\.example|\$5|sesame/)
        pages.push([url, status, text.length])
      }
      return pages
    }
    const before = await said()
    await open()
    expect((await visitor.get('/event/spring-fair/')).text).toContain('All welcome')
    expect(await said()).toEqual(before)
    expect((await service.ask(`GET ${C}/events/${id}`, { headers: {} })).status).toBe(403)
  })
  it('a frame on another site asks for no password', async () => {
    const { visitor } = await world()
    const { text, headers } = await visitor.get('/event/spring-fair/?embed=true')
    expect(text).toContain('Spring fair')
    expect(text).not.toMatch(/<form|item__lock/)
    expect(headers['set-cookie']).toBeUndefined()
  })
  it('an event that names a protected venue does not open it', async () => {
    const { visitor, open, protect, make, event } = await world()
    const venue = await make('venues', { venue: 'Vault', address: '1 Lane' })
    await protect('venue', venue)
    await protect('event', await event('Second', { venue }))
    await open('open sesame', '/event/second/')
    const { text } = await visitor.get('/event/second/')
    expect(text).toContain('Vault')
    expect(text).not.toContain('1 Lane')
    await open('open sesame', '/venue/vault/')
    expect((await visitor.get('/event/second/')).text).not.toContain('1 Lane')
  })
  it('who is signed in and may not edit it is asked, too, and remembered', async () => {
    const { visitor, open, service } = await world()
    await service.operate('create-user', {
      ...{ login: 'sub', email: 's@school.example', role: 'subscriber', password: 'a long password' },
    })
    await visitor.signIn('sub', 'a long password')
    expect((await visitor.get('/event/spring-fair/')).text).not.toMatch(SECRETS)
    expect((await open()).status).toBe(302)
    const { text, headers } = await visitor.get('/event/spring-fair/')
    expect(text).toContain('All welcome')
    expect(headers['cache-control']).toBe('no-store')
  })
})
