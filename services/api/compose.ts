import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../../shared/config.ts'
import { memoryDocuments } from '../../shared/documents/memory.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite.ts'
import { stopAll, type Part } from '../../shared/lifecycle.ts'
import { accountsOn } from '../accounts/accounts.ts'
import { userDirectory, type Directory } from '../accounts/directory.ts'
import { writingOn } from '../calendar/writing.ts'
import { importRuns } from '../imports/run/runs.ts'
import { appsOf } from './compose-apps.ts'
import { firstAdministrator } from './compose-first-start.ts'
import { followersOf } from './compose-followers.ts'
import { readModels } from './compose-read-models.ts'
import { jobQueue, workersOf } from './compose-workers.ts'
import { logFile, prepareDataFolder } from './data-folder.ts'
import { siteOf } from './site.ts'

/** What comes from outside: the clock, and somebody to tell. */
export type Surroundings = {
  readonly nowMs: () => number
  readonly log: Logger
  /** Who holds the log from now on, for others who want it; default: `the service`. */
  readonly holder?: string
}

export type Service = {
  /** What the public sees. */
  readonly app: FastifyInstance
  /** The same, and the operator commands: only for sockets that the owner alone may open. */
  readonly operatorApp: FastifyInstance
  readonly stop: () => Promise<'clean' | 'forced'>
}

/** The administrator's password when one was made up, to be shown this once. */
export type Started = { readonly madeUpPassword: string | null }

/** Wired and able to listen, but everything except its health answers 503 until `start` has resolved. */
export type Wired = Service & {
  /** Refills the read models, makes the first administrator, begins to work. */
  readonly start: () => Promise<Started>
}

/** A service that is ready when this resolves. Does not listen. */
export const composeService = async (
  config: Config,
  surroundings: Surroundings,
): Promise<Service & Started> => {
  const wired = await wireService(config, surroundings)
  try {
    const { madeUpPassword } = await wired.start()
    const { app, operatorApp, stop } = wired
    return { app, operatorApp, stop, madeUpPassword }
  } catch (error) {
    await wired.stop()
    throw error
  }
}

/** Opens the log and puts everything together; nothing is read, followed or worked on yet. */
export const wireService = async (config: Config, surroundings: Surroundings): Promise<Wired> => {
  const warn = warnOn(surroundings.log)
  const parts: Part[] = []
  const stop = () => stopAll(parts, config.SHUTDOWN_MS, warn)
  try {
    const store = await openLog(config, surroundings.holder)
    parts.push({ name: 'log', stop: () => store.close() })
    return { ...(await partsOn(store, config, surroundings, parts)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const warnOn = (log: Logger) => (message: string, error?: unknown) => log.warn({ err: error }, message)

const openLog = async ({ DATA_DIR }: Config, holder = 'the service'): Promise<EventStore> => {
  await prepareDataFolder(DATA_DIR)
  return openSqliteLog({ file: logFile(DATA_DIR), holder: `${holder} (process ${process.pid})` })
}

/** What answers questions: everything that is computed from the log. */
const readSide = async (store: EventStore, config: Config, { nowMs, log }: Surroundings) => {
  const site = siteOf(config, nowMs)
  const documents = memoryDocuments()
  const directory = userDirectory()
  const models = await readModels(documents, store, site.texts, id => directory.byId(id)?.login ?? null)
  const { projections } = models
  const followers = await followersOf({ store, documents, directory, projections, warn: warnOn(log) })
  return { site, documents, directory, models, followers }
}

/** What says yes or no: everything that appends to the log. */
const writeSide = (store: EventStore, directory: Directory) => {
  const writing = writingOn(store)
  const accounts = accountsOn({ store, ids: writing.ids, directory, random: randomBytes, uuid: randomUUID })
  return { writing, accounts, runs: importRuns(store) }
}

/** Adds what must be stopped to `parts`, in the order of its start. */
const partsOn = async (store: EventStore, config: Config, surroundings: Surroundings, parts: Part[]) => {
  const { nowMs, log } = surroundings
  const warn = warnOn(log)
  const reading = await readSide(store, config, surroundings)
  const { site, documents, directory, models, followers } = reading
  const { board, checkpoints, names } = followers
  const { writing, accounts, runs } = writeSide(store, directory)
  const queue = jobQueue(warn)
  const workers = workersOf({
    ...{ store, documents, checkpoints, queue, writing, runs, nowMs, warn },
    site: () => ({ zone: site.current().zone, host: site.texts.host }),
  })
  let started = false
  const apps = appsOf({
    ...{ store, queue, writing, accounts, directory, runs, models, board, names, nowMs },
    site: site.current,
    isStarted: () => started,
    graceMs: config.SHUTDOWN_MS / 2,
    newHash: () => randomBytes(16).toString('hex'),
    newCorrelation: randomUUID,
    report: (error, doing) => log.error({ err: error }, `${doing} failed`),
  })
  parts.push(followers, ...workers.parts, ...apps.parts)

  const start = async (): Promise<Started> => {
    if (!site.current().applicationPasswords)
      log.info('application passwords are off: the address of the site is neither https nor local')
    followers.start()
    await followers.caughtUp()
    const madeUpPassword = await firstAdministrator(config, { accounts, directory, nowMs, warn })
    await workers.start()
    started = true
    return { madeUpPassword }
  }
  return { app: apps.app, operatorApp: apps.operatorApp, start }
}
