import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { plusDays } from '../shared/kernel/time/calculate.ts'
import { startServer } from './child.ts'
import { client, type Client } from './client.ts'
import { countersOf } from './counters.ts'
import { ADMIN_APPLICATION_PASSWORD } from './credentials.ts'
import { administratorHeaders, importItem, runImport } from './import-run.ts'
import { LIST, whileReading } from './lists.ts'
import type { Row } from './row.ts'
import { fillCalendar } from './school-events.ts'

const ITEMS = 10_000
const BEFORE = 10_000
const FIRST_DAY = '2026-06-01'
const IMPORTED_FROM = '2027-01-01'

/** A year of items, day by day, as feeds have them. */
const itemAt = (n: number, categories: readonly string[]) => {
  const day = plusDays(IMPORTED_FROM, Math.floor((n * 365) / ITEMS))
  return { ...importItem(n), start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00`, categories }
}

/** Lists of the months of two years, in the second of which the items are. */
const MONTHS = Array.from({ length: 24 }, (_, n) => {
  const month = `${2026 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`
  return `${LIST}&start_date=${month}-01&end_date=${month}-28`
})

const shared = async (guest: Client, url: string) => {
  const counted = await countersOf(guest, url)
  const of = (how: string) => counted(`shared_answers_total{how="${how}"}`)
  return { kept: of('kept'), shown: of('shown'), made: of('made') }
}

/** `name`: what the items' categories are; each list tells how many events each category in it has. */
const measured = async (name: string, categoryOf: (n: number) => string): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
    await fillCalendar(store, BEFORE, FIRST_DAY)
    await store.close()
    const child = await startServer({ dataDir, samplePath: LIST })
    const url = child.serving.service
    const admin = client(administratorHeaders(ADMIN_APPLICATION_PASSWORD))
    const guest = client({})
    for (const path of [...MONTHS, ...MONTHS]) await guest.ask(`${url}${path}`)
    const before = await shared(guest, url)
    const items = Array.from({ length: ITEMS }, (_, n) => itemAt(n, [categoryOf(n)]))
    const { slowestMs } = await whileReading(guest, url, () => runImport(admin, url, items), MONTHS)
    const after = await shared(guest, url)
    admin.close()
    guest.close()
    await child.stop()
    const ratio = null
    const counts = {
      kept: after.kept - before.kept,
      shown: after.shown - before.shown,
      made: after.made - before.made,
    }
    const share = (count: number) => ({
      value: (100 * count) / (counts.kept + counts.shown + counts.made),
      unit: '%',
      ratio,
    })
    return [
      { name: `lists of 24 months during an import with ${name}: kept`, ...share(counts.kept), aim: null },
      { name: 'the same, shown again from what was found before', ...share(counts.shown), aim: null },
      { name: 'the same, made anew', ...share(counts.made), aim: 20, atMost: true },
      { name: 'the same, p99', value: slowestMs, unit: 'ms', ratio, aim: 50, atMost: true },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Lists of months while 10,000 items of a year are imported: how many were answered from before, and the slowest. */
export const benchKept = async (): Promise<readonly Row[]> => [
  ...(await measured('categories of its own', n => `Imported ${n % 12}`)),
  ...(await measured('the categories of all events', n => `Category ${n % 12}`)),
]
