import sharp from 'sharp'
import { expect, it } from 'vitest'
import { browser } from '../../support/browser.ts'
import { cli } from '../../support/cli.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'

type Entry = { readonly position: number; readonly fact: string; readonly changes: object }
type Told = { readonly changes: object; readonly stays: object; readonly revision?: number }

const at = (service: EmbeddedService, thing: string) => ({
  entries: async () => (await service.ask(`GET /admin/history/${thing}`)).body as readonly Entry[],
  put: async (sent: object, headers = basic('admin')) => {
    const { status, body } = await service.ask(`POST /admin/history/${thing}/put-back`, {
      body: sent,
      headers,
    })
    return { status, told: body as Told }
  },
})

const user = async (service: EmbeddedService, login: string, role: string) => {
  const email = `${login}@school.example`
  const { body } = await service.operate('create-user', { login, email, role, password: 'a password' })
  return (body as { id: number }).id
}

/** Credentials of somebody who was made so. */
const credentials = async (service: EmbeddedService, login: string) => {
  const made = await service.operate('create-application-password', { login, name: 'test' })
  return basic(login, (made.body as { password: string }).password)
}

const positionOf = (entries: readonly Entry[], fact: string) =>
  entries.find(entry => entry.fact === fact)?.position ?? 0

it('00 §6.4 settings are as they were, also not set at all, and count at once', async () => {
  const service = await embeddedService({ SITE_NAME: 'Hill School' })
  const { entries, put } = at(service, 'site/1')
  const set = (name: string, value: string) => service.operate('set-option', { name, value })
  const shown = async () => (await service.ask('GET /')).body as { name: string; timezone_string: string }
  const event = {
    title: 'Fair',
    start_date: '2027-05-08 10:00:00',
    end_date: '2027-05-08 12:00:00',
    cost: '5',
  }
  await service.ask('POST /cal/events/v1/events', { body: event })
  const cost = async () => ((await service.ask('GET /cal/events/v1/events/1')).body as { cost: string }).cost
  await set('name', 'First name')
  await set('name', 'Second name')
  await set('currency_symbol', '€')
  await set('timezone_string', 'Asia/Tokyo')
  const all = await entries()
  const [, , second, first] = all.map(({ position }) => position)
  expect(await cost()).toBe('€5')

  // one entry: what was set since stays
  expect((await put({ position: second, only: 'entry' })).told).toEqual({
    changes: { name: ['Second name', 'First name'] },
    stays: {},
  })
  const tried = (await put({ position: first, dry_run: true })).told
  expect(tried.changes).toEqual({ currencySymbol: ['€', null], timezoneString: ['Asia/Tokyo', null] })
  expect((await put({ position: first, revision: (tried.revision ?? 0) - 1 })).status).toBe(409)
  expect((await put({ position: (first ?? 0) - 1, revision: tried.revision })).status).toBe(200)
  expect(await shown()).toMatchObject({ name: 'Hill School', timezone_string: 'America/New_York' })
  expect(await cost()).toBe('$5')
  expect((await entries())[0]).toMatchObject({
    fact: 'SiteSettingsReset',
    changes: {
      name: ['First name', null],
      currencySymbol: ['€', null],
      timezoneString: ['Asia/Tokyo', null],
    },
  })
  await put({ position: all[0]?.position })
  expect(await shown()).toMatchObject({ name: 'Second name', timezone_string: 'Asia/Tokyo' })
  expect(await cost()).toBe('€5')

  // there is one site
  expect((await at(service, 'site/2').put({ position: first })).status).toBe(404)
})

it('00 §6.4 settings that cannot come back are named, and not everybody puts them back', async () => {
  const service = await embeddedService()
  const { entries, put } = at(service, 'site/1')
  const set = (name: string, value: string) => service.operate('set-option', { name, value })
  await user(service, 'ann', 'editor')
  await set('import_user', 'ann')
  await set('import_user', '')
  await set('default_view', 'month')
  await set('default_view', 'day')
  await set('enabled_views', 'day')
  const [, , month, , ann] = (await entries()).map(({ position }) => position)
  const stays = { defaultView: 'not_enabled' }
  expect((await put({ position: month, members: ['defaultView'], dry_run: true })).told).toMatchObject({
    stays,
  })
  expect((await put({ position: month, members: ['defaultView'] })).told).toEqual({ changes: {}, stays })
  const both = await put({ position: month })
  expect(both.told).toEqual({
    changes: { defaultView: ['day', 'month'], enabledViews: [['day'], null] },
    stays: {},
  })

  const editor = await credentials(service, 'ann')
  expect((await put({ position: month }, editor)).status).toBe(403)
  const page = browser(service)
  await page.signIn('ann', 'a password')
  expect((await page.get('/history/site/1')).text).not.toContain('/put-back?')
  expect((await page.get(`/history/site/1/put-back?as_of=${month}`)).status).toBe(403)

  await service.operate('set-role', { login: 'ann', role: 'subscriber' })
  const refused = { changes: {}, stays: { importUser: 'refused' } }
  expect((await put({ position: ann, members: ['importUser'] })).told).toEqual(refused)
  await service.operate('erase-user', { login: 'ann' })
  expect((await put({ position: ann, members: ['importUser'] })).told).toEqual({
    changes: {},
    stays: { importUser: 'purged' },
  })
})

it('00 §6.4 settings are put back on a page and by a command without an id', async () => {
  const service = await embeddedService()
  const { entries } = at(service, 'site/1')
  for (const [name, value] of [
    ['name', 'Hill School'],
    ['per_page', '20'],
  ] as const)
    await service.operate('set-option', { name, value })
  const [newest, first] = (await entries()).map(({ position }) => position)
  const visitor = browser(service)
  await visitor.signIn()
  const address = '/history/site/1/put-back'
  expect((await visitor.get('/history/site/1')).text).toContain(`${address}?as_of=${newest}&amp;only=entry`)
  const page = await visitor.get(`${address}?as_of=${newest}&only=entry`)
  expect(page.text).toMatch(/<del>20<\/del>.*<ins><span class="nothing">not set<\/span><\/ins>/s)
  const done = await visitor.ask(`POST ${address}`, { form: { ...page.hidden, 'members[perPage]': '1' } })
  expect(done.status).toBe(302)
  expect((await entries())[0]).toMatchObject({ fact: 'SiteSettingsReset', changes: { perPage: [20, null] } })
  await service.stop()
  const told = await cli(service.dataDir, ['put-back', 'site', '--position', String((first ?? 0) - 1)])
  expect(told.stdout).toMatch(/name +Hill School/)
  expect((await cli(service.dataDir, ['history', 'site'])).stdout).toContain('name: Hill School')
})

it('00 §6.4 role and name of a user are put back by administrators alone, and nothing else of an account', async () => {
  const service = await embeddedService()
  const id = await user(service, 'ann', 'author')
  await user(service, 'ben', 'editor')
  const { entries, put } = at(service, `user/${id}`)
  await service.operate('set-name', { login: 'ann', name: 'Ann Lee' })
  await service.operate('set-role', { login: 'ann', role: 'editor' })
  const tried = await put({ position: positionOf(await entries(), 'UserCreated'), dry_run: true })
  expect(tried.told).toMatchObject({
    changes: { role: ['editor', 'author'], display_name: ['Ann Lee', ''] },
    stays: {},
  })
  // a password is no part of what was looked at, and is not taken back
  await service.operate('change-password', { login: 'ann', password: 'another password' })
  const password = positionOf(await entries(), 'UserPasswordChanged')
  expect((await put({ position: password, only: 'entry' })).told).toEqual({ changes: {}, stays: {} })
  expect((await put({ position: password }, await credentials(service, 'ben'))).status).toBe(403)
  const named = positionOf(await entries(), 'UserRenamed')
  expect((await put({ position: named, only: 'entry', revision: tried.told.revision })).told).toEqual({
    changes: { display_name: ['Ann Lee', ''] },
    stays: {},
  })
  expect((await put({ position: named, revision: tried.told.revision })).status).toBe(409)
  expect((await put({ position: named })).told).toEqual({
    changes: { role: ['editor', 'author'], display_name: ['', 'Ann Lee'] },
    stays: {},
  })
  const signed = browser(service)
  await signed.signIn('ann', 'another password')
  expect((await signed.get('/account')).status).toBe(200)
  await service.operate('erase-user', { login: 'ann' })
  expect((await put({ position: named })).status).toBe(404)
})

it('00 §6.4 nobody puts their own role back, and the last administrator stays one', async () => {
  const service = await embeddedService()
  const id = await user(service, 'ann', 'editor')
  const role = (login: string, is: string) => service.operate('set-role', { login, role: is })
  const { entries, put } = at(service, `user/${id}`)
  await role('ann', 'administrator')
  const editor = positionOf(await entries(), 'UserCreated')
  const own = await put({ position: editor }, await credentials(service, 'ann'))
  expect(own.told).toEqual({ changes: {}, stays: { role: 'own' } })
  await role('admin', 'editor')
  const asked = { type: 'user', id: 'ann', position: editor }
  expect((await service.operate('put-back', { ...asked, dry_run: true })).body).toMatchObject({
    stays: { role: 'last' },
  })
  expect((await service.operate('put-back', asked)).body).toEqual({ changes: {}, stays: { role: 'last' } })
  await role('admin', 'administrator')
  expect((await service.operate('put-back', asked)).body).toEqual({
    changes: { role: ['administrator', 'editor'] },
    stays: {},
  })
  const visitor = browser(service)
  await visitor.signIn()
  const history = await visitor.get(`/history/user/${id}`)
  // roles are taken back, passwords are not
  expect(history.text.match(/only=entry/g)).toHaveLength(2)
})

it('00 §6.4 the alternative text of a picture is put back, what its file told is not', async () => {
  const service = await embeddedService()
  const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: '#abc' } })
  const file = (await picture.png().toBuffer()).toString('base64')
  const added = await service.operate('add-image', { name: 'fair.png', file })
  const { id } = added.body as { id: number }
  const visitor = browser(service)
  await visitor.signIn()
  const describe = async (alt: string) => {
    const page = await visitor.get(`/manage/pictures/${id}`)
    await visitor.ask(`POST /manage/pictures/${id}`, { form: { ...page.hidden, alt } })
  }
  await describe('A fair')
  await describe('A fair in spring')
  const { entries, put } = at(service, `image/${id}`)
  const all = await entries()
  expect((await put({ position: all[1]?.position })).told).toEqual({
    changes: { alt: ['A fair in spring', 'A fair'] },
    stays: {},
  })
  await put({ position: all.at(-1)?.position })
  expect((await visitor.get(`/manage/pictures/${id}`)).text).not.toContain('A fair')
  const address = `/history/image/${id}/put-back`
  const page = await visitor.get(`${address}?as_of=${all[0]?.position}`)
  expect(page.text).toContain('<ins>A fair in spring</ins>')
  await visitor.ask(`POST ${address}`, { form: { ...page.hidden, 'members[alt]': '1' } })
  expect((await visitor.get(`/manage/pictures/${id}`)).text).toContain('A fair in spring')
})
