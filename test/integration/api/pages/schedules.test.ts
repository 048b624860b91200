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
    expect(await window.submit('/schedules', set)).toMatchObject({
      location: 'https://school.example/schedules',
    })
    await expect
      .poll(async () => (await window.get('/schedules')).text, { timeout: 30_000 })
      .toContain('>imported<')
    const { text } = await window.get('/schedules')
    expect(text).toContain('every 6 h')
    expect(text).not.toContain('It has failed since')
    const { schedule_id: id } = /name="schedule_id" value="(?<schedule_id>\w+)"/.exec(text)?.groups ?? {}
    expect(await service.ask('GET /admin/schedules')).toMatchObject({
      body: { schedules: [{ schedule_id: id, source: 'Clubs', every_minutes: 360, post_status: 'draft' }] },
    })
    await window.submit('/schedules', { choice: 'remove', schedule_id: id ?? '' })
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

  it('tells since when and why a feed fails, on the page of imports, too', async () => {
    const service = await started()
    const window = await signedIn(service)
    const feed = await feedServer({ status: 500 })
    await window.submit('/schedules', { choice: 'set', url: feed.url, every: '1d', source: 'Clubs' })
    const told = 'The server answers with an error: open the address in a browser to see it.'
    await expect
      .poll(async () => (await window.get('/schedules')).text, { timeout: 30_000 })
      .toContain('It has failed since')
    for (const page of ['/imports', '/schedules']) {
      const { text } = await window.get(page)
      expect(text.replaceAll(/<[^>]+>/g, '')).toContain('It has failed since May 1, 2027 4:00 pm EDT')
      expect(text).toContain(told)
    }
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
