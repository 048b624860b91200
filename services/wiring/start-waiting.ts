import { setTimeout as sleep } from 'node:timers/promises'
import { DocumentsUnavailable } from '../../shared/documents/port.ts'
import { StoreRefused, StoreUnavailable } from '../../shared/event-store/port.ts'
import type { Part } from '../../shared/lifecycle.ts'
import { reasonOf } from '../../shared/kernel/thrown.ts'

/** Whether a server is away that may come back; whom the log does not let in waits in vain. */
export const mayComeBack = (error: unknown): boolean =>
  (error instanceof StoreUnavailable && !(error instanceof StoreRefused)) ||
  error instanceof DocumentsUnavailable

const AGAIN_MS = 250

/** Does what a start needs from its beginning again while a server is away. */
export type Waiting = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * `isPatient`: the servers are others', and may come and go; what is embedded does not come back by itself. Stopping
 * ends the waiting. `warn` is told of each attempt.
 */
export const startWaiting = (
  isPatient: boolean,
  warn: (message: string, error: unknown) => void,
): Part & { readonly waiting: Waiting } => {
  const stopping = new AbortController()
  const { signal } = stopping
  return {
    name: 'start',
    waiting: async work => {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          if (!isPatient || signal.aborted || !mayComeBack(error)) throw error
          warn(`waiting: ${reasonOf(error)}`, error)
        }
        await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined)
      }
    },
    stop: async () => stopping.abort(),
  }
}
