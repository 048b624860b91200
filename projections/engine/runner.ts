import { setTimeout as sleep } from 'node:timers/promises'
import { logPosition, noPosition, furthest } from '../../shared/kernel/brands.ts'
import type { EventStore, Followed, Position, StoredRecord } from '../../shared/event-store/port.ts'
import { epochAfterFailure } from './guarded-write.ts'
import type { Keep } from './keep.ts'
import type { Projection } from './projection.ts'
import { memoized } from '../../shared/kernel/memoized.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

export type RunnerDeps = {
  readonly store: Pick<EventStore, 'follow'>
  readonly keep: Keep
  /** Of the lease that they are run under; 0 where no other process can reach what they write. */
  readonly epoch: number
  /** Awaited before each batch; throws when another process has taken over. null: none can. */
  readonly assure: (() => Promise<void>) | null
  /** Alarm: what failed, for whom, what happens next. */
  readonly warn: (message: string, error: unknown) => void
}

/** Pause before following again after the store dropped us. */
const RESUBSCRIBE_MS = 250
/** Instants that are known: each read model tells the board when its records were recorded, and all have the same records. */
const INSTANTS = 8
/** While catching up, not each step is worth a write: what was not saved is only done again. */
const SAVE_EVERY = 2_000

const instantOf = memoized(INSTANTS, msOfIso)

type Runner = {
  readonly projection: Projection
  done: Position | null
  parked: number
  sinceSaved: number
  stopped: boolean
  /** How often what comes next has failed. */
  tried: number
  /** Of what is written. */
  epoch: number
  /** Whether nothing that was sent under an earlier epoch can arrive any more and count. */
  isFencedOff: boolean
}

/** `signal`: aborts when it is to end. */
type Feeding = RunnerDeps & { readonly signal: AbortSignal }

/** Milliseconds after which the same has to be tried again, apart from the others; null: it is done. */
type AgainMs = number | null

/**
 * Feeds projections from the log until `signal` aborts, each from where it had come to: one reader for all of them, and
 * one of its own for each that had to be tried again, so that nobody waits for it. Pulls, so a slow read model slows the
 * reading instead of reordering it. Dropped subscriptions are resumed.
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
      const { epoch } = deps
      return {
        ...{ projection, done: reached, parked, sinceSaved: 0, stopped: false, tried: 0 },
        ...{ epoch, isFencedOff: true },
      }
    }),
  )
  await feed({ ...deps, signal }, runners)
}

const feed = async (feeding: Feeding, runners: readonly Runner[]): Promise<void> => {
  const { store, keep, warn, signal } = feeding
  let together = runners
  const apart: Promise<void>[] = []
  const advanceAll = async (step: Followed) => {
    for (const runner of together) {
      const advanced = advance(feeding, runner, step, together.length === 1)
      // most facts concern few read models, and the others have nothing to wait for
      const againMs = advanced === null ? null : await advanced
      if (againMs === null) continue
      together = together.filter(one => one !== runner)
      apart.push(pause(againMs, signal).then(() => feed(feeding, [runner])))
    }
  }
  const prefixes = [...new Set(runners.flatMap(({ projection }) => projection.prefixes))]
  while (!signal.aborted) {
    try {
      for await (const step of store.follow(earliest(together), prefixes, signal)) {
        await advanceAll(step)
        if (isAborted(signal)) break
      }
    } catch (error) {
      if (isAborted(signal)) break
      for (const { projection } of together) keep.report(projection.name, { live: false })
      const names = runners.length === 1 ? (runners[0]?.projection.name ?? '') : 'the projections'
      warn(`${names} cannot follow the log; trying again`, error)
      await pause(RESUBSCRIBE_MS, signal)
    }
  }
  await Promise.all(apart)
}

// functions, because both change while we await
const isAborted = (signal: AbortSignal): boolean => signal.aborted
const isStopped = (runner: Runner): boolean => runner.stopped

const earliest = (runners: readonly Runner[]): Position | null =>
  runners.reduce<Position | null>(
    (least, { done }) => (done === null || least === null ? null : logPosition(Math.min(least, done))),
    runners[0]?.done ?? null,
  )

/** null: it is done, and there is nothing to wait for. `isAlone`: nobody else waits, so what failed is tried again here. */
const advance = (
  feeding: Feeding,
  runner: Runner,
  step: Followed,
  isAlone: boolean,
): Promise<AgainMs> | null => {
  if (runner.stopped) return null
  const { projection, done } = runner
  const fresh = step.records.filter(
    r => r.position > (done ?? noPosition) && projection.prefixes.some(p => r.stream.startsWith(p)),
  )
  const [first] = fresh
  if (first === undefined) return noted(feeding, runner, step, fresh)
  // as late as this one from now on, however long it takes
  feeding.keep.report(projection.name, { workingOnMs: instantOf(first.meta.at) })
  return applied(feeding, runner, step, fresh, isAlone)
}

const applied = async (
  feeding: Feeding,
  runner: Runner,
  step: Followed,
  fresh: readonly StoredRecord[],
  isAlone: boolean,
): Promise<AgainMs> => {
  const againMs = await applyAll(feeding, runner, fresh, isAlone)
  if (againMs !== null) return againMs
  if (feeding.signal.aborted && !isStopped(runner)) return null
  return noted(feeding, runner, step, fresh)
}

/** The step is done with; resolves when that is saved, if it is to be. */
const noted = (
  { keep }: Feeding,
  runner: Runner,
  step: Followed,
  fresh: readonly StoredRecord[],
): Promise<null> | null => {
  const { name } = runner.projection
  if (!runner.stopped) noteStep(keep, runner, step, fresh)
  if (keep.save === null || !(runner.stopped || step.live || runner.sinceSaved >= SAVE_EVERY)) return null
  runner.sinceSaved = 0
  return keep.save(name).then(() => null)
}

const noteStep = (
  keep: Keep,
  runner: Runner,
  { reached: stepped, live }: Followed,
  fresh: readonly StoredRecord[],
): void => {
  const reached = furthest(stepped ?? noPosition, runner.done ?? noPosition)
  if (reached >= 0) runner.done = reached
  const come = reached < 0 ? { live, workingOnMs: null } : { live, workingOnMs: null, reached }
  const last = fresh.at(-1)
  const asked = fresh.findLast(isAwaited)
  keep.report(
    runner.projection.name,
    last === undefined
      ? come
      : {
          ...come,
          changedAt: last.position,
          lastAtMs: instantOf(last.meta.at),
          ...(asked === undefined ? {} : { askedAt: asked.position }),
        },
  )
  runner.sinceSaved += fresh.length
}

/** Whether somebody may have been told that it is done: whoever asks later must see it (spec 00 §8). */
const isAwaited = ({ meta: { source } }: StoredRecord): boolean => source !== 'import' && source !== 'worker'

const applyOnce = async ({ assure }: Feeding, runner: Runner, records: readonly StoredRecord[]) => {
  const { projection, epoch } = runner
  try {
    if (assure !== null) await assure()
    if (!runner.isFencedOff) await projection.fence?.(epoch)
    runner.isFencedOff = true
    await projection.apply(records, epoch)
  } catch (error) {
    // alone nothing is sent: what failed is over
    if (assure !== null) [runner.epoch, runner.isFencedOff] = [epochAfterFailure(epoch), false]
    throw error
  }
}

/** The batch as a whole; when that fails for good, one by one, so that only the bad record is set aside. */
const applyAll = async (
  feeding: Feeding,
  runner: Runner,
  records: readonly StoredRecord[],
  isAlone: boolean,
): Promise<AgainMs> => {
  const { keep, warn, signal } = feeding
  const { projection } = runner
  while (!signal.aborted) {
    try {
      await applyOnce(feeding, runner, records)
      runner.tried = 0
      return null
    } catch (error) {
      // lost the lease: what comes now is another's to do
      if (isAborted(signal)) return null
      const verdict = projection.onFailure({ error, attempt: ++runner.tried })
      const [first] = records
      const where = `${projection.name} at ${first?.stream ?? '?'} (${records.length} records)`
      warn(`projection ${where}: ${verdict.then}`, error)
      keep.report(projection.name, { live: false })
      if (verdict.then === 'retry') {
        if (!isAlone) return verdict.afterMs
        await pause(verdict.afterMs, signal)
        continue
      }
      runner.tried = 0
      if (records.length === 1) setAside(feeding, runner, verdict.then, verdict.reason)
      else for (const one of records) if (!isStopped(runner)) await applyAll(feeding, runner, [one], true)
      return null
    }
  }
  return null
}

const setAside = ({ keep }: Feeding, runner: Runner, how: 'park' | 'stop', reason: string) => {
  const { name } = runner.projection
  if (how === 'park') {
    keep.report(name, { parked: ++runner.parked })
    return
  }
  runner.stopped = true
  keep.report(name, { stopped: reason })
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)
