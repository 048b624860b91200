import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { http } from '../shared/node-http.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { client, type Client } from './client.ts'
import { countersOf } from './counters.ts'
import { ADMIN_APPLICATION_PASSWORD } from './credentials.ts'
import { plusDays } from '../shared/kernel/time/calculate.ts'
import { barePath, CODINGS, startServer, type Child } from './child.ts'
import { administratorHeaders, importItem, runImport } from './import-run.ts'
import { whileReading } from './lists.ts'
import { load } from './load.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'
import { fillCalendar } from './school-events.ts'

/** 28 a day: the month has 840. */
const EVENTS = 20_000
const ROUNDS = 5
const CONNECTIONS = 10
const PAGES = [
  { name: 'page of a month', path: '/events/month/2026-11/', amount: 500 },
  { name: 'page of a list', path: '/events/list/?cal-bar-date=2026-11-01', amount: 2_000 },
  { name: 'page of a day', path: '/events/2026-11-12/', amount: 2_000 },
] as const

/** Answers without a body are quick: fewer would say little. */
const KNOWN_AMOUNT = 2_000

const FORMS = [...CODINGS, 'known'] as const
type Form = (typeof FORMS)[number]
type Measured = { readonly bare: number; readonly own: number }

const etagOf = (url: string) =>
  new Promise<string>((resolve, reject) => {
    http
      .get(url, { agent: false }, answer => {
        answer.resume().on('end', () => resolve(String(answer.headers.etag)))
      })
      .on('error', reject)
  })

/** CPU microseconds of a request, all threads of the server together. */
const cost = async (
  child: Child,
  url: string,
  path: string,
  amount: number,
  headers: Readonly<Record<string, string>>,
) => {
  const before = await child.cpuSeconds()
  const { failures } = await load(url, [path], amount, CONNECTIONS, headers)
  const isKnown = headers['if-none-match'] !== undefined
  if (failures !== (isKnown ? amount : 0)) throw new Error(`${failures} of ${amount} failed at ${path}`)
  return (((await child.cpuSeconds()) - before) * 1_000_000) / amount
}

const measure = async (child: Child, nth: number, form: Form): Promise<Measured> => {
  const page = PAGES[nth] ?? PAGES[0]
  const { path } = page
  const amount = form === 'known' ? KNOWN_AMOUNT : page.amount
  const { plain, service } = child.serving
  const headers =
    form === 'known' ? { 'if-none-match': await etagOf(`${service}${path}`) } : { 'accept-encoding': form }
  return {
    bare: await cost(child, plain, barePath(nth, form), amount, headers),
    own: await cost(child, service, path, amount, headers),
  }
}

const NAMES: Readonly<Record<Form, string>> = {
  identity: 'repeated, plain',
  zstd: 'repeated, zstd',
  gzip: 'repeated, gzip',
  known: 'repeated, 304',
}

/** Months of which there are copies, and items that are imported into months behind them, in categories that they share. */
const [MONTHS, ITEMS] = [12, 5_000]
const MONTH_PAGES = Array.from({ length: MONTHS }, (_, n) => {
  const month = `${2026 + Math.floor((n + 5) / 12)}-${String(((n + 5) % 12) + 1).padStart(2, '0')}`
  return `/events/month/${month}/`
})
const importedAt = (n: number) => {
  const day = plusDays('2027-09-01', Math.floor((n * 270) / ITEMS))
  return { ...importItem(n), start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` }
}

/** How many copies of views were made, by readers and ahead of them. */
const copiesMade = async (guest: Client, url: string): Promise<number> => {
  const counted = await countersOf(guest, url)
  return counted('views_total{found="rendered"}') + counted('views_total{found="ahead"}')
}

/** Pages of months while others are imported. The server has made no other copies: those would be counted, too. */
const whileImporting = async (child: Child): Promise<readonly Row[]> => {
  const { service: url } = child.serving
  const [admin, guest] = [client(administratorHeaders(ADMIN_APPLICATION_PASSWORD)), client({})]
  // made, wanted again and so stored for all processes, and known by the one that renders ahead; one after the other:
  // of what was asked for once, little is kept
  for (const path of MONTH_PAGES.flatMap(one => [one, one, one])) await guest.ask(`${url}${path}`)
  const before = await copiesMade(guest, url)
  const items = Array.from({ length: ITEMS }, (_, n) => importedAt(n))
  const { slowestMs } = await whileReading(guest, url, () => runImport(admin, url, items), MONTH_PAGES)
  const made = (await copiesMade(guest, url)) - before
  admin.close()
  guest.close()
  const about = { ratio: null, atMost: true } as const
  return [
    {
      ...about,
      name: `copies of ${MONTHS} months made again meanwhile`,
      value: made,
      unit: 'copies',
      aim: MONTHS,
    },
    { ...about, name: 'a page of one of them, p99', value: slowestMs, unit: 'ms', aim: 50 },
  ]
}

/** Pages of the calendar that guests ask for again, against bare fastify routes that send the same bytes. */
export const benchPages = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
    await fillCalendar(store, EVENTS, '2026-06-01')
    await store.close()
    const paths = PAGES.map(({ path }) => path)
    const child = await startServer({ dataDir, samplePath: paths[0] ?? '/', bodiesOf: paths })
    const rows: Row[] = []
    for (const [nth, { name }] of PAGES.entries())
      for (const form of FORMS) {
        // the first round warms up
        const rounds: Measured[] = []
        for (let round = 0; round <= ROUNDS; round++) rounds.push(await measure(child, nth, form))
        const counted = rounds.slice(1)
        rows.push({
          name: `${name}, ${NAMES[form]}`,
          value: median(counted.map(({ own }) => own)),
          unit: 'CPU µs',
          ratio: median(counted.map(({ bare, own }) => bare / own)),
          aim: 0.5,
        })
      }
    await child.stop()
    const other = await startServer({ dataDir, samplePath: MONTH_PAGES[0] ?? '/' })
    rows.push(...(await whileImporting(other)))
    await other.stop()
    return rows
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
