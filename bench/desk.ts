import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { epochMs } from '../shared/kernel/brands.ts'
import { composeService, type Service } from '../services/wiring/compose.ts'
import { logFile } from '../services/wiring/data-folder.ts'
import { loadConfig } from '../shared/config.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { cpuSeconds } from './cpu.ts'
import { fillDesk, ONE_OF } from './desk-calendar.ts'
import { median } from './quantile.ts'
import type { Row } from './row.ts'

const ROUNDS = 9
const PASSWORD = 'not used elsewhere'
/** The calendar began in June 2026, and ends two years later. */
const NOW_MS = epochMs(Date.UTC(2027, 0, 10, 17))

/** What the pages are measured against, made anew each time. */
const LIST = '/index.php?rest_route=/cal/events/v1/events&per_page=10&start_date=2027-01-01&anew='

const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['overview', '/manage'],
  ['table of events', '/manage/events'],
  ['table, last page', '/manage/events?from=&page=194'],
  ['table by title', '/manage/events?from=&sort=title'],
  ['table with words', '/manage/events?from=&search=chess'],
  ['table of a venue', '/manage/events?from=&venue=%237'],
  ['new event', '/manage/events/new'],
  ['an event', `/manage/events/${ONE_OF.event}`],
  ['search', '/manage/search?q=concert'],
  ['venues', '/manage/venues'],
  ['venues with words', '/manage/venues?search=library'],
  ['a venue', `/manage/venues/${ONE_OF.venue}`],
  ['venues that may be the same', '/manage/venues/alike'],
  ['categories', '/manage/categories'],
  ['tags', '/manage/tags'],
  ['pictures', '/manage/pictures'],
  ['pictures without use', '/manage/pictures?unused=1'],
  ['a picture', `/manage/pictures/${ONE_OF.picture}`],
  ['people', '/manage/people'],
  ['history', '/history'],
  ['history of an event', `/history/event/${ONE_OF.event}`],
]

type App = Service['app']
type Got = { readonly cookies: Readonly<Record<string, string>>; readonly body: string }

const get = async (app: App, url: string, cookies: Got['cookies']): Promise<Got> => {
  const answer = await app.inject({ url, cookies, headers: { accept: 'text/html' } })
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  return {
    cookies: Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])),
    body: answer.body,
  }
}

/** What a browser keeps of an administrator who has signed in. */
const signedIn = async (app: App): Promise<Got['cookies']> => {
  const { cookies, body } = await get(app, '/sign-in', {})
  const [, token = ''] = /name="form_token"\s+value="([^"]*)"/.exec(body) ?? []
  const answer = await app.inject({
    ...{ method: 'POST', url: '/sign-in', cookies },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ login: 'admin', password: PASSWORD, form_token: token }).toString(),
  })
  return { ...cookies, ...Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])) }
}

/** CPU milliseconds of an answer, and its bytes. */
const costOf = async (app: App, url: string, cookies: Got['cookies']) => {
  const before = cpuSeconds()
  const { body } = await get(app, url, cookies)
  return { ms: (cpuSeconds() - before) * 1_000, bytes: Buffer.byteLength(body) }
}

/** CPU of every page in every round, after one to warm up; the list is asked for beside each. */
const measured = async (app: App, cookies: Got['cookies']) => {
  const costs = PAGES.map(() => ({ bytes: 0, ms: [] as number[], ratios: [] as number[] }))
  for (let round = 0; round <= ROUNDS; round++)
    for (const [n, [, path]] of PAGES.entries()) {
      const list = await costOf(app, `${LIST}${round}-${n}`, {})
      const page = await costOf(app, path, cookies)
      const cost = costs[n]
      if (round === 0 || cost === undefined) continue
      cost.bytes = page.bytes
      cost.ms.push(page.ms)
      cost.ratios.push(page.ms / list.ms)
    }
  return costs
}

/** CPU and bytes of pages of the desk with 10,000 events, each against a list of ten made anew beside it. */
export const benchDesk = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const store = await openSqliteLog({ file: logFile(dataDir) })
    await fillDesk(store)
    await store.close()
    const service = await composeService(
      loadConfig({
        DATA_DIR: dataDir,
        SITE_URL: 'https://school.example',
        SITE_TIMEZONE: 'America/New_York',
        ADMIN_PASSWORD: PASSWORD,
      }),
      { nowMs: () => NOW_MS, log: pino({ level: 'warn' }) },
    )
    const costs = await measured(service.app, await signedIn(service.app))
    await service.stop()
    return PAGES.map(([name], n): Row => {
      const { ms = [], bytes = 0, ratios = [] } = costs[n] ?? {}
      return {
        name: `${name}: ${Math.round(bytes / 1_000)} KB`,
        ...{ value: median(ms), unit: 'CPU ms', ratio: median(ratios), aim: null },
      }
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
