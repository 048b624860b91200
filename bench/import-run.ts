import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { asAdministrator } from './credentials.ts'

const BATCH = 50
/** As our own command asks that plays an aggregator: more often, answering takes a thirtieth of the processor. */
const POLL_MS = 100

type Members = Record<string, unknown>

/** Of an administrator of the measured service who sends JSON. */
export const administratorHeaders = (secret: string) => ({
  'content-type': 'application/json',
  ...asAdministrator(secret),
})

/** The answer's body. Throws what was said when it is no success. */
const call = async (admin: Client, url: string, body?: Members): Promise<Members> => {
  const { status, text } = await admin.ask(url, body === undefined ? undefined : JSON.stringify(body))
  if (status >= 300) throw new Error(`${url} answered ${status}: ${text}`)
  return JSON.parse(text) as Members
}

export const importItem = (n: number): Members => ({
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

export type ImportRun = {
  readonly callbacks: number
  /** From the first batch to the answer to the last one, milliseconds. */
  readonly acceptedMs: number
  /** From the first batch to the last outcome, milliseconds, as the import tells it. */
  readonly ms: number
}

/** One import through the callbacks. Throws when it does not succeed. */
export const runImport = async (
  admin: Client,
  url: string,
  items: readonly Members[],
): Promise<ImportRun> => {
  const opened = await call(admin, `${url}/admin/imports`, { origin: 'url', source: 'bench' })
  const importId = String(opened['import_id'])
  const batches = Math.ceil(items.length / BATCH)
  const callback = `${url}/index.php?rest_route=/cal/event-aggregator/v1/import/${importId}/batch`
  let hash = opened['batch_hash']
  const start = performance.now()
  for (let batch = 0; batch < batches; batch++) {
    const answer = await call(admin, callback, {
      batch_hash: hash,
      percentage_complete: Math.floor((100 * (batch + 1)) / batches),
      status: {
        data: { total: items.length, done: batch * BATCH },
        batch: { total: batches, done: batch },
      },
      events: items.slice(batch * BATCH, (batch + 1) * BATCH),
    })
    hash = answer['next_batch_hash']
  }
  const acceptedMs = performance.now() - start
  for (;;) {
    const progress = await call(admin, `${url}/admin/imports/${importId}/progress`)
    const { status } = progress
    const msOf = (member: string) => Date.parse(String(progress[member]))
    if (status === 'success')
      return { callbacks: batches, acceptedMs, ms: msOf('last_outcome_at') - msOf('first_batch_at') }
    if (status !== 'pending') throw new Error(`the import ended as ${String(status)}`)
    await sleep(POLL_MS)
  }
}
