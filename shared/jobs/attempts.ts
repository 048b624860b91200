import type { JobName } from './catalogue.ts'
import { JobsUnavailable } from './port.ts'

export type JobFailure = {
  readonly name: JobName
  readonly id: string
  /** 1 = first. */
  readonly attempt: number
  readonly error: unknown
  /** Null: given up. */
  readonly retryInMs: number | null
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 60_000

/**
 * Milliseconds until the attempt after this one (1 = first). Doubles from a quarter of a second to a minute; each
 * wait is cut by up to half, so that many spread out.
 */
export const exponential = (attempt: number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1)) * (1 - Math.random() / 2)

/**
 * Whether a run ended because it was told to, which is no failure; nor is it that a closed queue does not take what the
 * run asks for at its end.
 */
export const isStopped = (signal: AbortSignal, error: unknown): boolean =>
  signal.aborted &&
  (error === signal.reason ||
    error instanceof JobsUnavailable ||
    (error instanceof Error && error.name === 'AbortError'))
