import type { Progress } from '../../projections/progress.ts'
import type { EventStore, Position } from '../../shared/event-store/port.ts'
import type { JobQueue } from '../../shared/jobs/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Directory } from '../accounts/directory.ts'
import { changeEvent, createEvent, trashEvent } from '../calendar/event/write.ts'
import { changeOrganizer, findOrCreateOrganizer } from '../calendar/organizer/write.ts'
import { findOrCreateTerm } from '../calendar/term/find-or-create.ts'
import { changeVenue, findOrCreateVenue } from '../calendar/venue/write.ts'
import type { Writing } from '../calendar/writing.ts'
import type { OperateDeps } from '../imports/operate.ts'
import type { ImportRuns } from '../imports/run/runs.ts'
import { historyRoutes } from './admin/history.ts'
import { importRoutes, type ImportDeskDeps } from './admin/imports.ts'
import type { ApiDeps } from './app.ts'
import type { EventReads, EventWrites } from './cal-v1/event-deps.ts'
import { eventRoutes } from './cal-v1/events.ts'
import type { ReadModels } from './compose-read-models.ts'
import { importCallbacks } from './import-callbacks.ts'
import { operatorRoutes } from './operator.ts'
import type { Site } from './platform/moment.ts'

export type ApiParts = {
  readonly store: EventStore
  readonly queue: JobQueue
  readonly writing: Writing
  readonly accounts: Accounts
  readonly directory: Directory
  readonly runs: ImportRuns
  readonly models: ReadModels
  readonly board: Progress
  /** Every projection, by name. */
  readonly names: readonly string[]
  readonly reads: EventReads
  readonly site: () => Site
  readonly nowMs: () => number
  /** A write waits this long for the read models (spec 00 §8). */
  readonly maxLagMs: number
  readonly newHash: () => string
  readonly newCorrelation: () => string
  readonly report: (error: unknown, doing: string) => void
  readonly mayEditEvents: (userId: number) => boolean
}

/** A read model that is further behind than this is not ready. */
const READY_LAG_MS = 5_000

const notReady = async ({ store, queue, board, names, nowMs }: ApiParts): Promise<readonly string[]> => {
  const reasons: string[] = []
  const failed = (what: string) => (error: unknown) => {
    reasons.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
  await store.head().catch(failed('log'))
  await queue.pending().catch(failed('jobs'))
  for (const name of names) {
    const lag = board.lagMs(name, nowMs())
    const stopped = board.stopped(name)
    if (stopped !== null) reasons.push(`${name} stopped: ${stopped}`)
    else if (lag === null) reasons.push(`${name} has not caught up`)
    else if (lag > READY_LAG_MS) reasons.push(`${name} is ${Math.round(lag / 1_000)} s behind`)
    if (board.parked(name) > 0) reasons.push(`${name} has set aside ${board.parked(name)} records`)
  }
  return reasons
}

const projectionStates = async ({ store, board, names, nowMs }: ApiParts) => {
  const head = (await store.head()) ?? 0
  return names.map(name => {
    const position = board.reached(name)
    const lag = board.lagMs(name, nowMs())
    const running = lag === null ? 'catching up' : lag === 0 ? 'live' : `${lag} ms behind`
    return {
      name,
      position,
      behind: head - (position ?? 0),
      state:
        board.stopped(name) ??
        (board.parked(name) > 0 ? `${running}, ${board.parked(name)} set aside` : running),
    }
  })
}

const eventWrites = (parts: ApiParts, waitUntilVisible: EventWrites['waitUntilVisible']): EventWrites => {
  const { writing, directory } = parts
  return {
    createEvent: (sent, context) => createEvent(writing, sent, context),
    changeEvent: (id, patch, context) => changeEvent(writing, id, patch, context),
    trashEvent: (id, context) => trashEvent(writing, id, 'deleted', context),
    venues: {
      findOrCreate: (wanted, context) => findOrCreateVenue(writing, wanted, context),
      change: (id, patch, context) => changeVenue(writing, id, patch, context),
    },
    organizers: {
      findOrCreate: (wanted, context) => findOrCreateOrganizer(writing, wanted, context),
      change: (id, patch, context) => changeOrganizer(writing, id, patch, context),
    },
    findOrCreateTerm: (taxonomy, name, context) => findOrCreateTerm(writing, taxonomy, name, 'slug', context),
    userExists: async id => directory.byId(id) !== null,
    // no image can be stored yet
    imageExists: async () => false,
    waitUntilVisible,
  }
}

/** The public interface, and the same with the operator's commands. */
export const apiDeps = (parts: ApiParts): { readonly public: ApiDeps; readonly operator: ApiDeps } => {
  const { store, board, names, models, runs, accounts, directory, newHash } = parts
  const waitUntilVisible = (written: Position | null) =>
    board.waitUntilVisible(names, written, parts.maxLagMs)
  const operate: OperateDeps = {
    store,
    runs,
    newHash,
    baseUrl: parts.site().baseUrl,
    defaultAuthor: directory.all().find(user => user.role === 'administrator')?.id ?? null,
    mayEditEvents: async id => parts.mayEditEvents(id),
    categoryExists: async id => (await models.term.queries.byId(id))?.taxonomy === 'cal_events_cat',
  }
  const desk: ImportDeskDeps = {
    operate,
    imports: models.imports,
    settled: async () => {
      await waitUntilVisible(await store.head())
    },
  }
  const { history } = models
  const shared: ApiDeps = {
    routes: [
      ...importCallbacks({ store, runs, newHash }),
      ...eventRoutes({ reads: parts.reads, writes: eventWrites(parts, waitUntilVisible) }),
    ],
    adminRoutes: [...importRoutes(desk), ...historyRoutes({ history })],
    site: parts.site,
    nowMs: parts.nowMs,
    credentials: { authenticate: accounts.authenticate, session: async () => null },
    newCorrelation: parts.newCorrelation,
    report: parts.report,
    readModelVersion: () => board.version(models.listed),
    notReady: () => notReady(parts),
  }
  const commands = operatorRoutes({
    ...desk,
    history,
    accounts,
    runs,
    projections: () => projectionStates(parts),
  })
  return { public: shared, operator: { ...shared, operatorRoutes: commands } }
}
