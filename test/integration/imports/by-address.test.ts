import { describe, expect, it } from 'vitest'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { calendarOf, feedServer, localFetcher } from '../../support/feed-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const NOW = Date.UTC(2027, 4, 1, 20)

const started = () => embeddedService({}, temporaryFolder(), () => NOW, undefined, localFetcher())

const post = ({ ask }: EmbeddedService, body: object) => ask('POST /admin/imports', { body })

const problems = ({ status, body }: { readonly status: number; readonly body: unknown }) => {
  const { data } = body as { readonly data?: { readonly params?: unknown } }
  return [status, data?.params]
}

/** The record of an import when it is over. */
const over = async (service: EmbeddedService, { body }: { readonly body: unknown }) => {
  const { import_id: id } = body as { readonly import_id: string }
  const shown = async () => (await service.ask(`GET /admin/imports/${id}`)).body as { status: string }
  await expect.poll(async () => (await shown()).status).not.toBe('pending')
  return shown()
}

const isEmpty = async ({ ask }: EmbeddedService) =>
  expect((await ask('GET /admin/imports')).body).toMatchObject({ total: 0 })

describe('05 §13 POST /admin/imports with url', () => {
  it('fetches the feed and imports it, by its address unless a source is named', async () => {
    const service = await started()
    const feed = await feedServer({ body: calendarOf('Fair', 'Concert') })
    const made = await post(service, { url: feed.url })
    expect(made.status).toBe(201)
    expect(await over(service, made)).toMatchObject({
      ...{ status: 'success', origin: 'url', source: feed.url, outcomes: { created: 2 } },
    })
    const named = await post(service, { url: feed.url, source: 'Clubs', post_status: 'draft' })
    expect(await over(service, named)).toMatchObject({ source: 'Clubs', post_status: 'draft' })
    expect(feed.asked).toHaveLength(2)
  })

  it('tries it without a trace; the plan is applied if the feed says the same by then', async () => {
    const service = await started()
    const feed = await feedServer({ body: calendarOf('Fair') })
    const tried = await post(service, { url: feed.url, dry_run: true })
    expect(tried).toMatchObject({ status: 200, body: { source: feed.url, outcomes: { created: 1 } } })
    await isEmpty(service)
    const { plan } = tried.body as { readonly plan: string }
    feed.answer({ body: calendarOf('Great fair') })
    expect(await post(service, { url: feed.url, plan })).toMatchObject({
      ...{ status: 409, body: { code: 'import_plan_other_input' } },
    })
    await isEmpty(service)
    feed.answer({ body: calendarOf('Fair') })
    expect((await post(service, { url: feed.url, plan })).status).toBe(201)
  })

  it('reads a table by its type, its origin or its separator', async () => {
    const service = await started()
    const feed = await feedServer({ body: 'Title;Start Date\nMarket;03/04/2027\n' })
    const how = { url: feed.url, date_order: 'DMY', dry_run: true }
    for (const said of [{ origin: 'csv' }, { separator: 'semicolon' }])
      expect(await post(service, { ...how, ...said })).toMatchObject({ body: { outcomes: { created: 1 } } })
    expect(await post(service, how)).toMatchObject({ body: { reason: 'not_a_calendar' } })
    feed.answer({ body: 'Title,Start Date\nMarket,2027-04-03\n', headers: { 'content-type': 'text/csv' } })
    const tried = await post(service, how)
    expect(JSON.stringify(tried.body)).toContain('2027-04-03 00:00:00')
  })

  it('says on url why it cannot be fetched, and records nothing', async () => {
    const service = await started()
    const feed = await feedServer({ status: 500 })
    const no = 'url is no http, https or webcal address on the open internet, without user and password.'
    for (const [url, said] of [
      [feed.url, 'url: the server answers with an error (500).'],
      ['http://10.0.0.1/a.ics', no],
      ['http://[::1]/a.ics', no],
      ['ftp://feeds.example/a.ics', no],
      ['https://me:secret@feeds.example/a.ics', no],
      ['a.ics', no],
    ])
      for (const dry of [true, false])
        expect(problems(await post(service, { url, dry_run: dry })), url).toEqual([400, { url: said }])
    feed.answer({ status: 302, headers: { location: 'http://10.0.0.1/a.ics' } })
    expect(problems(await post(service, { url: feed.url }))).toEqual([
      ...[400, { url: expect.stringContaining('not on the open internet') as unknown }],
    ])
    await isEmpty(service)
  })

  it('goes without file, and the options of both go with one of them', async () => {
    const service = await started()
    const feed = await feedServer({ body: calendarOf('Fair') })
    const both = await post(service, { url: feed.url, file: calendarOf('Fair'), source: 'a' })
    expect(problems(both)).toEqual([400, { file: 'file goes without url.', url: 'url goes without file.' }])
    expect(problems(await post(service, { source: 'a', separator: 'tab' }))).toMatchObject([
      400,
      { file: expect.stringContaining('file or url is missing') as unknown },
    ])
    expect(feed.asked).toEqual([])
    await isEmpty(service)
  })

  it('is for administrators and editors: nobody else has anything fetched', async () => {
    const service = await started()
    const feed = await feedServer({ body: calendarOf('Fair') })
    const { status } = await service.ask('POST /admin/imports', { body: { url: feed.url }, headers: {} })
    expect([status, feed.asked]).toEqual([401, []])
  })
})
