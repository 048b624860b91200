import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { streamName, logPosition, epochMs } from '../../../shared/kernel/brands.ts'
import { wireService, type Wired } from '../../../services/wiring/compose.ts'
import { notReady, projectionStates } from '../../../services/wiring/health.ts'
import { progressBoard } from '../../../projections/engine/progress.ts'
import type { Projection } from '../../../projections/engine/projection.ts'
import { usersInMemory } from '../../../services/accounts/users-in-memory.ts'
import { followersOf } from '../../../services/wiring/read-side/embedded.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { loadConfig } from '../../../shared/config.ts'
import { StoreUnavailable } from '../../../shared/event-store/port.ts'
import { inProcessJobs } from '../../../shared/jobs/in-process/in-process.ts'
import { newMetrics } from '../../../shared/metrics.ts'
import { watch } from '../../../services/wiring/roles/process.ts'
import { collections } from '../../support/collections.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { quiet } from '../../support/quiet.ts'
import { created, nonsense, seedLog } from '../../support/seeded-log.ts'
import { ADMIN_PASSWORD } from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { eventually } from '../../support/eventually.ts'

const wired = async (dataDir: string): Promise<Wired> => {
  const config = loadConfig({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'not used here',
    ADMIN_APPLICATION_PASSWORD: ADMIN_PASSWORD,
  })
  const service = await wireService(config, quiet())
  onTestFinished(async () => {
    await service.stop()
  })
  return service
}

const readiness = async ({ app }: Wired) => {
  const answer = await app.inject('/health/ready')
  return { ...answer.json<{ reasons?: readonly string[] }>(), status: answer.statusCode }
}

const projections = async ({ operatorApp }: Wired) => {
  const answer = await operatorApp().inject({ method: 'POST', url: '/operator/projections', payload: {} })
  return answer.json<{ projections: readonly { name: string; state: string; parked: number }[] }>()
    .projections
}

const LIST = '/index.php?rest_route=/cal/events/v1/events&start_date=2000-01-01'

describe('before the start has ended', () => {
  it('who stops it leaves nobody who could listen for the operator afterwards', async () => {
    const service = await wired(temporaryFolder())
    await service.stop()
    expect(service.operatorApp).toThrow('the service has stopped')
  })

  it('the service is live and not ready, and answers nothing else', async () => {
    const dataDir = temporaryFolder()
    await seedLog(dataDir, 30)
    const service = await wired(dataDir)
    expect(new Set((await projections(service)).map(p => p.state))).toEqual(new Set(['catching up']))
    expect((await service.app.inject('/health/live')).statusCode).toBe(200)
    const { status, reasons } = await readiness(service)
    expect(status).toBe(503)
    expect(reasons?.[0]).toBe('the service is starting')
    for (const url of [LIST, '/index.php?rest_route=/', '/admin/imports/1', '/nowhere']) {
      const answer = await service.app.inject(url)
      expect([url, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        url,
        503,
        'rest_service_unavailable',
      ])
      expect(answer.headers['retry-after']).toBe('5')
    }
    // as every answer is (01 §6), so that scripts of other sites can read it
    const answer = await service.app.inject({ url: LIST, headers: { origin: 'https://other.example' } })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      link: '<http://127.0.0.1:8080/index.php?rest_route=/>; rel="index"',
      vary: 'Origin, Accept-Encoding',
      'access-control-allow-origin': 'https://other.example',
      'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    })
    expect((await service.app.inject({ method: 'HEAD', url: LIST })).body).toBe('')
    expect((await service.app.inject('/health/live?from=probe')).statusCode).toBe(200)
    const command = { method: 'POST', url: '/operator/history', payload: { type: 'user', id: '1' } } as const
    expect((await service.operatorApp().inject(command)).statusCode).toBe(503)

    await service.start()
    expect((await service.app.inject('/health/ready')).statusCode).toBe(200)
    expect((await service.app.inject(LIST)).json()).toMatchObject({ total: 30 })
    expect(new Set((await projections(service)).map(p => p.state))).toEqual(new Set(['live']))
  })

  it('operator commands are no part of the public interface', async () => {
    const service = await wired(temporaryFolder())
    await service.start()
    const answer = await service.app.inject({ method: 'POST', url: '/operator/projections', payload: {} })
    expect(answer.statusCode).toBe(404)
  })
})

describe('a record that cannot be applied', () => {
  it('does not keep the service from starting; readiness and projections say who set it aside', async () => {
    const dataDir = temporaryFolder()
    await seedLog(dataDir, 3, { 'event-2': [nonsense()] })
    const service = await wired(dataDir)
    await service.start()
    const { status, reasons = [] } = await readiness(service)
    expect(status).toBe(503)
    expect(reasons).toContain(`${collections.events} has set aside 1 records`)
    const states = new Map((await projections(service)).map(p => [p.name.split('@')[0], p.state]))
    expect(states.get('event-listing')).toBe('live, 1 set aside')
    expect(states.get('import-status')).toBe('live')
    expect((await service.app.inject(LIST)).json()).toMatchObject({ total: 3 })
  })

  it('of the users ends the start: nobody may be made administrator on a guess', async () => {
    const dataDir = temporaryFolder()
    await seedLog(dataDir, 0, { 'user-1': [nonsense()] })
    await expect((await wired(dataDir)).start()).rejects.toThrow('the users cannot be read from the log')
  })
})

const modelOf = (projection: Projection) => ({ name: projection.name, make: async () => projection })

describe('a read model that stopped for good', () => {
  it('is waited for by nobody, and told of', async () => {
    const store = memoryLog()
    await store.append(streamName('event-1'), [created(1)], 'absent')
    const queue = inProcessJobs({ concurrency: 1, onFailure: () => undefined })
    const broken: Projection = {
      name: 'broken@1',
      prefixes: ['event-'],
      apply: () => Promise.reject(new Error('cannot')),
      onFailure: ({ error }) => ({ then: 'stop', reason: String(error) }),
    }
    const followers = followersOf({
      store,
      documents: memoryDocuments(),
      known: [usersInMemory()],
      projections: [modelOf(broken)],
      graceMs: 0,
      warn: () => undefined,
    })
    onTestFinished(() => followers.stop())
    followers.start()
    await followers.caughtUp()
    const watched = { ...followers, store, queue, nowMs: () => epochMs(0), isStarted: () => true }
    expect(await notReady(watched)).toEqual(['broken@1 stopped: Error: cannot'])
    expect(projectionStates(watched)[1]).toMatchObject({ name: 'broken@1', state: 'stopped: Error: cannot' })
  })

  it('is not waited for by a start that is stopped itself', async () => {
    const store = memoryLog()
    await store.append(streamName('event-1'), [created(1)], 'absent')
    const stuck: Projection = {
      name: 'stuck@1',
      prefixes: ['event-'],
      apply: () => Promise.reject(new Error('cannot yet')),
      onFailure: () => ({ then: 'retry', afterMs: 10 }),
    }
    const followers = followersOf({
      store,
      documents: memoryDocuments(),
      known: [usersInMemory()],
      projections: [modelOf(stuck)],
      graceMs: 0,
      warn: () => undefined,
    })
    followers.start()
    const starting = expect(followers.caughtUp()).rejects.toThrow('stopped before')
    await followers.stop()
    await starting
  })
})

describe('readiness', () => {
  it('tells of a log and a queue that do not answer', async () => {
    const closed = new StoreUnavailable('the log x is closed')
    const queue = inProcessJobs({ concurrency: 1, onFailure: () => undefined })
    const watched = {
      store: { ...memoryLog(), head: () => Promise.reject(closed) },
      queue: { ...queue, pending: () => Promise.reject(new Error('no queue')) },
      board: progressBoard(),
      names: [],
      nowMs: () => epochMs(0),
      isStarted: () => true,
    }
    expect(await notReady(watched)).toEqual(['log: the log x is closed', 'jobs: no queue'])
  })

  it('is told within two seconds, whatever does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const never = () => new Promise<never>(() => undefined)
    const reasons = notReady({
      store: { ...memoryLog(), head: never },
      queue: { pending: never },
      board: { ...progressBoard(), refresh: never },
      names: [],
      nowMs: () => epochMs(0),
      isStarted: () => true,
    })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await reasons).toEqual([
      'log: no answer within 2000 ms',
      'jobs: no answer within 2000 ms',
      'read models: no answer within 2000 ms',
    ])
  })

  it('and figures are told within two seconds, too, without those that are not known', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const never = () => new Promise<never>(() => undefined)
    const metrics = newMetrics()
    const queue = { ...inProcessJobs({ concurrency: 1, onFailure: () => undefined }), pending: never }
    const board = { ...progressBoard(), refresh: never }
    const surroundings = { nowMs: () => epochMs(0) }
    watch({ metrics, queue, surroundings }, board, ['slow@1'], { listSubscriptions: never })
    const text = metrics.text()
    await vi.advanceTimersByTimeAsync(2_000)
    const figures = (await text).split('\n').filter(line => line.startsWith('belltower_'))
    expect(figures).toContain('belltower_append_conflicts_total 0')
    expect(figures).toContain('belltower_jobs_pending -1')
    expect(figures.filter(line => /^belltower_(projection|subscriptions)/.test(line))).toEqual([])
  })

  it('tells of a read model that hangs over a record, by the age of that record', async () => {
    const store = memoryLog()
    const first = created(1)
    const at = Date.parse(first.meta.at)
    const waiting: (() => void)[] = []
    const slow: Projection = {
      name: 'slow@1',
      prefixes: ['event-'],
      apply: async ([record]) => {
        if (record?.stream === 'event-2') await new Promise<void>(done => waiting.push(done))
      },
      onFailure: ({ error }) => ({ then: 'stop', reason: String(error) }),
    }
    const followers = followersOf({
      store,
      documents: memoryDocuments(),
      known: [usersInMemory()],
      projections: [modelOf(slow)],
      graceMs: 0,
      warn: () => undefined,
    })
    onTestFinished(() => followers.stop())
    const queue = inProcessJobs({ concurrency: 1, onFailure: () => undefined })
    const watched = { ...followers, store, queue, nowMs: () => epochMs(at + 7_000), isStarted: () => true }
    await store.append(streamName('event-1'), [first], 'absent')
    followers.start()
    await followers.caughtUp()
    expect(await notReady(watched)).toEqual([])
    await store.append(streamName('event-2'), [created(2)], 'absent')
    await eventually(() => expect(waiting).toHaveLength(1))
    expect(await notReady(watched)).toEqual(['slow@1 is 7 s behind'])
    for (const done of waiting) done()
    await followers.caughtUp()
    expect(await notReady(watched)).toEqual([])
  })

  it('tells of a read model that fell behind, in seconds', async () => {
    const board = progressBoard()
    board.report('lists@1', { live: true, reached: logPosition(8), lastAtMs: epochMs(1_000) })
    board.report('lists@1', { live: false })
    const watched = {
      store: memoryLog(),
      queue: inProcessJobs({ concurrency: 1, onFailure: () => undefined }),
      board,
      names: ['lists@1'],
      nowMs: () => epochMs(9_000),
      isStarted: () => true,
    }
    expect(await notReady(watched)).toEqual(['lists@1 is 8 s behind'])
    expect(projectionStates(watched)).toEqual([
      {
        name: 'lists@1',
        generation: 1,
        building: null,
        position: 8,
        lag_ms: 8_000,
        parked: 0,
        state: 'behind',
      },
    ])
  })
})
