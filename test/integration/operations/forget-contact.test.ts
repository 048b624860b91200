import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli } from '../../support/cli.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { holding } from '../../support/holding.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { eventually } from '../../support/eventually.ts'

const when = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }
const FIRST = { organizer: 'Okapi friends', email: 'okapi@forest.example', phone: '+1 555 0188 66' }
const HELD = ['okapi@forest.example', 'quagga@forest.example', '0188 66']

type Made = { readonly id: number; readonly organizer: readonly { readonly id: number }[] }
type Entry = { readonly position: number; readonly fact: string; readonly changes: object }

const imported = async ({ ask, operate }: EmbeddedService): Promise<void> => {
  const opened = await operate('register-import', { import_id: 'one', origin: 'url', source: 'feed' })
  const answer = await ask('POST /cal/event-aggregator/v1/import/one/batch', {
    body: {
      batch_hash: (opened.body as { batch_hash: string }).batch_hash,
      percentage_complete: 100,
      status: { data: { total: 1, done: 0 }, batch: { total: 1, done: 0 } },
      events: [{ ...when, uid: 'a@feed', title: 'Walk', timezone: 'UTC', organizer: [FIRST] }],
    },
  })
  expect(answer.status).toBe(200)
  await eventually(async () => {
    expect((await ask('GET /admin/imports/one')).body).toMatchObject({ status: 'success', processed: 1 })
  })
}

/** An organizer that an event was made with, which an import brought again, and which was to be reached otherwise since. */
const school = async () => {
  const service = await embeddedService()
  const { ask } = service
  const { body } = await ask('POST /cal/events/v1/events', {
    body: { title: 'Fair', ...when, organizer: FIRST },
  })
  const id = (body as Made).organizer[0]?.id ?? 0
  await imported(service)
  await ask(`POST /cal/events/v1/organizers/${id}`, { body: { email: 'quagga@forest.example' } })
  await ask(`POST /cal/events/v1/organizers/${id}`, { body: { description: 'We walk' } })
  return { service, id }
}

const historyOf = async ({ ask }: EmbeddedService, id: number) =>
  (await ask(`GET /admin/history/organizer/${id}`)).body as readonly Entry[]

it('00 §6.7 forget-contact: no byte of e-mail address and phone is left, and the organizer is as it was', async () => {
  const { service, id } = await school()
  const { ask, operate, dataDir } = service
  for (const text of HELD) expect(holding(dataDir, text), text).not.toEqual([])
  const get = async (of: EmbeddedService) => (await of.ask(`GET /cal/events/v1/organizers/${id}`)).body
  const before = await get(service)
  expect(before).toMatchObject({ email: 'quagga@forest.example', phone: FIRST.phone })
  const told = await historyOf(service, id)
  const done = await operate('forget-contact', { id: 'okapi-friends' })
  expect(done).toEqual({ status: 200, body: { id, forgotten: ['email', 'phone'] } })

  const { slug, organizer, description, date, author } = before as Record<string, unknown>
  const kept = { id, slug, organizer, description, date, author }
  expect(await get(service)).toMatchObject(kept)
  expect(await get(service)).not.toHaveProperty('email', 'quagga@forest.example')
  await eventually(() => expect(HELD.filter(text => holding(dataDir, text).length > 0)).toEqual([]))

  const entries = await historyOf(service, id)
  expect(entries[0]).toMatchObject({ fact: 'ForgettingBegun', changes: {} })
  expect(entries.slice(1).map(({ fact }) => fact)).toEqual(told.map(({ fact }) => fact))
  expect(entries.every(({ changes }) => Object.keys(changes).length === 0)).toBe(true)
  const back = await ask(`POST /admin/history/organizer/${id}/put-back`, {
    body: { position: told[0]?.position, dry_run: true },
  })
  expect(back).toMatchObject({ status: 404, body: { code: 'put_back_forgotten' } })
  const chosen = { person: 'admin', kind: 'organizer', dry_run: true }
  expect((await ask('POST /admin/history/put-back', { body: chosen })).body).toMatchObject({
    items: [{ id, changes: {}, kept: { reason: 'forgotten' } }],
  })
  expect(await operate('forget-contact', { id: String(id) })).toMatchObject({ body: { forgotten: [] } })

  const file = join(temporaryFolder(), 'backup')
  expect((await cli(dataDir, ['backup', file])).code).toBe(0)
  expect(holding(join(file, '..'), ...HELD)).toEqual([])
  await service.stop()
  expect((await cli(dataDir, ['verify'])).output).toContain('nothing is wrong')
  // read models are made anew of a log that knows the organizer only behind its event
  const again = await embeddedService({}, dataDir)
  expect(await get(again)).toMatchObject(kept)
  expect((await again.ask('GET /cal/events/v1/organizers')).body).toMatchObject({ total: 1 })
  expect((await historyOf(again, id)).map(({ fact }) => fact)).toEqual(entries.map(({ fact }) => fact))
})

it('forget-contact: for administrators and editors, of what there is, one of the two', async () => {
  const { service, id } = await school()
  const { ask, operate } = service
  const sam = { login: 'sam', email: 'sam@school.example', role: 'author', password: 'a long password' }
  await operate('create-user', sam)
  const { body } = await operate('create-application-password', { login: 'sam', name: 'x' })
  const headers = basic('sam', (body as { password: string }).password)
  const path = `POST /admin/organizers/${id}/forget-contact`
  expect((await ask(path, { headers, body: {} })).status).toBe(403)
  expect((await ask('POST /admin/organizers/999/forget-contact', { body: {} })).status).toBe(404)
  expect((await ask(path, { body: { what: 'name' } })).status).toBe(400)
  expect(await ask(path, { body: { what: 'phone' } })).toMatchObject({ body: { forgotten: ['phone'] } })
  expect((await ask(`GET /cal/events/v1/organizers/${id}`)).body).toMatchObject({
    email: 'quagga@forest.example',
  })
  const { slug } = (await ask(`GET /cal/events/v1/organizers/${id}`)).body as { slug: string }
  for (const one of [String(id), slug]) {
    const report = await cli(service.dataDir, ['report-organizer', one, '--format', 'jsonl'])
    expect(report.output).toContain('quagga@forest.example')
    expect(report.output).not.toContain('0188')
  }
  for (const none of ['999', '0', 'nobody', '']) {
    const report = await cli(service.dataDir, ['report-organizer', none])
    expect([report.code, report.output]).toEqual([
      1,
      expect.stringContaining('no organizer has this id or slug'),
    ])
  }
})
