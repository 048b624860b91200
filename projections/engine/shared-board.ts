import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { logPosition } from '../../shared/kernel/brands.ts'
import { coalesced, gathered } from '../../shared/coalesced.ts'
import type { WriteOp } from '../../shared/documents/port.ts'
import type { Position } from '../../shared/event-store/port.ts'
import { markChangeOf, marksTogether } from './marks-together.ts'
import type { Board, BoardDoc } from './board.ts'

/**
 * What this process has written of how far the followers have come that it holds, as far as it knows: whoever has lost
 * one or gives it back writes no more of it, and must not be waited for. The board alone says what counts.
 */
type OwnMarks = {
  /** null: it is another's, or nothing was written so far. */
  readonly reached: (follower: string) => Position | null
  /** Resolves when that may have changed, and after so many milliseconds. */
  readonly untilChanged: (ms: number) => Promise<void>
}

/** The board as one process asks it and writes to it: all its parts together. */
export type SharedBoard = {
  readonly board: Board
  /** Waits at most so long. Those who wait equally long are all woken in the same turn, so that they ask together. */
  readonly tick: (ms: number, signal: AbortSignal) => Promise<void>
  /** Marks wait for those that are at work on the same records, and are written together. */
  readonly atWork: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly own: OwnMarks
}

/**
 * Marks wait no longer than this for those of others: a slow read model delays nobody by more. Whoever was written waits
 * for all of them in any case.
 */
const GATHER_MS = 50

const ticking = () => {
  const ticks = new Map<number, Promise<unknown>>()
  const next = (ms: number): Promise<unknown> => {
    const known = ticks.get(ms)
    if (known !== undefined) return known
    const tick = sleep(ms, undefined, { ref: false }).then(() => ticks.delete(ms))
    ticks.set(ms, tick)
    return tick
  }
  return async (ms: number, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return
    const aborted = Promise.withResolvers<undefined>()
    const abort = () => aborted.resolve(undefined)
    signal.addEventListener('abort', abort, { once: true })
    await Promise.race([next(ms), aborted.promise])
    signal.removeEventListener('abort', abort)
  }
}

/** Resolves when none is at work any more, or too long. */
const working = () => {
  let count = 0
  let done = Promise.withResolvers<undefined>()
  return {
    atWork: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      count++
      try {
        return await work()
      } finally {
        if (--count === 0) {
          done.resolve(undefined)
          done = Promise.withResolvers<undefined>()
        }
      }
    },
    untilIdle: async (): Promise<void> => {
      const until = performance.now() + GATHER_MS
      do await nextTurn()
      while (count > 0 && (await isDone(done.promise, until - performance.now())))
    },
  }
}

const isDone = async (done: Promise<unknown>, withinMs: number): Promise<boolean> => {
  const over = new AbortController()
  const late = sleep(Math.max(0, withinMs), false, { signal: over.signal }).catch(() => false)
  const first = await Promise.race([done.then(() => true), late])
  over.abort()
  return first
}

type Operations = readonly WriteOp<BoardDoc>[]
type OwnMark = { readonly epoch: number; readonly reached: Position }

const ownMarks = () => {
  const marks = new Map<string, OwnMark>()
  /** Of each follower that somebody held at the last look. */
  let epochs: ReadonlyMap<string, number> = new Map()
  let changed = Promise.withResolvers<undefined>()
  const wake = (): void => {
    changed.resolve(undefined)
    changed = Promise.withResolvers<undefined>()
  }
  return {
    looked: (documents: readonly BoardDoc[]): void => {
      const known = documents.filter(document => document.kind === 'mark')
      const held = known.filter(({ holder }) => holder !== null)
      epochs = new Map(held.map(({ _id, epoch }) => [_id, epoch]))
      for (const [follower, { epoch }] of marks) if (epochs.get(follower) !== epoch) marks.delete(follower)
      wake()
    },
    // whoever takes a lease over looks before it writes a mark
    note: (operations: Operations): void => {
      for (const operation of operations) {
        const change = markChangeOf(operation)
        if (change === null) continue
        const { follower, epoch, update } = change
        const reached = update.$set?.['reached']
        // written by one that had lost it, it changed nothing
        if (typeof reached === 'number' && epochs.get(follower) === epoch)
          marks.set(follower, { epoch, reached: logPosition(reached) })
      }
      wake()
    },
    own: {
      reached: (follower: string) => marks.get(follower)?.reached ?? null,
      untilChanged: async (ms: number) => {
        await isDone(changed.promise, ms)
      },
    },
  }
}

/**
 * Every question about a document of the board is one about all of it, which all who ask at the same time share. What
 * is to be written meanwhile goes out in one list behind the one that is under way: when it fails, all of it did.
 */
export const sharedBoard = (inner: Board): SharedBoard => {
  const { atWork, untilIdle } = working()
  const { looked, note, own } = ownMarks()
  const look = coalesced(async () => {
    const found = await inner.find({})
    looked(found)
    return found
  })
  let writing: Promise<unknown> = Promise.resolve()
  const bulkWrite = gathered(
    async () => {
      await writing
      await untilIdle()
    },
    (all: readonly Operations[]) => {
      const operations = all.flat()
      const written = inner.bulkWrite(marksTogether(operations)).then(() => note(operations))
      writing = written.catch(() => undefined)
      return () => written
    },
  )
  return {
    board: {
      ...inner,
      get: async id => (await look()).find(({ _id }) => _id === id) ?? null,
      find: (filter, options) => (Object.keys(filter).length === 0 ? look() : inner.find(filter, options)),
      bulkWrite,
    },
    tick: ticking(),
    atWork,
    own,
  }
}
