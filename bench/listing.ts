import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLog } from '../shared/event-store/sqlite.ts'
import { startServer, type Child } from './child.ts'
import { load, median } from './load.ts'
import type { Row } from './row.ts'
import { fillCalendar } from './school-events.ts'

const EVENTS = 50_000
const FIRST_DAY = '2026-06-01'
const ROUNDS = 5
const AMOUNT = 4_000
const LIST = '/index.php?rest_route=/cal/events/v1/events'

/** A window that starts on another day, on another page, and that no cache has seen: only one walk can answer it. */
const unseen = (round: number): readonly string[] =>
  Array.from({ length: AMOUNT }, (_, n) => {
    const day = String((n % 28) + 1).padStart(2, '0')
    const month = String((n % 12) + 1).padStart(2, '0')
    return `${LIST}&start_date=2027-${month}-${day}&page=${1 + (n % 100)}&nobody=${round}-${n}`
  })

type Measured = { readonly perSecond: number; readonly perCpuSecond: number }

const measure = async (child: Child, url: string, paths: readonly string[]): Promise<Measured> => {
  const before = await child.cpuSeconds()
  const { perSecond, failures } = await load(url, paths, AMOUNT)
  if (failures > 0) throw new Error(`${failures} of ${AMOUNT} requests failed at ${paths[0] ?? ''}`)
  return { perSecond, perCpuSecond: AMOUNT / ((await child.cpuSeconds()) - before) }
}

/** Lists of ten events from 50,000 against a bare fastify route of the same bytes, refill and memory of the same process. */
export const benchListing = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
    await fillCalendar(store, EVENTS, FIRST_DAY)
    await store.close()
    const repeated = `${LIST}&start_date=2027-01-01`
    const child = await startServer({ dataDir, samplePath: repeated })
    const { serving } = child
    const rounds: { plain: Measured; again: Measured; fresh: Measured }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const plain = await measure(child, serving.plain, ['/'])
      const again = await measure(child, serving.service, [repeated])
      const fresh = await measure(child, serving.service, unseen(round))
      // the first round warms up
      if (round > 0) rounds.push({ plain, again, fresh })
    }
    const rss = await child.rssBytes()
    await child.stop()
    return rows(rounds, serving.refillMs, rss)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const rows = (
  rounds: readonly { plain: Measured; again: Measured; fresh: Measured }[],
  refillMs: number,
  rss: number,
): readonly Row[] => {
  const of = (kind: 'plain' | 'again' | 'fresh', by: keyof Measured) => median(rounds.map(r => r[kind][by]))
  const against = (kind: 'again' | 'fresh', by: keyof Measured) =>
    median(rounds.map(r => r[kind][by] / r.plain[by]))
  const unit = 'requests/s'
  const perCpu = 'requests/CPU s'
  return [
    { name: 'bare fastify route, same bytes', value: of('plain', 'perSecond'), unit, ratio: 1, aim: null },
    {
      name: 'list, repeated',
      value: of('again', 'perSecond'),
      unit,
      ratio: against('again', 'perSecond'),
      aim: 0.8,
    },
    {
      name: 'list, never asked before',
      value: of('fresh', 'perSecond'),
      unit,
      ratio: against('fresh', 'perSecond'),
      aim: 0.4,
    },
    {
      name: 'list, repeated',
      value: of('again', 'perCpuSecond'),
      unit: perCpu,
      ratio: against('again', 'perCpuSecond'),
      aim: 0.8,
    },
    {
      name: 'list, never asked before',
      value: of('fresh', 'perCpuSecond'),
      unit: perCpu,
      ratio: against('fresh', 'perCpuSecond'),
      aim: 0.4,
    },
    {
      name: `refill of ${EVENTS} events at start`,
      value: (EVENTS * 1_000) / refillMs,
      unit: 'facts/s',
      ratio: null,
      aim: 60_000,
    },
    {
      name: `memory with ${EVENTS} events, after the load`,
      value: rss / 1_048_576,
      unit: 'MiB',
      ratio: null,
      aim: 600,
      atMost: true,
    },
  ]
}
