import type { Position } from '../shared/event-store/port.ts'
import { noMark, type Mark } from './marks.ts'

/** How far each read model has come, and whether it has what a writer wrote. One per process. */
export type Progress = {
  readonly reached: (projection: string) => Position | null
  /** Position of the last record that could have changed this read model; the version of cached answers. */
  readonly changedAt: (projection: string) => Position
  /** Age of the oldest record that it has not applied, in milliseconds: 0 when nothing is waiting, null when it never caught up. */
  readonly lagMs: (projection: string, nowMs: number) => number | null
  /** Records set aside because the projection cannot apply them. */
  readonly parked: (projection: string) => number
  readonly stopped: (projection: string) => string | null
  readonly names: () => readonly string[]
  /**
   * Resolves 'visible' when all named projections have reached `written`, 'lagging' after `timeoutMs`.
   * Nothing written (null) is visible at once.
   */
  readonly waitUntilVisible: (
    projections: readonly string[],
    written: Position | null,
    timeoutMs: number,
  ) => Promise<'visible' | 'lagging'>
  /** Sum of what `changedAt` says of these projections; grows whenever one of them may have changed. */
  readonly version: (projections: readonly string[]) => number
}

export type ProgressBoard = Progress & {
  readonly report: (projection: string, change: Partial<Mark>) => void
}

type Waiter = { readonly names: readonly string[]; readonly written: Position; readonly done: () => void }

export const progressBoard = (): ProgressBoard => {
  const marks = new Map<string, Mark>()
  const waiters = new Set<Waiter>()
  const markOf = (name: string): Mark => {
    const found = marks.get(name)
    if (found !== undefined) return found
    marks.set(name, noMark)
    return noMark
  }
  const has = (names: readonly string[], written: Position) =>
    names.every(name => (markOf(name).reached ?? -1) >= written)
  const report = (name: string, change: Partial<Mark>) => {
    const mark = { ...markOf(name), ...change }
    marks.set(name, mark.live ? { ...mark, caughtUp: true } : mark)
    for (const waiter of waiters) if (has(waiter.names, waiter.written)) waiter.done()
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
    waitUntilVisible,
    reached: name => markOf(name).reached,
    changedAt: name => markOf(name).changedAt,
    lagMs: (name, nowMs) => {
      const { live, caughtUp, lastAtMs, workingOnMs } = markOf(name)
      if (live && workingOnMs === null) return 0
      return caughtUp ? Math.max(0, nowMs - (workingOnMs ?? lastAtMs)) : null
    },
    parked: name => markOf(name).parked,
    stopped: name => markOf(name).stopped,
    names: () => [...marks.keys()],
    version: names => names.reduce((sum, name) => sum + markOf(name).changedAt, 0),
  }
}
