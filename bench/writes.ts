import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { bareSqlite } from './bare-sqlite.ts'
import { cpuMicrosOf, startServer, type Child } from './child.ts'
import { client, type Client } from './client.ts'
import { ADMIN_APPLICATION_PASSWORD } from './credentials.ts'
import { administratorHeaders, importItem, runImport } from './import-run.ts'
import { kindsOfWrites } from './kinds-of-writes.ts'
import { LIST } from './lists.ts'
import { load } from './load.ts'
import { changeOften, longStreams } from './long-streams.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'
import { fillCalendar, firstEventId, PLACES, TERMS } from './school-events.ts'

const BEFORE = 1_000
const ROUNDS = 7
const CREATES = 200
const CONNECTIONS = [1, 8] as const
/** What a create makes durable: the claim of its slug, and the event. */
const ROWS = 2
const ITEMS = 2_000
/** Those after the first, in which the engine compiles what imports run. */
const IMPORTS = 4
const ASKED = 2_000

const API = '/index.php?rest_route=/cal/events/v1'
const CREATE = `${API}/events`

type Measured = { readonly perSecond: number; readonly cpuMicros: number }

/** Creates with titles of their own, over so many connections, each as soon as the one before was answered. */
const creates = async (
  admin: Client,
  child: Child,
  address: string,
  connections: number,
  name: string,
): Promise<Measured> => {
  let next = 0
  let ms = 0
  const connection = async (): Promise<void> => {
    while (next < CREATES) {
      const title = `Created ${name} ${next++}`
      const body = { title, start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00' }
      const { status, text } = await admin.ask(address, JSON.stringify(body))
      if (status !== 201) throw new Error(`a create was answered ${status}: ${text}`)
    }
  }
  const cpuMicros = await cpuMicrosOf(child, CREATES, async () => {
    const start = performance.now()
    await Promise.all(Array.from({ length: connections }, connection))
    ms = performance.now() - start
  })
  return { perSecond: (CREATES * 1_000) / ms, cpuMicros }
}

/** One after the other: the service, the bare route, and nothing but commits. */
type Round = { readonly own: Measured; readonly route: Measured; readonly commitsPerSecond: number }

/** Durable commits a second that the same disk takes, of as much as a create, and of nothing else. */
const commits = (bare: ReturnType<typeof bareSqlite>, round: number): number => {
  const start = performance.now()
  bare.batches(round * 1_000, CREATES, ROWS)
  return (CREATES * 1_000) / (performance.now() - start)
}

/** A row without an aim. */
const told = (name: string, value: number, unit: string, ratio: number | null = null): Row => ({
  ...{ name, value, unit, ratio, aim: null },
})

const single = async (admin: Client, child: Child, file: string): Promise<readonly Row[]> => {
  const bare = bareSqlite(file)
  const { service, plain } = child.serving
  const all = CONNECTIONS.map(connections => ({ connections, rounds: [] as Round[] }))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { connections, rounds } of all) {
      const name = `${connections}-${round}`
      const own = await creates(admin, child, `${service}${CREATE}`, connections, name)
      const route = await creates(admin, child, plain, connections, name)
      const commitsPerSecond = commits(bare, 2 * round + (connections === 1 ? 0 : 1))
      // the first round warms up
      if (round > 0) rounds.push({ own, route, commitsPerSecond })
    }
  }
  bare.close()
  return all.flatMap(({ connections, rounds }): readonly Row[] => {
    const of = (figure: (round: Round) => number) => median(rounds.map(figure))
    const name = `creates, ${connections} ${connections === 1 ? 'connection' : 'connections'}`
    const aim = connections === 1 ? { rate: 0.35, cpu: 800 } : { rate: null, cpu: null }
    const own = { perSecond: of(round => round.own.perSecond), cpuMicros: of(round => round.own.cpuMicros) }
    const toCommits = of(round => round.own.perSecond / round.commitsPerSecond)
    const route = {
      perSecond: of(round => round.route.perSecond),
      cpuMicros: of(round => round.route.cpuMicros),
    }
    const routeToCommits = of(round => round.route.perSecond / round.commitsPerSecond)
    const ofItsRate = of(round => round.own.perSecond / round.route.perSecond)
    const timesItsCpu = of(round => round.own.cpuMicros / round.route.cpuMicros)
    const [bare, against] = [`${name}, by a bare route that commits as much`, `${name}, against that route`]
    return [
      { name, value: own.perSecond, unit: 'creates/s', ratio: toCommits, aim: aim.rate },
      { name, value: own.cpuMicros, unit: 'CPU µs/create', ratio: null, aim: aim.cpu, atMost: true },
      told(bare, route.perSecond, 'creates/s', routeToCommits),
      told(bare, route.cpuMicros, 'CPU µs/create'),
      told(against, ofItsRate, 'of its rate'),
      told(against, timesItsCpu, 'times its CPU'),
    ]
  })
}

/** What one request to the bare route, and one new item of an import right after it, take of the processor. */
type Compared = { readonly route: number; readonly item: number }

/** New items of imports against requests to the bare route, in turn and in the same process. */
const items = async (admin: Client, child: Child): Promise<readonly Row[]> => {
  const { service, plain } = child.serving
  const asked = async () => load(plain, ['/'], ASKED)
  const compared = async (round: number): Promise<Compared> => {
    const route = await cpuMicrosOf(child, ASKED, asked)
    const sent = Array.from({ length: ITEMS }, (_, n) => importItem(round * ITEMS + n))
    return { route, item: await cpuMicrosOf(child, ITEMS, () => runImport(admin, service, sent)) }
  }
  await asked()
  const first = [await compared(0)]
  const later: Compared[] = []
  for (let round = 1; round <= IMPORTS; round++) later.push(await compared(round))
  const row = (name: string, rounds: readonly Compared[]) => ({
    name,
    value: median(rounds.map(({ item }) => item)),
    unit: 'CPU µs/item',
    ratio: median(rounds.map(({ item, route }) => item / route)),
  })
  const route = median([...first, ...later].map(one => one.route))
  return [
    told('request to the bare list route', route, 'CPU µs'),
    { ...row('new item of the first import after a start', first), aim: null },
    { ...row('new item of a later import', later), aim: 8, atMost: true },
  ]
}

/** Events created over REST against bare durable commits and a bare route in turn with them, and items of an import. */
export const benchWrites = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  const admin = client(administratorHeaders(ADMIN_APPLICATION_PASSWORD))
  try {
    const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
    const calendar = { count: BEFORE, firstDay: '2026-06-01' }
    await fillCalendar(store, BEFORE, calendar.firstDay)
    const around = { places: PLACES, terms: TERMS, firstEvent: firstEventId(calendar) }
    const [short, long] = [around.firstEvent, around.firstEvent + 1]
    await changeOften(store, long, 'School event 1')
    await store.close()
    const child = await startServer({ dataDir, samplePath: LIST, bareCreates: true })
    const rows = [
      ...(await single(admin, child, join(dataDir, 'bare.db'))),
      ...(await kindsOfWrites(admin, child, `${child.serving.service}${API}`, around)),
      ...(await longStreams(admin, child, `${child.serving.service}${CREATE}`, { short, long })),
      ...(await items(admin, child)),
    ]
    admin.close()
    await child.stop()
    return rows
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) console.table(await benchWrites())
