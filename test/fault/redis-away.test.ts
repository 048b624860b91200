import { Redis } from 'ioredis'
import { afterEach, describe, expect, it } from 'vitest'
import { redisProcess, redisProgram } from '../support/redis-process.ts'
import { authorization, startProgram, startService, type ServiceProcess } from '../support/service-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/eventually.ts'

const EVENTS = '/index.php?rest_route=/cal/events/v1/events'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const post = async (url: string, body: unknown) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const serviceWithRedis = async () => {
  const redis = await redisProcess()
  cleanups.push(redis.kill)
  await redis.start()
  const port = await freePort()
  const log = startProgram('test/support/eventstoredb-double/main.ts', ['--port', String(port)], {})
  cleanups.push(log.kill)
  const service = await startService(temporaryFolder(), await freePort(), {
    REDIS_URL: redis.url,
    EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
  })
  cleanups.push(service.stop)
  return { redis, service }
}

const register = async ({ url }: ServiceProcess) => {
  const { body } = await post(`${url}/admin/imports`, { origin: 'ics', source: 'school' })
  return { importId: String(body['import_id']), hash: body['batch_hash'] }
}

/** The first of two batches: the import stays open. */
const sendBatch = (
  { url }: ServiceProcess,
  { importId, hash }: Awaited<ReturnType<typeof register>>,
  items: number,
) =>
  post(`${url}/index.php?rest_route=/cal/event-aggregator/v1/import/${importId}/batch`, {
    batch_hash: hash,
    percentage_complete: 50,
    status: { data: { total: 2 * items, done: 0 }, batch: { total: 2, done: 0 } },
    events: Array.from({ length: items }, (_, n) => ({
      uid: `r-${n}@example.org`,
      title: `Concert ${n}`,
      start_date: '2030-06-01 10:00:00',
      end_date: '2030-06-01 11:00:00',
    })),
  })

const outcomes = async ({ url }: ServiceProcess, importId: string) => {
  const answer = await fetch(`${url}/admin/imports/${importId}`, { headers: { authorization } })
  const { items } = (await answer.json()) as { items: readonly { outcome: string | null }[] }
  return items.map(({ outcome }) => outcome)
}

describe.skipIf(redisProgram === null)('a service whose jobs are in Redis', () => {
  it('writes and reads while Redis is away; an import waits and goes on when it is back', async () => {
    const { redis, service } = await serviceWithRedis()
    const run = await register(service)
    await redis.kill()
    expect((await sendBatch(service, run, 30)).status).toBe(200)
    const created = await post(`${service.url}${EVENTS}`, {
      title: 'Fair',
      start_date: '2030-05-01 10:00:00',
      end_date: '2030-05-01 12:00:00',
    })
    expect(created.status).toBe(201)
    expect((await fetch(`${service.url}${EVENTS}/${String(created.body['id'])}`)).status).toBe(200)
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(503)
    expect(await outcomes(service, run.importId)).toEqual(Array.from({ length: 30 }, () => null))
    await redis.start()
    await eventually(async () =>
      expect(await outcomes(service, run.importId)).toEqual(Array.from({ length: 30 }, () => 'created')),
    )
    await eventually(async () => expect((await fetch(`${service.url}/health/ready`)).status).toBe(200))
  })

  it('finishes an import although Redis is emptied again and again', async () => {
    const { redis, service } = await serviceWithRedis()
    const operator = new Redis(redis.url)
    cleanups.push(async () => operator.disconnect())
    const run = await register(service)
    await operator.flushall()
    expect((await sendBatch(service, run, 200)).status).toBe(200)
    for (let times = 0; times < 5; times++) {
      await operator.flushall()
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    await eventually(async () =>
      expect(await outcomes(service, run.importId)).toEqual(Array.from({ length: 200 }, () => 'created')),
    )
    // the check for silence is asked for again, too
    await operator.flushall()
    const jobs = async () => Object.keys(await operator.hgetall('{belltower}:jobs'))
    await eventually(async () => expect(await jobs()).toEqual([`import.stall-check-${run.importId}`]))
  })
})
