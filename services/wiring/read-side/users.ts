import { keepHere } from '../../../projections/engine/keep.ts'
import type { ProgressBoard } from '../../../projections/engine/progress.ts'
import type { Projection } from '../../../projections/engine/projection.ts'
import { runProjections } from '../../../projections/engine/runner.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'

/** What each process keeps in its memory of the users, of their sessions and of the settings of the site. */
export type Known = { readonly apply: (records: readonly StoredRecord[]) => void }

/** Streams that tell of users, of their sessions and of the settings of the site. */
export const KNOWN_PREFIXES = ['user-', 'erased-', 'session-', 'site-'] as const

/** The users as this process knows them. */
export const USERS = 'user-directory@1'

const followUsers = (known: readonly Known[]): Projection => ({
  name: USERS,
  prefixes: KNOWN_PREFIXES,
  apply: async records => {
    for (const { apply } of known) apply(records)
  },
  onFailure: ({ error }) => ({ then: 'stop', reason: String(error) }),
})

/**
 * The users of the site live in the memory of each process: they are read anew at each start. Later it is waited for what
 * is told of them, and for nothing else.
 */
export const runUsers = (
  store: EventStore,
  known: readonly Known[],
  board: ProgressBoard,
  warn: (message: string, error: unknown) => void,
  signal: AbortSignal,
): Promise<void> => {
  const follow: EventStore['follow'] = (after, prefixes, until) =>
    store.follow(after, prefixes, until, { unhurried: true })
  const deps = { store: { follow }, keep: keepHere(board), epoch: 0, assure: null, warn }
  return runProjections(deps, [followUsers(known)], signal)
}
