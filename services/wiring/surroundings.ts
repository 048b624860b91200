import type { Logger } from 'pino'
import type { Cleaner } from '../../shared/cleaning/thread.ts'
import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { PasswordCost } from '../accounts/passwords.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { HttpFetcher } from '../../shared/http-fetcher.ts'
import type { HttpSender } from '../../shared/http-sender.ts'
import type { StartLogWriter } from './drivers.ts'
import type { Pace } from './snapshots/keeping.ts'

/** What comes from outside: the clocks, and somebody to tell. */
export type Surroundings = {
  readonly nowMs: () => EpochMs
  /** Milliseconds that never go back; default: those of this process. */
  readonly monotonicMs?: () => number
  readonly log: Logger
  /** How what others name is fetched; default: from the open internet. */
  readonly fetcher?: HttpFetcher
  /** How changes are told to others; default: to the open internet, and where the settings say. */
  readonly sender?: HttpSender
  /** Who holds the log from now on, for others who want it; default: `the service`. */
  readonly holder?: string
  /** Stands before the log, e.g. to count what it is asked for; default: nothing does. */
  readonly beforeLog?: (log: EventStore) => EventStore
  /** How the thread that writes the embedded log is had; default: one for each log. */
  readonly startLogWriter?: StartLogWriter
  /** How the thread that makes texts safe is had; default: one for each service. */
  readonly startCleaning?: () => Cleaner
  /** Of account passwords; default: what real ones take. */
  readonly passwordCost?: PasswordCost
  /** When read models are written beside the log; default: seldom. */
  readonly snapshotPace?: Pace
}
