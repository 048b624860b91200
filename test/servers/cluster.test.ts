import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { MongoClient } from 'mongodb'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { startCluster, type Cluster, type Member } from '../support/cluster.ts'
import { startDouble, type Double } from '../support/eventstoredb-double/start.ts'
import { redisProcess, redisProgram, type RedisProcess } from '../support/redis-process.ts'
import { authorization } from '../support/service-process.ts'

const mongodbUrl = inject('mongodbUrl')
const ITEMS = 400
const BATCH = 10
const DROPS = 10

let folder: string
let cluster: Cluster | null = null
let double: Double | null = null
let redis: RedisProcess | null = null
let database: string

afterEach(async () => {
  await cluster?.stop()
  await double?.stop()
  await redis?.kill()
  const client = new MongoClient(mongodbUrl ?? '')
  await client.db(database).dropDatabase()
  await client.close()
  await rm(folder, { recursive: true, force: true })
})

const start = async (): Promise<Cluster> => {
  folder = await mkdtemp(join(tmpdir(), 'belltower-cluster-'))
  database = `cluster_${process.pid}_${Date.now()}`
  double = await startDouble({ data: join(folder, 'log') })
  redis = await redisProcess()
  await redis.start()
  cluster = await startCluster(folder, {
    EVENTSTORE_URL: double.url,
    MONGODB_URL: `${mongodbUrl ?? ''}/${database}`,
    REDIS_URL: redis.url,
  })
  await cluster.ready()
  return cluster
}

type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown }
const JSON_TYPE = { 'content-type': 'application/json', authorization }

const ask = async (url: string, method = 'GET', body?: unknown): Promise<Answer> => {
  const answer = await fetch(url, {
    method,
    headers: JSON_TYPE,
    signal: AbortSignal.timeout(15_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** The same question to one process after the other until one of them answers it. */
const askAny = async (urls: readonly string[], path: string, method = 'GET', body?: unknown) => {
  const heard = new Set<string>()
  for (let tries = 0; tries < 1_200; tries++) {
    const url = urls[tries % urls.length] ?? ''
    const answer = await ask(`${url}${path}`, method, body).catch((error: unknown) => {
      heard.add(`${url}: ${String(error)}`)
      return null
    })
    if (answer !== null && answer.status < 500) return answer
    if (answer !== null) heard.add(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
    await sleep(100)
  }
  throw new Error(`nobody answered ${method} ${path}:\n${[...heard].join('\n')}`)
}

/** What the processes said, beside what went wrong. */
const told = <Value>(members: readonly Member[], asked: Promise<Value>): Promise<Value> =>
  asked.catch((error: unknown) => {
    const said = members.map(({ name, output }) => `${name}: ${output().slice(-2_000)}`)
    throw new Error([String(error), ...said].join('\n'), { cause: error })
  })

const item = (n: number) => ({
  uid: `item-${n}@example.org`,
  title: `Item ${n}`,
  start_date: `2027-${String((n % 12) + 1).padStart(2, '0')}-10 10:00:00`,
  end_date: `2027-${String((n % 12) + 1).padStart(2, '0')}-10 11:00:00`,
  timezone: 'America/New_York',
  categories: [`Category ${n % 5}`],
  venue: { venue: `Hall ${n % 7}`, city: 'Troy' },
  organizer: { organizer: `Team ${n % 11}` },
})

type Accepted = {
  readonly activity: { readonly cal_events: { readonly created: readonly number[] } }
  readonly next_batch_hash?: string
}

const V1 = '/index.php?rest_route=/cal/events/v1'

/** Between two rounds of the watch: it is there to see mistakes, not to keep everybody busy with lists. */
const WATCH_MS = 300

/** Writes through one process and reads through the other, again and again; answers how often. */
const watchWrites = (urls: readonly [string, string], stopped: () => boolean) => {
  const mistakes: string[] = []
  let rounds = 0
  const round = async (writer: string, reader: string) => {
    const title = `Watched ${rounds}`
    const made = await ask(`${writer}${V1}/events`, 'POST', {
      title,
      start_date: '2027-06-01 10:00:00',
      end_date: '2027-06-01 11:00:00',
    })
    if (made.status !== 201) return
    const { id } = made.body as { id: number }
    const single = await ask(`${reader}${V1}/events/${id}`)
    if (single.status === 404) mistakes.push(`${title} (${id}) was not there for the other process`)
    if (made.headers.has('x-cal-lag') || single.status !== 200) return
    const listed = await ask(`${reader}${V1}/events&start_date=2027-01-01&search="${title}"`)
    if (listed.status !== 200 || listed.headers.has('x-cal-lag')) return
    const { total } = listed.body as { total: number }
    if (total < 1) mistakes.push(`${title} (${id}) was not listed by the other process`)
    rounds++
  }
  const running = (async () => {
    for (let turn = 0; !stopped(); turn++) {
      const [one, other] = turn % 2 === 0 ? urls : [urls[1], urls[0]]
      // a process that was just killed answers nothing
      await round(one, other).catch(() => undefined)
      await sleep(WATCH_MS)
    }
  })()
  return { mistakes, rounds: () => rounds, done: running }
}

describe.skipIf(mongodbUrl === null || redisProgram === null)('several processes on servers', () => {
  it('an import is complete and exact although everything dies once, and reads see every answered write', async () => {
    const { members, apis } = await start()
    const urls = apis.map(({ url }) => url)
    const [first = '', second = ''] = urls
    let over = false
    const watch = watchWrites([first, second], () => over)

    const opened = await askAny(urls, '/admin/imports', 'POST', { origin: 'ics', source: 'cluster' })
    expect(opened.status, JSON.stringify(opened.body)).toBe(201)
    const { import_id: importId, batch_hash: hash } = opened.body as {
      import_id: string
      batch_hash: string
    }
    const path = `/index.php?rest_route=/cal/event-aggregator/v1/import/${importId}/batch`
    const batches = ITEMS / BATCH
    const workers = members.filter(({ role }) => role === 'workers')
    /** A worker that was killed while all stood still, and how many items had come before: none since is done. */
    let held: { readonly worker: Member; readonly before: number } | null = null
    let next: unknown = hash
    for (let batch = 0; batch < batches; batch++) {
      const turn = Math.floor((batch * members.length) / batches)
      const victim = members[turn]
      const kills = victim !== undefined && batch === Math.floor(((turn + 0.5) * batches) / members.length)
      const holds = kills && workers.includes(victim)
      if (holds) for (const worker of workers) worker.pause()
      else if (kills) await victim.kill()
      if (batch % Math.floor(batches / DROPS) === 3) await double?.control.dropSubscriptions()
      if (batch === Math.floor(batches / 2)) {
        const client = new Redis(redis?.url ?? '')
        await client.flushall()
        client.disconnect()
      }
      const order = batch % 2 === 0 ? urls : urls.toReversed()
      const answer = await told(
        members,
        askAny(order, path, 'POST', {
          batch_hash: next,
          percentage_complete: Math.floor((100 * (batch + 1)) / batches),
          status: { data: { total: ITEMS, done: batch * BATCH }, batch: { total: batches, done: batch } },
          events: Array.from({ length: BATCH }, (_, n) => item(batch * BATCH + n)),
        }),
      )
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const { activity, next_batch_hash: nextHash } = answer.body as Accepted
      next = nextHash ?? null
      if (held !== null) {
        expect(activity.cal_events.created.length).toBeLessThanOrEqual(held.before)
        held.worker.start()
        for (const worker of workers) worker.goOn()
        held = null
      }
      if (holds) {
        await victim.kill()
        held = { worker: victim, before: batch * BATCH }
      } else if (kills) victim.start()
    }

    const deadline = Date.now() + 900_000
    type Progress = { readonly status: string; readonly items: readonly { id: number; outcome: string }[] }
    let record: Progress = { status: 'pending', items: [] }
    while (record.status === 'pending' || record.items.length < ITEMS) {
      if (Date.now() > deadline)
        throw new Error(
          `the import did not end: ${record.status}, ${record.items.length} items\n` +
            members.map(({ name, output }) => `${name}: ${output().slice(-2_000)}`).join('\n'),
        )
      await sleep(500)
      const { body } = await askAny(urls, `/admin/imports/${importId}`)
      record = body as Progress
    }
    // in the middle of an import lists may lag, which answers say and which counts for nothing here
    await expect.poll(watch.rounds, { timeout: 300_000, interval: 200 }).toBeGreaterThan(2)
    over = true
    await watch.done

    expect(record.status).toBe('success')
    expect(new Set(record.items.map(({ id }) => id)).size).toBe(ITEMS)
    expect(record.items.filter(({ outcome }) => outcome !== 'created')).toEqual([])
    expect(watch.mistakes).toEqual([])
    for (const url of urls) {
      // what workers write is listed when the projection gets there
      const total = async () => {
        const { body } = await ask(`${url}${V1}/events&per_page=1&start_date=2027-01-01&search=Item`)
        return (body as { total: number }).total
      }
      await expect.poll(total, { timeout: 300_000, interval: 500 }).toBe(ITEMS)
    }
    await cluster?.ready()
    for (const url of urls) {
      // each read model gets there at its own pace
      const venues = async () => {
        const { body } = await ask(`${url}${V1}/venues&per_page=50`)
        return (body as { venues: { venue: string }[] }).venues.map(({ venue }) => venue).sort()
      }
      const halls = Array.from({ length: 7 }, (_, n) => `Hall ${n}`)
      await expect.poll(venues, { timeout: 300_000, interval: 500 }).toEqual(halls)
      const counts = async () => {
        const { body } = await ask(`${url}${V1}/categories`)
        return (body as { categories: { count: number }[] }).categories.map(({ count }) => count)
      }
      await expect.poll(counts, { timeout: 300_000, interval: 500 }).toEqual([80, 80, 80, 80, 80])
    }
  }, 2_400_000)
})
