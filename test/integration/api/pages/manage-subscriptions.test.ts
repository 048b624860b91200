import { expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { isGenuine, receiver } from '../../../support/receiver.ts'
import { madeEvent, tellingService } from '../../../support/subscribed.ts'

it('08 §1 an administrator subscribes an address, tries it, pauses it and removes it on pages', async () => {
  const [service, app] = [await tellingService(), await receiver()]
  const admin = browser(service)
  await admin.signIn('admin', 'the account password')
  expect((await admin.ask('GET /manage/subscriptions')).text).toContain('Nobody is told so far.')
  const form = {
    ...(await admin.get('/manage/subscriptions/new')).hidden,
    name: 'My app',
    url: app.url,
    sees: 'public',
  }
  const wrong = await admin.ask('POST /manage/subscriptions/new', { form: { ...form, url: 'ftp://x' } })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('value="My app"')
  expect(wrong.text).toContain('kinds names at least one kind of thing.')
  const made = await admin.ask('POST /manage/subscriptions/new', {
    form: { ...form, kind_event: 'yes', happening_published: 'yes' },
  })
  const secret = /value="(whsec_[^"]+)"/.exec(made.text)?.[1] ?? ''
  const path = /\/manage\/subscriptions\/\w{12}/.exec(made.text)?.[0] ?? ''
  await madeEvent(service, 'Concert')
  await expect.poll(() => app.taken.length).toBe(1)
  expect(app.taken.map(one => isGenuine(one, secret))).toEqual([true])
  const { text } = await admin.ask(`GET ${path}`)
  expect(text).not.toContain('whsec_')
  const send = async (choice: string, more: object = {}) =>
    admin.ask(`POST ${path}`, { form: { ...(await admin.get(path)).hidden, choice, ...more } })
  expect((await send('ping')).text).toContain('It took the test (204).')
  expect((await send('pause')).location).toBe(`https://school.example${path}?done=pause`)
  expect((await send('pause')).status).toBe(409)
  expect((await send('resend', { since: 'soon' })).status).toBe(400)
  expect((await send('resend', { since: '2027-05-01' })).status).toBe(302)
  expect((await admin.ask(`POST ${path}`, { form: { choice: 'remove' } })).status).toBe(403)
  expect((await send('secret')).text).toContain('whsec_')
  expect((await send('remove')).location).toBe('https://school.example/manage/subscriptions?done=remove')
  expect((await admin.ask(`GET ${path}`)).status).toBe(404)
})

it('08 §4 administrators are told of a receiver that was given up, on every page; editors are not', async () => {
  const [service, app] = [await tellingService(), await receiver(() => 410)]
  await service.operate('create-user', {
    login: 'eva',
    email: 'e@x.example',
    role: 'editor',
    password: 'a word',
  })
  await service.ask('POST /admin/subscriptions', { body: { name: 'Old app', url: app.url } })
  await madeEvent(service, 'Concert')
  const [admin, eva] = [browser(service), browser(service)]
  await admin.signIn('admin', 'the account password')
  await eva.signIn('eva', 'a word')
  await expect.poll(async () => (await admin.ask('GET /imports')).text).toContain('Old app')
  expect((await admin.ask('GET /manage')).text).toContain('was given up')
  expect((await eva.ask('GET /imports')).text).not.toContain('Old app')
  expect((await eva.ask('GET /manage/subscriptions')).status).toBe(403)
})
