import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { startDouble, type Double } from '../test/support/eventstoredb-double/start.ts'
import { startServer, type Child } from './child.ts'
import { client } from './client.ts'
import { cpuSeconds } from './cpu.ts'
import { ADMIN_APPLICATION_PASSWORD } from './credentials.ts'
import { bareAppend, callers, CALLERS, EACH } from './eventstore.ts'
import { administratorHeaders, importItem, runImport } from './import-run.ts'
import { LIST } from './lists.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'

const ROUNDS = 7
const ITEMS = 500

type Round = {
  readonly appendsASecond: number
  /** Of the driver alone, an append. */
  readonly bareMicros: number
  readonly itemsASecond: number
  /** Of the service, an item. */
  readonly cpuMicros: number
  readonly reads: number
  readonly appends: number
}

/** The driver alone, each caller to a stream of its own. */
const bareAppends = async (
  bare: EventStoreDBClient,
  round: number,
): Promise<Pick<Round, 'appendsASecond' | 'bareMicros'>> => {
  const [start, cpu, count] = [performance.now(), cpuSeconds(), CALLERS * EACH]
  await callers(bareAppend(bare), `bare${round}-`)
  const bareMicros = ((cpuSeconds() - cpu) * 1_000_000) / count
  return { appendsASecond: (count * 1_000) / (performance.now() - start), bareMicros }
}

const measured = async (double: Double, child: Child): Promise<readonly Round[]> => {
  const admin = client(administratorHeaders(ADMIN_APPLICATION_PASSWORD))
  const bare = EventStoreDBClient.connectionString(double.url)
  const rounds: Round[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const items = Array.from({ length: ITEMS }, (_, n) => importItem(round * ITEMS + n))
    const [cpu, { calls: before }] = [await child.cpuSeconds(), await double.control.state()]
    const { ms } = await runImport(admin, child.serving.service, items)
    const [used, { calls }] = [(await child.cpuSeconds()) - cpu, await double.control.state()]
    const alone = await bareAppends(bare, round)
    // the first round makes what the items of all name
    if (round === 0) continue
    rounds.push({
      ...alone,
      itemsASecond: (ITEMS * 1_000) / ms,
      cpuMicros: (used * 1_000_000) / ITEMS,
      reads: (calls.read - before.read) / ITEMS,
      appends: (calls.batchAppend - before.batchAppend) / ITEMS,
    })
  }
  admin.close()
  await bare.dispose()
  return rounds
}

/** New items of an import whose log is a double of EventStoreDB, against appends of the driver alone, in turn. */
export const benchImportLog = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  const double = await startDouble()
  try {
    const child = await startServer({ dataDir, samplePath: LIST, eventstoreUrl: double.url })
    const rounds = await measured(double, child)
    await child.stop()
    const of = (value: (round: Round) => number) => median(rounds.map(value))
    const rate = of(({ itemsASecond }) => itemsASecond)
    const ratios = rounds.map(({ itemsASecond, appendsASecond }) => itemsASecond / appendsASecond)
    const plain = { ratio: null, aim: null }
    const name = 'new items'
    const cpu = { value: of(r => r.cpuMicros), ratio: of(r => r.cpuMicros / r.bareMicros) }
    return [
      { name: 'appends, driver alone', value: of(r => r.appendsASecond), unit: 'appends/s', ...plain },
      { name: 'the same', value: of(r => r.bareMicros), unit: 'CPU µs/append', ...plain },
      { name, value: rate, unit: 'items/s', ratio: median(ratios), aim: 0.12 },
      { name: 'the same, worst round', value: Math.min(...ratios), unit: 'ratio', ...plain },
      { name: 'the same, best round', value: Math.max(...ratios), unit: 'ratio', ...plain },
      { name, value: rate, unit: 'items/s', ratio: null, aim: 300 },
      { name, ...cpu, unit: 'CPU µs/item', aim: null },
      { name, value: of(r => r.reads), unit: 'reads/item', ratio: null, aim: 0.5, atMost: true },
      { name, value: of(r => r.appends), unit: 'appends/item', ratio: null, aim: 4.1, atMost: true },
    ]
  } finally {
    await double.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
