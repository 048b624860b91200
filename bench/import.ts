import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { startServer } from './child.ts'
import { client } from './client.ts'
import { ADMIN_APPLICATION_PASSWORD } from './credentials.ts'
import { benchDryRun } from './dry-run.ts'
import { administratorHeaders, importItem, runImport } from './import-run.ts'
import { LIST, whileReading } from './lists.ts'
import type { Row } from './row.ts'
import { fillCalendar } from './school-events.ts'

const ITEMS = 10_000
const BEFORE = 10_000

const admin = client(administratorHeaders(ADMIN_APPLICATION_PASSWORD))
const guest = client({})

/** An import of 10,000 items while lists are read: items a second, slowest lists, and the same items once more. */
export const benchImport = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
    await fillCalendar(store, BEFORE, '2026-06-01')
    await store.close()
    const child = await startServer({ dataDir, samplePath: LIST })
    const url = child.serving.service
    const items = Array.from({ length: ITEMS }, (_, n) => importItem(n))
    const { made, slowestMs } = await whileReading(guest, url, async () => {
      const before = await child.cpuSeconds()
      const first = await runImport(admin, url, items)
      const between = await child.cpuSeconds()
      const again = await runImport(admin, url, items)
      return { before, first, between, again, after: await child.cpuSeconds() }
    })
    const { before, first, between, again, after } = made
    const files = await benchDryRun(admin, child)
    admin.close()
    guest.close()
    await child.stop()
    const perSecond = ({ ms }: { readonly ms: number }) => (ITEMS * 1_000) / ms
    const cpu = (seconds: number) => (seconds * 1_000_000) / ITEMS
    const unit = 'items/s'
    const name = `import of ${ITEMS} new items`
    const same = 'import of the same items again'
    const ratio = null
    return [
      { name, value: perSecond(first), unit, ratio, aim: 2_500 },
      { name: same, value: perSecond(again), unit, ratio: perSecond(again) / perSecond(first), aim: 1 },
      { name, value: cpu(between - before), unit: 'CPU µs/item', ratio, aim: null },
      { name: same, value: cpu(after - between), unit: 'CPU µs/item', ratio, aim: null },
      { name: 'list p99 meanwhile', value: slowestMs, unit: 'ms', ratio, aim: 50, atMost: true },
      ...files,
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
