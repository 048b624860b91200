import type { Failure, Verdict } from './projection.ts'

const ATTEMPTS = 5

const backoff = (attempt: number): Verdict => ({
  then: 'retry',
  afterMs: Math.min(15_000, 100 * 2 ** attempt),
})

/** Listings may lose one bad record for a while: it is parked with an alarm, other kinds go on (spec OP-10). */
export const onListingFailure = ({ error, attempt }: Failure): Verdict =>
  attempt < ATTEMPTS ? backoff(attempt) : { then: 'park', reason: String(error) }

/** The audit trail may not lose anything: a human must look. */
export const onHistoryFailure = ({ error, attempt }: Failure): Verdict =>
  attempt < ATTEMPTS ? backoff(attempt) : { then: 'stop', reason: String(error) }
