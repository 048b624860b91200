import { expect, it } from 'vitest'
import { browser } from '../../support/browser.ts'
import { cli } from '../../support/cli.ts'
import { basic, embeddedService } from '../../support/embedded-service.ts'

type Event = Readonly<Record<string, unknown>> & { readonly id: number; readonly title: string }
type Told = Readonly<Record<string, unknown>> & {
  readonly newest?: number
  readonly undo_id?: string
  readonly items?: readonly { readonly id: number; readonly undone: string; readonly changes: object }[]
}

const TIMES = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' }

/** The administrator made two events and a venue; Ana changed them, and made one; then the administrator one again. */
const lived = async () => {
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const service = await embeddedService({}, undefined, () => clock.ms)
  const user = { login: 'ana', email: 'ana@school.example', role: 'editor', password: 'her password' }
  await service.operate('create-user', user)
  const { password } = (await service.operate('create-application-password', { login: 'ana', name: 'test' }))
    .body as { password: string }
  const ana = basic('ana', password)
  const ask = async (request: string, body?: object, headers?: Readonly<Record<string, string>>) => {
    clock.ms += 60_000
    const sent = { ...(body === undefined ? {} : { body }), ...(headers === undefined ? {} : { headers }) }
    return (await service.ask(request, sent)).body as Event
  }
  const made = async (title: string, headers?: Readonly<Record<string, string>>) =>
    (await ask('POST /cal/events/v1/events', { title, ...TIMES }, headers)).id
  const [one, two] = [await made('Fair'), await made('Concert')]
  clock.ms += 3_600_000
  await ask(`POST /cal/events/v1/events/${one}`, { title: 'FAIR', cost: '5' }, ana)
  await ask(`POST /cal/events/v1/events/${two}`, { title: 'CONCERT', status: 'draft' }, ana)
  await ask(`POST /cal/events/v1/events/${one}`, { title: 'Spring fair' })
  const three = await made('Of Ana', ana)
  const post = async (sent: object, headers?: Readonly<Record<string, string>>) => {
    const answer = await service.ask('POST /admin/history/put-back', {
      body: sent,
      ...(headers === undefined ? {} : { headers }),
    })
    return { status: answer.status, told: answer.body as Told }
  }
  const done = async (id: string) => {
    const shown = async () => (await service.ask(`GET /admin/imports/${id}/undo`)).body as Told
    await expect.poll(async () => (await shown())['status']).toBe('done')
    return shown()
  }
  const event = async (id: number) =>
    (await service.ask(`GET /calx/v1/events/${id}?context=edit`)).body as Readonly<Record<string, unknown>>
  return { service, clock, ana, ids: [one, two, three] as const, post, done, event, ask }
}

it('puts back what a person did to several items, after a look, and that is taken back, too', async () => {
  const { ids, post, done, service } = await lived()
  const [one, two, three] = ids
  const plan = await post({ person: 'ana', dry_run: true })
  expect(plan).toMatchObject({
    status: 200,
    told: { entries: 5, total: 3, counts: { changed: 2, trashed: 1 }, next: null },
  })
  const planned = new Map(plan.told.items?.map(item => [item.id, item]))
  expect(planned.get(one)).toMatchObject({
    changes: { cost: ['5', ''] },
    kept: { reason: 'changed', members: [{ member: 'title', actor: 1, source: 'cal' }] },
  })
  expect(planned.get(two)).toMatchObject({
    changes: { title: ['CONCERT', 'Concert'], status: ['draft', 'publish'] },
    kept: null,
  })
  expect(planned.get(three)).toMatchObject({ undone: 'trashed' })
  const part = await post({ person: 'ana', dry_run: true, first: 2, limit: 1 })
  expect(part.told).toMatchObject({ total: 3, next: 3, items: [{ id: two }] })

  expect(await post({ person: 'ana', newest: 1 })).toMatchObject({ status: 409 })
  const begun = await post({ person: 'ana', newest: plan.told.newest, why: 'wrong list' })
  expect(begun).toMatchObject({
    status: 202,
    told: { import_id: null, why: 'wrong list', chosen: { actor: 2, source: null }, total: 3 },
  })
  const id = begun.told.undo_id ?? ''
  expect(await done(id)).toMatchObject({ counts: { changed: 2, trashed: 1 }, done: 3 })
  const read = async () => {
    const { body } = await service.ask('GET /cal/events/v1/events&per_page=50&start_date=2000-01-01')
    return (body as { events: readonly Event[] }).events.map(({ title, cost }) => [title, cost])
  }
  expect(await read()).toEqual([
    ['Spring fair', ''],
    ['Concert', ''],
  ])
  const history = (await service.ask(`GET /admin/history/event/${two}`)).body as readonly Told[]
  expect(history[0]).toMatchObject({ source: 'operator', route: 'put-back', correlation: id })
  const told = (await service.ask(`GET /admin/history/undo/${id.split('.')[0]}`)).body as readonly Told[]
  expect(told.at(-1)).toMatchObject({ fact: 'UndoChosen', changes: { why: [null, 'wrong list'] } })

  // the same again finds everything as it was before
  expect((await post({ person: 'ana', dry_run: true })).told).toMatchObject({
    counts: { changed: 0, trashed: 0 },
  })
  // and it is taken back as undos are
  const back = await service.ask(`POST /admin/imports/${id}/undo`)
  await done((back.body as Told).undo_id ?? '')
  expect(await read()).toEqual([
    ['Spring fair', '$5'],
    ['CONCERT', ''],
    ['Of Ana', ''],
  ])
})

it('chooses by period, source, kind and member, and refuses what chooses everything', async () => {
  const { ids, post, service } = await lived()
  const [one, two] = ids
  const idsOf = async (sent: object) => {
    const { status, told } = await post({ ...sent, dry_run: true })
    expect(status).toBe(200)
    return told.items?.map(({ id, changes }) => [id, Object.keys(changes)])
  }
  expect(await idsOf({ person: 'ana', member: 'status' })).toEqual([[two, ['status']]])
  expect(await idsOf({ person: 'ana', member: 'cost' })).toEqual([[one, ['cost']]])
  expect((await post({ person: 'ana', kind: 'venue', dry_run: true })).status).toBe(404)
  expect((await post({ person: 'ana', to: '2027-05-01T16:30', dry_run: true })).status).toBe(404)
  const day = await post({ from: '2027-05-01', to: '2027-05-01', source: 'cal', dry_run: true })
  expect(day.told).toMatchObject({ total: 3, counts: { trashed: 3 } })
  await service.operate('set-password', { type: 'event', id: String(one), text: 'very secret' })
  const masked = await post({ source: 'operator', kind: 'event', dry_run: true })
  expect(masked.told.items).toMatchObject([{ id: one, changes: { password: ['***', ''] } }])

  const problem = async (sent: object) => {
    const { status, told } = await post(sent)
    expect(status).toBe(400)
    return (told['data'] as { params: Readonly<Record<string, string>> }).params
  }
  expect((await problem({}))['person']).toContain('or everything would be')
  expect(await problem({ kind: 'event', member: 'title' })).toHaveProperty('person')
  expect((await problem({ person: 'nobody' }))['person']).toContain('no user')
  expect(await problem({ person: 'ana', kind: 'term' })).toHaveProperty('kind')
  expect(await problem({ person: 'ana', text: 'fair' })).toHaveProperty('text')
  expect((await problem({ from: 'tomorrow' }))['from']).toContain('2027-05-08T10:00')

  const ann = { login: 'ann', email: 'ann@school.example', role: 'author', password: 'a password' }
  await service.operate('create-user', ann)
  const made = await service.operate('create-application-password', { login: 'ann', name: 'test' })
  const { password } = made.body as { password: string }
  expect((await post({ person: 'ana' }, basic('ann', password))).status).toBe(403)
  expect((await post({ person: 'ana' }, {})).status).toBe(401)
})

it('00 §6.8 counts what is chosen, too, and stays as it is, and tells editors of no user', async () => {
  const { service, ana, ask, post } = await lived()
  const { id } = await ask('POST /cal/events/v1/categories', { name: 'Music' }, ana)
  await ask(`POST /cal/events/v1/categories/${id}`, { name: 'Concerts' }, ana)
  const passed = async (sent: object, headers?: Readonly<Record<string, string>>) =>
    (await post({ ...sent, dry_run: true }, headers)).told['passed_over']
  expect(await passed({ person: 'ana' })).toMatchObject({ term: 2 })
  expect(await passed({ from: '2027-05-01' })).toMatchObject({ term: 2, user: expect.any(Number) as number })
  expect(await passed({ from: '2027-05-01' }, ana)).toEqual({ term: 2 })
  expect(await passed({ person: 'ana', kind: 'event' })).toEqual({})
  const visitor = browser(service)
  await visitor.signIn()
  const page = await visitor.get('/history/put-back?person=ana')
  expect(page.text).toMatch(/history\?person=ana&amp;kind=term"\s*>Category or tag: 2 entries</)
  await service.stop()
  const tried = await cli(service.dataDir, ['put-back', '--person', 'ana', '--dry-run'])
  expect(tried.stdout).toContain('entries that are chosen, too, and stay: ')
  expect(tried.stdout).toContain('2 of term')
})

it('is a command, with a dry run', async () => {
  const { service } = await lived()
  const run = (...args: readonly string[]) => cli(service.dataDir, ['put-back', ...args])
  await service.stop()
  const tried = await run('--person', 'ana', '--from', '2027-05-01T16:30', '--dry-run')
  expect(tried.stdout).toContain('nothing is recorded; this would be done:')
  expect(tried.stdout).toMatch(/title +CONCERT +Concert/)
  expect(tried.stdout).toContain('this would stay')
  const done = await run('--person', 'ana', '--why', 'wrong list')
  expect(done.stdout).toMatch(/put back by put_back_[0-9a-f]{16}\.1; undo-import put_back_/)
  expect(done.stdout).toMatch(/changed +2/)
  expect((await run()).code).toBe(2)
  expect((await run('event', '1', '--person', 'ana', '--position', '1')).code).toBe(2)
  expect((await run('--person', 'ana', '--position', '1')).code).toBe(2)
})

it('is done on the page of the history: asked for, seen, confirmed and taken back', async () => {
  const { service, event, ids } = await lived()
  const visitor = browser(service)
  await visitor.signIn()
  expect((await visitor.get('/history')).text).not.toContain('Put all of this back')
  expect((await visitor.get('/history?person=ana&text=fair')).text).not.toContain('Put all of this back')
  const list = await visitor.get('/history?person=ana')
  expect(list.text).toContain('/history/put-back?person=ana"')
  const page = await visitor.get('/history/put-back?person=ana')
  expect(page.text).toContain('5 entries of 3 items')
  expect(page.text).toContain('<del>CONCERT</del>')
  expect((await visitor.get('/history/put-back?person=nobody')).status).toBe(400)
  expect((await visitor.ask('POST /history/put-back', { form: { person: 'ana' } })).status).toBe(403)
  const post = (form: Readonly<Record<string, string>>) => visitor.ask('POST /history/put-back', { form })
  const late = await post({ ...page.hidden, newest: '1' })
  expect(late.status).toBe(409)
  const done = await post({ ...page.hidden, why: '<b>wrong</b> list' })
  expect(done.status).toBe(302)
  const address = String(done.headers['location'])
  const shown = async () => (await visitor.get(address)).text
  await expect.poll(shown).toContain('All of this was put back.')
  expect(await shown()).toContain('&lt;b&gt;wrong&lt;/b&gt; list')
  expect(await event(ids[1])).toMatchObject({ status: 'publish' })
  const link = /href="([^"]*undo\?of=[^"]*)"/.exec(await shown())?.[1] ?? ''
  const ask = await visitor.get(link)
  expect(ask.text).toContain('Take back the undo put_back_')
  const back = await visitor.ask(`POST ${link.replace(/\?.*/, '')}`, { form: ask.hidden })
  expect(back.status).toBe(302)
  await expect.poll(shown).toMatch(/The undo put_back_\w+\.1 was undone/)
  expect(await event(ids[1])).toMatchObject({ status: 'draft' })
  expect((await visitor.get(`/history/event/${ids[1]}`)).text).toContain('putting back taken back')
  expect((await visitor.get('/history/put-back/put_back_0123456789abcdef')).status).toBe(404)
})
