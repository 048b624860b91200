// Kills the service 50 times (kill -9) in the middle of one import of 1,000 items and checks what came of it.
// What is not good keeps its log, and the history of each item that differs is printed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashImport } from '../../test/support/crash-import.ts'
import { authorization } from '../../test/support/service-process.ts'
import { freePort } from '../../test/support/free-port.ts'

const ITEMS = 1_000
const KILLS = 50

const dataDir = mkdtempSync(join(tmpdir(), 'belltower-crash-'))
const { record, seen, service } = await crashImport({
  dataDir,
  port: await freePort(),
  items: ITEMS,
  batchSize: 25,
  kills: KILLS,
  random: Math.random,
})
const ids = new Set(record.items.map(item => item.id))
const changed = [...seen.values()].filter(known => known.size > 1).length
const differing = record.items.filter(item => item.outcome !== 'created')
const outcomes = Object.groupBy(record.items, item => item.outcome)
for (const [outcome, items] of Object.entries(outcomes)) console.log(`${outcome}: ${items?.length ?? 0}`)
console.log(
  `${KILLS} kills, ${record.items.length} outcomes, ${ids.size} events, ${changed} ids that changed`,
)
const good =
  record.status === 'success' &&
  record.items.length === ITEMS &&
  differing.length === 0 &&
  ids.size === ITEMS &&
  changed === 0

/** What happened to the events that are not as they should be, newest first. */
for (const { position, outcome, id } of differing) {
  const answer = await fetch(`${service.url}/admin/history/event/${id}`, { headers: { authorization } })
  console.log(`item ${position}, ${outcome}, event ${id}: ${await answer.text()}`)
}
await service.stop()
if (good) rmSync(dataDir, { recursive: true, force: true })
console.log(
  good
    ? 'every item once, nothing lost, nothing doubled'
    : `NOT GOOD: the import is ${record.status}; its log is kept in ${dataDir}`,
)
process.exitCode = good ? 0 : 1
