import type { Position } from '../../shared/event-store/port.ts'
import { generationName, noMark, type Mark } from './marks.ts'

/** How far each read model has come, and whether it has what a writer wrote. One per process. */
export type Progress = {
  readonly reached: (projection: string) => Position | null
  /** Position of the last record that could have changed this read model. */
  readonly changedAt: (projection: string) => Position
  /** Age of the oldest record that it has not applied, in milliseconds: 0 when nothing is waiting, null when it never caught up. */
  readonly lagMs: (projection: string, nowMs: number) => number | null
  /** Records set aside because the projection cannot apply them. */
  readonly parked: (projection: string) => number
  readonly stopped: (projection: string) => string | null
  /** No process runs it, as far as can be told. */
  readonly isUnattended: (projection: string) => boolean
  readonly names: () => readonly string[]
  /** The generation that answers, and the one that is being built beside it. */
  readonly generation: (projection: string) => number
  readonly building: (projection: string) => number | null
  /**
   * Resolves 'visible' when all named projections have reached `written`, 'lagging' after `timeoutMs`.
   * Nothing written (null) is visible at once.
   */
  readonly waitUntilVisible: (
    projections: readonly string[],
    written: Position | null,
    timeoutMs: number,
  ) => Promise<'visible' | 'lagging'>
  /** Another text whenever one of these projections may have changed; null: it cannot be known. */
  readonly version: (projections: readonly string[]) => string | null
  /** The same of changes that somebody may have been told are done; work in the background does not count. */
  readonly askedVersion: (projections: readonly string[]) => string | null
  /** Learns what other processes have done until now; null: there are none to learn from. Never rejects. */
  readonly refresh: () => Promise<void> | null
  /** A write that was answered before the read models had it: until they do, no kept answer is good. */
  readonly owe: (written: Position) => Promise<void>
  /** Whether the projection has all that is owed. */
  readonly hasAnswered: (projection: string) => boolean
}

/** Age of what a follower has not applied, by its mark. */
export const lagOf = ({ live, caughtUp, lastAtMs, workingOnMs }: Mark, nowMs: number): number | null => {
  if (live && workingOnMs === null) return 0
  return caughtUp ? Math.max(0, nowMs - (workingOnMs ?? lastAtMs)) : null
}

export type ProgressBoard = Progress & {
  readonly report: (follower: string, change: Partial<Mark>) => void
  /** From now on this generation answers; a building one is waited for by writers as soon as it has caught up. */
  readonly serve: (projection: string, generation: number) => void
  readonly build: (projection: string, generation: number | null) => void
  /** Of a generation, by the name of its mark. */
  readonly hasCaughtUp: (follower: string) => boolean
  readonly isAt: (follower: string, position: Position) => boolean
}

type Waiter = { readonly names: readonly string[]; readonly written: Position; readonly done: () => void }

/** The progress of the read models in the memory of this process, which nobody else changes or asks. */
export const progressBoard = (): ProgressBoard => {
  const marks = new Map<string, Mark>()
  const serving = new Map<string, number>()
  const building = new Map<string, number>()
  const waiters = new Set<Waiter>()
  let owed: Position = -1
  const generation = (name: string) => serving.get(name) ?? 1
  const markOf = (name: string): Mark => marks.get(generationName(name, generation(name))) ?? noMark
  const besides = (name: string): Mark | null => {
    const next = building.get(name)
    const mark = next === undefined ? undefined : marks.get(generationName(name, next))
    return mark?.caughtUp === true && mark.stopped === null ? mark : null
  }
  const has = (names: readonly string[], written: Position) =>
    names.every(
      name => (markOf(name).reached ?? -1) >= written && (besides(name)?.reached ?? Infinity) >= written,
    )
  const wake = () => {
    for (const waiter of waiters) if (has(waiter.names, waiter.written)) waiter.done()
  }
  const report = (follower: string, change: Partial<Mark>) => {
    const mark = { ...(marks.get(follower) ?? noMark), ...change }
    marks.set(follower, mark.live ? { ...mark, caughtUp: true } : mark)
    wake()
  }
  const waitUntilVisible: Progress['waitUntilVisible'] = async (names, written, timeoutMs) => {
    if (written === null || has(names, written)) return 'visible'
    return new Promise(resolve => {
      const waiter: Waiter = {
        names,
        written,
        done: () => {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve('visible')
        },
      }
      const timer = setTimeout(() => {
        waiters.delete(waiter)
        resolve('lagging')
      }, timeoutMs)
      waiters.add(waiter)
    })
  }
  return {
    report,
    serve: (name, next) => {
      serving.set(name, next)
      building.delete(name)
      wake()
    },
    build: (name, next) => {
      if (next === null) building.delete(name)
      else building.set(name, next)
      wake()
    },
    hasCaughtUp: follower => marks.get(follower)?.caughtUp === true,
    isAt: (follower, position) => (marks.get(follower)?.reached ?? -1) >= position,
    waitUntilVisible,
    reached: name => markOf(name).reached,
    changedAt: name => markOf(name).changedAt,
    lagMs: (name, nowMs) => lagOf(markOf(name), nowMs),
    parked: name => markOf(name).parked,
    stopped: name => markOf(name).stopped,
    isUnattended: () => false,
    names: () => [...marks.keys()],
    generation,
    building: name => building.get(name) ?? null,
    version: names => names.map(name => `${generation(name)}:${markOf(name).changedAt}`).join(),
    askedVersion: names => names.map(name => `${generation(name)}:${markOf(name).askedAt ?? 0}`).join(),
    refresh: () => null,
    owe: async written => {
      owed = Math.max(owed, written)
    },
    hasAnswered: name => (markOf(name).reached ?? -1) >= owed,
  }
}
