import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../services/cli/commands.ts'
import { browser } from '../../support/browser.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { eventually } from '../../support/eventually.ts'

type Body = { readonly [name: string]: unknown }

const DAY = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }
const paramsOf = ({ body }: { readonly body: unknown }) =>
  Object.keys((body as { data?: { params?: object } }).data?.params ?? {})
const done = async ({ operate }: EmbeddedService, name: string, body: object): Promise<Body> => {
  const answer = await operate(name, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as Body
}
const person = { login: 'ada', email: 'ada@school.example', role: 'author', password: 'correct horse' }
const fair = async ({ ask }: EmbeddedService) =>
  Number(((await ask('POST /cal/events/v1/events', { body: { title: 'Fair', ...DAY } })).body as Body)['id'])

describe('00 §6 administrative operations', () => {
  it('set-option NAME VALUE: at once, and refused by name or value', async () => {
    const service = await embeddedService()
    expect(await done(service, 'set-option', { name: 'name', value: 'Hillside' })).toEqual({
      ...{ name: 'name', value: 'Hillside' },
    })
    expect((await service.ask('GET /')).body).toMatchObject({ name: 'Hillside' })
    expect(paramsOf(await service.operate('set-option', { name: 'nothing', value: 'x' }))).toEqual(['name'])
    expect(paramsOf(await service.operate('set-option', { name: 'start_of_week', value: '7' }))).toEqual([
      'value',
    ])
  })

  it('create-user LOGIN EMAIL ROLE PASSWORD, set-role', async () => {
    const service = await embeddedService()
    expect(await done(service, 'create-user', person)).toEqual({ id: 2 })
    for (const [wrong, name] of [
      [person, 'login'],
      [{ ...person, login: 'eve' }, 'email'],
      [{ ...person, login: 'a b', email: 'x@school.example' }, 'login'],
      [{ ...person, login: 'Guest', email: 'x@school.example' }, 'login'],
      [{ ...person, login: 'eve', email: 'nowhere' }, 'email'],
      [{ ...person, login: 'eve', role: 'boss' }, 'role'],
      [{ ...person, login: 'eve', password: '' }, 'password'],
      [{ ...person, login: 'eve', email: 'x@school.example', password: 'x'.repeat(1_001) }, 'password'],
      [{ ...person, login: 'eve', email: 'x@school.example', name: 'x'.repeat(101) }, 'name'],
      [{ ...person, login: '\u0430dmin', email: 'x@school.example' }, 'login'],
    ] as const)
      expect(paramsOf(await service.operate('create-user', wrong)), JSON.stringify(wrong)).toEqual([name])
    const { password } = await done(service, 'create-application-password', { login: 'ada', name: 'x' })
    const publishes = async () => {
      const sent = { body: { title: 'E', ...DAY }, headers: basic('ada', String(password)) }
      return ((await service.ask('POST /cal/events/v1/events', sent)).body as Body)['status']
    }
    expect(await publishes()).toBe('publish')
    expect(await done(service, 'set-role', { login: 'ada', role: 'contributor' })).toEqual({
      role: 'contributor',
    })
    expect(await publishes()).toBe('draft')
    expect(paramsOf(await service.operate('set-role', { login: 'eve', role: 'editor' }))).toEqual(['login'])
  })

  it('set-name LOGIN NAME: who everybody sees as the author; 01 §8.1 who is told (chosen): never the login', async () => {
    const service = await embeddedService({ SITE_NAME: 'Hillside School' })
    await fair(service)
    const guest = async (url: string) => (await service.app.inject({ url })).body
    const page = 'https://school.example/event/fair/'
    const embedded = `/index.php?rest_route=/oembed/1.0/embed&url=${page}`
    const author = async () => (JSON.parse(await guest(embedded)) as Body)['author_name']
    expect(await author()).toBe('Hillside School')
    expect(await done(service, 'set-name', { login: 'admin', name: ' Ms Lovelace ' })).toEqual({
      name: 'Ms Lovelace',
    })
    expect(await author()).toBe('Ms Lovelace')
    expect(paramsOf(await service.operate('set-name', { login: 'admin', name: 'a\u0000b' }))).toEqual([
      'name',
    ])
    expect(paramsOf(await service.operate('set-name', { login: 'eve', name: 'x' }))).toEqual(['login'])
    expect(await done(service, 'set-name', { login: 'admin', name: '' })).toEqual({ name: '' })
    expect(await author()).toBe('Hillside School')
    for (const url of [
      embedded,
      ...['/event/fair/', '/event/fair/?embed=true', '/events/list/', '/events/ical/', '/event/fair/ical/'],
      ...['/cal/events/v1/events', '/calx/v1/events', '/', '/cal/views/v2/html&u=/events/list/'].map(
        route => `/index.php?rest_route=${route}`,
      ),
    ])
      expect((await guest(url)).replace(/application|administrat\w*/g, ''), url).not.toMatch(/\badmin\b/)
  })

  it('change-password LOGIN PASSWORD: sessions and application passwords end, unless those are to be kept', async () => {
    const service = await embeddedService()
    await done(service, 'create-user', person)
    const sitting = async (password: string) => {
      const visitor = browser(service)
      expect((await visitor.signIn('ada', password)).status).toBe(302)
      return async () => (await visitor.get('/sign-out')).text.includes('You are signed in as')
    }
    const made = async () => {
      const { password } = await done(service, 'create-application-password', { login: 'ada', name: 'x' })
      return async () => (await service.ask('GET /', { headers: basic('ada', String(password)) })).status
    }
    const [sits, works] = [await sitting(person.password), await made()]
    expect([await sits(), await works()]).toEqual([true, 200])
    const kept = { login: 'ada', password: 'another one', applications: 'keep' }
    expect(await done(service, 'change-password', kept)).toEqual({ login: 'ada', application_passwords: 1 })
    expect([await sits(), await works()]).toEqual([false, 200])
    const sitsAgain = await sitting('another one')
    expect(await done(service, 'change-password', { login: 'ada', password: 'a third one' })).toEqual({
      ...{ login: 'ada', application_passwords: 0 },
    })
    expect([await sitsAgain(), await works()]).toEqual([false, 401])
    const { entries } = await done(service, 'history', { type: 'user', id: '2' })
    expect(
      (entries as readonly Body[])
        .slice(0, 2)
        .map(({ fact }) => fact)
        .sort(),
    ).toEqual([...['ApplicationPasswordRevoked', 'UserPasswordChanged']])
    const works2 = await made()
    await done(service, 'revoke-application-passwords', { login: 'ada' })
    expect(await works2()).toBe(401)
    for (const [name, wrong] of [
      ['login', { login: 'eve', password: 'x' }],
      ['password', { login: 'ada', password: 'x'.repeat(1_001) }],
      ['applications', { login: 'ada', password: 'x', applications: 'maybe' }],
    ] as const)
      expect(paramsOf(await service.operate('change-password', wrong))).toEqual([name])
  })

  it('create-application-password LOGIN NAME: 24 letters and digits, shown once; listed, revoked', async () => {
    const service = await embeddedService()
    const made = await done(service, 'create-application-password', { login: 'admin', name: 'import job' })
    expect(made['password']).toMatch(/^[A-Za-z0-9]{24}$/)
    const headers = basic('admin', String(made['password']))
    expect((await service.ask('GET /', { headers })).status).toBe(200)
    const listed = await done(service, 'list-application-passwords', { login: 'admin' })
    const [, own] = listed['passwords'] as readonly Body[]
    expect(Object.keys(own ?? {})).toEqual(['uuid', 'app_id', 'name', 'created', 'last_used', 'last_ip'])
    expect(own).toMatchObject({ uuid: made['uuid'], app_id: '', name: 'import job' })
    expect(JSON.stringify(listed)).not.toContain(made['password'])
    for (const file of ['log.sqlite', 'log.sqlite-wal'])
      expect(readFileSync(join(service.dataDir, file)).includes(String(made['password']))).toBe(false)
    await done(service, 'revoke-application-password', { login: 'admin', uuid: made['uuid'] })
    expect(await service.ask('GET /', { headers })).toMatchObject({
      ...{ status: 401, body: { code: 'incorrect_password' } },
    })
  })

  it('issue-nonce LOGIN\\|guest ACTION: session-less, ten hexadecimal characters', async () => {
    const service = await embeddedService()
    for (const login of ['admin', 'guest'])
      for (const action of ['core_rest', 'cal_view_rest', 'cal_wizard']) {
        const { nonce } = await done(service, 'issue-nonce', { login, action })
        expect(nonce).toMatch(/^[0-9a-f]{10}$/)
      }
    const { nonce } = await done(service, 'issue-nonce', { login: 'guest', action: 'core_rest' })
    expect((await service.ask('GET /', { headers: { 'x-core-nonce': String(nonce) } })).status).toBe(200)
    const other = await done(service, 'issue-nonce', { login: 'guest', action: 'cal_wizard' })
    expect((await service.ask('GET /', { headers: { 'x-core-nonce': String(other['nonce']) } })).status).toBe(
      403,
    )
    expect(paramsOf(await service.operate('issue-nonce', { login: 'eve', action: 'core_rest' }))).toEqual([
      'login',
    ])
    expect(paramsOf(await service.operate('issue-nonce', { login: 'admin', action: 'x' }))).toEqual([
      'action',
    ])
  })

  it('set-password TYPE ID TEXT: of an event, venue or organizer ("" removes)', async () => {
    const service = await embeddedService()
    const make = async (path: string, body: object) =>
      Number(((await service.ask(`POST /cal/events/v1/${path}`, { body })).body as Body)['id'])
    for (const [type, id] of [
      ['event', await fair(service)],
      ['venue', await make('venues', { venue: 'Hall', phone: '555' })],
      ['organizer', await make('organizers', { organizer: 'PTA', phone: '555' })],
    ] as const) {
      const path = `GET /cal/events/v1/${type}s/${id}`
      const read = async (more = '') => {
        const { status, body } = await service.ask(path + more, { headers: {} })
        return type === 'event' ? status : (body as Body)['phone'] === '555' ? 200 : 403
      }
      await done(service, 'set-password', { type, id, text: ' secret ' })
      expect([await read(), await read('&password=secret'), await read('&password=%20secret%20')]).toEqual([
        ...[403, 403, 200],
      ])
      await done(service, 'set-password', { type, id, text: '' })
      expect(await read()).toBe(200)
      expect(paramsOf(await service.operate('set-password', { type, id: 4711, text: 'x' }))).toEqual(['id'])
    }
    expect(paramsOf(await service.operate('set-password', { type: 'tag', id: 1, text: 'x' }))).toEqual([
      'type',
    ])
  })

  it('add-image FILE: stores it and tells its id, which events take', async () => {
    const service = await embeddedService()
    const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: '#abc' } })
    const file = (await picture.png().toBuffer()).toString('base64')
    const { id } = await done(service, 'add-image', { name: 'fair.png', file })
    const sent = { body: { title: 'Fair', ...DAY, image: id } }
    expect((await service.ask('POST /cal/events/v1/events', sent)).body).toMatchObject({
      image: { id, extension: 'png', width: 20, height: 10 },
    })
    const none = { name: 'x.png', file: Buffer.from('hello').toString('base64') }
    expect(paramsOf(await service.operate('add-image', none))).toEqual(['file'])
  })

  it('register-import, import-file, show-import, delete-import', async () => {
    const service = await embeddedService()
    const opened = await service.operate('register-import', { import_id: 'autumn', source: 'feed' })
    expect(opened).toMatchObject({ status: 201, body: { import_id: 'autumn' } })
    const shown = await done(service, 'show-import', { import_id: 'autumn' })
    expect(shown).toMatchObject({ import_id: 'autumn', status: 'pending' })
    await done(service, 'delete-import', { import_id: 'autumn' })
    expect(await done(service, 'show-import', { import_id: 'autumn' })).not.toMatchObject({
      status: 'pending',
    })
    for (const name of ['show-import', 'delete-import'])
      expect(paramsOf(await service.operate(name, { import_id: 'nothing' }))).toEqual(['import_id'])
    const feed = { ok: true, items: [{ title: 'Imported', start_date: '2027-05-08 10:00:00' }], warnings: [] }
    const { import_id } = await done(service, 'import-file', { source: 'file', feed })
    await eventually(async () =>
      expect(await done(service, 'show-import', { import_id })).toMatchObject({ status: 'success' }),
    )
  })

  it('history TYPE ID: who changed what and when', async () => {
    const service = await embeddedService()
    const id = await fair(service)
    await service.ask(`PATCH /cal/events/v1/events/${id}`, { body: { title: 'Market' } })
    const { entries } = await done(service, 'history', { type: 'event', id: String(id) })
    const [latest, first] = entries as readonly Body[]
    expect(latest).toMatchObject({
      actor: { id: 1, login: 'admin' },
      source: 'cal',
      changes: { title: ['Fair', 'Market'] },
    })
    expect(Date.parse(String(latest?.['at']))).toBeGreaterThanOrEqual(Date.parse(String(first?.['at'])))
    for (const [type, other, refused] of [
      ['planet', '1', 'type'],
      ['__proto__', '1', 'type'],
      ['event', 'one', 'id'],
    ])
      expect(paramsOf(await service.operate('history', { type, id: other }))).toEqual([refused])
    expect(paramsOf(await service.operate('history', { type: 'event' }))).toEqual(['id'])
    await done(service, 'history', { type: 'site' })
  })
  it('no command fails unforeseen, whether it is told nothing or what is nowhere', async () => {
    const service = await embeddedService()
    const nowhere = {
      ...{ import_id: 'x', undo_id: 'x', schedule_id: 'x', subscription_id: 'x', id: '9', type: 'event' },
      ...{ login: 'nobody', email: 'no@school.example', role: 'editor', password: 'p', person: 'nobody' },
      ...{ name: 'x', value: 'x', text: 'x', url: 'https://x.example/', action: 'core_rest' },
      ...{ from: '8', into: '9', position: 1, since: '2027-05-01', source: 'x', dry_run: true },
    }
    for (const name of Object.keys(commands))
      for (const body of [{}, nowhere]) {
        const { status, body: answered } = await service.operate(name, body)
        expect(status, `${name}: ${JSON.stringify(answered)}`).toBeLessThan(500)
      }
  })
})
