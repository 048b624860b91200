import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type Child } from './child.ts'
import { client } from './client.ts'
import { ADMIN_APPLICATION_PASSWORD } from './credentials.ts'
import { administratorHeaders, importItem, runImport } from './import-run.ts'
import { LIST, whileReading } from './lists.ts'
import type { Row } from './row.ts'

const ITEMS = 100_000
const POLL_MS = 100

const clock = (n: number, hour: string) =>
  `2027${String((n % 12) + 1).padStart(2, '0')}${String((n % 28) + 1).padStart(2, '0')}T${hour}0000`

/** The same events as the callbacks bring, as one file of 26 MB. */
const calendar = (): Buffer => {
  const events = Array.from({ length: ITEMS }, (_, n) =>
    [
      ...['BEGIN:VEVENT', `UID:file-${n}@example.org`, `SUMMARY:Imported event ${n}`],
      `DTSTART;TZID=America/New_York:${clock(n, '10')}`,
      `DTEND;TZID=America/New_York:${clock(n, '11')}`,
      ...['DESCRIPTION:<p>Everybody is welcome.</p>', `CATEGORIES:Category ${n % 12}`],
      ...[`LOCATION:Imported hall ${n % 20}\\, Troy`, 'END:VEVENT'],
    ].join('\r\n'),
  )
  return Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n'))
}

type Measured = {
  readonly ms: number
  readonly slowestMs: number
  readonly cpuSeconds: number
  readonly beforeBytes: number
  /** The most since the service began, whatever it did. */
  readonly peakBytes: number
  readonly afterBytes: number
}

/** What takes milliseconds, while lists are read. */
const step = async (child: Child, run: (url: string) => Promise<number>): Promise<Measured> => {
  const url = child.serving.service
  const beforeBytes = await child.rssBytes()
  const guest = client({})
  const { made, slowestMs } = await whileReading(guest, url, async () => {
    const cpuBefore = await child.cpuSeconds()
    const ms = await run(url)
    return { ms, cpuSeconds: (await child.cpuSeconds()) - cpuBefore }
  })
  guest.close()
  const [peakBytes, afterBytes] = [await child.peakBytes(), await child.rssBytes()]
  return { ...made, slowestMs, beforeBytes, peakBytes, afterBytes }
}

/** An import into an empty service of its own, and whatever else is done there. */
const measured = async (
  ...runs: readonly ((url: string) => Promise<number>)[]
): Promise<readonly Measured[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  let child: Child | null = null
  try {
    child = await startServer({ dataDir, samplePath: LIST, localFeeds: true })
    const all: Measured[] = []
    for (const run of runs) all.push(await step(child, run))
    return all
  } finally {
    await child?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Milliseconds from asking for a feed to its last outcome. */
const fromOneFile = async (url: string, feedUrl: string): Promise<number> => {
  const admin = client(administratorHeaders(ADMIN_APPLICATION_PASSWORD))
  const start = performance.now()
  const set = await admin.ask(`${url}/admin/schedules`, JSON.stringify({ url: feedUrl, every: '31d' }))
  if (set.status !== 201) throw new Error(`the feed was not scheduled: ${set.text}`)
  for (;;) {
    const { imports } = JSON.parse((await admin.ask(`${url}/admin/imports`)).text) as {
      readonly imports: readonly { readonly over: boolean; readonly status: string }[]
    }
    const [newest] = imports
    if (newest?.over === true) {
      if (newest.status !== 'success') throw new Error(`the import ended as ${newest.status}`)
      admin.close()
      return performance.now() - start
    }
    await sleep(POLL_MS)
  }
}

const byCallbacks = async (url: string): Promise<number> => {
  const admin = client(administratorHeaders(ADMIN_APPLICATION_PASSWORD))
  const items = Array.from({ length: ITEMS }, (_, n) => importItem(n))
  const { ms } = await runImport(admin, url, items)
  admin.close()
  return ms
}

/** Undoes the newest import. */
const undone = async (url: string): Promise<number> => {
  const admin = client(administratorHeaders(ADMIN_APPLICATION_PASSWORD))
  const { imports } = JSON.parse((await admin.ask(`${url}/admin/imports`)).text) as {
    readonly imports: readonly { readonly import_id: string }[]
  }
  const importId = imports[0]?.import_id ?? ''
  const start = performance.now()
  const begun = await admin.ask(`${url}/admin/imports/${importId}/undo`, '{}')
  if (begun.status !== 202) throw new Error(`the import was not undone: ${begun.text}`)
  const { undo_id: undoId } = JSON.parse(begun.text) as { readonly undo_id: string }
  for (;;) {
    const { text } = await admin.ask(`${url}/admin/imports/${undoId}/undo`)
    const { status, counts } = JSON.parse(text) as {
      readonly status: string
      readonly counts: { readonly trashed: number }
    }
    if (status === 'done') {
      if (counts.trashed < ITEMS) throw new Error(`the undo left something: ${text}`)
      admin.close()
      return performance.now() - start
    }
    await sleep(POLL_MS)
  }
}

const rows = (name: string, taken: Measured | undefined, aim: number | null = 2_500): readonly Row[] => {
  if (taken === undefined) return []
  const mb = (bytes: number) => bytes / 1024 / 1024
  const plain = { ratio: null, aim: null } as const
  return [
    { name, value: (ITEMS * 1_000) / taken.ms, unit: 'items/s', ratio: null, aim },
    { name, value: (taken.cpuSeconds * 1_000_000) / ITEMS, unit: 'CPU µs/item', ...plain },
    { name: `${name}: list p99`, value: taken.slowestMs, unit: 'ms', ratio: null, aim: 50, atMost: true },
    { name: `${name}: memory before`, value: mb(taken.beforeBytes), unit: 'MB', ...plain },
    { name: `${name}: memory at most`, value: mb(taken.peakBytes), unit: 'MB', ...plain },
    { name: `${name}: memory after`, value: mb(taken.afterBytes), unit: 'MB', ...plain },
  ]
}

/** 100,000 new items from one file, and through callbacks and undone: speed, memory, and how long lists take meanwhile. */
export const benchVolume = async (): Promise<readonly Row[]> => {
  const body = calendar()
  const feeds = createServer((_, response) => response.writeHead(200).end(body))
  await new Promise<void>(resolve => feeds.listen(0, '127.0.0.1', resolve))
  const { port } = feeds.address() as AddressInfo
  try {
    const [file] = await measured(url => fromOneFile(url, `http://127.0.0.1:${port}/school.ics`))
    const [callbacks, undo] = await measured(byCallbacks, undone)
    const megabytes = Math.round(body.length / 1024 / 1024)
    return [
      ...rows(`${ITEMS} items, a file of ${megabytes} MB`, file),
      ...rows(`${ITEMS} items, callbacks`, callbacks),
      ...rows(`the same undone`, undo, null),
    ]
  } finally {
    feeds.close()
  }
}
