import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { Progress } from '../../projections/engine/progress.ts'
import { receiversIn, type ShownSubscription } from '../../projections/subscriptions/queries.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { within } from '../../shared/event-store/within.ts'
import type { JobQueue } from '../../shared/jobs/port.ts'
import type { ReadModelState } from '../api/operator/projections.ts'
import type { ProjectionGauge, ReceiverGauge } from '../../shared/metrics.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'
import { reasonOf } from '../../shared/kernel/thrown.ts'

export type Watched = {
  readonly store: EventStore
  /** null: this process has nothing to do with jobs. */
  readonly queue: Pick<JobQueue, 'pending'> | null
  readonly board: Progress
  /** Every read model, by name. */
  readonly names: readonly string[]
  readonly nowMs: () => EpochMs
  readonly isStarted: () => boolean
}

/** A read model that is further behind than this is not ready. */
const READY_LAG_MS = 5_000
/** Whoever probes waits a few seconds; what has not answered by then is out. */
const ANSWER_MS = 2_000

/** What health and figures ask for, as long as that is waited for; rejects with StoreUnavailable afterwards. */
export const prompt = <Result>(asked: Promise<Result>): Promise<Result> => within(ANSWER_MS, asked)

const reasonsOf = ({ board, nowMs }: Watched, name: string): readonly string[] => {
  const lag = board.lagMs(name, nowMs())
  const stopped = board.stopped(name)
  const parked = board.parked(name)
  const aside = parked > 0 ? [`${name} has set aside ${parked} records`] : []
  if (board.isUnattended(name)) return [`${name} is fed by no process`, ...aside]
  if (stopped !== null) return [`${name} stopped: ${stopped}`, ...aside]
  if (lag === null) return [`${name} has not caught up`, ...aside]
  return lag > READY_LAG_MS ? [`${name} is ${Math.round(lag / 1_000)} s behind`, ...aside] : aside
}

/** What keeps it from being asked; empty: nothing, or there is nothing to ask. */
const outage = async (what: string, asked = Promise.resolve<unknown>(null)): Promise<readonly string[]> => {
  try {
    await prompt(asked)
    return []
  } catch (error) {
    return [`${what}: ${reasonOf(error)}`]
  }
}

/** Why the service does not work as it should, within two seconds; empty: it is ready. */
export const notReady = async (watched: Watched): Promise<readonly string[]> => {
  const { store, queue, board, names, isStarted } = watched
  // side by side: each may be waited for
  const [log, jobs, models] = await Promise.all([
    outage('log', store.head()),
    outage('jobs', queue?.pending()),
    outage('read models', board.refresh?.()),
  ])
  const reasons = [...(isStarted() ? [] : ['the service is starting']), ...log, ...jobs, ...models]
  if (board.version(names) === null) return [...reasons, 'the read models cannot be asked']
  return [...reasons, ...names.flatMap(name => reasonsOf(watched, name))]
}

/** The read models in figures, which are looked for first: those that other processes feed are as old as the last look. */
export const projectionGauges = async (
  board: Progress,
  names: readonly string[],
  nowMs: () => EpochMs,
): Promise<readonly ProjectionGauge[]> => {
  await board.refresh?.()
  return names.map(name => ({
    name,
    position: board.reached(name),
    lagMs: board.lagMs(name, nowMs()),
    parked: board.parked(name),
  }))
}

/** Those who are told what happens, in figures. */
export const receiverGauge = (all: readonly ShownSubscription[], nowMs: EpochMs): ReceiverGauge => {
  const { since, ...counts } = receiversIn(all)
  return { ...counts, behindMs: since === null ? 0 : Math.max(nowMs - msOfIso(since), 0) }
}

/** Read models: name, how far in the log, milliseconds behind (null: it never caught up), state. */
export const projectionStates = ({ board, names, nowMs }: Watched): readonly ReadModelState[] =>
  names.map(name => {
    const lag = board.lagMs(name, nowMs())
    const parked = board.parked(name)
    const stopped = board.stopped(name)
    const building = board.building(name)
    const running = lag === null ? 'catching up' : lag === 0 ? 'live' : 'behind'
    const fed = board.isUnattended(name) ? 'fed by no process' : running
    const state = stopped === null ? fed : `stopped: ${stopped}`
    return {
      name,
      generation: board.generation(name),
      building,
      position: board.reached(name),
      lag_ms: lag,
      parked,
      state: parked > 0 ? `${state}, ${parked} set aside` : state,
    }
  })
