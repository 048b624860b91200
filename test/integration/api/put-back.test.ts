import { expect, it } from 'vitest'
import { browser } from '../../support/browser.ts'
import { cli } from '../../support/cli.ts'
import { basic, embeddedService } from '../../support/embedded-service.ts'

type Entry = {
  readonly position: number
  readonly fact: string
  readonly source: string
  readonly route: string | null
}
type Told = {
  readonly changes: object
  readonly stays: object
  readonly revision?: number
  readonly message?: string
}

/** An event that was retitled, moved to another venue and given a password, an hour after each other. */
const lived = async () => {
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const service = await embeddedService({}, undefined, () => clock.ms)
  const { ask } = service
  const times = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' }
  const body = { title: 'Fair', ...times, venue: { venue: 'Hall' } }
  const made = (await ask('POST /cal/events/v1/events', { body })).body as {
    id: number
    venue: { id: number }
  }
  const { id } = made
  const change = async (sent: object) => {
    clock.ms += 3_600_000
    await ask(`POST /cal/events/v1/events/${id}`, { body: sent })
  }
  await change({ title: 'Spring fair' })
  await change({ venue: { venue: 'Gym' }, cost: '5' })
  const entries = async () => (await ask(`GET /admin/history/event/${id}`)).body as readonly Entry[]
  const put = async (sent: object, headers?: Readonly<Record<string, string>>) => {
    const { status, body: told } = await ask(`POST /admin/history/event/${id}/put-back`, {
      body: sent,
      ...(headers === undefined ? {} : { headers }),
    })
    return { status, told: told as Told }
  }
  const event = async () => (await ask(`GET /cal/events/v1/events/${id}`)).body as Record<string, unknown>
  return { service, clock, id, hall: made.venue.id, change, entries, put, event }
}

it('puts an event back to a moment, after a look, as a fact like any other', async () => {
  const { id, put, event, entries, service } = await lived()
  const at = '2027-05-01T17:30'
  const { status, told } = await put({ at, dry_run: true })
  expect(status).toBe(200)
  expect(told).toMatchObject({ name: 'Spring fair', stays: {} })
  expect(Object.keys(told.changes).sort()).toEqual(['cost', 'venues'])
  expect((await event())['cost']).not.toBe('')

  expect(await put({ at, revision: (told.revision ?? 0) - 1 })).toMatchObject({ status: 409 })
  expect(await put({ at, revision: told.revision })).toMatchObject({ status: 200, told: { stays: {} } })
  expect(await event()).toMatchObject({ title: 'Spring fair', cost: '', venue: { venue: 'Hall' } })
  const [newest] = await entries()
  expect(newest).toMatchObject({ route: 'POST /admin/history/{type}/{id}/put-back' })

  // one member, and one entry
  const first = (await entries()).find(({ fact }) => fact === 'EventCreated')
  await put({ position: first?.position, members: ['title'] })
  expect(await event()).toMatchObject({ title: 'Fair' })
  const relocated = (await entries()).filter(({ fact }) => fact === 'EventRelocated')
  await put({ position: relocated[0]?.position, only: 'entry' })
  expect(await event()).toMatchObject({ title: 'Fair', cost: '', venue: { venue: 'Gym' } })

  // one member of when it takes place brings all of them
  await service.ask(`POST /cal/events/v1/events/${id}`, { body: { start_date: '2027-05-08 11:00:00' } })
  await put({ position: first?.position, members: ['start'] })
  expect(await event()).toMatchObject({
    start_date: '2027-05-08 10:00:00',
    utc_start_date: '2027-05-08 14:00:00',
  })

  // back from the trash
  const alive = (await entries())[0]?.position
  await service.ask(`DELETE /cal/events/v1/events/${id}`)
  expect((await put({ position: alive })).status).toBe(200)
  expect(await event()).toMatchObject({ id, status: 'publish', slug: 'fair' })
})

it('leaves the slug that a draft got when it was published, and says of nothing that others have it', async () => {
  const service = await embeddedService()
  const body = { title: 'Fair', status: 'draft', start_date: '2027-05-08', end_date: '2027-05-08' }
  const { id } = (await service.ask('POST /cal/events/v1/events', { body })).body as { id: number }
  const [made] = (await service.ask(`GET /admin/history/event/${id}`)).body as readonly Entry[]
  await service.ask(`POST /cal/events/v1/events/${id}`, { body: { status: 'publish' } })
  for (const dry_run of [true, false]) {
    const sent = { position: made?.position, dry_run }
    const { body: told } = await service.ask(`POST /admin/history/event/${id}/put-back`, { body: sent })
    expect(Object.keys((told as Told).changes).sort()).toEqual(['publishedAt', 'status'])
    expect(told).toMatchObject({ stays: {} })
  }
  const { body: event } = await service.ask(`GET /cal/events/v1/events/${id}`)
  expect(event).toMatchObject({ status: 'draft', slug: 'fair' })
})

it('says what cannot come back, and why', async () => {
  const { id, hall, put, event, entries, service, change } = await lived()
  const first = (await entries()).at(-1)?.position
  await change({ slug: 'other' })
  const taken = {
    title: 'Taken',
    slug: 'fair',
    start_date: '2027-05-08 10:00:00',
    end_date: '2027-05-08 12:00:00',
  }
  await service.ask('POST /cal/events/v1/events', { body: taken })
  await service.ask(`DELETE /calx/v1/venues/${hall}&force=true`)
  const { told } = await put({ position: first })
  expect(told.stays).toEqual({ slug: 'taken', venues: 'purged' })
  expect(await event()).toMatchObject({ title: 'Fair', slug: 'fair-2', venue: [] })
  await service.ask(`DELETE /calx/v1/events/${id}&force=true`)
  expect((await put({ position: first })).status).toBe(404)
})

it('refuses in words what it cannot do, and shows no password', async () => {
  const { id, put, entries, service } = await lived()
  const beginning = (await entries()).at(-1)?.position
  for (const moment of [{}, { position: 1, at: '2027-05-01T17:30' }])
    expect((await put(moment)).told.message).toContain('position or at must be given, and not both')
  for (const members of [['titel'], ['title', 'titel'], ['Title']])
    expect(await put({ position: beginning, members, dry_run: true })).toMatchObject({
      status: 400,
      told: { data: { params: { members: `“${members.at(-1)}” is no member of anything, such as title.` } } },
    })
  expect((await put({ at: 'yesterday' })).told.message).toContain('2027-03-01T10:00')
  expect((await put({ at: '2020-01-01T10:00' })).status).toBe(404)
  expect(await put({ position: beginning, only: 'entry' })).toMatchObject({
    status: 400,
    told: { code: 'put_back_beginning' },
  })
  const guest = await put({ position: beginning }, {})
  expect(guest.status).toBe(401)
  await service.operate('create-user', {
    ...{ login: 'ann', email: 'ann@school.example', role: 'author', password: 'a password' },
  })
  const made = await service.operate('create-application-password', { login: 'ann', name: 'test' })
  const { password } = made.body as { password: string }
  expect((await put({ position: beginning }, basic('ann', password))).status).toBe(403)

  await service.operate('set-password', { type: 'event', id: String(id), text: 'very secret' })
  const told = await put({ position: beginning, dry_run: true })
  expect(told.told.changes).toMatchObject({ password: ['***', ''] })
})

it('is a command, with a dry run', async () => {
  const { id, entries, service } = await lived()
  const first = String((await entries()).at(-1)?.position)
  await service.stop()
  const tried = await cli(service.dataDir, [
    'put-back',
    'event',
    String(id),
    '--position',
    first,
    '--dry-run',
  ])
  expect(tried.stdout).toContain('nothing is recorded; this would change:')
  expect(tried.stdout).toMatch(/title +Spring fair +Fair/)
  const done = await cli(service.dataDir, [
    'put-back',
    'event',
    String(id),
    '--position',
    first,
    '--members',
    'title',
  ])
  expect(done.stdout).toContain('this was put back:')
  expect(done.stdout).not.toContain('venues')
  const history = await cli(service.dataDir, ['history', 'event', String(id)])
  expect(history.stdout).toMatch(/EventRetitled .*operator.*\n +title: Spring fair → Fair/)
  expect((await cli(service.dataDir, ['put-back', 'event', String(id)])).code).toBe(2)
})

it('00 §6.4 with only=entry what a later entry set stays and is named, unless it is asked for by name', async () => {
  const { id, event, entries, change, put, service } = await lived()
  await change({ title: 'Summer fair' })
  const [summer] = await entries()
  await change({ title: 'Autumn fair', cost: '7' })
  const taken = { position: summer?.position, only: 'entry' }
  const kept = { changes: {}, stays: { title: 'set_since' } }
  expect((await put({ ...taken, dry_run: true })).told).toMatchObject(kept)
  expect((await put(taken)).told).toEqual(kept)
  expect(await event()).toMatchObject({ title: 'Autumn fair', cost: '$7' })

  const visitor = browser(service)
  await visitor.signIn()
  const page = await visitor.get(`/history/event/${id}/put-back?as_of=${summer?.position}&only=entry`)
  expect(page.text).toContain('Nothing of it can be put back.')
  expect(page.text).toContain('it was set to something else after that, as its history tells.')
  await service.stop()
  const words = ['put-back', 'event', String(id), '--position', String(summer?.position), '--only', 'entry']
  expect((await cli(service.dataDir, words)).stdout).toBe(
    'nothing is put back\ntitle stays: it was set to something else after that, as its history tells; ' +
      '--members title puts it back all the same\n',
  )
  const all = await cli(service.dataDir, [...words, '--members', 'title'])
  expect(all.stdout).toMatch(/^this was put back:[^]*Autumn fair +Spring fair/)
})

it('00 §6.4 with only=entry when an event takes place stays as one thing where a later entry set it', async () => {
  const { event, entries, change, put } = await lived()
  await change({ start_date: '2027-05-08 09:00:00' })
  const [earlier] = await entries()
  await change({ start_date: '2027-05-08 08:00:00' })
  const { told } = await put({ position: earlier?.position, only: 'entry' })
  expect(told.changes).toEqual({})
  expect(told.stays).toMatchObject({ start: 'set_since' })
  expect(new Set(Object.values(told.stays))).toEqual(new Set(['set_since']))
  expect(await event()).toMatchObject({ start_date: '2027-05-08 08:00:00' })
})

it('00 §6.4 with only=entry a start stays where a later entry set the end, which could come before it', async () => {
  const { event, entries, change, put } = await lived()
  await change({ start_date: '2027-05-08 08:00:00', end_date: '2027-05-08 12:00:00' })
  const [earlier] = await entries()
  await change({ start_date: '2027-05-08 08:00:00', end_date: '2027-05-08 09:00:00' })
  const { told } = await put({ position: earlier?.position, only: 'entry' })
  const stays = { start: 'set_since', startUtc: 'set_since', end: 'set_since', endUtc: 'set_since' }
  expect(told).toEqual({ changes: {}, stays })
  expect(await event()).toMatchObject({ start_date: '2027-05-08 08:00:00', end_date: '2027-05-08 09:00:00' })
})

it('00 §6.4 the page that takes a publication back leaves the date that was set since, and says so', async () => {
  const { id, event, entries, change, service } = await lived()
  await change({ status: 'draft' })
  await change({ status: 'publish', date: '2027-04-01 08:00:00' })
  const [published] = await entries()
  await change({ date: '2027-04-02 09:00:00' })
  const visitor = browser(service)
  await visitor.signIn()
  const address = `/history/event/${id}/put-back`
  const page = await visitor.get(`${address}?as_of=${published?.position}&only=entry`)
  const since = 'it was set to something else after that, as its history tells.'
  expect(page.text).toContain(since)
  const done = await visitor.ask(`POST ${address}`, { form: { ...page.hidden, 'members[status]': '1' } })
  expect(done.status).toBe(200)
  expect(done.text).toContain(since)
  expect(await event()).toMatchObject({ status: 'draft', date: '2027-04-02 09:00:00' })
})

it('00 §6.4 with only=entry when an event takes place goes back as one thing, with the zone that a later entry set', async () => {
  const { event, entries, change, put } = await lived()
  const before = await event()
  await change({ all_day: true })
  const [earlier] = await entries()
  await change({ timezone: 'Europe/Berlin' })
  const { told } = await put({ position: earlier?.position, only: 'entry', members: ['allDay'] })
  expect(told).toMatchObject({ changes: { timezone: ['Europe/Berlin', 'America/New_York'] }, stays: {} })
  const dates = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'timezone', 'all_day'] as const
  const now = await event()
  for (const member of dates) expect(now[member]).toEqual(before[member])
})

it('is done on the page of the history: what is marked, after a look', async () => {
  const { id, event, entries, change, service } = await lived()
  const visitor = browser(service)
  await visitor.signIn()
  const history = await visitor.get(`/history/event/${id}`)
  const [newest] = await entries()
  expect(history.text).toContain(`/history/event/${id}/put-back?as_of=${newest?.position}&amp;only=entry`)
  const first = (await entries()).at(-1)?.position
  const then = await visitor.get(`/history/event/${id}?as_of=${first}`)
  expect(then.text).toContain(`/history/event/${id}/put-back?as_of=${first}`)

  const address = `/history/event/${id}/put-back`
  const page = await visitor.get(`${address}?as_of=${first}`)
  expect(page.text).toContain('<del>Spring fair</del>')
  const post = (form: Readonly<Record<string, string>>) => visitor.ask(`POST ${address}`, { form })
  const none = await post(page.hidden)
  expect(none.text).toContain('Mark what is to be put back.')
  await change({ title: 'Summer fair' })
  const late = await post({ ...page.hidden, 'members[title]': '1' })
  expect(late.status).toBe(409)
  expect(late.text).toContain('Somebody has changed it since you looked')
  expect(late.text).toContain('<del>Summer fair</del>')
  const done = await post({ ...late.hidden, 'members[title]': '1' })
  expect(done.status).toBe(302)
  expect(await event()).toMatchObject({ title: 'Fair', cost: '$5' })
  expect((await post({ ...page.hidden, form_token: 'x' })).status).toBe(403)
})
