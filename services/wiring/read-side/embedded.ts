import { setTimeout as sleep } from 'node:timers/promises'
import { generationDocuments } from '../../../projections/engine/generation-documents.ts'
import { keepHere } from '../../../projections/engine/keep.ts'
import { generationName } from '../../../projections/engine/marks.ts'
import { progressBoard, type Progress, type ProgressBoard } from '../../../projections/engine/progress.ts'
import type { Projection } from '../../../projections/engine/projection.ts'
import type { Model } from '../../../projections/engine/run-models.ts'
import { runProjections } from '../../../projections/engine/runner.ts'
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
  /** A generation that no longer answers is kept so long. */
  readonly graceMs: number
  /** Absent: the log is embedded, and what cannot be read now never can. */
  readonly waiting?: Waiting
  readonly warn: (message: string, error: unknown) => void
}

const impatiently: Waiting = work => work()

/** A generation of a read model that this process feeds, and how it comes to its end. */
type Fed = { readonly retire: () => Promise<void> }

/** Named in full, or without the version. */
const isNamed = (wanted: string) => (model: Model) =>
  model.name === wanted || model.name.split('@', 1)[0] === wanted

/** Everything that is computed from the log in this process, for it alone, following it until stopped. */
export const followersOf = (needs: Needs): Followers<ProgressBoard> => {
  const { store, documents, known, projections, graceMs, waiting = impatiently } = needs
  const following = new AbortController()
  const { signal } = following
  const board = needs.board ?? progressBoard()
  const names = [USERS, ...projections.map(({ name }) => name)]
  const runs: Promise<void>[] = []
  const fed = new Map<string, Fed>()
  let unreadable: StoreUnavailable | null = null
  let failed: { readonly error: unknown } | null = null

  const warn = (message: string, error: unknown) => {
    if (error instanceof StoreUnavailable) unreadable = error
    needs.warn(message, error)
  }
  const deps = { store, keep: keepHere(board), epoch: 0, assure: async () => undefined, warn }
  const has = (name: string, head: number) =>
    board.stopped(name) !== null || (board.reached(name) ?? -1) >= head

  const first = async ({ name, make }: Model): Promise<Projection> => {
    const own = generationDocuments(documents, 1)
    const projection = await make(own.documents)
    let retired = false
    fed.set(name, {
      retire: async () => {
        retired = true
        await own.drop()
      },
    })
    return { ...projection, apply: async (...given) => (retired ? undefined : projection.apply(...given)) }
  }
  /** The first generation of all of them; made with the settings in the log, so not before that can be read. */
  const feedFirsts = async (): Promise<void> => {
    const firsts = await waiting(() => Promise.all(projections.map(first)))
    // the log is read once for all that nothing happens to
    await runProjections(deps, firsts, signal)
  }

  const built = async ({ name, make }: Model, generation: number): Promise<void> => {
    const own = generationDocuments(documents, generation)
    const projection = { ...(await make(own.documents)), name: generationName(name, generation) }
    const ending = new AbortController()
    const run = runProjections(deps, [projection], AbortSignal.any([signal, ending.signal]))
    runs.push(run)
    // writers wait for it as soon as it has caught up; what was written before that is in the log already
    while (board.building(name) === generation && !signal.aborted) {
      if (board.hasCaughtUp(projection.name)) {
        const head = (await store.head()) ?? -1
        if (board.isAt(projection.name, head)) break
      }
      await sleep(POLL_MS)
    }
    if (signal.aborted) return
    const end = async () => {
      ending.abort()
      await run
      await own.drop()
    }
    // a newer one was asked for
    if (board.building(name) !== generation) return end()
    const before = fed.get(name)
    board.serve(name, generation)
    fed.set(name, { retire: end })
    await sleep(graceMs, undefined, { signal }).catch(() => undefined)
    await before?.retire()
  }
  const rebuild: Rebuild = async (wanted, superseding = false) => {
    const model = projections.find(isNamed(wanted))
    if (model === undefined) return null
    const under = board.building(model.name)
    if (under !== null && !superseding) return under
    const generation = (under ?? board.generation(model.name)) + 1
    board.build(model.name, generation)
    runs.push(
      built(model, generation).catch((error: unknown) => {
        if (board.building(model.name) === generation) board.build(model.name, null)
        needs.warn(`${model.name} cannot be built anew`, error)
      }),
    )
    return generation
  }

  return {
    name: 'projections',
    board,
    names,
    usersCurrent: () => null,
    rebuild,
    start: () => {
      runs.push(
        runUsers(store, known, board, warn, signal),
        feedFirsts().catch((error: unknown) => {
          failed = { error }
        }),
      )
    },
    caughtUp: async () => {
      const head = (await store.head()) ?? -1
      while (!names.every(name => has(name, head))) {
        if (failed !== null) throw failed.error
        if (unreadable !== null) {
          // told once: who waits for the log to come back asks again
          const error = unreadable
          unreadable = null
          throw error
        }
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
