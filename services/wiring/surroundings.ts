import type { Logger } from 'pino'
import type { HttpFetcher } from '../../shared/http-fetcher.ts'

/** What comes from outside: the clocks, and somebody to tell. */
export type Surroundings = {
  readonly nowMs: () => number
  /** Milliseconds that never go back; default: those of this process. */
  readonly monotonicMs?: () => number
  readonly log: Logger
  /** How what others name is fetched; default: from the open internet. */
  readonly fetcher?: HttpFetcher
  /** Who holds the log from now on, for others who want it; default: `the service`. */
  readonly holder?: string
}
