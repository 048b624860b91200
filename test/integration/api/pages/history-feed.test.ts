import { describe, expect, it } from 'vitest'
import { basic } from '../../../support/embedded-service.ts'
import { deskWorld, type DeskWorld } from '../../../support/desk-world.ts'
import { entriesOf } from '../../../support/read-atom.ts'
import { eventually } from '../../../support/eventually.ts'

const E = '/cal/events/v1/events'
const HOSTILE = 'Fish & "chips" <b>today</b> ]]> \u0001\ud83d\ude00'

const asked = async (
  { service }: DeskWorld,
  query: string,
  headers: Readonly<Record<string, string>> = basic('admin'),
) => {
  const {
    statusCode,
    headers: got,
    body,
  } = await service.app.inject({ url: `/history.atom${query}`, headers })
  return { status: statusCode, headers: got, body }
}

const titles = (body: string) => entriesOf(body).map(({ title }) => title)

const passwordOf = async ({ service }: DeskWorld, login: string) => {
  const { body } = await service.operate('create-application-password', { login, name: 'reader' })
  return basic(login, (body as { readonly password: string }).password)
}

describe('00 §6.6 the history as a feed', () => {
  it('tells what the narrowed page tells, newest first, and leads there', async () => {
    const world = await deskWorld()
    const id = await world.event(HOSTILE)
    await world.event('Other')
    world.setClock(world.now + 60_000)
    await world.service.ask(`POST ${E}/${id}`, { body: { start_date: '2027-05-08 10:30:00' } })
    const { status, headers, body } = await asked(world, '?kind=event&person=admin')
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      ...[200, 'application/atom+xml; charset=UTF-8', 'private, no-cache'],
    ])
    expect(headers['vary']).toBe('Authorization, Cookie')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    const fish = 'Fish & "chips" today ]]> \ud83d\ude00'
    expect(titles(body)).toEqual([`${fish}: Moved to another time`, 'Other: Created', `${fish}: Created`])
    expect(body).toContain(
      '<id>https://school.example/history.atom?person=admin&amp;kind=event</id><title type="text">History of Belltower</title>',
    )
    expect(body).toContain(
      'href="https://school.example/history?person=admin&amp;kind=event"/><updated>2027-01-10T17:01:00.000Z<',
    )
    expect(entriesOf(body)[0]).toMatchObject({
      id: `https://school.example/history/event/${id}#EventRescheduled-1`,
      published: '2027-01-10T17:01:00.000Z',
      updated: '2027-01-10T17:01:00.000Z',
      name: 'admin',
      summary: `Event ${id} · admin · REST, first generation`,
    })
    expect(entriesOf(body)[0]?.['link']).toMatch(
      new RegExp(`href="https://school\\.example/history/event/${id}#at-\\d+"$`),
    )
    const page = await (await world.signedIn('admin')).get('/history?kind=event&person=admin')
    expect(page.text).toMatch(
      /type="application\/atom\+xml"\s+title="History of Belltower"\s+href="https:\/\/school.example\/history.atom\?person=admin&amp;kind=event"/,
    )
  })

  it('304 as long as nothing happened of it; an id stays, also when the name does not', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair')
    const first = await asked(world, '?kind=event')
    const known = { ...basic('admin'), 'if-none-match': String(first.headers['etag']) }
    await world.made('venues', { venue: 'Hall' })
    const again = await asked(world, '?kind=event', known)
    expect([again.status, again.body, again.headers['cache-control']]).toEqual([304, '', 'private, no-cache'])
    await world.service.ask(`POST ${E}/${id}`, { body: { title: 'Ball', slug: 'ball' } })
    const after = await asked(world, '?kind=event', known)
    expect(after.status).toBe(200)
    expect(titles(after.body).at(-1)).toBe('Ball: Created')
    expect(entriesOf(after.body).at(-1)?.['id']).toBe(entriesOf(first.body)[0]?.['id'])
    expect((await asked(world, '?person=nobody')).status).toBe(400)
  })

  it('an id of an entry about a user stays when sign-ins are forgotten, once and again', async () => {
    const world = await deskWorld()
    const { operate } = world.service
    const signIn = async () => {
      await (await world.signedIn('author')).get('/account')
    }
    const ids = async () => entriesOf((await asked(world, '?kind=user')).body).map(({ id }) => id)
    await signIn()
    await operate('set-role', { login: 'author', role: 'contributor' })
    await operate('set-option', { name: 'keep_sign_ins', value: '1' })
    const before = await ids()
    expect(before[0]).toMatch(/#UserRoleChanged-\d+$/)
    for (const days of [3, 6]) {
      world.setClock(world.now + days * 86_400_000)
      const { forgotten } = (await operate('forget', {})).body as {
        readonly forgotten: readonly { readonly what: string; readonly count: number }[]
      }
      expect(forgotten.find(({ what }) => what === 'sign_ins')?.count).toBeGreaterThan(0)
      await eventually(async () => expect(await ids()).toEqual(before))
      await signIn()
    }
    await operate('set-role', { login: 'author', role: 'editor' })
    const after = await ids()
    expect(after.slice(1)).toEqual(before)
    expect(new Set(after).size).toBe(after.length)
  })

  it('is for whom the page is: by a session or an application password, of users to administrators alone', async () => {
    const world = await deskWorld()
    await world.event('Fair')
    const subscription = { name: 'App', url: 'https://app.example/secret-hook' }
    await world.service.ask('POST /admin/subscriptions', { body: subscription })
    const editor = await passwordOf(world, 'editor')
    expect(titles((await asked(world, '')).body)).toEqual(
      expect.arrayContaining([
        'Fair: Created',
        expect.stringMatching(/^Subscription \w+: Made$/),
        'editor: Created',
      ]),
    )
    const { body } = await asked(world, '', editor)
    expect(titles(body).filter(title => !/^(Fair|Settings 1|Uncategorized)/.test(title ?? ''))).toEqual([])
    expect(titles((await asked(world, '?kind=user', editor)).body)).toEqual([])
    const sitting = await (await world.signedIn('editor')).get('/history.atom?kind=event')
    expect([sitting.status, titles(sitting.text)]).toEqual([200, ['Fair: Created']])
    expect((await asked(world, '', await passwordOf(world, 'author'))).status).toBe(403)
    expect((await (await world.signedIn('author')).get('/history.atom')).status).toBe(403)
    expect((await asked(world, '', basic('admin', 'wrong'))).status).toBe(401)
    const guest = await asked(world, '', { 'user-agent': 'Mozilla/5.0 (compatible; reader)' })
    expect([guest.status, guest.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="calendar", charset="UTF-8"',
    ])
    expect(guest.headers['cache-control']).toContain('no-store')
    const script = await asked(world, '', { 'sec-fetch-site': 'cross-site' })
    expect([script.status, script.headers['www-authenticate']]).toEqual([401, undefined])
    const people = await asked(world, '?kind=event', { accept: 'text/html,*/*;q=0.8' })
    expect([people.status, people.headers['location']]).toEqual([
      302,
      `https://school.example/sign-in?redirect_to=${encodeURIComponent('https://school.example/history.atom?kind=event')}`,
    ])
  })

  it('has no name of what was deleted for good, no secret, and fifty entries at most', async () => {
    const world = await deskWorld()
    const id = await world.event('Okapi party')
    await world.service.operate('set-password', { type: 'event', id, text: 'quagga' })
    await world.service.ask(`DELETE /calx/v1/events/${id}&force=true`)
    const { body } = await asked(world, '')
    expect(body).not.toMatch(/okapi|quagga/i)
    expect(titles(body)[0]).toBe(`Event ${id}: Deleted for good`)
    for (let n = 0; n < 60; n++) await world.event(`Event ${'&'.repeat(1_900)} ${n}`)
    const many = (await asked(world, '')).body
    expect(entriesOf(many).length).toBe(50)
    expect(Buffer.byteLength(many)).toBeLessThan(100_000)
  })
})
