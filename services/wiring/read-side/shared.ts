import { setTimeout as sleep } from 'node:timers/promises'
import { type Position, noPosition, epochMs } from '../../../shared/kernel/brands.ts'
import { onListingFailure } from '../../../projections/engine/failure-policy.ts'
import type { LeaseDeps } from '../../../projections/engine/lease.ts'
import { progressBoard, type Progress, type ProgressBoard } from '../../../projections/engine/progress.ts'
import { rebuildOf, runModels, type Model } from '../../../projections/engine/run-models.ts'
import { sharedHost } from '../../../projections/engine/shared-host.ts'
import { sharedProgress } from '../../../projections/engine/shared-progress.ts'
import { DocumentsUnavailable, type Documents } from '../../../shared/documents/port.ts'
import { StoreUnavailable, type EventStore } from '../../../shared/event-store/port.ts'
import type { Part } from '../../../shared/lifecycle.ts'
import { mayComeBack } from '../start-waiting.ts'
import type { Followers } from './embedded.ts'
import { KNOWN_PREFIXES, runUsers, USERS, type Known } from './users.ts'

/** Whoever runs something is heard of several times in this time, or is taken for dead. */
export const LEASE_MS = 5_000
/** Longer than any request takes that began while the generation answered. */
export const GRACE_MS = 60_000
const POLL_MS = 20
const TELL_MS = 10_000
/** Whoever signs in waits no longer for this process to hear of the latest changes of users. */
const USERS_MS = 5_000

/** How far the facts of users are known, so that all processes wait for them; the users are in each one's memory. */
const userMarks: Model = {
  name: 'users@1',
  make: async () => ({
    name: 'users@1',
    prefixes: KNOWN_PREFIXES,
    apply: async () => undefined,
    onFailure: onListingFailure,
  }),
}

type Warn = (message: string, error?: unknown) => void

export type SharedNeeds = {
  readonly store: EventStore
  readonly documents: Documents
  readonly lease: Omit<LeaseDeps, 'awaited'>
  readonly warn: Warn
}

/** What is known here of read models that are shared with other processes. */
export const progressOf = ({ lease }: SharedNeeds, models: readonly Model[]): Progress =>
  sharedProgress({
    shared: lease.shared,
    names: [userMarks, ...models].map(({ name }) => name),
    monotonicMs: lease.monotonicMs,
    sleep,
    ttlMs: lease.ttlMs,
  })

/**
 * The generation that answers. Throws DocumentsUnavailable while it has not caught up even once, after the documents
 * were emptied for one: half a list would be a lie.
 */
export const wholeGeneration = (progress: Progress | null, name: string): number => {
  if (progress === null || progress.lagMs(name, epochMs(0)) === null)
    throw new DocumentsUnavailable(`${name} is being filled`)
  return progress.generation(name)
}

const hostOf = ({ store, documents, lease }: SharedNeeds) =>
  sharedHost({ store, documents, lease, graceMs: GRACE_MS })

/** Feeds the shared read models, each whenever it is this process's turn. */
export const feederOf = (
  needs: SharedNeeds,
  models: readonly Model[],
): Part & { readonly start: () => void } => {
  const feeding = new AbortController()
  let run: Promise<void> = Promise.resolve()
  return {
    name: 'projections',
    start: () => {
      run = runModels(hostOf(needs), [userMarks, ...models], feeding.signal)
    },
    stop: async () => {
      feeding.abort()
      await run
    },
  }
}

/** What goes before everything else is waited for, and told of now and then. */
const waitingFor = (warn: Warn, monotonicMs: () => number) => {
  let toldMs = -Infinity
  return (what: string, error?: unknown) => {
    if (monotonicMs() - toldMs < TELL_MS) return
    toldMs = monotonicMs()
    warn(`waiting: ${what}`, error)
  }
}

/** Not what nobody is feeding: that is told, and does not keep a process from answering by what there is. */
const missing = (board: Progress, head: Position): string | undefined =>
  board
    .names()
    .find(
      name =>
        board.stopped(name) === null &&
        (board.lagMs(name, epochMs(0)) === null ||
          ((board.reached(name) ?? noPosition) < head && !board.isUnattended(name))),
    )

/** What keeps a process from answering; null: nothing. `here` tells how far the users are known in it. */
const whatIsLacking = (store: EventStore, board: Progress, here: ProgressBoard) => {
  /** What was in the log when every read model had caught up; what comes later need not be waited for. */
  let head: Position | null = null
  /** In this order: see `run-models.ts`. */
  return async (): Promise<string | null> => {
    await board.refresh?.()
    if (board.version(board.names()) === null) return 'the read models cannot be asked'
    const behind = board
      .names()
      .find(name => board.stopped(name) === null && board.lagMs(name, epochMs(0)) === null)
    if (behind !== undefined) {
      head = null
      return `${behind} has not caught up`
    }
    head ??= (await store.head()) ?? noPosition
    await board.refresh?.()
    const late = missing(board, head)
    if (late !== undefined) return `${late} has not caught up`
    const told = board.changedAt(userMarks.name)
    const areKnown = here.markOf(USERS)?.caughtUp === true && (told > head || here.isAt(USERS, told))
    return areKnown ? null : 'the users have not been read'
  }
}

/** Follows the users in this process, and the read models through the board. */
export const sharedFollowersOf = (
  needs: SharedNeeds,
  models: readonly Model[],
  known: readonly Known[],
  board: Progress,
): Followers => {
  const { store, lease, warn } = needs
  const following = new AbortController()
  const { signal } = following
  const here = progressBoard()
  const lacking = whatIsLacking(store, board, here)
  const wait = waitingFor(warn, lease.monotonicMs)
  let run: Promise<void> = Promise.resolve()
  return {
    name: 'users',
    board,
    names: board.names(),
    start: () => {
      run = runUsers(store, known, here, warn, signal)
    },
    caughtUp: async () => {
      while (!signal.aborted) {
        const lost = here.stopped(USERS)
        if (lost !== null) throw new Error(`the users cannot be read from the log: ${lost}`)
        try {
          const what = await lacking()
          if (what === null) return
          wait(what)
        } catch (error) {
          if (!mayComeBack(error)) throw error
          wait('the log cannot be read', error)
        }
        await sleep(POLL_MS)
      }
      throw new Error('stopped before the read models had caught up')
    },
    usersCurrent: () => {
      const needed = board.changedAt(userMarks.name)
      if (here.isAt(USERS, needed)) return null
      return here.waitUntilVisible([USERS], needed, USERS_MS).then(seen => {
        if (seen === 'lagging') throw new StoreUnavailable('the latest changes of users are not known here')
      })
    },
    rebuild: rebuildOf(models, hostOf(needs).generationsOf),
    stop: async () => {
      following.abort()
      await run
    },
  }
}
