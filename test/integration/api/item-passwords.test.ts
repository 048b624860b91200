import { describe, expect, it } from 'vitest'
import { browser } from '../../support/browser.ts'
import { basic, embeddedService } from '../../support/embedded-service.ts'

const C = '/cal/events/v1'
const RIGHT = 'open sesame'

/** A site with a protected event, venue and organizer, at a clock that is moved by hand. */
const world = async () => {
  const clock = { ms: Date.UTC(2027, 0, 10, 17) }
  const service = await embeddedService({}, undefined, () => clock.ms)
  const make = async (type: string, body: object) => {
    const answer = await service.ask(`POST ${C}/${type}s`, { body })
    const { id } = answer.body as { id: number }
    await service.operate('set-password', { type, id, text: RIGHT })
    return id
  }
  const event = await make('event', {
    ...{ title: 'Spring fair', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' },
    description: 'All welcome.',
  })
  const venue = await make('venue', { venue: 'Vault', address: '1 Lane' })
  const organizer = await make('organizer', { organizer: 'Club', email: 'c@club.example' })
  const guess = async (
    password: string,
    { type = 'events', id = event, headers = {}, method = 'GET' }: Guess = {},
  ) => {
    const { app } = service
    const url = `/index.php?rest_route=${C}/${type}/${id}&password=${encodeURIComponent(password)}`
    const answer = await app.inject({ method, url, headers })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body }
  }
  return { clock, service, event, venue, organizer, guess, visitor: browser(service) }
}
type Guess = {
  readonly type?: string
  readonly id?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'HEAD' | 'POST'
}

const codeOf = (text: string) => (JSON.parse(text) as { code: string }).code

describe('01 §8.4 where', () => {
  it('01 §4 02 §4 password sent for a protected item: 10 wrong ones, then 429 rest_too_many_attempts even for the right one, until 15 min are over', async () => {
    const { guess, clock, venue } = await world()
    for (let n = 0; n < 10; n++) expect((await guess(`guess${n}`)).status).toBe(403)
    const { status, headers, text } = await guess(RIGHT)
    expect([status, headers['retry-after'], codeOf(text)]).toEqual([429, '900', 'rest_too_many_attempts'])
    expect(headers['cache-control']).toContain('no-store')
    // another item is not locked
    expect((await guess(RIGHT, { type: 'venues', id: venue })).text).toContain('1 Lane')
    clock.ms += 900_000
    expect((await guess(RIGHT)).text).toContain('All welcome')
  })

  it.each(['venues', 'organizers'] as const)('those of %s, too', async type => {
    const { guess, venue, organizer } = await world()
    const id = type === 'venues' ? venue : organizer
    for (let n = 0; n < 10; n++) expect((await guess('wrong', { type, id })).status).toBe(200)
    expect((await guess(RIGHT, { type, id })).status).toBe(429)
  })

  it('guesses on the page and on the route are one count, in both directions', async () => {
    const { guess, visitor, event, service } = await world()
    const onPage = async (password: string) =>
      (await visitor.submit('/event/spring-fair/', { password })).status
    for (let n = 0; n < 5; n++) {
      expect((await guess('wrong')).status).toBe(403)
      expect(await onPage('wrong')).toBe(403)
    }
    expect([(await guess(RIGHT)).status, await onPage(RIGHT)]).toEqual([429, 429])
    // signing in and Basic are counted apart, and who edits it reads it
    expect((await visitor.signIn()).status).toBe(302)
    expect((await service.ask(`GET ${C}/events/${event}&context=edit`)).status).toBe(200)
  })

  it('however the request says that it is a GET, and whoever asks', async () => {
    const { guess, service, event } = await world()
    for (let n = 0; n < 4; n++) expect((await guess('wrong', { method: 'HEAD' })).status).toBe(403)
    for (let n = 0; n < 4; n++)
      expect(
        (await guess('wrong', { method: 'POST', headers: { 'x-http-method-override': 'GET' } })).status,
      ).toBe(403)
    for (let n = 0; n < 2; n++)
      expect((await service.ask(`GET ${C}/events/${event}&password=wrong`)).status).toBe(403)
    const { headers, status } = await guess(RIGHT, { headers: basic('admin') })
    expect([status, headers['retry-after']]).toEqual([429, '900'])
  })

  it('10 at once are all counted before any of them ends', async () => {
    const { guess } = await world()
    const all = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(`guess${n}`)))
    expect(all.filter(({ status }) => status === 403)).toHaveLength(10)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('without a password nothing is counted, and no other route takes one', async () => {
    const { guess, service, event, venue } = await world()
    const said = async (address: string) =>
      (await service.app.inject({ url: `/index.php?rest_route=${address}` })).body
    for (let n = 0; n < 12; n++)
      for (const address of [
        `${C}/events/${event}`,
        `${C}/events&password=${RIGHT}`,
        `${C}/events/by-slug/spring-fair&password=${RIGHT}`,
        `${C}/venues/by-slug/vault&password=${RIGHT}`,
        `${C}/categories&password=${RIGHT}`,
        `/calx/v1/events/${event}&password=${RIGHT}`,
        `/calx/v1/events&password=${RIGHT}`,
        `/calx/v1/venues/${venue}&password=${RIGHT}`,
        `/cal/views/v2/html&u=/events/list/&password=${RIGHT}`,
        `/oembed/1.0/embed&url=https://school.example/event/spring-fair/&password=${RIGHT}`,
      ])
        expect(await said(address), address).not.toMatch(/All welcome|1 Lane/)
    for (const address of ['/event/spring-fair/ical/', '/events/ical/', '/event/spring-fair/'])
      expect((await service.app.inject({ url: `${address}?password=${RIGHT}` })).body).not.toContain(
        'All welcome',
      )
    expect((await guess(RIGHT)).text).toContain('All welcome')
  })

  it('Basic: 1,000 wrong application passwords of one account, by login and by address, then 429', async () => {
    const { service } = await world()
    const ask = async (who: string, secret = 'wrong') => {
      const { app } = service
      const headers = basic(who, secret)
      const answer = await app.inject({ url: '/index.php?rest_route=/', headers })
      return answer
    }
    await service.operate('create-user', {
      ...{ login: 'bob', email: 'bob@school.example', role: 'author', password: 'a long password' },
    })
    const made = await service.operate('create-application-password', { login: 'bob', name: 'x' })
    const { password } = made.body as { password: string }
    for (let n = 0; n < 500; n++)
      for (const who of ['bob', 'BOB@school.example']) expect((await ask(who)).statusCode).toBe(401)
    const locked = await ask('bob', password)
    expect([locked.statusCode, locked.headers['retry-after'], codeOf(locked.body)]).toEqual([
      ...[429, '900', 'rest_too_many_attempts'],
    ])
    expect(locked.headers['cache-control']).toContain('no-store')
    // an account that has been used from there is not locked by others there
    for (let n = 0; n < 1_001; n++) expect((await ask('admin')).statusCode).toBe(401)
    expect((await ask('admin', 'abcdefghijklmnopqrstuvwx')).statusCode).toBe(200)
  })
})

describe('02 §4 password sent for a protected item', () => {
  it.each(['GET', 'HEAD'] as const)(
    'the opened answer of %s is stored nowhere and kept nowhere',
    async method => {
      const { guess, visitor, service, event } = await world()
      for (let n = 0; n < 3; n++) {
        const { status, headers } = await guess(RIGHT, { method })
        expect([status, headers['etag']]).toEqual([200, undefined])
        expect(headers['cache-control']).toBe('no-cache, must-revalidate, max-age=0, no-store, private')
      }
      expect((await guess(RIGHT, { headers: { 'if-none-match': '*' } })).status).toBe(200)
      // another password counts at once
      await service.operate('set-password', { type: 'event', id: event, text: 'another' })
      expect((await guess(RIGHT)).status).toBe(403)
      expect((await visitor.get('/event/spring-fair/')).text).not.toContain('All welcome')
    },
  )

  it('so is that of a venue which the password did not open', async () => {
    const { guess, venue } = await world()
    const { headers, text } = await guess('wrong', { type: 'venues', id: venue })
    expect(text).not.toContain('1 Lane')
    expect([headers['etag'], String(headers['cache-control']).includes('no-store')]).toEqual([
      undefined,
      true,
    ])
  })
})
