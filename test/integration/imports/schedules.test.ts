import { expect, it } from 'vitest'
import { browser } from '../../support/browser.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { calendarOf, feedServer, localFetcher } from '../../support/feed-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const HOUR = 3_600_000

type Schedule = {
  readonly schedule_id: string
  readonly due_at: string
  readonly import_id: string | null
  readonly last: { readonly outcome: string; readonly reason: string | null } | null
}

const started = (dataDir: string, clock: { ms: number }) =>
  embeddedService({}, dataDir, () => clock.ms, undefined, localFetcher())

const listed = async (service: EmbeddedService) => {
  const { body } = await service.ask('GET /admin/schedules')
  return (body as { readonly schedules: readonly Schedule[] }).schedules
}
const lastOutcome = async (service: EmbeddedService) => (await listed(service))[0]?.last?.outcome ?? null
const titles = async (service: EmbeddedService) => {
  const { body } = await service.ask('GET /cal/events/v1/events&start_date=2027-01-01&end_date=2027-12-31')
  return (body as { readonly events: readonly { readonly title: string }[] }).events.map(({ title }) => title)
}

it('a feed is fetched at once, after its time by whichever process runs then, and no more when it is removed', async () => {
  const feed = await feedServer({ body: calendarOf('Fair') })
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const dataDir = temporaryFolder()
  const first = await started(dataDir, clock)
  const answer = await first.ask('POST /admin/schedules', { body: { url: feed.url, every: '6h' } })
  expect(answer).toMatchObject({
    status: 201,
    body: { url: feed.url, source: feed.url, every_minutes: 360, update_authority: 'overwrite' },
  })
  const { schedule_id: id } = answer.body as Schedule
  await expect.poll(() => titles(first)).toEqual(['Fair'])
  await expect.poll(() => lastOutcome(first)).toBe('imported')
  expect(await listed(first)).toMatchObject([
    { schedule_id: id, due_at: '2027-05-02T02:00:00.000Z', import_id: `${id}_1` },
  ])
  await expect
    .poll(async () => (await first.ask(`GET /admin/imports/${id}_1`)).body)
    .toMatchObject({ status: 'success', origin: 'url', source: feed.url })
  await first.stop()

  clock.ms += 7 * HOUR
  feed.answer({ status: 404 })
  const second = await started(dataDir, clock)
  await expect.poll(() => lastOutcome(second)).toBe('failed')
  expect(await listed(second)).toMatchObject([
    {
      ...{ last: { reason: 'bad_status', found: '404' }, import_id: `${id}_2` },
      due_at: '2027-05-02T08:00:00.000Z',
    },
  ])
  await expect
    .poll(async () => (await second.ask(`GET /admin/imports/${id}_2`)).body)
    .toMatchObject({
      status: 'failed',
      reason: 'bad_status',
      log: [{ message: 'the server answers with an error (404)' }],
    })
  expect(await titles(second)).toEqual(['Fair'])
  const removed = await second.ask(`DELETE /admin/schedules/${id}`)
  expect(removed).toMatchObject({ status: 200, body: { schedule_id: id, removed: true } })
  expect(await listed(second)).toEqual([])
  expect((await second.ask(`DELETE /admin/schedules/${id}`)).status).toBe(404)
  expect(await second.ask(`GET /admin/history/schedule/${id}`)).toMatchObject({
    body: [
      { fact: 'ScheduleRemoved', actor: { login: 'admin' }, route: 'DELETE /admin/schedules/{import_id}' },
      { fact: 'FeedFailed', actor: null, source: 'worker', changes: { reason: [null, 'bad_status'] } },
      { fact: 'FeedImported', actor: null, source: 'worker', changes: { import: [null, `${id}_1`] } },
      {
        fact: 'ScheduleSet',
        actor: { login: 'admin' },
        changes: { url: [null, feed.url], everyMinutes: [null, 360] },
      },
    ],
  })
  const told = (await second.operate('history', { type: 'schedule', id })).body as { entries: object[] }
  expect(told.entries).toHaveLength(4)
  const visitor = browser(second)
  await visitor.signIn()
  const { status, text } = await visitor.get(`/history/schedule/${id}`)
  expect(status).toBe(200)
  for (const said of [
    'The server answers with an error',
    'Feed not imported',
    'Removed',
    `/imports/${id}_1"`,
  ])
    expect(text).toContain(said)
  expect((await visitor.get(`/history?type=schedule&id=${id}`)).location).toBe(
    `https://school.example/history/schedule/${id}`,
  )
  await second.stop()

  clock.ms += 7 * HOUR
  const asked = feed.asked.length
  const third = await started(dataDir, clock)
  expect(await titles(third)).toEqual(['Fair'])
  expect(feed.asked).toHaveLength(asked)
})

it('05 §14 a schedule is changed, paused, resumed and removed, and says so', async () => {
  const feed = await feedServer({ body: calendarOf('Fair', 'Fair') })
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const service = await started(temporaryFolder(), clock)
  const set = await service.ask('POST /admin/schedules', {
    body: { url: feed.url, every: '6h', source: 'Clubs' },
  })
  const { schedule_id: id } = set.body as Schedule
  const one = `/admin/schedules/${id}`
  await expect
    .poll(async () => (await service.ask(`GET ${one}`)).body)
    .toMatchObject({ last_import: { over: true } })
  expect(await service.ask(`GET ${one}`)).toMatchObject({
    status: 200,
    body: {
      ...{ schedule_id: id, paused: null, failures: 0, failing: null, import_id: `${id}_1` },
      last_good_at: '2027-05-01T20:00:00.000Z',
      last: { outcome: 'imported', at: '2027-05-01T20:00:00.000Z', import_id: `${id}_1`, found: null },
      last_import: {
        import_id: `${id}_1`,
        status: 'success',
        received: 2,
        outcomes: { created: 2, failed: 0 },
      },
    },
  })

  const changed = await service.ask(`PATCH ${one}`, { body: { every: '1d', post_status: 'draft' } })
  expect(changed).toMatchObject({
    status: 200,
    body: { every_minutes: 1_440, post_status: 'draft', due_at: '2027-05-02T20:00:00.000Z' },
  })
  // what it shows can be written back, and changes nothing
  const { url, source, author, post_status, update_authority } = changed.body as Record<string, string>
  const same = { url, source, author, post_status, update_authority, every: '24h' }
  expect(await service.ask(`PUT ${one}`, { body: same })).toMatchObject({
    status: 409,
    body: { code: 'schedule_unchanged' },
  })
  const wrong = { url: 'ftp://a.example', every: '1m', author: 'nobody', source: 'Others', category: 'None' }
  expect(await service.ask(`POST ${one}`, { body: wrong })).toMatchObject({
    status: 400,
    body: {
      data: {
        params: {
          url: 'url is no http, https or webcal address on the open internet, without user and password.',
          every: 'every is a time from 15m (minutes) to 31d (days), such as 6h.',
          source: expect.stringContaining('events are known by it, so it stays') as string,
          author: 'author: no user has the login, e-mail address or id "nobody".',
          category: 'category: no category has the name, slug or id "None".',
        },
      },
    },
  })

  const paused = await service.ask(`POST ${one}/pause`)
  const by = { id: expect.any(Number) as number, login: 'admin' }
  expect(paused).toMatchObject({ status: 200, body: { paused: { at: '2027-05-01T20:00:00.000Z', by } } })
  expect(await service.ask(`POST ${one}/pause`)).toMatchObject({
    status: 409,
    body: { code: 'schedule_paused' },
  })
  clock.ms += 25 * HOUR
  expect(await service.ask(`POST ${one}/resume`)).toMatchObject({
    status: 200,
    body: { paused: null, due_at: '2027-05-03T20:00:00.000Z' },
  })
  expect(await service.ask(`POST ${one}/resume`)).toMatchObject({
    status: 409,
    body: { code: 'schedule_not_paused' },
  })
  expect((await service.ask(`DELETE ${one}`)).status).toBe(200)
  for (const request of [
    `GET ${one}`,
    `PATCH ${one}`,
    `POST ${one}/pause`,
    `POST ${one}/resume`,
    `DELETE ${one}`,
  ])
    expect((await service.ask(request)).status).toBe(404)
  const { body: told } = await service.ask(`GET /admin/history/schedule/${id}`)
  expect((told as readonly { readonly fact: string }[]).map(({ fact }) => fact)).toEqual([
    ...['ScheduleRemoved', 'ScheduleResumed', 'SchedulePaused', 'ScheduleOptionsChanged', 'ScheduleRetimed'],
    ...['FeedImported', 'ScheduleSet'],
  ])
  for (const request of [`GET ${one}`, `PATCH ${one}`, `POST ${one}/pause`, `POST ${one}/resume`])
    expect((await service.ask(request, { headers: {} })).status).toBe(401)
})

it('05 §14 what failed while it was fetched from one address is not held against the other', async () => {
  const feed = await feedServer({ status: 404 })
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const dataDir = temporaryFolder()
  const first = await started(dataDir, clock)
  const set = await first.ask('POST /admin/schedules', { body: { url: feed.url, every: '6h' } })
  const one = `GET /admin/schedules/${(set.body as Schedule).schedule_id}`
  const failing = { since: '2027-05-01T20:00:00.000Z', found: '404' }
  const once = { failures: 1, last_good_at: null, failing: { ...failing, keeps: false } }
  await expect.poll(async () => (await first.ask(one)).body).toMatchObject(once)
  await first.stop()
  clock.ms += 7 * HOUR
  const second = await started(dataDir, clock)
  const told = 'The server answers with an error (404): open the address in a browser to see it.'
  const twice = { failures: 2, failing: { ...failing, keeps: true, told } }
  await expect.poll(async () => (await second.ask(one)).body).toMatchObject(twice)
  const other = await feedServer({ body: calendarOf('Fair') })
  await second.ask(one.replace('GET', 'PATCH'), { body: { url: other.url } })
  const good = { failures: 0, failing: null, last_good_at: '2027-05-02T03:00:00.000Z' }
  await expect.poll(async () => (await second.ask(one)).body).toMatchObject(good)
  await expect.poll(() => titles(second)).toEqual(['Fair'])
})

it('what is not to be scheduled is refused by name, and nothing is fetched', async () => {
  const feed = await feedServer({ body: calendarOf('Fair') })
  const service = await embeddedService()
  const refused = async (body: object) => {
    const answer = await service.ask('POST /admin/schedules', { body })
    const { data } = answer.body as { readonly data: { readonly params: object } }
    return [answer.status, ...Object.keys(data.params)]
  }
  // the address of this machine is nobody's feed
  expect(await refused({ url: feed.url, every: '5m' })).toEqual([400, 'url', 'every'])
  for (const url of ['ftp://school.example/a.ics', 'https://a:b@school.example/a.ics', 'webcal://10.0.0.1/a'])
    expect(await refused({ url, every: '6h' })).toEqual([400, 'url'])
  expect(await refused({ url: 'https://school.example/a.ics', every: '6h', author: 99 })).toEqual([
    400,
    'author',
  ])
  expect(await listed(service)).toEqual([])
  expect(feed.asked).toEqual([])
  for (const [request, body] of [
    ['GET /admin/schedules', undefined],
    ['POST /admin/schedules', { url: 'https://school.example/a.ics', every: '6h' }],
    ['DELETE /admin/schedules/abc', undefined],
  ] as const) {
    const guest = { headers: {}, ...(body === undefined ? {} : { body }) }
    expect((await service.ask(request, guest)).status).toBe(401)
  }
  expect((await service.ask('GET /admin/schedules', { headers: basic('admin') })).status).toBe(200)
})
