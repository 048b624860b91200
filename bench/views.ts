import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { epochMs } from '../shared/kernel/brands.ts'
import { progressBoard } from '../projections/engine/progress.ts'
import { followersOf } from '../services/wiring/read-side/embedded.ts'
import { readModels } from '../services/wiring/read-side/read-models.ts'
import { viewReadsOf } from '../services/wiring/api/views.ts'
import { siteOf } from '../services/wiring/read-side/site-texts.ts'
import { momentAt } from '../services/api/platform/call.ts'
import { viewDesk, type ViewDesk } from '../services/api/views/desk.ts'
import { saidByAddress, viewQueryOf } from '../services/api/views/address.ts'
import { keptMemory } from '../services/api/platform/answers/kept-memory.ts'
import { cacheShares } from '../shared/cache-shares.ts'
import { KEPT_MIB } from '../shared/limits/views.ts'
import { loadConfig } from '../shared/config.ts'
import { memoryDocuments } from '../shared/documents/memory/memory.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'
import { fillCalendar } from './school-events.ts'

/** 28 a day: the month has 840. */
const EVENTS = 20_000
const FIRST_DAY = '2026-06-01'
const ROUNDS = 9
const TIMES = { fresh: 20_000, stale: 5_000, rendered: 20 } as const
/** CPU microseconds of a month made anew. */
const MONTH_AIM = 15_000
const NOW_MS = epochMs(Date.UTC(2026, 10, 10, 12))
const VIEWS = { list: '/events/list/', month: '/events/month/2026-11/', day: '/events/2026-11-12/' } as const

type How = keyof typeof TIMES

const opened = async (dataDir: string) => {
  const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
  await fillCalendar(store, EVENTS, FIRST_DAY)
  const site = siteOf(
    loadConfig({ SITE_URL: 'https://school.example', SITE_TIMEZONE: 'America/New_York' }),
    () => NOW_MS,
  )
  const documents = memoryDocuments()
  const board = progressBoard()
  const models = await readModels(documents, store, site.texts, () => null, board.generation)
  const warn = (message: string) => process.stderr.write(`${message}\n`)
  const followers = followersOf({
    store,
    documents,
    known: [],
    projections: models.projections,
    board,
    graceMs: 0,
    warn,
  })
  followers.start()
  await followers.caughtUp()
  const stop = async () => {
    await followers.stop()
    await store.close()
  }
  return { site, models, stop }
}

/** A desk that believes what it is told about the state of the read models, on a clock that stands still. */
const deskOn = ({ site, models }: Awaited<ReturnType<typeof opened>>) => {
  const state = { version: 0, asked: 0 }
  const desk = viewDesk({
    reads: viewReadsOf({ models, site }),
    copies: models.views,
    memory: keptMemory(cacheShares(KEPT_MIB).kept),
    state: () => ({ version: String(state.version), asked: String(state.asked) }),
    monotonicMs: () => 0,
    found: () => undefined,
    report: error => {
      throw error
    },
  })
  return { desk, state }
}

/** CPU microseconds of one view. */
const cost = async (
  { state }: Pick<ReturnType<typeof deskOn>, 'state'>,
  find: () => ReturnType<ViewDesk['find']>,
  how: How,
): Promise<number> => {
  state.asked = state.version += 1
  await find()
  if (how === 'stale') state.version += 1
  const before = process.cpuUsage()
  for (let n = 0; n < TIMES[how]; n++) {
    if (how === 'rendered') state.asked = state.version += 1
    await find()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / TIMES[how]
}

/** Views of a calendar of 20,000 events: copies that are fresh, that are stale, and none; each against the last. */
export const benchViews = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const parts = await opened(dataDir)
    const on = deskOn(parts)
    const at = momentAt({ nowMs: () => NOW_MS, site: parts.site.current })
    const rows: Row[] = []
    for (const [view, address] of Object.entries(VIEWS)) {
      const query = viewQueryOf(saidByAddress(address, at.site.baseUrl), at.site.settings)
      const find = () => on.desk.find(query, at)
      const costs: Record<How, number[]> = { fresh: [], stale: [], rendered: [] }
      // the first round warms up
      for (let round = 0; round <= ROUNDS; round++)
        for (const how of ['rendered', 'stale', 'fresh'] as const) {
          const measured = await cost(on, find, how)
          if (round > 0) costs[how].push(measured)
        }
      const { length } = (await find()).html
      const rendered = median(costs.rendered)
      const row = (how: How, name: string, aim: number | null): Row => ({
        name: `${view}, ${name}`,
        value: median(costs[how]),
        unit: 'CPU µs',
        ratio: how === 'rendered' ? null : median(costs[how]) / rendered,
        aim,
        atMost: true,
      })
      rows.push(
        row('rendered', `rendered: ${Math.round(length / 1_024)} KiB`, view === 'month' ? MONTH_AIM : null),
        row('stale', 'stale copy, against it', 0.05),
        row('fresh', 'fresh copy, against it', 0.05),
      )
    }
    await parts.stop()
    return rows
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
