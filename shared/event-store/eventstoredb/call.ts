import { setTimeout as sleep } from 'node:timers/promises'
import { ErrorType, isCommandError } from '@eventstore/db-client'
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import { RecordTooLarge, RevisionConflict, StoreRefused, StoreUnavailable } from '../port.ts'
import { within } from '../within.ts'
import { reasonOf } from '../../kernel/thrown.ts'

const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 500

export type CallLimits = {
  /** Milliseconds within which every call is answered or has failed. */
  readonly deadlineMs: number
  /** Milliseconds one attempt of it may take. */
  readonly attemptMs: number
  readonly warn: (message: string, error: unknown) => void
  /** Once it aborts nothing is asked again: what the server does not answer then has failed. */
  readonly stopping?: AbortSignal
}

/**
 * Makes attempts, each with some milliseconds of time, until one is answered: before `end` (`performance.now()`),
 * or within the deadline from now on. What another attempt cannot change is thrown as it is; when the time is over,
 * StoreUnavailable.
 */
export type Ask = <Result>(
  what: string,
  attempt: (ms: number) => Promise<Result>,
  end?: number,
) => Promise<Result>

/** Answers a caller deals with: they are thrown as they are. */
const ANSWERS: ReadonlySet<ErrorType> = new Set([
  ErrorType.STREAM_NOT_FOUND,
  ErrorType.STREAM_DELETED,
  ErrorType.WRONG_EXPECTED_VERSION,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
])

/** What another attempt cannot change. Everything else may be different in a moment. */
const REFUSALS: ReadonlySet<ErrorType> = new Set([
  ErrorType.ACCESS_DENIED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.UNSUPPORTED,
])

const isCommand = (error: unknown): error is Error & { readonly type: ErrorType } =>
  error instanceof Error && isCommandError(error)

export const isOfType = (error: unknown, type: ErrorType): boolean => isCommand(error) && error.type === type

/** What the driver makes of how a call failed, as far as the server says all that belongs to it: else the driver throws. */
export const commandError = (error: Error): Error => {
  try {
    return convertToCommandError(error)
  } catch {
    return error
  }
}

const isAnswer = (error: unknown): boolean =>
  (isCommand(error) && ANSWERS.has(error.type)) ||
  [RevisionConflict, RecordTooLarge, RangeError, TypeError].some(kind => error instanceof kind)

const isRefusal = (error: unknown): boolean => isCommand(error) && REFUSALS.has(error.type)

/** `doing: reason` as StoreUnavailable, or StoreRefused; what is one already stays as it is. */
export const unavailable = (doing: string, cause: unknown): StoreUnavailable => {
  if (cause instanceof StoreUnavailable) return cause
  const reason = reasonOf(cause)
  const Kind = isOfType(cause, ErrorType.ACCESS_DENIED) ? StoreRefused : StoreUnavailable
  return new Kind(`${doing}: ${reason}`, { cause })
}

export const asker =
  ({ deadlineMs, attemptMs, warn, stopping }: CallLimits): Ask =>
  async (what, attempt, end = performance.now() + deadlineMs) => {
    let earlier = ''
    let told: StoreUnavailable | null = null
    for (let tries = 1, pause = FIRST_PAUSE_MS; ; tries++, pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const ms = Math.min(attemptMs, end - performance.now())
      // a pause may last longer on a busy machine than there is time: what was heard before it is what there is to tell
      if (ms <= 0)
        throw told ?? new StoreUnavailable(`${what}: what was asked before it took all of its time`)
      try {
        return await within(ms, attempt(ms))
      } catch (error) {
        if (isAnswer(error)) throw error
        if (isRefusal(error)) throw unavailable(what, error)
        const message = reasonOf(error)
        // the last attempt may have had no time to hear what the one before was told
        const before = earlier === '' || earlier === message ? '' : `; before: ${earlier}`
        const failed = new StoreUnavailable(`${what}, ${tries} times: ${message}${before}`, { cause: error })
        ;[earlier, told] = [message, failed]
        if (performance.now() + pause >= end) throw failed
        warn(`the log did not answer and is asked again: ${what}`, error)
        if (!(await sleep(pause, true, { signal: stopping }).catch(() => false))) throw failed
      }
    }
  }
