import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { embeddedService } from '../../../support/embedded-service.ts'
import { feedServer, localFetcher, calendarOf } from '../../../support/feed-server.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const NOW = Date.UTC(2027, 4, 1, 20)

const started = () => embeddedService({}, temporaryFolder(), () => NOW, undefined, localFetcher())

const signedIn = async (service: Awaited<ReturnType<typeof started>>) => {
  const window = browser(service)
  await window.signIn()
  return window
}

describe('00 §5 {base_url}/schedules', () => {
  it('sets a feed, shows what came of it, and removes it', async () => {
    const service = await started()
    const window = await signedIn(service)
    const feed = await feedServer({ body: calendarOf('Fair') })
    const set = { choice: 'set', url: feed.url, every: '6h', source: 'Clubs', post_status: 'draft' }
    const sent = await window.submit('/schedules', set)
    expect(sent.location).toMatch(/^https:\/\/school\.example\/schedules#schedule-\w+$/)
    await expect.poll(async () => (await window.get('/schedules')).text).toContain('>imported<')
    const { text } = await window.get('/schedules')
    expect(text).toContain('every 6 hours')
    expect(text).not.toContain('It has failed since')
    const { id = '' } = /id="schedule-(?<id>\w+)"/.exec(text)?.groups ?? {}
    expect(await service.ask('GET /admin/schedules')).toMatchObject({
      body: { schedules: [{ schedule_id: id, source: 'Clubs', every_minutes: 360, post_status: 'draft' }] },
    })
    await window.submit(`/schedules/${id}`, { choice: 'remove' })
    expect((await window.get(`/schedules/${id}`)).status).toBe(404)
    expect((await window.get('/schedules')).text).toContain('No feed is fetched so far.')
  })

  it('says what is wrong, and keeps what was typed', async () => {
    const window = await signedIn(await started())
    const typed = { choice: 'set', url: 'ftp://nowhere.example', every: '6h', category: 'None such' }
    const { status, text } = await window.submit('/schedules', typed)
    expect(status).toBe(400)
    expect(text).toContain('url is no http, https or webcal address on the open internet')
    expect(text).toContain('value="ftp://nowhere.example"')
    expect(text).toContain('value="None such"')
    expect((await window.get('/schedules')).text).toContain('No feed is fetched so far.')
  })

  it('changes one, pauses and resumes it, and says what is so already', async () => {
    const service = await started()
    const window = await signedIn(service)
    const made = await service.ask('POST /cal/events/v1/categories', { body: { name: 'Clubs & teams' } })
    const category = (made.body as { readonly id: number }).id
    const set = { url: 'https://feeds.invalid/a.ics', every: '6h', category }
    const { body } = await service.ask('POST /admin/schedules', { body: set })
    const { schedule_id: id } = body as { readonly schedule_id: string }
    const [page, one] = [`/schedules/${id}`, `GET /admin/schedules/${id}`]
    const { text } = await window.get(page)
    expect(text).toContain('value="Clubs &amp; teams"')
    const fields = { url: set.url, every: '6h', author: 'admin', category: 'Clubs & teams' }
    const same = { ...fields, choice: 'change', post_status: 'publish', update_authority: 'overwrite' }
    const nothing = await window.submit(page, same)
    expect(nothing.status).toBe(409)
    expect(nothing.text).toContain('Nothing of it would be different, so nothing was changed.')
    const changed = await window.submit(page, { ...same, every: '1d', category: '', post_status: 'draft' })
    expect(changed.location).toBe(`https://school.example/schedules#schedule-${id}`)
    expect((await service.ask(one)).body).toMatchObject({
      ...{ every_minutes: 1_440, category: null, post_status: 'draft', update_authority: 'overwrite' },
    })
    const wrong = await window.submit(page, { ...same, url: 'nowhere', author: 'nobody' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('no user has the login, e-mail address or id &quot;nobody&quot;')
    expect(wrong.text).toContain('value="nowhere"')
    await window.submit(page, { choice: 'pause' })
    const shown = (await window.get('/schedules')).text.replaceAll(/<[^>]+>/g, '')
    expect(shown).toContain('paused since May 1, 2027 4:00 pm EDT by admin')
    expect((await window.submit(page, { choice: 'pause' })).text).toContain('It is paused already.')
    await window.submit(page, { choice: 'resume' })
    expect((await service.ask(one)).body).toMatchObject({ paused: null })
    expect((await window.submit(page, { choice: 'resume' })).status).toBe(409)
    expect((await window.submit('/schedules/none', { choice: 'pause' })).status).toBe(403)
  })

  it('05 §14 told: a feed that keeps failing, on every page of those who may do something about it', async () => {
    const clock = { ms: NOW }
    const dataDir = temporaryFolder()
    const parts = [() => clock.ms, undefined, localFetcher()] as const
    const first = await embeddedService({}, dataDir, ...parts)
    const feed = await feedServer({ status: 404 })
    const set = await first.ask('POST /admin/schedules', {
      body: { url: feed.url, every: '1d', source: 'Clubs' },
    })
    const { schedule_id: id } = set.body as { readonly schedule_id: string }
    const failures = async (service: typeof first) =>
      ((await service.ask(`GET /admin/schedules/${id}`)).body as { readonly failures: number }).failures
    await expect.poll(() => failures(first)).toBe(1)
    const plain = async (window: ReturnType<typeof browser>, page: string) =>
      (await window.get(page)).text.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
    const told =
      'has failed since May 1, 2027 4:00 pm EDT (2 in a row). ' +
      'The server answers with an error (404): open the address in a browser to see it. ' +
      'What it came to. Last good: never.'
    const early = await signedIn(first)
    expect(await plain(early, '/schedules')).toContain('It has failed since May 1, 2027 4:00 pm EDT.')
    expect(await plain(early, '/imports')).not.toContain('has failed since')
    await first.stop()

    clock.ms += 25 * 3_600_000
    const second = await embeddedService({}, dataDir, ...parts)
    await expect.poll(() => failures(second)).toBe(2)
    const window = await signedIn(second)
    for (const page of [
      '/imports',
      '/schedules',
      `/schedules/${id}`,
      '/history',
      '/onboarding',
      '/account',
    ]) {
      const { text } = await window.get(page)
      expect(text).toContain(`<a href="https://school.example/schedules#schedule-${id}">Clubs</a>`)
      expect(await plain(window, page)).toContain(`Clubs ${told}`)
    }
    expect(await plain(window, '/events/')).not.toContain('has failed since')
    const reader = {
      login: 'reader',
      email: 'reader@school.example',
      role: 'subscriber',
      password: 'a long one',
    }
    await second.operate('create-user', reader)
    const other = browser(second)
    await other.signIn(reader.login, reader.password)
    expect(await plain(other, '/account')).not.toContain('has failed since')
    await window.submit(`/schedules/${id}`, { choice: 'pause' })
    expect(await plain(window, '/imports')).not.toContain('has failed since')
  })

  it('is for editors and administrators, and takes no form of others', async () => {
    const service = await started()
    const guest = browser(service)
    expect((await guest.get('/schedules')).status).not.toBe(200)
    const window = await signedIn(service)
    const posted = await window.ask('POST /schedules', {
      form: { choice: 'set', url: 'https://a.example/x' },
    })
    expect(posted.status).toBe(403)
  })
})
