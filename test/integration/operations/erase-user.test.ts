import { userId } from '../../../shared/kernel/brands.ts'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqliteLog } from '../../../shared/event-store/sqlite/sqlite.ts'
import { erasureCodec, erasureStream } from '../../../shared/facts/user.ts'
import { personAt } from '../../support/calendar.ts'
import { calendarOf, feedServer, localFetcher } from '../../support/feed-server.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { holding } from '../../support/holding.ts'
import { startSharedWriter } from '../../support/shared-writer.ts'
import { eventually } from '../../support/eventually.ts'

const ada = {
  login: 'ada-lovelace',
  email: 'countess@nowhere.example',
  role: 'editor',
  password: 'a password',
}

const withAda = async (service: EmbeddedService) => {
  await service.operate('create-user', ada)
  const made = await service.operate('create-application-password', {
    login: ada.login,
    name: 'analytical engine',
  })
  return basic(ada.login, (made.body as { password: string }).password)
}

it('00 §6 erase-user LOGIN: nothing in the data folder tells who it was, what was done stays under the number', async () => {
  const service = await embeddedService()
  const { dataDir, ask, operate } = service
  const headers = await withAda(service)
  expect((await ask('POST /cal/events/v1/tags', { body: { name: 'Poetry' }, headers })).status).toBe(201)
  await eventually(async () => {
    const { passwords } = (await operate('list-application-passwords', { login: ada.login })).body as {
      passwords: readonly unknown[]
    }
    expect(passwords).toMatchObject([{ name: 'analytical engine', last_ip: '127.0.0.1' }])
    expect(passwords).not.toMatchObject([{ last_used: null }])
  })
  expect(holding(dataDir, ada.login)).not.toEqual([])

  expect(await operate('erase-user', { login: ada.login })).toEqual({
    ...{ status: 200, body: { id: 2, reassigned: 0 } },
  })
  expect(holding(dataDir, ada.login, ada.email, 'analytical')).toEqual([])
  expect(await ask('GET /', { headers })).toMatchObject({ status: 401, body: { code: 'invalid_username' } })
  expect((await ask('GET /admin/history/tag/1')).body).toMatchObject([{ actor: { id: 2, login: null } }])
  const past = (await ask('GET /admin/history/user/2')).body as readonly object[]
  expect(past[0]).toMatchObject({ fact: 'UserErased', changes: {} })
  expect(past.every(entry => JSON.stringify(entry).includes('"changes":{}'))).toBe(true)
  expect(await operate('erase-user', { login: ada.login })).toMatchObject({ status: 400 })

  // login and address are free again, for somebody else
  expect(await operate('create-user', ada)).toEqual({ status: 200, body: { id: 3 } })
  await service.stop()
  const again = await embeddedService({}, dataDir)
  expect(await again.operate('erase-user', { login: ada.login })).toEqual({
    ...{ status: 200, body: { id: 3, reassigned: 0 } },
  })
  expect(holding(dataDir, ada.login, ada.email)).toEqual([])
})

it('the last administrator stays one, whatever is asked for and however often at once', async () => {
  const { ask, operate } = await embeddedService()
  const refused = {
    status: 400,
    body: { data: { params: { login: 'this is the last administrator, and the site needs one' } } },
  }
  expect(await operate('erase-user', { login: 'admin' })).toMatchObject(refused)
  for (const role of ['editor', 'author', 'contributor', 'subscriber'])
    expect(await operate('set-role', { login: 'ADMIN', role })).toMatchObject(refused)
  expect((await ask('GET /admin/history/user/1')).body).toHaveLength(2)
  expect(await operate('set-role', { login: 'admin', role: 'administrator' })).toMatchObject({ status: 200 })
  // with another one it may go, but not both
  await operate('create-user', { ...ada, role: 'administrator' })
  const both = await Promise.all([
    operate('set-role', { login: 'admin', role: 'editor' }),
    operate('set-role', { login: ada.login, role: 'editor' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  const left = both[0].status === 200 ? ada.login : 'admin'
  expect(await operate('erase-user', { login: left })).toMatchObject(refused)
})

it('an erasure that was cut short after it was recorded is finished by the next start', async () => {
  const service = await embeddedService()
  const headers = await withAda(service)
  await service.stop()
  const log = await openSqliteLog({ file: join(service.dataDir, 'log.sqlite'), start: startSharedWriter })
  const fact = erasureCodec.encode({ type: 'UserErased', userId: userId(2) })
  const id = '6f6b1c1e-8a5e-4b9e-9d0a-0d6a6f1b2c3d'
  await log.append(erasureStream(userId(2)), [{ id, ...fact, meta: personAt() }], 'absent')
  await log.close()
  const { ask, operate } = await embeddedService({}, service.dataDir)
  expect(holding(service.dataDir, ada.login, ada.email)).toEqual([])
  expect(await ask('GET /', { headers })).toMatchObject({ status: 401 })
  expect(await operate('create-user', ada)).toMatchObject({ status: 200 })
})

type Item = { readonly id: number; readonly author: string; readonly status: string }

const day = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00' }

it('erase-user --reassign: everything the user is the author of is another user’s, whatever its state', async () => {
  const service = await embeddedService()
  const { ask, operate } = service
  const headers = await withAda(service)
  await operate('create-user', { ...ada, login: 'grace', email: 'grace@nowhere.example', role: 'author' })
  const make = async (path: string, body: object, as: Readonly<Record<string, string>> = headers) => {
    const made = await ask(`POST /cal/events/v1/${path}`, { body, headers: as })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body as Item
  }
  const event = await make('events', { title: 'Fair', ...day })
  const draft = await make('events', { title: 'Plan', ...day, status: 'draft' })
  const trashed = await make('events', { title: 'Old', ...day })
  await ask(`DELETE /cal/events/v1/events/${trashed.id}`, { headers })
  const purged = await make('events', { title: 'Gone', ...day })
  await ask(`DELETE /calx/v1/events/${purged.id}&force=true`, { headers })
  const venue = await make('venues', { venue: 'Hall' })
  const organizer = await make('organizers', { organizer: 'PTA' })
  const given = await make('events', { title: 'Given away', ...day, author: 1 })
  const got = await make('events', { title: 'Got', ...day, author: 2 }, basic('admin'))

  expect(await operate('erase-user', { login: ada.login, reassign: 'grace' })).toEqual({
    ...{ status: 200, body: { id: 2, reassigned: 6 } },
  })
  const authorOf = async (path: string, { id }: Item) =>
    ((await ask(`GET /cal/events/v1/${path}/${id}&context=edit`)).body as Item).author
  expect(await authorOf('events', event)).toBe('3')
  expect(await authorOf('events', draft)).toBe('3')
  expect(await authorOf('events', got)).toBe('3')
  expect(await authorOf('venues', venue)).toBe('3')
  expect(await authorOf('organizers', organizer)).toBe('3')
  expect(await authorOf('events', given)).toBe('1')
  const restored = await ask(`PATCH /cal/events/v1/events/${trashed.id}`, { body: { status: 'draft' } })
  expect(restored.body).toMatchObject({ author: '3', status: 'draft' })

  const [latest] = (await ask(`GET /admin/history/event/${event.id}`)).body as readonly object[]
  expect(latest).toMatchObject({ actor: null, source: 'operator', changes: { author: [2, 3] } })
  expect(holding(service.dataDir, ada.login, ada.email)).toEqual([])
})

it('erase-user --reassign: to nobody or to the user, nothing happens; without it items stay under the number', async () => {
  const service = await embeddedService()
  const { ask, operate } = service
  const headers = await withAda(service)
  const { body } = await ask('POST /cal/events/v1/events', { body: { title: 'Fair', ...day }, headers })
  const { id } = body as Item
  for (const reassign of ['nobody', ada.login, ''])
    expect(await operate('erase-user', { login: ada.login, reassign })).toMatchObject({
      status: 400,
      body: { data: { params: { reassign: 'no other user has this login' } } },
    })
  expect((await ask('GET /', { headers })).status).toBe(200)
  await operate('erase-user', { login: ada.login })
  expect((await ask(`GET /cal/events/v1/events/${id}`)).body).toMatchObject({ author: '2' })
  expect(await operate('erase-user', { login: ada.login, reassign: 'admin' })).toMatchObject({
    body: { data: { params: { login: 'no user has this login' } } },
  })
})

const fair = (uid: string, title: string) => ({ uid, title, ...day, timezone: 'UTC' })

/** An import and a schedule of ada's, both of which have created an event and will create another. */
const atWork = async () => {
  const feed = await feedServer({ body: calendarOf('First of the feed') })
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const service = await embeddedService({}, undefined, () => clock.ms, undefined, localFetcher())
  const { ask } = service
  const headers = await withAda(service)
  const named = { headers, body: { url: feed.url, every: '6h' } }
  const set = await ask('POST /admin/schedules', named)
  expect(set).toMatchObject({ status: 201, body: { author: 2 } })
  const scheduleId = String((set.body as Record<string, unknown>)['schedule_id'])
  const opened = await ask('POST /admin/imports', { headers, body: { import_id: 'open', source: 's' } })
  let hash = (opened.body as Record<string, unknown>)['batch_hash']
  const send = async (index: number) => {
    const answer = await ask('POST /cal/event-aggregator/v1/import/open/batch', {
      headers: {},
      body: {
        ...{ batch_hash: hash, percentage_complete: 50, interval: 10 },
        status: { data: { total: 2, done: index }, batch: { total: 2, done: index } },
        events: [fair(`u${index}`, `Item ${index}`)],
      },
    })
    expect(answer.status).toBe(200)
    hash = (answer.body as Record<string, unknown>)['next_batch_hash']
  }
  await send(0)
  await eventually(async () => {
    expect(await authorsIn(service)).toEqual({ 'Item 0': '2', 'First of the feed': '2' })
    expect((await ask('GET /admin/schedules')).body).toMatchObject({
      schedules: [{ last: { outcome: 'imported' } }],
    })
  })
  const again = async () => {
    await service.stop()
    feed.answer({ body: calendarOf('First of the feed', 'Second of the feed') })
    clock.ms += 7 * 3_600_000
    return embeddedService({}, service.dataDir, () => clock.ms, undefined, localFetcher())
  }
  return { service, scheduleId, send, again }
}

const authorsIn = async ({ ask }: EmbeddedService) => {
  const path = 'GET /cal/events/v1/events&start_date=2027-01-01&end_date=2027-12-31'
  const { events } = (await ask(path)).body as { events: readonly (Item & { title: string })[] }
  return Object.fromEntries(events.map(({ title, author }) => [title, author]))
}
const changedAuthor = async ({ ask }: EmbeddedService, type: string, id: string) => {
  const told = (await ask(`GET /admin/history/${type}/${id}`)).body as readonly { readonly fact: string }[]
  return told.find(({ fact }) => fact.endsWith('Reattributed'))
}

it('erase-user: open imports and schedules go on in the name of an administrator, closed ones are as they were', async () => {
  const { service, scheduleId, send, again } = await atWork()
  const { ask, operate, dataDir } = service
  expect(await operate('erase-user', { login: ada.login })).toMatchObject({ status: 200 })
  expect((await ask('GET /admin/schedules')).body).toMatchObject({ schedules: [{ author: 1 }] })
  expect((await ask('GET /admin/imports/open')).body).toMatchObject({ author: 1, status: 'pending' })
  expect((await ask(`GET /admin/imports/${scheduleId}_1`)).body).toMatchObject({ author: 2 })
  for (const [type, id] of [
    ['import', 'open'],
    ['schedule', scheduleId],
  ] as const)
    expect(await changedAuthor(service, type, id)).toMatchObject({
      ...{ changes: { author: [2, 1] }, source: 'operator', actor: null },
    })
  await send(1)
  await eventually(async () => expect(await authorsIn(service)).toMatchObject({ 'Item 1': '1' }))
  const next = await again()
  await eventually(async () => {
    expect(await authorsIn(next)).toEqual({
      ...{ 'Item 0': '2', 'Item 1': '1', 'First of the feed': '2', 'Second of the feed': '1' },
    })
  })
  expect(holding(dataDir, ada.login, ada.email)).toEqual([])
})

it('erase-user --reassign: open imports and schedules are the heir’s, when that one may edit events', async () => {
  const { service } = await atWork()
  const { ask, operate } = service
  const heir = { ...ada, login: 'grace', email: 'grace@nowhere.example', role: 'editor' }
  await operate('create-user', heir)
  await operate('erase-user', { login: ada.login, reassign: 'grace' })
  const author = async () => {
    const { body } = await ask('GET /admin/imports/open')
    const { schedules } = (await ask('GET /admin/schedules')).body as { schedules: readonly Item[] }
    return [(body as Item).author, schedules[0]?.author]
  }
  expect(await author()).toEqual([3, 3])
  await operate('create-user', { ...heir, login: 'hal', email: 'hal@nowhere.example', role: 'subscriber' })
  await operate('erase-user', { login: 'grace', reassign: 'hal' })
  expect(await author()).toEqual([1, 1])
})

it('imports of a site whose import user was erased are the administrator’s', async () => {
  const service = await embeddedService()
  await withAda(service)
  await service.operate('set-option', { name: 'import_user', value: ada.login })
  await service.operate('erase-user', { login: ada.login })
  const opened = await service.operate('register-import', { source: 'https://feeds.example/a.ics' })
  expect(opened.status, JSON.stringify(opened.body)).toBe(201)
})
