import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { boardIn } from '../../projections/engine/marks.ts'
import { progressBoard, type Progress } from '../../projections/engine/progress.ts'
import { keptMemory } from '../api/platform/answers/kept-memory.ts'
import { cacheShares } from '../../shared/cache-shares.ts'
import type { CleanTexts } from '../../shared/cleaning/thread.ts'
import type { Config } from '../../shared/config.ts'
import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { httpFetcher } from '../../shared/http-fetcher.ts'
import type { HttpFetcher } from '../../shared/http-fetcher.ts'
import type { JobQueue } from '../../shared/jobs/port.ts'
import type { Part } from '../../shared/lifecycle.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { accountsOn } from '../accounts/accounts.ts'
import { userDirectory, type Directory } from '../accounts/users-in-memory.ts'
import { sessionsOn, type Sessions } from '../accounts/sessions.ts'
import { writingOn, type Writing } from '../calendar/writing.ts'
import { importRuns } from '../imports/run/runs.ts'
import { schedulesOn } from '../imports/feed/schedule/schedules.ts'
import { appsOf, closing } from './api/apps.ts'
import { firstAdministrator } from './first-start.ts'
import { followersOf, type Followers } from './read-side/embedded.ts'
import { notReady, projectionGauges, type Watched } from './health.ts'
import { cleanerOn, imagesOn, mediaOn } from './api/images.ts'
import { readModels, type ReadModels } from './read-side/read-models.ts'
import {
  feederOf,
  GRACE_MS,
  LEASE_MS,
  progressOf,
  sharedFollowersOf,
  wholeGeneration,
  type SharedNeeds,
} from './read-side/shared.ts'
import { composedDesk } from './api/sessions.ts'
import { importSiteOf, withLatestSite } from './read-side/site.ts'
import { renderDepsOf } from './api/views.ts'
import { DISPATCH, workersOf } from './workers.ts'
import { mediaFolder } from './data-folder.ts'
import { healthApp } from './health-app.ts'
import { seldom } from './log-timeouts.ts'
import type { Surroundings } from './surroundings.ts'
import { startWaiting } from './start-waiting.ts'
import { metered } from './metered.ts'
import { openAssets } from '../api/pages/assets.ts'
import { siteOf, tellOfPasswords, type LiveSite } from './read-side/site-texts.ts'
import { passwordGuard } from '../accounts/guard.ts'

type Opened = {
  readonly config: Config
  readonly surroundings: Surroundings
  readonly store: EventStore
  readonly documents: Documents
  /** null: this role has nothing to do with jobs. */
  readonly queue: JobQueue | null
  readonly metrics: Metrics
  readonly cleaning: { readonly clean: CleanTexts }
  /** What must be stopped, in the order of its start. */
  readonly parts: Part[]
  readonly starting: ReturnType<typeof startWaiting>
}

/** The administrator's password when one was made up, to be shown this once. */
export type Started = { readonly madeUpPassword: string | null }

export type Parts = {
  /** What the public sees; in a process without the interface its health alone. */
  readonly app: FastifyInstance
  /** The same, and the operator commands: only for sockets that the owner alone may open. */
  readonly operatorApp: FastifyInstance
  /** Begins to follow and to work, makes the first administrator, and resolves when requests can be answered. */
  readonly start: () => Promise<Started>
}

const monotonicOf = ({ surroundings }: Pick<Opened, 'surroundings'>) =>
  surroundings.monotonicMs ?? (() => performance.now())

const warnOf = (opened: Pick<Opened, 'surroundings'>) => {
  const { log } = opened.surroundings
  return seldom((message, error) => log.warn({ err: error }, message), monotonicOf(opened))
}

const sharedNeeds = async (opened: Opened): Promise<SharedNeeds> => {
  const { store, documents } = opened
  const warn = warnOf(opened)
  const board = await boardIn(documents)
  const monotonicMs = monotonicOf(opened)
  const lease = { board, holder: randomUUID(), monotonicMs, ttlMs: LEASE_MS, warn }
  return { store, documents, board, lease, warn }
}

type ReadSide = {
  readonly models: ReadModels
  readonly board: Progress
  readonly directory: Directory
  readonly sessions: Sessions
  /** What follows the log for this process. */
  readonly followers: Followers
  /** What feeds shared read models, if this process does. */
  readonly feeder: (Part & { readonly start: () => void }) | null
  readonly shared: SharedNeeds | null
}

/** What answers questions: everything that is computed from the log. */
const readSide = async (opened: Opened, live: LiveSite): Promise<ReadSide> => {
  const { config, surroundings, store, documents } = opened
  const directory = userDirectory()
  const site = live.texts
  const sessions = sessionsOn({ store, directory, random: randomBytes, nowMs: surroundings.nowMs })
  const known = [directory, sessions, live.directory]
  const latest = (models: ReadModels) => withLatestSite(models.projections, store, live.directory)
  const viewBytes = cacheShares(config.CACHE_MB).stored
  const loginOf = (id: number) => directory.byId(id)?.login ?? null
  if (config.MONGODB_URL === undefined) {
    const board = progressBoard()
    const models = await readModels(documents, store, site, loginOf, board.generation, viewBytes)
    const needs = { store, documents, known, board, graceMs: GRACE_MS, warn: warnOf(opened) }
    const { waiting } = opened.starting
    const followers = followersOf({ ...needs, waiting, projections: latest(models) })
    return { models, board, directory, sessions, followers, feeder: null, shared: null }
  }
  const shared = await sharedNeeds(opened)
  let progress: Progress | null = null
  const models = await readModels(
    documents,
    store,
    site,
    loginOf,
    name => wholeGeneration(progress, name),
    viewBytes,
  )
  const board = progressOf(shared, models.projections)
  progress = board
  const feeds = config.ROLE === 'all' || config.ROLE === 'projections'
  return {
    models,
    board,
    directory,
    sessions,
    followers: sharedFollowersOf(shared, models.projections, known, board),
    feeder: feeds ? feederOf(shared, latest(models)) : null,
    shared,
  }
}

/** What says yes or no: everything that appends to the log. */
const writeSide = (store: EventStore, directory: Directory) => {
  const writing = writingOn(store)
  const accounts = accountsOn({ store, ids: writing.ids, directory, random: randomBytes, uuid: randomUUID })
  return { writing, accounts, runs: importRuns(store), schedules: schedulesOn(store) }
}

/** For pictures and feeds, whose addresses others name. */
const fetcherOf = ({ surroundings }: Opened): HttpFetcher => surroundings.fetcher ?? httpFetcher()

const imagesIn = (opened: Opened, writing: Writing, { texts }: LiveSite) =>
  imagesOn({ writing, baseUrl: () => texts.url, fetcher: fetcherOf(opened) })

const watch = ({ metrics, surroundings, queue }: Opened, board: Progress, names: readonly string[]) =>
  metrics.watch({
    projections: () => projectionGauges(board, names, surroundings.nowMs()),
    pendingJobs: queue === null ? async () => NaN : queue.pending,
  })

/** The figures of read models that other processes feed are as old as the last look at the board. */
const figuresAreFresh = (app: FastifyInstance, board: Progress): FastifyInstance =>
  app.addHook('onRequest', async ({ url }) => {
    if (url === '/metrics') await board.refresh()
  })

/** Whether other processes may write to this log: with fewer servers than three there is only one. */
const isShared = ({ EVENTSTORE_URL, MONGODB_URL, REDIS_URL }: Config): boolean =>
  [EVENTSTORE_URL, MONGODB_URL, REDIS_URL].every(url => url !== undefined)

/** The roles `all` and `api`: the interface, and in one process everything else. */
const serving = async (opened: Opened): Promise<Parts> => {
  const { config, surroundings, store, documents, queue, metrics, cleaning, parts } = opened
  const { nowMs, log } = surroundings
  const warn = warnOf(opened)
  const site = siteOf(config, nowMs)
  const { models, board, directory, sessions, followers, feeder, shared } = await readSide(opened, site)
  const { writing, accounts, runs, schedules } = writeSide(store, directory)
  const fetcher = fetcherOf(opened)
  const images = imagesIn(opened, writing, site)
  const folder = mediaFolder(config.DATA_DIR)
  const media = mediaOn({ store, queries: models.image.queries, images, folder, warn })
  const workers =
    queue === null
      ? null
      : workersOf({
          ...{ store, documents, queue, writing, images, runs, nowMs, warn, lease: shared?.lease ?? null },
          ...{ schedules, fetcher, mostFileItems: config.IMPORT_FILE_ITEMS, clean: cleaning.clean },
          site: importSiteOf(store, site),
          views: renderDepsOf({ models, board, site, store, latestSite: importSiteOf(store, site), nowMs }),
        })
  const guard = passwordGuard()
  let started = false
  const { names, usersCurrent, rebuild } = followers
  const apps = appsOf({
    ...{ store, queue, writing, accounts, directory, runs, models, board, names, nowMs, metrics },
    ...{ images, media, cleanImage: cleanerOn({ store, folder }), assets: await openAssets() },
    kept: keptMemory(cacheShares(config.CACHE_MB).kept),
    ...{ guard, desk: composedDesk({ store, directory, accounts, sessions, guard, usersCurrent, nowMs }) },
    ...{ usersCurrent, rebuild, schedules, fetcher, monotonicMs: monotonicOf(opened) },
    site,
    clean: cleaning.clean,
    importLimits: { mostFileItems: config.IMPORT_FILE_ITEMS, mostItems: config.IMPORT_ITEMS },
    isStarted: () => started,
    graceMs: config.SHUTDOWN_MS / 2,
    trustedProxies: config.TRUSTED_PROXIES,
    bodiesBytes: config.BODIES_MB * 1024 * 1024,
    newHash: () => randomBytes(16).toString('hex'),
    newCorrelation: randomUUID,
    report: (error, doing, correlation) => log.error({ err: error, correlation }, `${doing} failed`),
  })
  parts.push(
    followers,
    ...(feeder === null ? [] : [feeder]),
    ...(workers?.parts ?? []),
    ...apps.parts,
    opened.starting,
  )
  watch(opened, board, names)

  const start = async (): Promise<Started> => {
    followers.start()
    feeder?.start()
    const administrator = firstAdministrator(config, {
      ...{ accounts, directory, nowMs, warn },
      isAlone: !isShared(config),
    })
    const madeUpPassword = await opened.starting.waiting(async () => {
      // first of all, also the second time: only who has everything knows whether there are users
      await followers.caughtUp()
      await accounts.finishErasures()
      return administrator()
    })
    // what operators have set is known by now
    tellOfPasswords(site.current(), log)
    await workers?.start()
    started = true
    return { madeUpPassword }
  }
  return { app: figuresAreFresh(apps.app, board), operatorApp: apps.operatorApp, start }
}

/** What listens in a process without the interface. */
const healthOf = (opened: Opened, watched: Watched): FastifyInstance => {
  const { metrics, parts, config } = opened
  const app = figuresAreFresh(
    healthApp(() => notReady(watched)),
    watched.board,
  )
  parts.push(closing('health', app, config.SHUTDOWN_MS / 2))
  watch(opened, watched.board, watched.names)
  return metered(app, metrics, [])
}

/** The role `projections`: feeds the read models, each in one process at a time. */
const feeding = async (opened: Opened): Promise<Parts> => {
  const { config, surroundings, store, parts } = opened
  const { nowMs } = surroundings
  const { board, feeder } = await readSide(opened, siteOf(config, nowMs))
  const names = board.names()
  const app = healthOf(opened, { store, queue: null, board, names, nowMs, isStarted: () => true })
  parts.push(...(feeder === null ? [] : [feeder]), opened.starting)
  const start = async (): Promise<Started> => {
    feeder?.start()
    await opened.starting.waiting(store.head)
    return { madeUpPassword: null }
  }
  return { app, operatorApp: app, start }
}

/** The role `workers`: takes jobs, and turns facts into jobs when it is this process's turn. */
const working = async (opened: Opened, queue: JobQueue): Promise<Parts> => {
  const { config, surroundings, store, documents, cleaning, parts } = opened
  const { nowMs } = surroundings
  const site = siteOf(config, nowMs)
  const { models, board, shared } = await readSide(opened, site)
  const names = [DISPATCH]
  const writing = writingOn(store)
  const workers = workersOf({
    ...{ store, documents, queue, nowMs, lease: shared?.lease ?? null, warn: warnOf(opened) },
    ...{ writing, images: imagesIn(opened, writing, site), runs: importRuns(store) },
    ...{ schedules: schedulesOn(store), fetcher: fetcherOf(opened) },
    mostFileItems: config.IMPORT_FILE_ITEMS,
    clean: cleaning.clean,
    site: importSiteOf(store, site),
    views: renderDepsOf({ models, board, site, store, latestSite: importSiteOf(store, site), nowMs }),
  })
  let started = false
  const app = healthOf(opened, { store, queue, board, names, nowMs, isStarted: () => started })
  parts.push(...workers.parts, opened.starting)
  const start = async (): Promise<Started> => {
    await opened.starting.waiting(store.head)
    await workers.start()
    started = true
    return { madeUpPassword: null }
  }
  return { app, operatorApp: app, start }
}

/** What a process of this role consists of. */
export const partsFor = (given: Omit<Opened, 'starting'>): Promise<Parts> => {
  const { config, queue } = given
  const opened = { ...given, starting: startWaiting(config.EVENTSTORE_URL !== undefined, warnOf(given)) }
  if (config.ROLE === 'projections') return feeding(opened)
  if (config.ROLE === 'workers' && queue !== null) return working(opened, queue)
  return serving(opened)
}
