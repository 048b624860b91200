import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StreamName, streamName, streamRevision } from '../shared/kernel/brands.ts'
import type { EventStore } from '../shared/event-store/port.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { bareSqlite } from './bare-sqlite.ts'
import { note } from './note.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'

const ROUNDS = 9
const CALLERS = 64
const SINGLE = 100
const EACH = 40
const READ = 100_000

/** Appends a second. */
const rate = async (count: number, work: () => Promise<void> | void): Promise<number> => {
  const start = performance.now()
  await work()
  return (count * 1000) / (performance.now() - start)
}

/** Every caller appends to a stream of its own, each time at the revision it knows. */
const callers = async (log: EventStore, first: number, rounds: number, size: number): Promise<void> => {
  const caller = async (stream: StreamName) => {
    for (let round = 0; round < rounds; round++)
      await log.append(stream, [note(round)], round === 0 ? 'absent' : streamRevision(round - 1))
  }
  await Promise.all(Array.from({ length: size }, (_, i) => caller(streamName(`event-${first + i}`))))
}

const appends = async (log: EventStore, folder: string): Promise<Row[]> => {
  const bare = bareSqlite(join(folder, 'bare.db'))
  const rates = { one: [], bareOne: [], many: [], bareMany: [] } as Record<string, number[]>
  for (let round = 0; round < ROUNDS; round++) {
    const first = round * 1000
    rates['one']?.push(await rate(SINGLE, () => callers(log, first, SINGLE, 1)))
    rates['bareOne']?.push(await rate(SINGLE, () => bare.batches(first, SINGLE, 1)))
    rates['many']?.push(await rate(CALLERS * EACH, () => callers(log, first + 1, EACH, CALLERS)))
    rates['bareMany']?.push(await rate(CALLERS * EACH, () => bare.batches(first + 1, EACH, CALLERS)))
  }
  bare.close()
  const row = (name: string, ours: string, theirs: string): Row => ({
    name,
    value: median(rates[ours] ?? []),
    unit: 'appends/s',
    ratio: median(rates[ours] ?? []) / median(rates[theirs] ?? []),
    aim: 0.6,
  })
  return [
    row('durable appends, 1 caller', 'one', 'bareOne'),
    row(`durable appends, ${CALLERS} callers`, 'many', 'bareMany'),
  ]
}

const catchUp = async (log: EventStore): Promise<number> => {
  const stop = new AbortController()
  let count = 0
  const start = performance.now()
  for await (const { records, live } of log.follow(null, [], stop.signal)) {
    count += records.length
    if (live) stop.abort()
  }
  return (count * 1000) / (performance.now() - start)
}

const reads = async (log: EventStore): Promise<Row[]> => {
  for (let n = 0; n < READ; n += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        log.append(streamName(`note-${Math.floor((n + i) / 3)}`), [note(i)], 'any'),
      ),
    )
  const following: number[] = []
  const loading: number[] = []
  for (let round = 0; round < 5; round++) {
    following.push(await catchUp(log))
    const start = performance.now()
    for (let i = 0; i < 5_000; i++) await log.read(streamName(`note-${i}`))
    loading.push(((performance.now() - start) * 1000) / 5_000)
  }
  return [
    { name: 'catching up', value: median(following), unit: 'records/s', ratio: null, aim: 150_000 },
    { name: 'loading a stream of 3', value: median(loading), unit: 'µs', ratio: null, aim: 40, atMost: true },
  ]
}

/** Durable appends against bare SQLite on the same disk, interleaved; medians of several rounds. */
export const benchLog = async (parent = tmpdir()): Promise<readonly Row[]> => {
  const folder = await mkdtemp(join(parent, 'belltower-bench-'))
  const log = await openSqliteLog({ file: join(folder, 'log.db') })
  try {
    return [...(await appends(log, folder)), ...(await reads(log))]
  } finally {
    await log.close()
    await rm(folder, { recursive: true })
  }
}

if (import.meta.main) console.table(await benchLog())
