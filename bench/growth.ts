import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { startServer, type Child } from './child.ts'
import { LIST } from './lists.ts'
import { load } from './load.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'
import { fillCalendar } from './school-events.ts'

const SIZES = [1_000, 10_000, 100_000] as const
const FIRST_DAY = '2026-06-01'
const ROUNDS = 5
const AMOUNT = 2_000
const CONNECTIONS = 10

/** Windows and pages that there are in calendars of every size; each address is asked once, so no answer is kept. */
const unseen = (round: number): readonly string[] =>
  Array.from({ length: AMOUNT }, (_, n) => {
    const [month, day] = [String((n % 6) + 1).padStart(2, '0'), String((n % 28) + 1).padStart(2, '0')]
    return `${LIST}&start_date=2027-${month}-${day}&page=${1 + (n % 5)}&nobody=${round}-${n}`
  })

const started = async (folder: string, events: number): Promise<Child> => {
  const dataDir = join(folder, String(events))
  const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
  await fillCalendar(store, events, FIRST_DAY)
  await store.close()
  return startServer({ dataDir, samplePath: `${LIST}&start_date=2027-01-01` })
}

/** CPU µs of the server for one list. */
const cost = async (child: Child, round: number): Promise<number> => {
  const before = await child.cpuSeconds()
  const { failures } = await load(child.serving.service, unseen(round), AMOUNT, CONNECTIONS)
  if (failures > 0) throw new Error(`${failures} of ${AMOUNT} lists failed`)
  return (((await child.cpuSeconds()) - before) * 1_000_000) / AMOUNT
}

/** What a list made anew costs in calendars of 1,000, 10,000 and 100,000 events, in turn: ratios to the smallest. */
export const benchGrowth = async (): Promise<readonly Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const children: Child[] = []
    for (const events of SIZES) children.push(await started(folder, events))
    const rounds: number[][] = []
    // the first round warms up
    for (let round = 0; round <= ROUNDS; round++) {
      const costs: number[] = []
      for (const child of children) costs.push(await cost(child, round))
      if (round > 0) rounds.push(costs)
    }
    for (const child of children) await child.stop()
    return SIZES.map((events, n) => ({
      name: `list made anew, of ${events} events`,
      value: median(rounds.map(costs => costs[n] ?? 0)),
      unit: 'CPU µs',
      ratio: median(rounds.map(costs => (costs[n] ?? 0) / (costs[0] ?? 1))),
      aim: n === 0 ? null : 1.2,
      atMost: true,
    }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
