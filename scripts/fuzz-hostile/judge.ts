import type { Caller } from '../fuzz/shape.ts'
import type { Held } from './service.ts'
import type { Heard, Wire } from './wire.ts'

/** What is wrong; inputs that have the same `kind` of it do the same. */
export type Fault = {
  readonly kind: 'died' | 'held' | 'silent' | 'broken' | 'status' | 'reported' | 'answers' | 'memory'
  readonly what: string
}

/** Milliseconds of one stretch that what a caller sends may take of the thread that answers everybody. */
export const budgetOf = (caller: Caller | 'feed'): number =>
  caller === 'guest' || caller === 'stranger' ? 50 : 100

/** Signs of an answer that are told. */
const TOLD = 300

/** What is wrong with an answer; null: nothing. A service that is full says when to come again. */
export const answerFault = ({ owed }: Pick<Wire, 'owed'>, heard: Heard): Fault | null => {
  if (heard.kind === 'answer') {
    const { status, retryAfter, text } = heard
    if (status < 500 || (status === 503 && retryAfter)) return null
    return { kind: 'status', what: `status ${status}: ${text.slice(0, TOLD)}` }
  }
  if (heard.kind === 'silent')
    return owed === 'nothing' ? null : { kind: 'silent', what: 'no answer in time' }
  return owed === 'answer' ? { kind: 'broken', what: 'the connection ended without an answer' } : null
}

const MIB = 1_048_576

/** What a process may hold more than at the beginning, besides what was written to the log meanwhile. */
const ROOM = {
  /** Kept answers and copies of views together. */
  cache: 64 * MIB,
  /** Of everything else. */
  heap: 48 * MIB,
  /** Texts stand in read models several times, in two bytes a character each. */
  perLogByte: 12,
  openFiles: 16,
} as const

/** What does not come back to where it was, with everything answered and collected; null: all of it does. */
export const memoryFault = (before: Held, after: Held): Fault | null => {
  const inMib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`
  const log = Math.max(0, after.logBytes - before.logBytes)
  const allowed = ROOM.cache + ROOM.heap + ROOM.perLogByte * log
  const grown = after.heap + after.buffers - before.heap - before.buffers
  if (grown > allowed)
    return {
      kind: 'memory',
      what: `${inMib(grown)} more than at the beginning, where ${inMib(allowed)} may be`,
    }
  const files = after.openFiles - before.openFiles
  return files > ROOM.openFiles
    ? { kind: 'memory', what: `${files} more open files than at the beginning` }
    : null
}
