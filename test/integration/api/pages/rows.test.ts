import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { embeddedService } from '../../../support/embedded-service.ts'

const C = '/cal/events/v1'
const NOW = Date.UTC(2027, 0, 10, 17)
const right = { login: 'admin', password: 'the account password' }

/** Rows of the table of addresses outside the interface (spec 00 §5), by their labels. */
const world = async () => {
  const service = await embeddedService({}, undefined, () => NOW)
  const guest = browser(service)
  const made = async (kind: string, body: object) => {
    const answer = await service.ask(`POST ${C}/${kind}`, { body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return (answer.body as { id: number }).id
  }
  const event = (title: string, more: object = {}) =>
    made('events', { title, start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00', ...more })
  return { service, guest, made, event, get: guest.get }
}

describe('00 §5 HTML pages outside REST', () => {
  it('{base_url}/ and {base_url}/events/...: the view of that address, with its data', async () => {
    const { get, event } = await world()
    await event('Spring fair')
    for (const url of ['/', '/events/', '/events/list/', '/events/month/2027-05/', '/events/2027-05-08/']) {
      const { status, headers, text } = await get(url)
      expect([status, headers['content-type']], url).toEqual([200, 'text/html; charset=UTF-8'])
      expect(text, url).toContain('Spring fair')
      expect(text, url).toContain('<script type="application/json" data-js="cal-events-view-data">')
    }
  })

  it('{base_url}/event/{slug}/, /venue/{slug}/, /organizer/{slug}/: title, content, JSON-LD, two discovery links', async () => {
    const { get, made, event } = await world()
    await event('Spring fair', { description: 'All welcome.' })
    await made('venues', { venue: 'Main Hall', description: 'Ground floor.' })
    await made('organizers', { organizer: 'PTA', description: 'Parents.' })
    for (const [url, name, content, type] of [
      ['/event/spring-fair/', 'Spring fair', '<p>All welcome.</p>', 'Event'],
      ['/venue/main-hall/', 'Main Hall', '<p>Ground floor.</p>', 'Place'],
      ['/organizer/pta/', 'PTA', '<p>Parents.</p>', 'Person'],
    ] as const) {
      const { status, text } = await get(url)
      expect(status).toBe(200)
      expect(text).toContain(`<h1>${name}</h1>`)
      expect(text).toContain(content)
      expect(text).toContain(`"@type":"${type}"`)
      expect(text.match(/<link rel="alternate" type="(application\/json|text\/xml)\+oembed"/g)).toHaveLength(
        2,
      )
      const framed = await get(`${url}?embed=true`)
      expect([framed.status, framed.text.includes(name)]).toEqual([200, true])
    }
  })

  it('{base_url}/?p={id}, /?post_type=TYPE&p={id}: the same page', async () => {
    const { get, made, event } = await world()
    for (const [type, id, name] of [
      ['cal_events', await event('Spring fair'), 'Spring fair'],
      ['cal_venue', await made('venues', { venue: 'Main Hall' }), 'Main Hall'],
      ['cal_organizer', await made('organizers', { organizer: 'PTA' }), 'PTA'],
    ] as const)
      for (const url of [`/?p=${id}`, `/?post_type=${type}&p=${id}`]) {
        const { status, text, location } = await get(url)
        // the address by slug is where it leads, or it is shown at once
        expect([200, 301, 302]).toContain(status)
        const page = location === null ? text : (await get(location)).text
        expect(page, url).toContain(`<h1>${name}</h1>`)
      }
    expect((await get('/?post_type=cal_venue&p=4711')).status).toBe(404)
  })

  it('{base_url}/events/category/{slug}/, /events/tag/{slug}/: the calendar of the term', async () => {
    const { get, event } = await world()
    await event('Ski trip', { categories: ['Trips'] })
    await event('Chess night', { tags: ['Games'] })
    const shown = async (url: string) => {
      const { status, text } = await get(url)
      return [status, text.includes('Ski trip'), text.includes('Chess night')]
    }
    expect(await shown('/events/category/trips/')).toEqual([200, true, false])
    expect(await shown('/events/tag/games/')).toEqual([200, false, true])
    expect(await shown('/events/')).toEqual([200, true, true])
  })

  it('{base_url}/sign-in, /sign-out: a form with a token sets the cookie, a POST takes it away', async () => {
    const { guest } = await world()
    const { text } = await guest.get('/sign-in')
    for (const name of ['login', 'password', 'redirect_to']) expect(text).toContain(`name="${name}"`)
    expect((await guest.ask('POST /sign-in', { form: right })).headers['set-cookie'] ?? '').not.toContain(
      '__Host-belltower=',
    )
    const elsewhere = await guest.submit('/sign-in', { ...right, redirect_to: 'https://evil.example/' })
    expect(elsewhere.location ?? '').not.toContain('evil')
    const session = String(elsewhere.headers['set-cookie'])
    for (const part of ['__Host-belltower=', 'HttpOnly', 'SameSite=Lax', 'Secure'])
      expect(session).toContain(part)
    expect((await guest.get('/events/')).text).toContain('<meta name="cal-rest-nonce"')
    const asked = await guest.get('/sign-out')
    expect([asked.status, guest.cookies.has('__Host-belltower')]).toEqual([200, true])
    await guest.submit('/sign-out')
    expect(guest.cookies.has('__Host-belltower')).toBe(false)
    expect((await guest.get('/events/')).text).not.toContain('cal-rest-nonce')
  })

  it('{base_url}/authorize-application = {auth_url}: for whoever is signed in', async () => {
    const { guest, service } = await world()
    const page = '/authorize-application?app_name=Phone'
    const led = await guest.get(page)
    expect([led.status, led.location?.startsWith('https://school.example/sign-in?redirect_to=')]).toEqual([
      ...[302, true],
    ])
    await guest.signIn()
    expect((await guest.get(page)).status).toBe(200)
    const { authentication } = (await service.ask('GET /')).body as { authentication: object }
    expect(JSON.stringify(authentication)).toContain('"https://school.example/authorize-application"')
  })

  it('calendar feeds: text/calendar of all events, of a term, of one event', async () => {
    const { get, event } = await world()
    await event('Ski trip', { categories: ['Trips'] })
    await event('Chess night', { tags: ['Games'] })
    const titles = async (url: string) => {
      const { status, headers, text } = await get(url)
      expect([status, headers['content-type']], url).toEqual([200, 'text/calendar; charset=UTF-8'])
      return [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)
    }
    expect(await titles('/events/ical/')).toEqual(['Ski trip', 'Chess night'])
    expect(await titles('/events/category/trips/ical/')).toEqual(['Ski trip'])
    expect(await titles('/event/chess-night/ical/')).toEqual(['Chess night'])
  })
})

describe('01 §8.3 authorize page', () => {
  const authorize = '/authorize-application'

  it('POST approve (CSRF token): nothing without the token, the password with it', async () => {
    const { guest, service } = await world()
    await guest.signIn()
    const count = async () => {
      const { body } = await service.operate('list-application-passwords', { login: 'admin' })
      return (body as { passwords: readonly object[] }).passwords.length
    }
    const before = await count()
    const form = { app_name: 'Phone', choice: 'approve' }
    expect((await guest.ask(`POST ${authorize}`, { form })).status).not.toBe(200)
    expect(await count()).toBe(before)
    const shown = await guest.submit(`${authorize}?app_name=Phone`, form)
    expect(shown.status).toBe(200)
    expect(await count()).toBe(before + 1)
    const empty = await guest.submit(`${authorize}?app_name=Phone`, { ...form, app_name: '' })
    expect([empty.status, await count()]).toEqual([400, before + 1])
  })

  it('default: a missing reject_url is success_url with success=false', async () => {
    const { guest } = await world()
    await guest.signIn()
    const query = 'app_name=Phone&success_url=https%3A%2F%2Fapp.example%2Fdone'
    const { status, location } = await guest.submit(`${authorize}?${query}`, {
      ...{ app_name: 'Phone', choice: 'reject' },
    })
    expect([status, location]).toEqual([302, 'https://app.example/done?success=false'])
  })
})
