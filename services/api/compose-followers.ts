import { setTimeout as sleep } from 'node:timers/promises'
import { checkpointsIn, type Checkpoints } from '../../projections/checkpoints.ts'
import { keepHere } from '../../projections/keep.ts'
import { progressBoard, type ProgressBoard } from '../../projections/progress.ts'
import type { Projection } from '../../projections/projection.ts'
import { runProjections } from '../../projections/runner.ts'
import type { Documents } from '../../shared/documents/port.ts'
import { StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'
import type { Part } from '../../shared/lifecycle.ts'
import type { Directory } from '../accounts/directory.ts'

const USERS = 'user-directory@1'
const POLL_MS = 5

const followUsers = (directory: Directory): Projection => ({
  name: USERS,
  prefixes: ['user-'],
  apply: async records => directory.apply(records),
  onFailure: ({ error }) => ({ then: 'stop', reason: String(error) }),
})

export type Followers = Part & {
  readonly board: ProgressBoard
  readonly checkpoints: Checkpoints
  /** Every read model, the users included. */
  readonly names: readonly string[]
  /** Begins to follow the log. */
  readonly start: () => void
  /**
   * Resolves when every read model holds what is in the log now, or has stopped for good (which the readiness
   * tells). Throws when the log cannot be read, when the users cannot, and when everything stops meanwhile.
   */
  readonly caughtUp: () => Promise<void>
}

type Needs = {
  readonly store: EventStore
  readonly documents: Documents
  readonly directory: Directory
  readonly projections: readonly Projection[]
  readonly warn: (message: string, error: unknown) => void
}

/** Everything that is computed from the log in this process, following it until stopped. */
export const followersOf = async (needs: Needs): Promise<Followers> => {
  const { store, directory, projections } = needs
  const following = new AbortController()
  const board = progressBoard()
  const checkpoints = await checkpointsIn(needs.documents)
  const users = followUsers(directory)
  const names = [users, ...projections].map(({ name }) => name)
  let runs: readonly Promise<void>[] = []
  let unreadable: StoreUnavailable | null = null

  const warn = (message: string, error: unknown) => {
    if (error instanceof StoreUnavailable) unreadable = error
    needs.warn(message, error)
  }
  const has = (name: string, head: number) =>
    board.stopped(name) !== null || (board.reached(name) ?? -1) >= head

  return {
    name: 'projections',
    board,
    checkpoints,
    names,
    start: () => {
      const deps = { store, keep: keepHere(board), epoch: 0, assure: async () => undefined, warn }
      runs = [
        runProjections(deps, [users], following.signal),
        // one reader for all: nothing they write to can be out, and the log is read and decoded once
        runProjections(deps, projections, following.signal),
      ]
    },
    caughtUp: async () => {
      const head = (await store.head()) ?? -1
      while (!names.every(name => has(name, head))) {
        if (unreadable !== null) throw unreadable
        if (following.signal.aborted) throw new Error('stopped before the read models had caught up')
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
