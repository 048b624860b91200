import { systemClock } from '../../shared/kernel/brands.ts'
import { DatabaseSync } from 'node:sqlite'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { composeService } from '../../services/wiring/compose.ts'
import { logFile } from '../../services/wiring/data-folder.ts'
import { loadConfig } from '../../shared/config.ts'
import { httpFetcher, type HttpFetcher } from '../../shared/http-fetcher.ts'
import type { Document } from './documented.ts'
import { ADMINISTRATOR, makeUsers, operatorOf, sittings, type ByRole, type Operate } from './world-users.ts'

/** What is there before the first request. Nothing that is fuzzed changes the `kept` ones. */
export type Pool = {
  readonly kept: { readonly [kind in Kind]: readonly number[] }
  readonly changing: { readonly [kind in Kind]: readonly number[] }
  readonly keptSlugs: { readonly [kind in Kind]: readonly string[] }
  readonly changingSlugs: { readonly [kind in Kind]: readonly string[] }
  readonly users: readonly number[]
}
export type Kind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'
export const KINDS: readonly Kind[] = ['events', 'venues', 'organizers', 'categories', 'tags']

const EVENTS = 300
const OTHERS = 60

/** A generation of the interface, as it describes itself. */
type Described = {
  /** Route before the paths of its document. */
  readonly namespace: string
  readonly document: Document
}

const DOCUMENTS = [
  ['/cal/events/v1', '/doc'],
  ['/calx/v1', '/docs'],
] as const

export type World = {
  readonly port: number
  readonly documents: readonly Described[]
  readonly pool: Pool
  /** Value of `Authorization` by role. */
  readonly credentials: ByRole
  /** Signs everybody in by the form of the site; answers the value of `Cookie` by role. */
  readonly signIn: () => Promise<ByRole>
  /** An operator command by its arguments' names. */
  readonly operate: Operate
  /** Bytes of the log so far. */
  readonly logBytes: () => number
  /** Failures that the service reported to its operator, taken away by asking. */
  readonly reported: () => readonly string[]
  /** Position of the last record of the log. */
  readonly head: () => number
  /** Whether anything was recorded behind that position; what the service does by itself does not count. */
  readonly wroteSince: (position: number) => boolean
  readonly stop: () => Promise<void>
}

type Made = { readonly id: number; readonly slug: string }

const two = (n: number) => String(n).padStart(2, '0')

const nameOf: Readonly<Record<Kind, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
}

type Service = Awaited<ReturnType<typeof composeService>>

type Calendar = Record<Kind, Made[]>

const event = (n: number, { venues, organizers, categories, tags }: Calendar) => {
  const day = `2027-${two((n % 12) + 1)}-${two((n % 28) + 1)}`
  const one = (made: readonly Made[], at: number) => made[at % OTHERS]?.id
  return {
    title: `Event ${n} é`,
    start_date: `${day} 10:00`,
    end_date: `${day} 11:00`,
    status: ['publish', 'publish', 'draft', 'private'][n % 4],
    venue: [one(venues, n), one(venues, n + 1)].slice(0, n % 3),
    organizer: one(organizers, n),
    categories: [one(categories, n)],
    tags: [one(tags, n)],
  }
}

const makeCalendar = async ({ app }: Service, authorization: string): Promise<Calendar> => {
  const create = async (kind: Kind, payload: object): Promise<Made> => {
    const url = `/index.php?rest_route=/cal/events/v1/${kind}`
    const answer = await app.inject({ method: 'POST', url, headers: { authorization }, payload })
    if (answer.statusCode !== 201) throw new Error(`${kind}: ${answer.body}`)
    return answer.json<Made>()
  }
  const made: Calendar = { events: [], venues: [], organizers: [], categories: [], tags: [] }
  for (const kind of KINDS.filter(one => one !== 'events'))
    for (let n = 0; n < OTHERS; n++) made[kind].push(await create(kind, { [nameOf[kind]]: `${kind} ${n}` }))
  for (let n = 0; n < EVENTS; n++) made.events.push(await create('events', event(n, made)))
  return made
}

const poolOf = (made: Calendar, users: readonly number[]): Pool => {
  // every fourth, which are published events
  const half = (kind: Kind, kept: boolean) => made[kind].filter((_, n) => (n % 4 === 0) === kept)
  const each = <Value>(of: (kind: Kind) => Value): { readonly [kind in Kind]: Value } => ({
    events: of('events'),
    venues: of('venues'),
    organizers: of('organizers'),
    categories: of('categories'),
    tags: of('tags'),
  })
  const ids = (kept: boolean) => each(kind => half(kind, kept).map(({ id }) => id))
  const slugs = (kept: boolean) =>
    each(kind => half(kind, kept).flatMap(({ slug }) => (slug === '' ? [] : [slug])))
  return { kept: ids(true), changing: ids(false), keptSlugs: slugs(true), changingSlugs: slugs(false), users }
}

/** What may differ from one world to another. */
type Setup = {
  /** Over those of the world. */
  readonly settings?: Readonly<Record<string, string>>
  readonly fetcher?: HttpFetcher
}

/** A whole service in a temporary folder, on a port of its own, with a calendar in it. */
export const startWorld = async ({ settings = {}, fetcher = httpFetcher() }: Setup = {}): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), 'belltower-fuzz-'))
  let said: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void said.push(line) })
  const config = loadConfig({
    DATA_DIR: folder,
    SITE_TIMEZONE: 'America/New_York',
    ...ADMINISTRATOR,
    ...settings,
  })
  const service = await composeService(config, { nowMs: systemClock, log, fetcher })
  const records = new DatabaseSync(logFile(folder), { readOnly: true })
  const last = records.prepare('SELECT max(position) AS position FROM records')
  const head = () => Number(last.get()?.['position'] ?? 0)
  const later = records.prepare(
    `SELECT 1 FROM records WHERE position > ? AND instr(body, '"source":"worker"') = 0 LIMIT 1`,
  )
  const wroteSince = (position: number) => later.get(position) !== undefined
  const uses = records.prepare(
    "SELECT count(*) AS uses FROM records WHERE instr(body, 'ApplicationPasswordUsed') > 0",
  )
  const size = records.prepare('SELECT coalesce(sum(length(body)), 0) AS bytes FROM records')
  const logBytes = () => Number(size.get()?.['bytes'] ?? 0)
  const usesRecorded = () => Number(uses.get()?.['uses'] ?? 0)
  const stop = async () => {
    records.close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const operatorApp = service.operatorApp()
    await operatorApp.ready()
    const operate = operatorOf(operatorApp)
    const { credentials, users } = await makeUsers(operate)
    const made = await makeCalendar(service, credentials.administrator)
    const documents: Described[] = []
    for (const [namespace, path] of DOCUMENTS) {
      const answer = await service.app.inject({ url: `/index.php?rest_route=${namespace}${path}` })
      documents.push({ namespace, document: answer.json<Document>() })
    }
    // the first use of a password is recorded after the answer: nothing may move the log later
    for (const authorization of Object.values(credentials))
      await service.app.inject({ url: '/index.php?rest_route=/', headers: { authorization } })
    while (usesRecorded() < Object.keys(credentials).length) await sleep(10)
    const reported = () => {
      const lines = said
      said = []
      return lines
    }
    const port = Number(new URL(address).port)
    const signIn = () => sittings(address)
    return {
      ...{ port, documents, credentials, pool: poolOf(made, users) },
      ...{ signIn, operate, reported, head, wroteSince, logBytes, stop },
    }
  } catch (error) {
    await stop()
    throw new Error(`the service to be asked cannot be made ready: ${said.join('')}`, { cause: error })
  }
}
