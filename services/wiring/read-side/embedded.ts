import { type Position, noPosition } from '../../../shared/kernel/brands.ts'
import { type BoardDoc, boardIn, type Mark } from '../../../projections/engine/board.ts'
import { type Progress, progressBoard, type ProgressBoard } from '../../../projections/engine/progress.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownHost } from '../../../projections/engine/own-host.ts'
import { rebuildOf, runModels, type Model } from '../../../projections/engine/run-models.ts'
import { deferredCollection } from '../../../shared/documents/deferred.ts'
import { openedOnce } from '../../../shared/remembered.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import { StoreUnavailable, type EventStore } from '../../../shared/event-store/port.ts'
import type { Part } from '../../../shared/lifecycle.ts'
import type { Waiting } from '../start-waiting.ts'
import { runUsers, USERS, type Known } from './users.ts'
import type { Rebuild } from '../../api/operator/projections.ts'

const POLL_MS = 5

/** What follows the log for this process: read models, and the users. */
export type Followers<Board extends Progress = Progress> = Part & {
  readonly board: Board
  /** Every read model, the users included. */
  readonly names: readonly string[]
  /** Begins to follow the log. */
  readonly start: () => void
  /**
   * Resolves when every read model holds what is in the log now, or has stopped for good (which the readiness
   * tells). Throws when everything stops meanwhile, and when the log that is embedded or the users cannot be read.
   */
  readonly caughtUp: () => Promise<void>
  /** Resolves when this process knows every user as of the last refresh of the board; null: it does. */
  readonly usersCurrent: () => Promise<void> | null
  readonly rebuild: Rebuild
}

type Needs = {
  readonly store: EventStore
  readonly documents: Documents
  readonly known: readonly Known[]
  readonly projections: readonly Model[]
  readonly board?: ProgressBoard
  /** What is known of some from before is taken in first; answers how far they had come. Absent: nothing is. */
  readonly restored?: (models: readonly string[]) => Promise<ReadonlyMap<string, Partial<Mark>>>
  /** A generation that no longer answers is kept so long. */
  readonly graceMs: number
  /** Absent: the log is embedded, and what cannot be read now never can. */
  readonly waiting?: Waiting
  readonly warn: (message: string, error: unknown) => void
}

const impatiently: Waiting = work => work()

/** What went wrong and whoever waits for the read models has to be told. */
type Trouble = {
  /** The log could not be read: told once, who waits for it to come back asks again. */
  unreadable: StoreUnavailable | null
  failed: { readonly error: unknown } | null
}

/** Everything that is computed from the log in this process, for it alone, following it until stopped. */
export const followersOf = (needs: Needs): Followers<ProgressBoard> => {
  const { store, documents, known, projections, graceMs, waiting = impatiently } = needs
  const following = new AbortController()
  const { signal } = following
  const board = needs.board ?? progressBoard()
  const models = projections.map(({ name }) => name)
  const names = [USERS, ...models]
  const runs: Promise<void>[] = []
  const trouble: Trouble = { unreadable: null, failed: null }

  const warn = (message: string, error: unknown) => {
    if (error instanceof StoreUnavailable) trouble.unreadable = error
    needs.warn(message, error)
  }
  const failed = (follower: string, error: unknown) => {
    if (models.includes(follower)) trouble.failed = { error }
    else needs.warn(`${follower} cannot be built; trying again`, error)
  }
  const has = (name: string, head: Position) =>
    board.stopped(name) !== null || (board.reached(name) ?? noPosition) >= head
  const generations = openedOnce(() => boardIn(documents))
  const from = new Map<string, Partial<Mark>>()
  const host = ownHost({
    ...{ store, documents, progress: board, from, names: models, graceMs, failed, warn },
    board: deferredCollection<BoardDoc>(generations.atOnce),
  })
  // made with the settings in the log, so not before that can be read
  const patient = projections.map(({ name, make }): Model => ({
    name,
    make: own => waiting(() => make(own)),
  }))
  const fold = async () => {
    for (const [name, mark] of (await needs.restored?.(models)) ?? []) from.set(name, mark)
    await runModels(host, patient, signal)
  }
  return {
    name: 'projections',
    board,
    names,
    usersCurrent: () => null,
    rebuild: rebuildOf(projections, host.generationsOf),
    start: () => {
      runs.push(runUsers(store, known, board, warn, signal), fold())
    },
    caughtUp: async () => {
      const head = (await store.head()) ?? noPosition
      while (!names.every(name => has(name, head))) {
        throwTrouble(trouble)
        if (signal.aborted) throw new Error('stopped before the read models had caught up')
        await sleep(POLL_MS)
      }
      const lost = board.stopped(USERS)
      if (lost !== null) throw new Error(`the users cannot be read from the log: ${lost}`)
    },
    stop: async () => {
      following.abort()
      await Promise.all(runs)
    },
  }
}

const throwTrouble = (trouble: Trouble): void => {
  if (trouble.failed !== null) throw trouble.failed.error
  const error = trouble.unreadable
  trouble.unreadable = null
  if (error !== null) throw error
}

/**
 * What is awaited before anything is answered: what other processes have written of items, users and settings. A
 * follower that is late is waited for once; then reads go on with what is known.
 */
export const refreshOf = (
  { refresh }: Pick<Progress, 'refresh'>,
  usersCurrent: () => Promise<void> | null,
): (() => Promise<void>) | null => {
  if (refresh === null) return null
  let isLate = false
  return async () => {
    await refresh()
    const waiting = usersCurrent()
    if (waiting === null) {
      isLate = false
      return
    }
    const seen = waiting.then(
      () => false,
      () => true,
    )
    if (!isLate) isLate = await seen
  }
}
