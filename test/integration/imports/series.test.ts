import { utcTime } from '../../../shared/kernel/brands.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import { browser } from '../../support/browser.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { feedServer, localFetcher } from '../../support/feed-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'samples', 'reported')
const bodyOf = (name: string) => readFileSync(join(folder, `${name}.ics`))
const itemsOf = (name: string) => {
  const feed = parseIcs(bodyOf(name), {
    nowUtc: utcTime('2027-01-01 00:00:00'),
    siteZone: 'America/New_York',
  })
  if (!feed.ok) throw new Error(feed.reason)
  return feed.items
}

const NOW = Date.UTC(2027, 0, 1)
const DAY = 86_400_000
const LONG = { timeout: 60_000 }

const started = (clock = { ms: NOW }, dataDir = temporaryFolder()) =>
  embeddedService({}, dataDir, () => clock.ms, undefined, localFetcher())

type Shown = {
  readonly import_id: string
  readonly status: string
  readonly outcomes: Readonly<Record<string, number>>
  readonly reasons: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly items: readonly { readonly outcome: string; readonly id: number; readonly position: number }[]
}

const shownOf = async (service: EmbeddedService, importId: string) =>
  (await service.ask(`GET /admin/imports/${importId}`)).body as Shown

const ended = async (service: EmbeddedService, importId: string): Promise<Shown> => {
  await expect.poll(async () => (await shownOf(service, importId)).status, LONG).toBe('success')
  return shownOf(service, importId)
}

/** Id and local start of all events. */
const listed = async (service: EmbeddedService) => {
  const { body } = await service.ask('GET /cal/events/v1/events&start_date=2027-01-01&end_date=2027-12-31')
  const { events } = body as {
    readonly events: readonly { readonly id: number; readonly start_date: string }[]
  }
  return events.map(({ id, start_date: start }) => [id, start] as const)
}

const importFile = async (service: EmbeddedService, name: string) => {
  const feed = { ok: true, items: itemsOf(name), warnings: [] }
  const { body } = await service.operate('import-file', { source: 'clubs', origin: 'ics', feed })
  return ended(service, (body as { readonly import_id: string }).import_id)
}

/** One item a batch: nothing but uid and recurrence instant says that they are of one series. */
const importBatches = async (service: EmbeddedService, name: string) => {
  const opened = await service.ask('POST /admin/imports', { body: { origin: 'ics', source: 'clubs' } })
  const { import_id: importId, batch_hash: first } = opened.body as Record<string, string>
  const items = itemsOf(name).map(item =>
    Object.fromEntries(Object.entries(item).filter(([member]) => member !== 'series')),
  )
  let hash = first
  for (const [done, item] of items.entries()) {
    const status = { data: { total: items.length, done }, batch: { total: items.length, done } }
    const body = { batch_hash: hash, percentage_complete: 50, status, events: [item] }
    const answer = await service.ask(`POST /cal/event-aggregator/v1/import/${importId}/batch`, { body })
    hash = (answer.body as Record<string, string>)['next_batch_hash']
  }
  return ended(service, importId ?? '')
}

const tallyOf = ({ outcomes, reasons }: Shown) => [
  Object.fromEntries(Object.entries(outcomes).filter(([, items]) => items > 0)),
  reasons,
]

describe.each([
  ['a file', importFile],
  ['an aggregator', importBatches],
])('05 §5 a series that %s brings again', (_, importing) => {
  it('05-39 at another time is moved, and an older version changes nothing', LONG, async () => {
    const service = await started()
    expect(tallyOf(await importing(service, 'n89a'))).toEqual([{ created: 3 }, {}])
    const ids = (await listed(service)).map(([id]) => id)
    expect(tallyOf(await importing(service, 'n89b'))).toEqual([{ updated: 3 }, { updated: { moved: 3 } }])
    const there = ['2027-03-01', '2027-03-08', '2027-03-15'].map((day, n) => [ids[n], `${day} 14:00:00`])
    expect(await listed(service)).toEqual(there)
    expect(tallyOf(await importing(service, 'n89b'))).toEqual([{ unchanged: 3 }, {}])
    expect(tallyOf(await importing(service, 'n89a'))).toEqual([{ skipped: 3 }, { skipped: { older: 3 } }])
    expect(await listed(service)).toEqual(there)
  })

  it(
    '05-40 without one of its dates loses that one: record, page, table and history say so',
    LONG,
    async () => {
      const service = await started()
      await importing(service, 'n90a')
      const [, [second] = []] = await listed(service)
      const shown = await importing(service, 'n90b')
      expect(tallyOf(shown)).toEqual([{ unchanged: 2, withdrawn: 1 }, {}])
      expect(shown.items.at(-1)).toMatchObject({
        position: 3,
        outcome: 'withdrawn',
        id: second,
        title: 'Swim club',
      })
      expect((await listed(service)).map(([, start]) => start.slice(0, 10))).toEqual([
        '2027-03-02',
        '2027-03-16',
      ])
      const { body } = await service.ask(`GET /admin/history/event/${second}`)
      expect(body).toMatchObject([
        { fact: 'EventTrashed', source: 'import', changes: { reason: [null, 'withdrawn'] } },
        { fact: 'EventOriginNoted' },
        { fact: 'EventCreated' },
      ])
      const visitor = browser(service)
      await visitor.signIn()
      expect((await visitor.get(`/history/event/${second}`)).text).toContain('Withdrawn by the source')
      const imports = (await visitor.get('/imports')).text
      expect(imports).toContain('1 withdrawn')
      const { import_id: id } = shown
      const page = (await visitor.get(`/imports/${id}?outcome=withdrawn`)).text
      expect(page).toContain(`/history/event/${second}"`)
      expect(page).toContain(`?p=${second}">Swim club</a>`)
      const { payload } = await service.app.inject({
        url: `/admin/imports/${id}/outcomes.csv`,
        headers: basic('admin'),
      })
      expect(payload.split('\r\n').slice(-2)).toEqual([`3,,withdrawn,,,,${second},n90,Swim club`, ''])
    },
  )
})

it(
  '05-41 05 §5 a schedule whose feed is moved, loses a date and gets it back keeps its events',
  LONG,
  async () => {
    const feed = await feedServer({ body: bodyOf('n89a').toString() })
    const clock = { ms: NOW }
    const dataDir = temporaryFolder()
    let service = await started(clock, dataDir)
    const { body } = await service.ask('POST /admin/schedules', { body: { url: feed.url, every: '1h' } })
    const { schedule_id: id } = body as { readonly schedule_id: string }
    let count = 1
    await ended(service, `${id}_${count}`)
    const ids = (await listed(service)).map(([one]) => one)
    const later = async (text: string) => {
      feed.answer({ body: text })
      await service.stop()
      clock.ms += DAY
      service = await started(clock, dataDir)
      return ended(service, `${id}_${++count}`)
    }
    const moved = bodyOf('n89b').toString()
    expect(tallyOf(await later(moved))).toEqual([{ updated: 3 }, { updated: { moved: 3 } }])
    const without = moved.replace('SEQUENCE:1', 'SEQUENCE:2\r\nEXDATE;TZID=America/New_York:20270308T140000')
    expect(tallyOf(await later(without))).toEqual([{ unchanged: 2, withdrawn: 1 }, {}])
    expect((await listed(service)).map(([one]) => one)).toEqual([ids[0], ids[2]])
    expect(tallyOf(await later(moved.replace('SEQUENCE:1', 'SEQUENCE:3')))).toEqual([
      { unchanged: 2, updated: 1 },
      {},
    ])
    expect((await listed(service)).map(([one]) => one)).toEqual(ids)
    const visitor = browser(service)
    await visitor.signIn()
    const { text } = await visitor.get(`/history/event/${ids[1]}`)
    for (const word of ['Moved by the source', 'Withdrawn by the source', 'Brought back by the source'])
      expect(text).toContain(word)
  },
)
