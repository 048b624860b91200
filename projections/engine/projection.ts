import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { Documents } from '../../shared/documents/port.ts'

/** What the runner does with a batch that failed: try again later, or stop and wait for a human. */
export type Verdict =
  | { readonly then: 'retry'; readonly afterMs: number }
  | { readonly then: 'park'; readonly reason: string }
  | { readonly then: 'stop'; readonly reason: string }

export type Failure = { readonly error: unknown; readonly attempt: number }

/**
 * A reader's need: pure fold (`evolve.ts`), collections (`store.ts`), questions (`queries.ts`). Writes documents
 * only; applying the same records again changes nothing.
 */
export type Projection = {
  /** Name and version, e.g. `event-listing@1`; a new version is built beside the old. */
  readonly name: string
  /** Stream-name prefixes it listens to. */
  readonly prefixes: readonly string[]
  /**
   * In log order, without gaps; may be given again after a crash. `epoch` is that of the lease it runs under, with a fraction
   * behind a try that failed, 0 when absent: what a holder sent before it was taken over, or tried again, may be written late,
   * and that must change nothing.
   */
  readonly apply: (records: readonly StoredRecord[], epoch?: number) => Promise<void>
  /**
   * Awaited at a takeover, before the first batch, and behind a failure, before the next try, by projections whose documents
   * hold what their own records do not tell (a count): those that are there accept writes of this epoch or later only.
   */
  readonly fence?: (epoch: number) => Promise<void>
  readonly onFailure: (failure: Failure) => Verdict
}

/** How a projection comes to life: its collections are made ready, then it can be run and asked. */
export type ProjectionFactory<Queries> = (
  documents: Documents,
) => Promise<Projection & { readonly queries: Queries }>
