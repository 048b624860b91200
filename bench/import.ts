import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSqliteLog } from '../shared/event-store/sqlite.ts'
import { startServer } from './child.ts'
import { client } from './client.ts'
import { ADMIN_APPLICATION_PASSWORD } from './credentials.ts'
import { quantile } from './quantile.ts'
import type { Row } from './row.ts'
import { fillCalendar } from './school-events.ts'

const ITEMS = 10_000
const BATCH = 50
const BEFORE = 10_000
const EVERY_MS = 10
const LIST = '/index.php?rest_route=/cal/events/v1/events'

const admin = client({
  'content-type': 'application/json',
  authorization: `Basic ${Buffer.from(`admin:${ADMIN_APPLICATION_PASSWORD}`).toString('base64')}`,
})
const guest = client({})

type Members = Record<string, unknown>

const call = async (url: string, body?: Members): Promise<Members> => {
  const { status, text } = await admin.ask(url, body === undefined ? undefined : JSON.stringify(body))
  if (status >= 300) throw new Error(`${url} answered ${status}: ${text}`)
  return JSON.parse(text) as Members
}

const item = (n: number): Members => ({
  uid: `bench-${n}@example.org`,
  title: `Imported event ${n}`,
  description: '<p>Everybody is welcome.</p>',
  start_date: `2027-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')} 10:00:00`,
  end_date: `2027-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')} 11:00:00`,
  timezone: 'America/New_York',
  categories: [`Category ${n % 12}`],
  venue: { venue: `Imported hall ${n % 20}`, city: 'Troy' },
  organizer: { organizer: `Imported team ${n % 20}` },
})

/** One import through the callbacks, from the first batch to the last outcome, in milliseconds. */
const runImport = async (
  url: string,
  items: readonly Members[],
): Promise<{ ms: number; outcomes: string }> => {
  const opened = await call(`${url}/admin/imports`, { origin: 'url', source: 'bench' })
  const importId = String(opened['import_id'])
  const batches = Math.ceil(items.length / BATCH)
  let hash = opened['batch_hash']
  const start = performance.now()
  for (let batch = 0; batch < batches; batch++) {
    const answer = await call(
      `${url}/index.php?rest_route=/cal/event-aggregator/v1/import/${importId}/batch`,
      {
        batch_hash: hash,
        percentage_complete: Math.floor((100 * (batch + 1)) / batches),
        status: {
          data: { total: items.length, done: batch * BATCH },
          batch: { total: batches, done: batch },
        },
        events: items.slice(batch * BATCH, (batch + 1) * BATCH),
      },
    )
    hash = answer['next_batch_hash']
  }
  for (;;) {
    const record = await call(`${url}/admin/imports/${importId}/progress`)
    if (record['status'] !== 'pending')
      return { ms: performance.now() - start, outcomes: String(record['status']) }
    await sleep(5)
  }
}

/** Asks for a list every 10 ms until `signal` aborts; how long each answer took, in milliseconds. */
const readLists = async (url: string, signal: AbortSignal): Promise<readonly number[]> => {
  const taken: number[] = []
  const one = async () => {
    const start = performance.now()
    await guest.ask(`${url}${LIST}&start_date=2027-02-01`)
    taken.push(performance.now() - start)
  }
  const asked: Promise<void>[] = []
  while (!signal.aborted) {
    asked.push(one())
    await sleep(EVERY_MS)
  }
  await Promise.all(asked)
  return taken
}

/** An import of 10,000 items while lists are read: items a second, slowest lists, and the same items once more. */
export const benchImport = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
    await fillCalendar(store, BEFORE, '2026-06-01')
    await store.close()
    const child = await startServer({ dataDir, samplePath: LIST })
    const url = child.serving.service
    const items = Array.from({ length: ITEMS }, (_, n) => item(n))
    const reading = new AbortController()
    const lists = readLists(url, reading.signal)
    const before = await child.cpuSeconds()
    const first = await runImport(url, items)
    const between = await child.cpuSeconds()
    const again = await runImport(url, items)
    const after = await child.cpuSeconds()
    reading.abort()
    const slowest = quantile(await lists, 0.99)
    admin.close()
    guest.close()
    await child.stop()
    if (first.outcomes !== 'success' || again.outcomes !== 'success')
      throw new Error('an import did not succeed')
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
      { name: 'list p99 meanwhile', value: slowest, unit: 'ms', ratio, aim: 50, atMost: true },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
