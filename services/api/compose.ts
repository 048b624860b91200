import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { checkpointsIn, type Checkpoints } from '../../projections/checkpoints.ts'
import { progressBoard } from '../../projections/progress.ts'
import { runProjections } from '../../projections/runner.ts'
import { InvalidConfig, type Config } from '../../shared/config.ts'
import { memoryDocuments } from '../../shared/documents/memory.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite.ts'
import { inProcessJobs } from '../../shared/jobs/in-process.ts'
import { stopAll, type Part } from '../../shared/lifecycle.ts'
import { runDispatch } from '../../workers/dispatch.ts'
import { calendarApplier } from '../../workers/import-batch/apply-chunk.ts'
import { importWork } from '../../workers/import-batch/handler.ts'
import { publishEvent } from '../../workers/schedule/publish.ts'
import { stallCheck } from '../../workers/schedule/stall-check.ts'
import { accountsOn } from '../accounts/accounts.ts'
import { canEdit } from '../accounts/capabilities.ts'
import { userDirectory, type Directory } from '../accounts/directory.ts'
import { ensureAdministrator } from '../accounts/first-administrator.ts'
import { writingOn } from '../calendar/writing.ts'
import type { Context } from '../handle.ts'
import { importRuns } from '../imports/run/runs.ts'
import { buildApp } from './app.ts'
import { eventReads, readModels } from './compose-read-models.ts'
import { apiDeps } from './compose-api.ts'
import { siteOf } from './site.ts'

/** What comes from outside: the clock, and somebody to tell. */
export type Surroundings = {
  readonly nowMs: () => number
  readonly log: Logger
}

export type Service = {
  /** What the public sees. */
  readonly app: FastifyInstance
  /** The same, and the operator commands: only for sockets that the owner alone may open. */
  readonly operatorApp: FastifyInstance
  /** The administrator's password when one was made up, to be shown this once. */
  readonly madeUpPassword: string | null
  readonly stop: () => Promise<'clean' | 'forced'>
}

const LISTING_LAG_MS = 5_000
/** The users of the site live in the memory of each process: they are read anew at each start. */
const nowhere: Checkpoints = { load: async () => null, advance: async () => undefined }

const embeddedOnly = (config: Config) => {
  const servers = (['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'] as const).filter(
    name => config[name] !== undefined,
  )
  if (servers.length > 0) throw new InvalidConfig(`${servers.join(', ')}: this release runs embedded only`)
  if (config.ROLE !== 'all')
    throw new InvalidConfig(`ROLE: ${config.ROLE}: this release runs all roles in one process`)
}

const followUsers = (directory: Directory) => ({
  name: 'user-directory@1',
  prefixes: ['user-'],
  apply: async (records: Parameters<Directory['apply']>[0]) => directory.apply(records),
  onFailure: ({ error }: { readonly error: unknown }) => ({ then: 'stop', reason: String(error) }) as const,
})

/** Opens the log, refills the read models, starts the workers; ready when this resolves. Does not listen. */
export const composeService = async (config: Config, { nowMs, log }: Surroundings): Promise<Service> => {
  embeddedOnly(config)
  const site = siteOf(config, nowMs)
  const warn = (message: string, error: unknown) => log.warn({ err: error }, message)
  const parts: Part[] = []
  const stop = () => stopAll(parts, config.SHUTDOWN_MS, (message, error) => log.warn({ err: error }, message))
  try {
    await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
    const store = await openSqliteLog({ file: join(config.DATA_DIR, 'log.sqlite') })
    parts.push({ name: 'log', stop: () => store.close() })
    const documents = memoryDocuments()
    const queue = inProcessJobs({
      concurrency: 4,
      onFailure: ({ id, error, retryInMs }) =>
        warn(`job ${id} failed, ${retryInMs === null ? 'given up' : `again in ${retryInMs} ms`}`, error),
    })

    const directory = userDirectory()
    const board = progressBoard()
    const models = await readModels(documents, store, site.texts, id => directory.byId(id)?.login ?? null)
    const following = new AbortController()
    const checkpoints = await checkpointsIn(documents)
    const users = followUsers(directory)
    const runs = [
      runProjections({ store, checkpoints: nowhere, board, warn }, [users], following.signal),
      runProjections({ store, checkpoints, board, warn }, models.projections, following.signal),
    ]
    parts.push({
      name: 'projections',
      stop: async () => {
        following.abort()
        await Promise.all(runs)
      },
    })
    const names = [users.name, ...models.projections.map(p => p.name)]
    await board.waitUntilVisible(names, await store.head(), 2 ** 31 - 1)

    const writing = writingOn(store)
    const accounts = accountsOn({ store, ids: writing.ids, directory, random: randomBytes, uuid: randomUUID })
    const madeUpPassword = await ensureAdministrator(
      accounts,
      directory,
      {
        login: config.ADMIN_USER,
        email: config.ADMIN_EMAIL,
        password: config.ADMIN_PASSWORD ?? null,
        applicationPassword: config.ADMIN_APPLICATION_PASSWORD ?? null,
      },
      () => randomBytes(12).toString('base64url'),
      startContext(nowMs()),
    )

    const importing = importRuns(store)
    await queue.work({
      'import.work': importWork({
        store,
        runs: importing,
        queue,
        nowMs,
        applyChunk: calendarApplier(writing, () => site.current().zone, nowMs),
        warn,
      }),
      'import.stall-check': stallCheck({ store, runs: importing, queue, nowMs }),
      'event.publish': publishEvent({ writing, queue, nowMs }),
    })
    parts.push({ name: 'jobs', stop: () => queue.close() })
    const dispatching = new AbortController()
    const dispatch = runDispatch({ store, documents, checkpoints, queue, nowMs, warn }, dispatching.signal)
    parts.push({
      name: 'dispatch',
      stop: async () => {
        dispatching.abort()
        await dispatch
      },
    })

    const deps = apiDeps({
      store,
      queue,
      writing,
      accounts,
      directory,
      runs: importing,
      models,
      board,
      names,
      reads: eventReads(models, store, board),
      site: site.current,
      nowMs,
      maxLagMs: LISTING_LAG_MS,
      newHash: () => randomBytes(16).toString('hex'),
      newCorrelation: randomUUID,
      report: (error, doing) => log.error({ err: error }, `${doing} failed`),
      mayEditEvents: id => {
        const user = directory.byId(id)
        return user !== null && canEdit(user, { author: user.id, status: 'publish' })
      },
    })
    const app = buildApp(deps.public)
    parts.push({ name: 'http', stop: () => app.close() })
    const operatorApp = buildApp(deps.operator)
    parts.push({ name: 'operator socket', stop: () => operatorApp.close() })
    return { app, operatorApp, madeUpPassword, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startContext = (ms: number): Context => ({
  actor: null,
  at: new Date(ms).toISOString(),
  source: 'operator',
  route: 'start',
  correlation: randomUUID(),
  causation: null,
})
