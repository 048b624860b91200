import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { generationsOf, listedIn } from './generations.ts'
import { keepUnder } from './keep.ts'
import { underLease, type LeaseDeps } from './lease.ts'
import type { Projection } from './projection.ts'
import type { ModelHost } from './run-models.ts'
import { runProjections } from './runner.ts'

export type SharedHostNeeds = {
  readonly store: EventStore
  readonly documents: Documents
  readonly lease: Omit<LeaseDeps, 'awaited'>
  readonly graceMs: number
}

/** How often a process looks what generations there are, and how one that is being built is getting on. */
const LOOK_MS = { still: 1_000, moving: 250 } as const

/**
 * For read models that all processes share: each generation is fed under a lease and by a reader of its own, so an
 * outage or a slow store of one does not keep the others waiting. What processes have to know of each other stands on
 * the board.
 */
export const sharedHost = ({ store, documents, lease, graceMs }: SharedHostNeeds): ModelHost => {
  const { warn } = lease
  const { board, tick, atWork } = lease.shared
  return {
    ...{ store, documents, graceMs, warn },
    generationsOf: model => generationsOf(board, model),
    markOf: async follower => {
      const found = await board.get(follower)
      return found?.kind === 'mark' ? found : null
    },
    forget: (follower, { epoch }) => board.bulkWrite([{ deleteOne: { filter: { _id: follower, epoch } } }]),
    hold: (follower, work, signal) => underLease({ ...lease, awaited: true }, follower, work, signal),
    feed: (projection, held, signal) => {
      const { epoch, assure } = held
      const apply: Projection['apply'] = (...given) => atWork(() => projection.apply(...given))
      const deps = { store, keep: keepUnder(held), epoch, assure, warn }
      return runProjections(deps, [{ ...projection, apply }], signal)
    },
    untilLook: (_model, seen, signal) =>
      tick(seen === null || listedIn(seen).length > 1 ? LOOK_MS.moving : LOOK_MS.still, signal),
  }
}
