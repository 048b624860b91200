import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { streamName, isoTime } from '../../../shared/kernel/brands.ts'
import { composeService, type Service } from '../../../services/wiring/compose.ts'
import { meteredLog } from '../../../services/wiring/gateway.ts'
import { loadConfig } from '../../../shared/config.ts'
import { RevisionConflict, type NewRecord } from '../../../shared/event-store/port.ts'
import { newMetrics } from '../../../shared/metrics.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { ADMIN_PASSWORD, authorization } from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { quiet } from '../../support/quiet.ts'
import { eventually } from '../../support/eventually.ts'

const EVENTS = '/index.php?rest_route=/cal/events/v1/events'

const started = async (): Promise<Service> => {
  const config = loadConfig({
    DATA_DIR: temporaryFolder(),
    ADMIN_PASSWORD: 'not used here',
    ADMIN_APPLICATION_PASSWORD: ADMIN_PASSWORD,
  })
  const service = await composeService(config, quiet())
  onTestFinished(async () => {
    await service.stop()
  })
  return service
}

/** Every figure by its name and labels as they are printed. */
const figuresOf = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

const scrape = async ({ app }: Pick<Service, 'app'>) => {
  const answer = await app.inject('/metrics')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  return { text: answer.body, figures: figuresOf(answer.body) }
}

const requests = (family: string, method: string, status: string) =>
  `belltower_request_duration_seconds_count{family="${family}",method="${method}",status="${status}"}`

describe('GET /metrics', () => {
  it('shows what was asked, and what is known of the read models, the queue and the process', async () => {
    const service = await started()
    const { app } = service
    const before = (await scrape(service)).figures
    const created = await app.inject({
      method: 'POST',
      url: EVENTS,
      headers: { authorization },
      payload: { title: 'Fair', start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' },
    })
    expect(created.statusCode).toBe(201)
    const { id } = created.json<{ id: number }>()
    for (let n = 0; n < 3; n++) await app.inject(EVENTS)
    await app.inject(`${EVENTS}/${id}`)
    await app.inject(`${EVENTS}/${id + 1}`)
    await app.inject('/index.php?rest_route=%2Fcal%2Fevents%2Fv1%2Fvenues%2F1')
    await app.inject({ method: 'POST', url: EVENTS, payload: { title: 'X' } })
    await app.inject('/nowhere?x=1')
    await app.inject('/')
    await app.inject('/events/list/')
    await app.inject('/health/live')
    const { text, figures } = await scrape(service)

    expect(figures).toMatchObject({
      [requests('/cal/events/v1/events', 'POST', '2xx')]: 1,
      [requests('/cal/events/v1/events', 'POST', '4xx')]: 1,
      [requests('/cal/events/v1/events', 'GET', '2xx')]: 4,
      [requests('/cal/events/v1/events', 'GET', '4xx')]: 1,
      [requests('/cal/events/v1/venues', 'GET', '4xx')]: 1,
      [requests('other', 'GET', '4xx')]: 1,
      [requests('/health/live', 'GET', '2xx')]: 1,
      [requests('/metrics', 'GET', '2xx')]: 1,
      // the first is made, the second made and kept, the third is the kept one
      'belltower_shared_answers_total{how="kept"}': 1,
      // the home page and the list are one view
      'belltower_views_total{found="rendered"}': 1,
      'belltower_views_total{found="fresh"}': 1,
      belltower_append_conflicts_total: 0,
    })
    // views are rendered anew a moment after a change
    await eventually(async () =>
      expect((await scrape(service)).figures).toMatchObject({ belltower_jobs_pending: 0 }),
    )
    const appended = 'belltower_records_appended_total'
    expect(figures[appended]).toBeGreaterThan(before[appended] ?? Infinity)
    const models = Object.keys(figures).filter(name => name.startsWith('belltower_projection_parked{'))
    expect(models.length).toBeGreaterThan(4)
    for (const model of models) expect([model, figures[model]]).toEqual([model, 0])
    const lags = models.map(name => figures[name.replace('_parked', '_lag_seconds')])
    expect(lags).toEqual(models.map(() => 0))
    expect(figures['process_resident_memory_bytes']).toBeGreaterThan(1e6)
    for (const secret of ['Fair', 'not used here', ADMIN_PASSWORD]) expect(text).not.toContain(secret)
  })

  it('counts what an import came to, by outcome', async () => {
    const service = await started()
    const { app } = service
    const registered = await app.inject({
      method: 'POST',
      url: '/admin/imports',
      headers: { authorization },
      payload: { origin: 'ics', source: 'school' },
    })
    const { import_id, batch_hash } = registered.json<{ import_id: string; batch_hash: string }>()
    const item = (n: number) => ({
      uid: `m-${n}@example.org`,
      title: `Concert ${n}`,
      start_date: '2030-06-01 10:00:00',
      end_date: '2030-06-01 11:00:00',
    })
    const batch = await app.inject({
      method: 'POST',
      url: `/index.php?rest_route=/cal/event-aggregator/v1/import/${import_id}/batch`,
      payload: {
        batch_hash,
        percentage_complete: 50,
        status: { data: { total: 6, done: 0 }, batch: { total: 2, done: 0 } },
        events: [item(1), item(2), { ...item(3), start_date: 'someday' }],
      },
    })
    expect([batch.statusCode, batch.body]).toEqual([200, expect.any(String)])
    await eventually(async () => {
      const { figures } = await scrape(service)
      expect(figures).toMatchObject({
        'belltower_import_items_total{outcome="created"}': 2,
        'belltower_import_items_total{outcome="failed"}': 1,
      })
    })
  })
})

describe('the log in figures', () => {
  const record = (n: number): NewRecord => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    type: 'ImportOutcomesRecorded',
    data: { importId: 'abc', batch: 0, outcomes: [{ position: n, outcome: n === 1 ? 'created' : 'failed' }] },
    meta: {
      actor: null,
      at: isoTime('2027-05-01T20:00:00.000Z'),
      source: 'import',
      route: null,
      correlation: 'c',
      causation: null,
    },
  })
  let figures: Readonly<Record<string, number>>
  beforeAll(async () => {
    const metrics = newMetrics()
    const log = meteredLog(memoryLog(), metrics)
    await log.append(streamName('import-abc'), [record(1), record(2)], 'absent')
    await expect(log.append(streamName('import-abc'), [record(3)], 'absent')).rejects.toBeInstanceOf(
      RevisionConflict,
    )
    metrics.jobFailed('import.work', false)
    metrics.jobFailed('import.work', false)
    metrics.jobFailed('import.work', true)
    figures = figuresOf(await metrics.text())
  })
  it('counts records, lost races, outcomes and failed jobs', () => {
    expect(figures).toMatchObject({
      belltower_records_appended_total: 2,
      belltower_append_conflicts_total: 1,
      'belltower_import_items_total{outcome="created"}': 1,
      'belltower_import_items_total{outcome="failed"}': 1,
      'belltower_job_failures_total{job="import.work",given_up="false"}': 2,
      'belltower_job_failures_total{job="import.work",given_up="true"}': 1,
    })
  })
  it('registries do not share figures', async () => {
    expect(figuresOf(await newMetrics().text())['belltower_records_appended_total']).toBe(0)
  })
})
