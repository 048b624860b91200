import { describe, expect, it } from 'vitest'
import { calendarOf } from '../../support/feed-server.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { applied, noFetcher, tried } from '../../support/tried-imports.ts'
import { cli, fileWith } from '../../support/cli.ts'

const someText: unknown = expect.any(String)
const someId: unknown = expect.any(Number)

const NOW = Date.UTC(2027, 4, 1, 20)

const started = () => embeddedService({}, temporaryFolder(), () => NOW, undefined, noFetcher)

const item = (uid: string, title: string, more: object = {}) => ({
  ...{ uid, title, start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' },
  ...{ timezone: 'America/New_York', ...more },
})

const given = (...items: readonly object[]) => ({
  ...{ origin: 'ics', source: 'fairs' },
  feed: { ok: true, items, warnings: [] },
})

const everything = async ({ ask }: EmbeddedService) => {
  const counts = await Promise.all(
    ['events', 'venues', 'organizers', 'categories', 'tags'].map(
      async list => (await ask(`GET /cal/events/v1/${list}&hide_empty=false`)).body,
    ),
  )
  const { entries } = (await ask('GET /admin/history?limit=50')).body as {
    readonly entries: readonly { readonly fact: string }[]
  }
  // that somebody who asks has an application password is noted on its own, some time after its first use
  const done = entries.filter(({ fact }) => fact !== 'ApplicationPasswordUsed')
  return [counts, (await ask('GET /admin/imports')).body, done]
}

const fair = item('a', 'Book fair', { venue: { venue: 'Main Hall', city: 'Troy' }, categories: ['Fairs'] })

describe('05 §13 what a dry run answers', () => {
  it('what is made, with its names; two items that share a new venue make it once', async () => {
    const service = await started()
    const plan = await tried(service, given(fair, item('b', 'Concert', { venue: { venue: 'Main Hall' } })))
    expect(plan).toMatchObject({ status: 'success', reason: null, outcomes: { created: 2 } })
    expect(plan.plan).toMatch(/^[0-9a-f]{64}$/)
    const [first, second] = plan.items
    expect(first).toMatchObject({ position: 1, outcome: 'created', id: null, title: 'Book fair', told: [] })
    const byType = Object.fromEntries(first?.changes.map(one => [one.type, one]) ?? [])
    expect(byType['event']).toMatchObject({
      ...{ id: null, name: 'Book fair' },
      members: {
        title: [null, 'Book fair'],
        status: [null, 'publish'],
        start: [null, '2027-05-08 10:00:00'],
        venues: [null, [{ id: null, name: 'Main Hall' }]],
        categories: [null, [{ id: null, name: 'Fairs' }]],
        origin: [null, { source: 'fairs', uid: 'a' }],
      },
    })
    expect(byType['venue']).toMatchObject({ id: null, name: 'Main Hall', members: { city: [null, 'Troy'] } })
    expect(second?.changes.map(({ type }) => type)).toEqual(['event'])
    expect(Object.keys(byType['event']?.members ?? {})).not.toContain('slug')
  })

  it('members before and after, what is moved and withdrawn, and why something fails in a sentence', async () => {
    const service = await started()
    const occurrence = (day: string, over: object = {}) =>
      item('s', 'Club', {
        ...{ occurrence: `${day}T14:00:00Z`, start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` },
        ...{ series: { start: '2027-05-03', end: '2027-05-17' }, ...over },
      })
    const days = ['2027-05-03', '2027-05-10', '2027-05-17'].map(day => occurrence(day))
    const done = await applied(service, given(fair, ...days))
    const moved = occurrence('2027-05-10', {
      ...{ occurrence: '2027-05-10T15:00:00Z', start_date: '2027-05-10 11:00:00' },
      end_date: '2027-05-10 12:00:00',
    })
    const plan = await tried(
      service,
      given({ ...fair, title: 'Great fair', venue: { venue: 'Annex' } }, item('c', ''), days[0] ?? {}, moved),
    )
    const [fairId, , secondDay, thirdDay] = done.items.map(({ id }) => id)
    expect(plan.items.map(({ outcome, reason, id }) => [outcome, reason, id])).toEqual([
      ['updated', null, fairId],
      ['failed', 'missing_title', null],
      ['unchanged', null, done.items[1]?.id],
      ['updated', 'moved', secondDay],
      // a series of which nothing failed
      ['withdrawn', null, thirdDay],
    ])
    expect(plan.items[1]?.told).toEqual(['It has no title: give it one in its file and import that again.'])
    expect(plan.items[0]?.changes[0]?.members).toMatchObject({
      title: ['Book fair', 'Great fair'],
      venues: [[{ id: someId, name: 'Main Hall' }], [{ id: null, name: 'Annex' }]],
    })
    expect(plan.items[3]?.changes[0]?.members).toMatchObject({
      start: ['2027-05-10 10:00:00', '2027-05-10 11:00:00'],
    })
    expect(plan.items[4]).toMatchObject({
      ...{ title: 'Club', line: null },
      changes: [{ type: 'event', id: thirdDay, members: { status: ['publish', 'trash'] } }],
    })
  })

  it('leaves nothing behind', async () => {
    const service = await started()
    await applied(service, given(fair))
    const before = await everything(service)
    const head = await service.ask('GET /admin/history/import/none?limit=1')
    await tried(
      service,
      given({ ...fair, title: 'Other' }, item('n', 'New', { tags: ['x'], venue: 'Attic' })),
    )
    expect(await everything(service)).toEqual(before)
    expect(head.status).toBe(200)
  })

  it('a body that is no calendar fails as its import would', async () => {
    const service = await started()
    const plan = await tried(service, {
      ...{ origin: 'ics', source: 'fairs' },
      feed: { ok: false, reason: 'not_a_calendar' },
    })
    expect(plan).toMatchObject({ status: 'failed', reason: 'not_a_calendar', items: [] })
  })
})

const refusal = (answer: { readonly status: number; readonly body: unknown }) => [
  answer.status,
  (answer.body as { readonly code?: string }).code,
]

describe('05 §13 applying what a dry run said', () => {
  it('is one more command, which does exactly that', async () => {
    const service = await started()
    const { plan } = await tried(service, given(fair))
    const done = await applied(service, { ...given(fair), plan })
    expect(done).toMatchObject({ status: 'success', outcomes: { created: 1 } })
  })

  it('is refused when the calendar moved so that it would do something else; anything else may move', async () => {
    const service = await started()
    const done = await applied(service, given(fair, item('b', 'Concert')))
    const [fairId = 0, concertId = 0] = done.items.map(({ id }) => id ?? 0)
    const next = given({ ...fair, title: 'Great fair' }, item('b', 'Concert'))
    const { plan } = await tried(service, next)
    await service.ask('POST /cal/events/v1/events', {
      body: { title: 'Mine', start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' },
    })
    await service.ask(`POST /cal/events/v1/events/${concertId}`, { body: { cost: '5' } })
    expect((await tried(service, next)).plan).toBe(plan)
    await service.ask(`POST /cal/events/v1/events/${fairId}`, { body: { title: 'Small fair' } })
    const before = await everything(service)
    const refused = await service.operate('import-file', { ...next, plan })
    expect(refusal(refused)).toEqual([409, 'import_plan_changed'])
    expect(await everything(service)).toEqual(before)
  })

  it('is refused for another file, other options, and what is no mark', async () => {
    const service = await started()
    const { plan } = await tried(service, given(fair))
    const asked = async (over: object) =>
      refusal(await service.operate('import-file', { ...given(fair), ...over }))
    expect(await asked({ ...given(item('z', 'Other')), plan })).toEqual([409, 'import_plan_other_input'])
    expect(await asked({ update_authority: 'retain', plan })).toEqual([409, 'import_plan_other_input'])
    expect(await asked({ plan: 'abc' })).toEqual([400, 'rest_invalid_param'])
    expect(await asked({ plan, dry_run: true })).toEqual([400, 'rest_invalid_param'])
    expect((await service.ask('GET /admin/imports')).body).toMatchObject({ total: 0 })
  })

  it('goes for files in parts', async () => {
    const service = await started()
    const items = [item('a', 'One'), item('b', 'Two'), item('c', 'Three')]
    const inParts = async (wish: object) => {
      const first = { ...given(items[0] ?? {}), total: 3, ...wish }
      const { import_id: id } = (await service.operate('import-file', first)).body as { import_id: string }
      const part = (from: number, last: boolean) =>
        service.operate('import-file-part', { import_id: id, from, items: [items[from - 1]], last })
      expect((await part(2, false)).body).toEqual({ import_id: id })
      return (await part(3, true)).body as { readonly plan?: string; readonly import_id?: string }
    }
    const { plan } = await inParts({ dry_run: true })
    expect(plan).toBe((await tried(service, given(...items))).plan)
    const { import_id: id = '' } = await inParts({ plan })
    await expect
      .poll(async () => (await service.operate('show-import', { import_id: id })).body)
      .toMatchObject({ status: 'success', outcomes: { created: 3 } })
  })
})

describe('05 §13 POST /admin/imports with a file', () => {
  const file = calendarOf('Fair', 'Concert')

  it('tries it, applies it as planned, and imports it without either', async () => {
    const service = await started()
    const post = (body: object) => service.ask('POST /admin/imports', { body })
    const asked = { file, origin: 'ics', source: 'a.ics' }
    const { status, body } = await post({ ...asked, dry_run: true })
    expect([status, body]).toMatchObject([200, { outcomes: { created: 2 }, items: [{}, {}] }])
    const { plan } = body as { readonly plan: string }
    const begun = await post({ ...asked, plan })
    const { import_id: id } = begun.body as { readonly import_id: string }
    expect(begun.status).toBe(201)
    await expect
      .poll(async () => (await service.ask(`GET /admin/imports/${id}`)).body)
      .toMatchObject({ status: 'success', outcomes: { created: 2 } })
    expect(await post({ ...asked, plan })).toMatchObject({ status: 409 })
    const table = 'Title;Start Date\nMarket;03/04/2027\n'
    const csv = { file: table, origin: 'csv', source: 'b.csv', date_order: 'DMY', separator: 'semicolon' }
    const read = await post({ ...csv, dry_run: true })
    expect(JSON.stringify(read.body)).toContain('2027-04-03 00:00:00')
    expect(await post(csv)).toMatchObject({ status: 201, body: { import_id: someText } })
  })

  it('is of the origin that its file is read as, where none is said', async () => {
    const service = await started()
    const tried = async (sent: object) => {
      const { body } = await service.ask('POST /admin/imports', { body: { ...sent, dry_run: true } })
      return (body as { readonly origin: string }).origin
    }
    const table = { file: 'Title,Start Date\nMarket,2027-04-03\n', source: 'b.csv', separator: 'comma' }
    expect(await tried({ file, source: 'a.ics' })).toBe('ics')
    expect(await tried(table)).toBe('csv')
    expect(await tried({ ...table, origin: 'sheet' })).toBe('sheet')
  })

  it('refuses its options without a file, and is for administrators and editors', async () => {
    const service = await started()
    const alone = await service.ask('POST /admin/imports', { body: { source: 'a', dry_run: true } })
    expect(alone).toMatchObject({ status: 400, body: { data: { params: { file: someText } } } })
    const body = { file, source: 'a.ics', dry_run: true }
    expect(refusal(await service.ask('POST /admin/imports', { body, headers: {} }))[0]).toBe(401)
    const nobody = await service.ask('POST /admin/imports', { body, headers: basic('nobody') })
    expect(nobody.status).toBe(401)
  })
})

describe('import-file --dry-run', () => {
  it('says what would happen item by item, and how to apply it', async () => {
    const dataDir = temporaryFolder()
    const file = fileWith(calendarOf('Fair', 'Concert'))
    const { code, output } = await cli(dataDir, ['import-file', file, '--dry-run'])
    expect(code).toBe(0)
    expect(output).toContain('"Fair": created\n  new event "Fair"\n    title: Fair\n    status: publish\n')
    expect(output).toContain('dry run: success')
    const plan = /--plan ([0-9a-f]{64})/.exec(output)?.[1] ?? ''
    const done = await cli(dataDir, ['import-file', file, '--plan', plan])
    expect([done.code, done.output]).toEqual([0, expect.stringContaining('created      2')])
    const again = await cli(dataDir, ['import-file', file, '--plan', plan])
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('By now the import would do')])
    const both = await cli(dataDir, ['import-file', file, '--plan', plan, '--dry-run'])
    expect([both.code, both.output]).toEqual([2, expect.stringContaining('--plan goes without --dry-run')])
  })
})

it('05 §13 at the command line a file that cannot be read has no plan that would be applied', async () => {
  const dataDir = temporaryFolder()
  const { code, output } = await cli(dataDir, [
    'import-file',
    fileWith('%PDF-1.7'),
    '--origin',
    'csv',
    '--dry-run',
  ])
  expect(code).toBe(1)
  expect(output).toContain('it is a PDF;')
  expect(output).toContain('nothing was changed, and nothing would be\n')
  expect(output).not.toContain('--plan')
})
