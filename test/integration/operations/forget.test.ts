import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli } from '../../support/cli.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { holding } from '../../support/holding.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { eventually } from '../../support/eventually.ts'

const DAY_MS = 86_400_000
const when = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }
/** Of an item of an import alone: it skips what it cannot read. */
const TEXT = 'okapi on the payload'

const imported = async ({ ask, operate }: EmbeddedService): Promise<void> => {
  const opened = await operate('register-import', { import_id: 'one', origin: 'url', source: 'feed' })
  await ask('POST /cal/event-aggregator/v1/import/one/batch', {
    body: {
      batch_hash: (opened.body as { batch_hash: string }).batch_hash,
      percentage_complete: 100,
      status: { data: { total: 1, done: 0 }, batch: { total: 1, done: 0 } },
      events: [{ ...when, uid: 'a@feed', title: 'Walk', timezone: 'UTC', nobody_reads: TEXT }],
    },
  })
  await eventually(async () => {
    expect((await ask('GET /admin/imports/one')).body).toMatchObject({ status: 'success', processed: 1 })
  })
}

const clocked = async () => {
  const clock = { ahead: 0 }
  const dataDir = temporaryFolder()
  const service = await embeddedService({}, dataDir, () => Date.now() + clock.ahead)
  return { clock, service }
}

it('00 §6.9 forget: payloads that are kept long enough leave no byte, and what came of them stays', async () => {
  const { clock, service } = await clocked()
  const { ask, operate, dataDir } = service
  await imported(service)
  const record = (await ask('GET /admin/imports/one')).body
  await operate('set-option', { name: 'keep_import_payloads', value: '7' })
  clock.ahead = 6 * DAY_MS
  expect((await operate('forget', {})).body).toMatchObject({
    dry_run: false,
    forgotten: [{ what: 'payloads', count: 0 }],
  })
  clock.ahead = 8 * DAY_MS
  const tried = await operate('forget', { dry_run: true })
  expect(tried).toMatchObject({
    status: 200,
    body: { dry_run: true, forgotten: [{ what: 'payloads', count: 1 }] },
  })
  expect(holding(dataDir, TEXT)).not.toEqual([])
  expect((await operate('forget', { dry_run: 'perhaps' })).status).toBe(400)

  expect((await operate('forget', {})).body).toMatchObject({ forgotten: [{ what: 'payloads', count: 1 }] })
  expect(holding(dataDir, TEXT)).toEqual([])
  expect((await ask('GET /admin/imports/one')).body).toEqual(record)
  const history = (await ask('GET /admin/history/site/1')).body as readonly {
    fact: string
    changes: object
  }[]
  expect(history[0]).toMatchObject({ fact: 'OverdueForgotten', changes: { count: [null, 1] } })
  expect(JSON.stringify(history)).not.toContain(TEXT)
  await service.stop()
  expect((await cli(dataDir, ['verify'])).output).toContain('nothing is wrong')
})

type Entry = {
  readonly position: number
  readonly at: string
  readonly fact: string
  readonly changes: object
}

const historyOf = async ({ ask }: EmbeddedService, path: string) =>
  (await ask(`GET /admin/history/${path}`)).body as readonly Entry[]

it('00 §6.9 forget: sign-ins that are kept long enough leave no byte, and everything else about people stays', async () => {
  const { clock, service } = await clocked()
  const { ask, operate, dataDir } = service
  const sam = { login: 'sam', email: 'sam@school.example', role: 'author', password: 'a long password' }
  await operate('create-user', sam)
  const { body } = await operate('create-application-password', { login: 'sam', name: 'x' })
  const asSam = { headers: basic('sam', (body as { password: string }).password) }
  const me = () => ask('GET /core/v2/users/me', asSam)
  expect((await me()).status).toBe(200)
  const used = async () => {
    const { output } = await cli(dataDir, ['report-user', 'sam', '--format', 'jsonl'])
    return [...output.matchAll(/"usedAt":"([^"]+)"/g)].map(([, at = '']) => at)
  }
  await eventually(async () => expect(await used()).toHaveLength(1))
  const [first = ''] = await used()
  await operate('set-role', { login: 'sam', role: 'editor' })
  const before = await historyOf(service, 'user/2')
  expect(before.map(({ fact }) => fact)).not.toContain('ApplicationPasswordUsed')
  await operate('set-option', { name: 'keep_sign_ins', value: '30' })
  clock.ahead = 40 * DAY_MS
  await me()
  await eventually(async () => expect(await used()).toHaveLength(2))
  const [, second] = await used()
  const tried = await operate('forget', { dry_run: true })
  expect(tried.body).toMatchObject({ forgotten: [{}, { what: 'sign_ins', count: 2 }] })
  expect(holding(dataDir, first.toLowerCase())).not.toEqual([])
  expect((await operate('forget', {})).body).toMatchObject({
    forgotten: [{}, { what: 'sign_ins', count: 2 }],
  })
  expect(holding(dataDir, first.toLowerCase())).toEqual([])

  expect(await used()).toEqual([second])
  expect(await historyOf(service, 'user/2')).toEqual(before)
  expect((await me()).status).toBe(200)
  const folder = join(temporaryFolder(), 'export')
  expect((await cli(dataDir, ['export', folder])).code).toBe(0)
  const history = readFileSync(join(folder, 'history.jsonl'), 'utf8')
  expect(history).toContain('"role":["author","editor"]')
  expect(history.split('UserRoleChanged')).toHaveLength(2)
  await service.stop()
  expect((await cli(dataDir, ['verify'])).output).toContain('nothing is wrong')
  const again = await embeddedService({}, dataDir, () => Date.now() + clock.ahead)
  expect((await again.ask('GET /core/v2/users/me', asSam)).status).toBe(200)
  expect(await historyOf(again, 'user/2')).toEqual(before)
})

it('00 §6.9 forget: earlier versions of what is in the trash leave no byte, and it comes back as it is', async () => {
  const { clock, service } = await clocked()
  const { ask, operate, dataDir } = service
  const sent = {
    title: 'Okapi morning',
    description: 'about okapis',
    ...when,
    venue: { venue: 'First hall' },
  }
  const { body } = await ask('POST /cal/events/v1/events', { body: sent })
  const { id } = body as { id: number }
  const change = (changes: object) => ask(`POST /cal/events/v1/events/${id}`, { body: changes })
  await change({ title: 'Zebra morning', slug: 'zebra-morning', description: 'about zebras' })
  await change({ venue: { venue: 'Second hall' } })
  const get = async (of: EmbeddedService) => (await of.ask(`GET /cal/events/v1/events/${id}`)).body
  const before = (await get(service)) as Record<string, unknown>
  const venues = (await ask('GET /cal/events/v1/venues')).body
  await ask(`DELETE /cal/events/v1/events/${id}`)
  const told = await historyOf(service, `event/${id}`)
  await operate('set-option', { name: 'keep_trashed_versions', value: '30' })
  clock.ahead = 29 * DAY_MS
  expect((await operate('forget', {})).body).toMatchObject({
    forgotten: [{}, { what: 'versions', count: 0 }],
  })
  expect(holding(dataDir, 'okapi')).not.toEqual([])
  clock.ahead = 31 * DAY_MS
  const tried = await operate('forget', { dry_run: true })
  // the last one stays
  const count = told.length - 1
  expect(tried.body).toMatchObject({ forgotten: [{}, { what: 'versions', count }] })
  expect((await operate('forget', {})).body).toMatchObject({ forgotten: [{}, { what: 'versions', count }] })
  expect(holding(dataDir, 'okapi')).toEqual([])

  const entries = await historyOf(service, `event/${id}`)
  expect(entries.map(({ position, at, fact }) => [position, at, fact])).toEqual(
    told.map(({ position, at, fact }) => [position, at, fact]),
  )
  expect(entries.every(({ changes }) => Object.keys(changes).length === 0)).toBe(true)
  const back = { position: told.at(-1)?.position, dry_run: true }
  expect(await ask(`POST /admin/history/event/${id}/put-back`, { body: back })).toMatchObject({
    status: 404,
    body: { code: 'put_back_forgotten' },
  })
  await service.stop()
  expect((await cli(dataDir, ['verify'])).output).toContain('nothing is wrong')
  const again = await embeddedService({}, dataDir, () => Date.now() + clock.ahead)
  expect((await historyOf(again, `event/${id}`)).map(({ fact }) => fact)).toEqual(
    told.map(({ fact }) => fact),
  )
  expect((await again.ask('GET /cal/events/v1/venues')).body).toEqual(venues)
  await again.ask(`POST /cal/events/v1/events/${id}`, { body: { status: 'publish' } })
  const { title, slug, description, venue, author, date, start_date, status } = before
  const same = { title, slug, description, venue, author, date, start_date, status }
  expect(await get(again)).toMatchObject(same)
})

it('forget says at the command line how much is due, and how much went', async () => {
  const { service } = await clocked()
  await service.stop()
  const tried = await cli(service.dataDir, ['forget', '--dry-run'])
  expect(tried.stdout).toMatch(
    /^nothing is forgotten; this is due:\n {2}0 batches of imports that came in before 20\S+Z\n$/,
  )
  const done = await cli(service.dataDir, ['forget'])
  expect(done.stdout).toMatch(/^forgotten:\n {2}0 batches/)
})
