import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openSqliteLog } from '../../../shared/event-store/sqlite/sqlite.ts'
import { purgeCodec, purgeStream } from '../../../shared/facts/purge.ts'
import { personAt } from '../../support/calendar.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { holding } from '../../support/holding.ts'
import { startSharedWriter } from '../../support/shared-writer.ts'
import { eventually } from '../../support/eventually.ts'

const X = '/calx/v1'
const BY_HAND = [
  'zebraquagga',
  'quagga@stripes.example',
  '555 0199 77',
  'stripes lane',
  'zebrahall',
  'zebrafriends',
]
const IMPORTED = [
  'okapiforest',
  'okapi@forest.example',
  '555 0188 66',
  'forest lane',
  'okapihall',
  'okapifriends',
]
const when = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }
const ITEM = {
  ...when,
  uid: 'a1@feed.example',
  title: 'Okapiforest walk',
  description: '<p>The okapiforest in May.</p>',
  timezone: 'America/New_York',
  venue: { venue: 'Okapihall', address: '7 Forest Lane', city: 'Troy', phone: '+1 555 0188 66' },
  organizer: [{ organizer: 'Okapifriends', email: 'okapi@forest.example', phone: '+1 555 0188 66' }],
}
type Ids = { readonly event: number; readonly venue: number; readonly organizer: number }
type Created = { readonly id: number }
type Nested = Created & { readonly venue: Created; readonly organizer: readonly Created[] }

const idsOf = ({ id, venue, organizer: [organizer] }: Nested): Ids => ({
  event: id,
  venue: venue.id,
  organizer: organizer?.id ?? 0,
})

/** An event with venue and organizer, with a life before it is purged: renamed, moved, trashed, brought back. */
const writtenByHand = async ({ ask }: EmbeddedService): Promise<Ids> => {
  const made = await ask('POST /cal/events/v1/events', {
    body: {
      ...when,
      title: 'Zebraquagga fair',
      description: '<p>See the zebraquagga.</p>',
      venue: { venue: 'Zebrahall', address: '7 Stripes Lane', city: 'Troy', phone: '+1 555 0199 77' },
      organizer: { organizer: 'Zebrafriends', email: 'quagga@stripes.example', phone: '+1 555 0199 77' },
    },
  })
  const ids = idsOf(made.body as Nested)
  await ask(`PATCH ${X}/events/${ids.event}`, { body: { slug: 'zebraquagga-again', excerpt: 'Zebraquagga' } })
  await ask(`DELETE ${X}/events/${ids.event}`)
  await ask(`PATCH ${X}/events/${ids.event}`, { body: { status: 'publish' } })
  await ask(`PATCH ${X}/venues/${ids.venue}`, { body: { content: 'Zebrahall of old' } })
  return ids
}

const imported = async ({ ask, operate }: EmbeddedService, importId: string): Promise<void> => {
  const opened = await operate('register-import', { import_id: importId, origin: 'url', source: 'feed' })
  const answer = await ask(`POST /cal/event-aggregator/v1/import/${importId}/batch`, {
    body: {
      batch_hash: (opened.body as { batch_hash: string }).batch_hash,
      percentage_complete: 100,
      status: { data: { total: 1, done: 0 }, batch: { total: 1, done: 0 } },
      events: [ITEM],
    },
  })
  expect(answer.status).toBe(200)
  await eventually(async () => {
    const shown = await ask(`GET /admin/imports/${importId}`)
    expect(shown.body).toMatchObject({ status: 'success', processed: 1 })
  })
}

/** The event that was imported: lists may show it a moment after the record of the import says that it is over. */
const foundIn = ({ ask }: EmbeddedService): Promise<Nested> =>
  eventually(async () => {
    const { body } = await ask('GET /cal/events/v1/events&search=Okapiforest')
    const [found] = (body as { events: readonly Nested[] }).events
    if (found === undefined) throw new Error('it was not imported')
    return found
  })

const readAll = async ({ ask }: EmbeddedService): Promise<string> => {
  const texts: unknown[] = []
  for (const plural of ['events', 'venues', 'organizers'])
    for (const address of [`${X}/${plural}`, `${X}/${plural}&status=trash`, `/cal/events/v1/${plural}`])
      texts.push((await ask(`GET ${address}`)).body)
  for (const importId of ['one', 'two']) texts.push((await ask(`GET /admin/imports/${importId}`)).body)
  return JSON.stringify(texts).toLowerCase()
}

const purged = async ({ ask }: EmbeddedService, { event, venue, organizer }: Ids): Promise<void> => {
  for (const address of [`events/${event}`, `venues/${venue}`, `organizers/${organizer}`]) {
    const answer = await ask(`DELETE ${X}/${address}&force=true`)
    expect(answer).toMatchObject({ status: 200, body: { deleted: true } })
    expect((await ask(`GET ${X}/${address}`)).status).toBe(404)
  }
}

const mustSayWhoAndWhen = async ({ ask }: EmbeddedService, ids: Ids): Promise<void> => {
  for (const [kind, id] of Object.entries(ids)) {
    const { body } = await ask(`GET /admin/history/${kind}/${id}`)
    const [last, ...before] = body as readonly { readonly at: string; readonly changes: object }[]
    expect(last).toMatchObject({
      fact: 'ItemPurged',
      actor: { id: 1, login: 'admin' },
      source: 'calx',
      changes: {},
    })
    expect(Math.abs(Date.parse(last?.at ?? '') - Date.now())).toBeLessThan(600_000)
    expect(before.length).toBeGreaterThan(0)
    expect(before.every(({ changes }) => Object.keys(changes).length === 0)).toBe(true)
    const told = JSON.stringify(body).toLowerCase()
    expect([...BY_HAND, ...IMPORTED].filter(text => told.includes(text))).toEqual([])
  }
}

it('OP-7 [D13] nothing in the data folder, the answers or the log lines tells what was purged; who purged it, and when, stays', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: line => void lines.push(line.toLowerCase()) })
  const service = await embeddedService({}, undefined, undefined, log)
  const { dataDir } = service
  const byHand = await writtenByHand(service)
  await imported(service, 'one')
  await imported(service, 'two')
  const fromFeed = idsOf(await foundIn(service))

  const before = await readAll(service)
  for (const text of [...BY_HAND, ...IMPORTED].filter(one => !/lane|phone|555/.test(one)))
    expect(before).toContain(text)
  for (const text of [...BY_HAND, ...IMPORTED]) expect(holding(dataDir, text)).not.toEqual([])

  await purged(service, byHand)
  // the bytes are gone when the answer is sent
  expect(holding(dataDir, ...BY_HAND)).toEqual([])
  await purged(service, fromFeed)
  await eventually(() => expect(holding(dataDir, ...IMPORTED)).toEqual([]))
  const after = await readAll(service)
  expect([...BY_HAND, ...IMPORTED].filter(text => after.includes(text))).toEqual([])
  expect(lines.filter(line => [...BY_HAND, ...IMPORTED].some(text => line.includes(text)))).toEqual([])
  await mustSayWhoAndWhen(service, byHand)
  await mustSayWhoAndWhen(service, fromFeed)

  await service.stop()
  expect(holding(dataDir, ...BY_HAND, ...IMPORTED)).toEqual([])
  const later = await embeddedService({}, dataDir)
  expect(holding(dataDir, ...BY_HAND, ...IMPORTED)).toEqual([])
  expect(await readAll(later)).toBe(after)
  await mustSayWhoAndWhen(later, byHand)
  await mustSayWhoAndWhen(later, fromFeed)

  // the same source item again is another event
  await imported(later, 'three')
  const next = await foundIn(later)
  expect(next.id).toBeGreaterThan(Math.max(...Object.values(fromFeed)))
  expect((await later.ask(`GET ${X}/events/${fromFeed.event}`)).status).toBe(404)
})

it('a purge that was cut short after it was recorded is finished by the next start', async () => {
  const service = await embeddedService()
  const { dataDir } = service
  const ids = await writtenByHand(service)
  await service.stop()
  const log = await openSqliteLog({ file: join(dataDir, 'log.sqlite'), start: startSharedWriter })
  for (const [n, kind] of (['event', 'venue', 'organizer'] as const).entries()) {
    const named = { venues: [], organizers: [], categories: [], tags: [] }
    const fact = purgeCodec.encode({ type: 'ItemPurged', kind, itemId: ids[kind], named, past: [] })
    const record = { id: `6f6b1c1e-8a5e-4b9e-9d0a-0d6a6f1b2c3${n}`, ...fact, meta: personAt() }
    await log.append(purgeStream(kind, ids[kind]), [record], 'absent')
  }
  await log.close()
  const again = await embeddedService({}, dataDir)
  for (const [kind, id] of Object.entries(ids))
    expect((await again.ask(`GET ${X}/${kind}s/${id}`)).status).toBe(404)
  await eventually(() => expect(BY_HAND.filter(text => holding(dataDir, text).length > 0)).toEqual([]))
})
