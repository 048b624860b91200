import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore, Followed, Position, StoredRecord } from '../shared/event-store/port.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { ProgressBoard } from './progress.ts'
import type { Projection } from './projection.ts'

export type RunnerDeps = {
  readonly store: EventStore
  readonly checkpoints: Checkpoints
  readonly board: ProgressBoard
  /** Alarm: what failed, for whom, what happens next. */
  readonly warn: (message: string, error: unknown) => void
}

/** Pause before following again after the store dropped us. */
const RESUBSCRIBE_MS = 250
/** Checkpoints are a shortcut for the next start, not a promise: not each live record is worth a write. */
const CHECKPOINT_EVERY = 1_000

type Runner = {
  readonly projection: Projection
  done: Position | null
  sinceCheckpoint: number
  stopped: boolean
}

/**
 * Feeds projections from the log until `signal` aborts: one reader for all of them, each at its own checkpoint.
 * Pulls, so a slow read model slows the reading instead of reordering it. Dropped subscriptions are resumed.
 */
export const runProjections = async (
  deps: RunnerDeps,
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<void> => {
  const runners = await Promise.all(
    projections.map(async (projection): Promise<Runner> => {
      const done = await deps.checkpoints.load(projection.name)
      deps.board.report(projection.name, { reached: done, changedAt: done ?? 0 })
      return { projection, done, sinceCheckpoint: 0, stopped: false }
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
      for (const { projection } of runners) deps.board.report(projection.name, { live: false })
      deps.warn('the log dropped the projections; following again', error)
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
  const { projection } = runner
  const fresh = step.records.filter(
    r => r.position > (runner.done ?? -1) && projection.prefixes.some(p => r.stream.startsWith(p)),
  )
  const [first] = fresh
  if (first !== undefined) {
    deps.board.report(projection.name, { workingOnMs: Date.parse(first.meta.at) })
    await applyAll(deps, runner, fresh, signal)
  }
  if (isStopped(runner) || signal.aborted) return
  const reached = Math.max(step.reached ?? -1, runner.done ?? -1)
  if (reached < 0) {
    deps.board.report(projection.name, { live: step.live, workingOnMs: null })
    return
  }
  runner.done = reached
  runner.sinceCheckpoint += fresh.length
  if (runner.sinceCheckpoint >= CHECKPOINT_EVERY || (step.live && runner.sinceCheckpoint > 0)) {
    await deps.checkpoints.advance(projection.name, reached)
    runner.sinceCheckpoint = 0
  }
  const last = fresh.at(-1)
  deps.board.report(projection.name, {
    reached,
    live: step.live,
    workingOnMs: null,
    ...(last === undefined ? {} : { changedAt: last.position, lastAtMs: Date.parse(last.meta.at) }),
  })
}

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
      await projection.apply(records)
      return
    } catch (error) {
      const verdict = projection.onFailure({ error, attempt })
      const [first] = records
      const where = `${projection.name} at ${first?.stream ?? '?'} (${records.length} records)`
      deps.warn(`projection ${where}: ${verdict.then}`, error)
      deps.board.report(projection.name, { live: false })
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

const setAside = (deps: RunnerDeps, runner: Runner, how: 'park' | 'stop', reason: string) => {
  const { name } = runner.projection
  if (how === 'park') {
    deps.board.report(name, { parked: deps.board.parked(name) + 1 })
    return
  }
  runner.stopped = true
  deps.board.report(name, { stopped: reason })
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)
