import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { startDouble, type Double } from '../test/support/eventstoredb-double/start.ts'
import { startServer, type Child } from './child.ts'
import { client } from './client.ts'
import { ADMIN_APPLICATION_PASSWORD } from './credentials.ts'
import { bareAppend, callers, CALLERS, EACH } from './eventstore.ts'
import { administratorHeaders, importItem, runImport } from './import-run.ts'
import { LIST } from './lists.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'

const ROUNDS = 5
const ITEMS = 500

type Round = {
  readonly appendsASecond: number
  readonly itemsASecond: number
  readonly cpuMicros: number
  readonly reads: number
  readonly appends: number
}

/** Appends a second of the driver alone, each caller to a stream of its own. */
const bareRate = async (bare: EventStoreDBClient, round: number): Promise<number> => {
  const start = performance.now()
  await callers(bareAppend(bare), `bare${round}-`)
  return (CALLERS * EACH * 1_000) / (performance.now() - start)
}

const measured = async (double: Double, child: Child): Promise<readonly Round[]> => {
  const admin = client(administratorHeaders(ADMIN_APPLICATION_PASSWORD))
  const bare = EventStoreDBClient.connectionString(double.url)
  const rounds: Round[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const items = Array.from({ length: ITEMS }, (_, n) => importItem(round * ITEMS + n))
    const [cpu, { calls: before }] = [await child.cpuSeconds(), await double.control.state()]
    const { ms } = await runImport(admin, child.serving.service, items)
    const [cpuSeconds, { calls }] = [(await child.cpuSeconds()) - cpu, await double.control.state()]
    const appendsASecond = await bareRate(bare, round)
    // the first round makes what the items of all name
    if (round === 0) continue
    rounds.push({
      appendsASecond,
      itemsASecond: (ITEMS * 1_000) / ms,
      cpuMicros: (cpuSeconds * 1_000_000) / ITEMS,
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
    const ratio = of(({ itemsASecond, appendsASecond }) => itemsASecond / appendsASecond)
    const plain = { ratio: null, aim: null }
    const name = 'new items'
    return [
      { name: 'appends, driver alone', value: of(r => r.appendsASecond), unit: 'appends/s', ...plain },
      { name, value: rate, unit: 'items/s', ratio, aim: 0.12 },
      { name, value: rate, unit: 'items/s', ratio: null, aim: 300 },
      { name, value: of(r => r.cpuMicros), unit: 'CPU µs/item', ...plain },
      { name, value: of(r => r.reads), unit: 'reads/item', ratio: null, aim: 0.5, atMost: true },
      { name, value: of(r => r.appends), unit: 'appends/item', ratio: null, aim: 4.1, atMost: true },
    ]
  } finally {
    await double.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
