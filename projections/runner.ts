import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore, Followed, Position, StoredRecord } from '../shared/event-store/port.ts'
import type { Keep } from './keep.ts'
import type { Projection } from './projection.ts'

export type RunnerDeps = {
  readonly store: EventStore
  readonly keep: Keep
  /** Of the lease that they are run under; 0 where no other process can reach what they write. */
  readonly epoch: number
  /** Awaited before each batch; throws when another process has taken over. */
  readonly assure: () => Promise<void>
  /** Alarm: what failed, for whom, what happens next. */
  readonly warn: (message: string, error: unknown) => void
}

/** Pause before following again after the store dropped us. */
const RESUBSCRIBE_MS = 250
/** While catching up, not each step is worth a write: what was not saved is only done again. */
const SAVE_EVERY = 2_000

type Runner = {
  readonly projection: Projection
  done: Position | null
  parked: number
  sinceSaved: number
  stopped: boolean
}

/**
 * Feeds projections from the log until `signal` aborts: one reader for all of them, each from where it had come to.
 * Pulls, so a slow read model slows the reading instead of reordering it; a retry of one keeps the others waiting, so
 * those whose store may be out are run one by one. Dropped subscriptions are resumed.
 */
export const runProjections = async (
  deps: RunnerDeps,
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<void> => {
  const runners = await Promise.all(
    projections.map(async (projection): Promise<Runner> => {
      const { reached, changedAt, askedAt = changedAt, parked } = await deps.keep.load(projection.name)
      deps.keep.report(projection.name, { reached, changedAt, askedAt, parked })
      return { projection, done: reached, parked, sinceSaved: 0, stopped: false }
    }),
  )
  const prefixes = [...new Set(projections.flatMap(p => p.prefixes))]
  while (!signal.aborted) {
    try {
      for await (const step of deps.store.follow(earliest(runners), prefixes, signal)) {
        for (const runner of runners) await advance(deps, runner, step, signal)
        if (isAborted(signal)) break
      }
    } catch (error) {
      if (isAborted(signal)) return
      for (const { projection } of runners) deps.keep.report(projection.name, { live: false })
      const names = projections.length === 1 ? (projections[0]?.name ?? '') : 'the projections'
      deps.warn(`${names} cannot follow the log; trying again`, error)
      await pause(RESUBSCRIBE_MS, signal)
    }
  }
}

// functions, because both change while we await
const isAborted = (signal: AbortSignal): boolean => signal.aborted
const isStopped = (runner: Runner): boolean => runner.stopped

const earliest = (runners: readonly Runner[]): Position | null =>
  runners.reduce<Position | null>(
    (least, { done }) => (done === null || least === null ? null : Math.min(least, done)),
    runners[0]?.done ?? null,
  )

const advance = async (deps: RunnerDeps, runner: Runner, step: Followed, signal: AbortSignal) => {
  if (runner.stopped) return
  const { keep } = deps
  const { projection } = runner
  const fresh = step.records.filter(
    r => r.position > (runner.done ?? -1) && projection.prefixes.some(p => r.stream.startsWith(p)),
  )
  const [first] = fresh
  if (first !== undefined) {
    keep.report(projection.name, { workingOnMs: Date.parse(first.meta.at) })
    await applyAll(deps, runner, fresh, signal)
  }
  if (isStopped(runner)) return keep.save(projection.name)
  if (signal.aborted) return
  const reached = Math.max(step.reached ?? -1, runner.done ?? -1)
  if (reached >= 0) runner.done = reached
  const last = fresh.at(-1)
  const asked = fresh.findLast(isAwaited)
  keep.report(projection.name, {
    live: step.live,
    workingOnMs: null,
    ...(reached < 0 ? {} : { reached }),
    ...(last === undefined ? {} : { changedAt: last.position, lastAtMs: Date.parse(last.meta.at) }),
    ...(asked === undefined ? {} : { askedAt: asked.position }),
  })
  runner.sinceSaved += fresh.length
  if (!step.live && runner.sinceSaved < SAVE_EVERY) return
  runner.sinceSaved = 0
  await keep.save(projection.name)
}

/** Whether somebody may have been told that it is done: whoever asks later must see it (spec 00 §8). */
const isAwaited = ({ meta: { source } }: StoredRecord): boolean => source !== 'import' && source !== 'worker'

/** The batch as a whole; when that fails for good, one by one, so that only the bad record is set aside. */
const applyAll = async (
  deps: RunnerDeps,
  runner: Runner,
  records: readonly StoredRecord[],
  signal: AbortSignal,
): Promise<void> => {
  const { projection } = runner
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      await deps.assure()
      await projection.apply(records, deps.epoch)
      return
    } catch (error) {
      // lost the lease: what comes now is another's to do
      if (isAborted(signal)) return
      const verdict = projection.onFailure({ error, attempt })
      const [first] = records
      const where = `${projection.name} at ${first?.stream ?? '?'} (${records.length} records)`
      deps.warn(`projection ${where}: ${verdict.then}`, error)
      deps.keep.report(projection.name, { live: false })
      if (verdict.then === 'retry') await pause(verdict.afterMs, signal)
      else if (records.length > 1) {
        for (const one of records) await applyAll(deps, runner, [one], signal)
        return
      } else {
        setAside(deps, runner, verdict.then, verdict.reason)
        return
      }
    }
  }
}

const setAside = ({ keep }: RunnerDeps, runner: Runner, how: 'park' | 'stop', reason: string) => {
  const { name } = runner.projection
  if (how === 'park') {
    keep.report(name, { parked: ++runner.parked })
    return
  }
  runner.stopped = true
  keep.report(name, { stopped: reason })
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)
