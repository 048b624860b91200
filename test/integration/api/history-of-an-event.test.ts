import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { cli } from '../../support/cli.ts'
import { fairItem } from '../../support/import-world.ts'
import { listeningService } from '../../support/listening-service.ts'
import { ADMIN_PASSWORD } from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type Body = Readonly<Record<string, unknown>>
type Entry = {
  readonly position: number
  readonly at: string
  readonly actor: { readonly id: number; readonly login: string } | null
  readonly source: string
  readonly route: string | null
  readonly correlation: string
  readonly fact: string
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
}

const world = async () => {
  const dataDir = temporaryFolder()
  const service = await listeningService(dataDir)
  onTestFinished(async () => {
    await service.stop()
  })
  const secrets = new Map([['admin', ADMIN_PASSWORD]])
  const send = async (who: string | null, request: string, body?: Body) => {
    const [method = '', path = ''] = request.split(' ')
    const url = path.startsWith('/admin') ? path : `/index.php?rest_route=${path}`
    const secret = Buffer.from(`${who ?? ''}:${secrets.get(who ?? '') ?? ''}`).toString('base64')
    const answer = await fetch(`${service.url}${url}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(who === null ? {} : { authorization: `Basic ${secret}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    expect(answer.ok, `${request}: ${text}`).toBe(true)
    return JSON.parse(text) as unknown
  }
  const operate = async (...args: readonly string[]) => {
    const { code, stdout, output } = await cli(dataDir, [...args, '--json'])
    expect(code, output).toBe(0)
    return JSON.parse(stdout) as Body
  }
  const addUser = async (login: string) => {
    await operate('create-user', login, `${login}@school.example`, 'editor', 'the account password')
    const { password } = await operate('create-application-password', login, 'app')
    secrets.set(login, String(password))
  }
  /** The whole of an import that sends one item; its id. */
  const importOne = async (item: Body): Promise<string> => {
    const opened = (await send('admin', 'POST /admin/imports', { origin: 'url', source: 'feed' })) as Body
    const id = String(opened['import_id'])
    await send(null, `POST /cal/event-aggregator/v1/import/${id}/batch`, {
      batch_hash: opened['batch_hash'],
      percentage_complete: 100,
      interval: 10,
      status: { data: { total: 1, done: 1 }, batch: { total: 1, done: 1 } },
      events: [item],
    })
    for (;;) {
      const shown = (await send('admin', `GET /admin/imports/${id}`)) as { readonly processed: number }
      if (shown.processed === 1) return id
      await sleep(10)
    }
  }
  return { dataDir, send, addUser, importOne }
}

it('00 §8 history: who did what to an event, when, through what, before and after; one entry for each, and no other', async () => {
  const { dataDir, send, addUser, importOne } = await world()
  await Promise.all([addUser('ana'), addUser('ben')])
  const began = Date.now()
  const first = await importOne(fairItem())
  const { events } = (await send('admin', 'GET /cal/events/v1/events&start_date=2027-01-01')) as {
    readonly events: readonly { readonly id: number }[]
  }
  const id = events[0]?.id ?? 0
  const [cal, calx] = [`/cal/events/v1/events/${id}`, `/calx/v1/events/${id}`]

  await send('ana', `POST ${cal}`, { title: 'Spring fair' })
  await send('ana', `PATCH ${cal}`, { title: 'Spring fair' })
  await send('ben', `PATCH ${calx}`, { featured: true })
  await send('ben', `PUT ${cal}`, { end_date: '2027-05-08 13:00:00' })
  await send('admin', 'POST /batch/v1', {
    requests: [
      { method: 'POST', path: cal, body: { cost: '5' } },
      { method: 'POST', path: cal, body: { cost: '$5' } },
      { method: 'PATCH', path: calx, body: { content: 'Come all.' } },
    ],
  })
  const again = await importOne(fairItem())
  await importOne(fairItem())
  const second = await importOne(fairItem({ website: 'https://fair.example/' }))
  await send('ana', `POST ${cal}`, { tags: [] })
  await send('ana', `DELETE ${cal}`)
  await send('ben', `POST ${cal}`, { status: 'publish' })
  const ended = Date.now()

  const told = ((await send('admin', `GET /admin/history/event/${id}`)) as readonly Entry[]).toReversed()
  const [created, ...changes] = told
  expect(created).toMatchObject({
    ...{ actor: null, source: 'import', route: null, correlation: first, fact: 'EventCreated' },
    changes: { title: [null, 'Book fair'], slug: [null, 'book-fair'], end: [null, '2027-05-08 12:00:00'] },
  })
  const origin = (importId: string) => ({
    ...{ importId, source: 'feed', uid: 'a1@feed.example' },
    ...{ occurrence: null, sequence: 0, lastModified: null },
  })
  const [calRoute, calxRoute] = ['/cal/events/v1/events/{id}', '/calx/v1/events/{id}']
  const later = { end: '2027-05-08 13:00:00', endUtc: '2027-05-08 17:00:00' }
  const sooner = { end: '2027-05-08 12:00:00', endUtc: '2027-05-08 16:00:00' }
  const rescheduled = (from: typeof later, to: typeof later) => ({
    end: [from.end, to.end],
    endUtc: [from.endUtc, to.endUtc],
  })
  expect(
    changes.map(({ actor, source, route, fact, changes: pairs }) => [
      actor?.login ?? null,
      route === null ? source : `${source}: ${route}`,
      fact,
      pairs,
    ]),
  ).toEqual([
    ['ana', `cal: POST ${calRoute}`, 'EventRetitled', { title: ['Book fair', 'Spring fair'] }],
    ['ben', `calx: PATCH ${calxRoute}`, 'EventPresented', { featured: [false, true] }],
    ['ben', `cal: PUT ${calRoute}`, 'EventRescheduled', rescheduled(sooner, later)],
    ['admin', `batch: POST ${calRoute}`, 'EventPriced', { cost: ['', '5'] }],
    ['admin', `batch: PATCH ${calxRoute}`, 'EventDescribed', { description: ['', 'Come all.'] }],
    // the source of the event has not changed, and takes back what people did to what it says
    [null, 'import', 'EventRetitled', { title: ['Spring fair', 'Book fair'] }],
    [null, 'import', 'EventRescheduled', rescheduled(later, sooner)],
    [null, 'import', 'EventOriginNoted', { origin: [origin(first), origin(again)] }],
    [null, 'import', 'EventLinked', { website: [null, 'https://fair.example/'] }],
    [null, 'import', 'EventOriginNoted', { origin: [origin(again), origin(second)] }],
    [
      'ana',
      `cal: DELETE ${calRoute}`,
      'EventTrashed',
      { reason: [null, 'deleted'], status: ['publish', 'trash'], slug: ['book-fair', 'book-fair__trashed'] },
    ],
    [
      'ben',
      `cal: POST ${calRoute}`,
      'EventRestored',
      { status: ['trash', 'publish'], slug: ['book-fair__trashed', 'book-fair'] },
    ],
  ])
  const correlations = changes.map(({ correlation }) => correlation)
  expect(correlations.slice(5, 10)).toEqual([again, again, again, second, second])
  expect(correlations[3]).toBe(correlations[4])
  expect(new Set(correlations).size).toBe(changes.length - 4)
  for (const { at } of told) {
    expect(Date.parse(at)).toBeGreaterThanOrEqual(began - 1)
    expect(Date.parse(at)).toBeLessThanOrEqual(ended + 1)
  }
  const { stdout } = await cli(dataDir, ['history', 'event', String(id), '--json'])
  expect(JSON.parse(stdout)).toEqual({ entries: told.toReversed() })
})
