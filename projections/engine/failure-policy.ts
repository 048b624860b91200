import { DocumentsUnavailable } from '../../shared/documents/port.ts'
import { StoreUnavailable } from '../../shared/event-store/port.ts'
import type { Failure, Verdict } from './projection.ts'

/** Twice, in case it was chance: what fails on the same record again does so for ever. */
const ATTEMPTS = 2
const LONGEST_PAUSE_MS = 15_000

/** An outage ends some day, and nothing may be left out because of one. */
const isOutage = (error: unknown): boolean =>
  error instanceof DocumentsUnavailable || error instanceof StoreUnavailable

const retried = ({ error, attempt }: Failure): Verdict | null =>
  isOutage(error) || attempt < ATTEMPTS
    ? { then: 'retry', afterMs: Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(attempt, 10)) }
    : null

/** Listings may lose one bad record for a while: it is parked with an alarm, other kinds go on (spec OP-10). */
export const onListingFailure = (failure: Failure): Verdict =>
  retried(failure) ?? { then: 'park', reason: String(failure.error) }

/** The audit trail may not lose anything: a human must look. */
export const onHistoryFailure = (failure: Failure): Verdict =>
  retried(failure) ?? { then: 'stop', reason: String(failure.error) }
