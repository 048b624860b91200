// Copies a log of 200,000 facts (or --facts N) to a double of EventStoreDB, kills the copying process ten times on the
// way (kill -9), and compares the two.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import { factsTo } from '../../test/support/copied-facts.ts'
import { startDouble } from '../../test/support/eventstoredb-double/start.ts'

const KILLS = 10
const { values } = parseArgs({ options: { facts: { type: 'string', default: '200000' } } })
const facts = Number(values.facts)

const folder = mkdtempSync(join(tmpdir(), 'belltower-copy-'))
const store = await openSqliteLog({ file: join(folder, 'log.sqlite') })
await factsTo(store, 0, facts)
await store.close()
const double = await startDouble()

/** One run of the command. `written`: records after which it is killed; null: never. */
const copy = async (written: number | null): Promise<{ readonly said: string; readonly killed: boolean }> => {
  const child = spawn(
    process.execPath,
    [
      'services/cli/main.ts',
      'copy-log',
      '--to',
      double.url,
      '--json',
      ...(written === null ? ['--finish'] : []),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATA_DIR: folder, SITE_TIMEZONE: 'Etc/UTC', ADMIN_PASSWORD: 'not used here' },
    },
  )
  let said = ''
  let killed = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const now = Number(/(\d+) written/.exec(text)?.[1] ?? 0)
    // somewhere between two such messages
    if (written !== null && now >= written && !killed) {
      killed = true
      void sleep(Math.random() * 500).then(() => child.kill('SIGKILL'))
    }
  })
  await once(child, 'close')
  return { said, killed }
}

const began = performance.now()
let kills = 0
for (let n = 0; n < KILLS; n++) {
  const { killed } = await copy(Math.min(10_000, facts / 20))
  kills += killed ? 1 : 0
}
const { said } = await copy(null)
const report = JSON.parse(said) as {
  readonly records: number
  readonly differing: readonly string[]
  readonly digests: { readonly source: string; readonly target: string }
}
await double.stop()
rmSync(folder, { recursive: true, force: true })
const good =
  report.differing.length === 0 &&
  report.digests.source === report.digests.target &&
  report.records === facts &&
  kills === KILLS
const seconds = Math.round((performance.now() - began) / 1_000)
console.log(`${report.records} records, ${kills} kills, ${report.differing.length} differences, ${seconds} s`)
console.log(good ? 'the copy is what the log is' : `NOT GOOD: ${said}`)
process.exitCode = good ? 0 : 1
