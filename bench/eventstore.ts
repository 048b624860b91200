import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, NO_STREAM, START, STREAM_NAME, jsonEvent } from '@eventstore/db-client'
import { type StreamName, streamName, streamRevision } from '../shared/kernel/brands.ts'
import { openEventStoreDb } from '../shared/event-store/eventstoredb/eventstoredb.ts'
import type { EventStore } from '../shared/event-store/port.ts'
import { startDouble } from '../test/support/eventstoredb-double/start.ts'
import { note } from './note.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'

const ROUNDS = 5
export const CALLERS = 64
export const EACH = 40
const AIM = 0.6

/** What one record costs: how many go through in a second, and processor of this process, in microseconds. */
type Cost = { readonly rate: number; readonly cpuMicros: number }

const costOf = async (count: number, work: () => Promise<unknown>): Promise<Cost> => {
  const start = performance.now()
  const cpu = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { rate: (count * 1_000) / (performance.now() - start), cpuMicros: (user + system) / count }
}

/** Every caller appends to a stream of its own, each time at the revision it knows. */
export const callers = (
  append: (stream: StreamName, n: number) => Promise<unknown>,
  prefix: string,
): Promise<unknown> =>
  Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let n = 0; n < EACH; n++) await append(streamName(`${prefix}${caller}`), n)
    }),
  )

export const bareAppend = (client: EventStoreDBClient) => (stream: string, n: number) => {
  const { id, type, data, meta } = note(n)
  const event = jsonEvent({ id, type, data, metadata: meta })
  return client.appendToStream(stream, event, { expectedRevision: n === 0 ? NO_STREAM : BigInt(n - 1) })
}

/** All records under a prefix, as they come from the driver alone. */
const bareFollow = async (client: EventStoreDBClient, prefix: string): Promise<number> => {
  const subscription = client.subscribeToAll({
    fromPosition: START,
    filter: { filterOn: STREAM_NAME, prefixes: [prefix], maxSearchWindow: 1_000, checkpointInterval: 1 },
  })
  let count = 0
  await new Promise<void>((resolve, reject) => {
    // the driver tells of this before it hands on what it has read until then
    let isAll = false
    const end = () => {
      if (isAll && subscription.readableLength === 0) resolve()
    }
    subscription.on('data', () => {
      count++
      end()
    })
    subscription.on('caughtUp', () => {
      isAll = true
      setImmediate(end)
    })
    subscription.on('error', reject)
  })
  await subscription.unsubscribe()
  return count
}

const follow = async (log: EventStore, prefix: string): Promise<number> => {
  let count = 0
  for await (const { records, live } of log.follow(null, [prefix], new AbortController().signal)) {
    count += records.length
    if (live) break
  }
  return count
}

const mustBe = (count: number, wanted: number): void => {
  if (count !== wanted) throw new Error(`${count} records came instead of ${wanted}`)
}

const pair = (what: string, unit: string, ours: readonly Cost[], theirs: readonly Cost[]): readonly Row[] => {
  const rate = (costs: readonly Cost[]) => median(costs.map(cost => cost.rate))
  const cpu = (costs: readonly Cost[]) => median(costs.map(cost => cost.cpuMicros))
  const plain = { ratio: null, aim: null }
  return [
    { name: `${what}, driver alone`, value: rate(theirs), unit, ...plain },
    { name: what, value: rate(ours), unit, ratio: rate(ours) / rate(theirs), aim: AIM },
    { name: `processor, ${what}, driver alone`, value: cpu(theirs), unit: 'µs', ...plain },
    { name: `processor, ${what}`, value: cpu(ours), unit: 'µs', ...plain },
  ]
}

const measure = async (url: string): Promise<readonly Row[]> => {
  const log = await openEventStoreDb({ url, warn: message => process.stderr.write(`${message}\n`) })
  const client = EventStoreDBClient.connectionString(url)
  const prefix = `bench${randomUUID().slice(0, 8)}-`
  const costs = { append: [], bareAppend: [], follow: [], bareFollow: [] } as Record<string, Cost[]>
  const count = CALLERS * EACH
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const append = (stream: StreamName, n: number) =>
        log.append(stream, [note(n)], n === 0 ? 'absent' : streamRevision(n - 1))
      costs['append']?.push(await costOf(count, () => callers(append, `${prefix}ours${round}-`)))
      const bare = bareAppend(client)
      costs['bareAppend']?.push(await costOf(count, () => callers(bare, `${prefix}theirs${round}-`)))
    }
    const all = 2 * ROUNDS * count
    for (let round = 0; round < ROUNDS; round++) {
      costs['bareFollow']?.push(await costOf(all, async () => mustBe(await bareFollow(client, prefix), all)))
      costs['follow']?.push(await costOf(all, async () => mustBe(await follow(log, prefix), all)))
    }
  } finally {
    await log.close()
    await client.dispose()
  }
  return [
    ...pair(`appends, ${CALLERS} callers`, 'appends/s', costs['append'] ?? [], costs['bareAppend'] ?? []),
    ...pair('following', 'records/s', costs['follow'] ?? [], costs['bareFollow'] ?? []),
  ]
}

/** The log in EventStoreDB against its driver alone, both in this process; `url`: absent, a double of our own. */
export const benchEventStore = async (url?: string): Promise<readonly Row[]> => {
  if (url !== undefined) return measure(url)
  const double = await startDouble()
  try {
    return await measure(double.url)
  } finally {
    await double.stop()
  }
}
