import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { deskWorld, textOf } from '../../../support/desk-world.ts'
import { feedServer, localFetcher, calendarOf } from '../../../support/feed-server.ts'
import { embeddedService } from '../../../support/embedded-service.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { world as onboarding } from '../../../support/onboarding.ts'
import { receiver } from '../../../support/receiver.ts'
import { tellingService } from '../../../support/subscribed.ts'

const keyOf = (hidden: Readonly<Record<string, string>>) => {
  expect(hidden['form_key']).toMatch(/^[\w-]{22}$/)
  return hidden
}

describe('00 §5 a form that makes something makes it once', () => {
  it('a person, whose link is made anew where it was not seen', async () => {
    const { signedIn } = await deskWorld()
    const admin = await signedIn('admin')
    const path = '/manage/people/new'
    const person = { login: 'nora', email: 'nora@school.example', name: 'Nora', role: 'author' }
    const key = keyOf((await admin.get(path)).hidden)
    const wrong = await admin.post(path, { ...key, ...person, email: 'nowhere' })
    expect([wrong.status, wrong.hidden['form_key']]).toEqual([400, key['form_key']])
    const both = await Promise.all([1, 2].map(() => admin.post(path, { ...key, ...person })))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const again = await admin.post(path, { ...key, ...person, login: 'olga', email: 'olga@school.example' })
    expect(again.location).toMatch(/\/manage\/people\/\d+\?done=before$/)
    expect(textOf((await admin.get(again.location ?? '')).text)).toContain('This form was sent before')
    const people = (await admin.get('/manage/people')).text
    expect([people.includes('nora@school'), people.includes('olga@school')]).toEqual([true, false])
  })

  it('a feed, also when it was removed since', async () => {
    const service = await embeddedService({}, temporaryFolder(), undefined, undefined, localFetcher())
    const window = browser(service)
    await window.signIn()
    const feed = await feedServer({ body: calendarOf('Fair') })
    const form = {
      ...keyOf((await window.get('/schedules')).hidden),
      ...{ choice: 'set', url: feed.url, every: '6h', source: 'Clubs', post_status: 'draft' },
    }
    const sent = await Promise.all([1, 2, 3].map(() => window.ask('POST /schedules', { form })))
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1)
    const listed = async () =>
      ((await service.ask('GET /admin/schedules')).body as { schedules: readonly { schedule_id: string }[] })
        .schedules
    const [one, ...others] = await listed()
    expect([one?.schedule_id, others]).toEqual([sent[0]?.location?.split('#schedule-')[1], []])
    await window.submit(`/schedules/${one?.schedule_id ?? ''}`, { choice: 'remove' })
    expect((await window.ask('POST /schedules', { form })).location).toBe(sent[0]?.location)
    expect(await listed()).toEqual([])
  })

  it('a subscription, whose secret is made anew where it was not seen', async () => {
    const [service, app] = [await tellingService(), await receiver()]
    const admin = browser(service)
    await admin.signIn('admin', 'the account password')
    const path = '/manage/subscriptions/new'
    const form = {
      ...keyOf((await admin.get(path)).hidden),
      ...{ name: 'My app', url: app.url, sees: 'public', kind_event: 'yes', happening_published: 'yes' },
    }
    const both = await Promise.all([1, 2].map(() => admin.ask(`POST ${path}`, { form })))
    expect(both.filter(({ text }) => text.includes('whsec_'))).toHaveLength(1)
    const again = await admin.ask(`POST ${path}`, { form: { ...form, name: 'Other' } })
    expect(again.location).toMatch(/\/manage\/subscriptions\/\w{12}\?done=before$/)
    expect(textOf((await admin.get(again.location ?? '')).text)).toContain('This form was sent before')
    const { body } = await service.ask('GET /admin/subscriptions')
    expect((body as { subscriptions: readonly unknown[] }).subscriptions).toHaveLength(1)
  })

  it.each(['/account', '/authorize-application'])(
    'an application password on %s, also one taken back',
    async path => {
      const service = await embeddedService()
      const visitor = browser(service)
      await visitor.signIn()
      const listed = async () => {
        const { body } = await service.operate('list-application-passwords', { login: 'admin' })
        return (body as { passwords: readonly { uuid: string; name: string }[] }).passwords
      }
      const before = (await listed()).length
      const page = await visitor.get(`${path}?app_name=Phone`)
      const named =
        path === '/account' ? { choice: 'make', name: 'Phone' } : { choice: 'approve', app_name: 'Phone' }
      const form: Readonly<Record<string, string>> = { ...keyOf(page.hidden), ...named }
      const all = await Promise.all([1, 2, 3].map(() => visitor.ask(`POST ${path}`, { form })))
      expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      const late = all.find(({ status }) => status === 409)
      expect(textOf(late?.text ?? '')).toContain('This form was sent before')
      // whoever asks on that page wants another one
      expect(late?.hidden['form_key']).not.toBe(form['form_key'])
      expect((await listed()).length).toBe(before + 1)
      await service.operate('revoke-application-passwords', { login: 'admin' })
      expect((await visitor.ask(`POST ${path}`, { form })).status).toBe(409)
      expect(await listed()).toEqual([])
    },
  )

  it('what the first steps make', async () => {
    const { admin, names } = await onboarding()
    const form = {
      ...keyOf((await admin.get('/onboarding')).hidden),
      ...{ timezone_string: 'Europe/Paris', 'organizer[name]': 'Choir', 'venue[name]': 'Aula' },
    }
    const both = await Promise.all([1, 2].map(() => admin.ask('POST /onboarding', { form })))
    const again = await admin.ask('POST /onboarding', { form: { ...form, 'venue[name]': 'Gym' } })
    for (const { text } of [...both, again]) expect(text).toContain('The calendar is ready')
    expect([await names('venues'), await names('organizers')]).toEqual([['Aula'], ['Choir']])
  })
})
