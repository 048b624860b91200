import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import { addTurn, type TurnQueue } from './turns.ts'

/**
 * Puts turns into the queue that the ledger waits for and the queue may not have: whoever was to add them died, or
 * gave up on a Redis that answered too late. Looks every `everyMs` until `signal` aborts.
 */
export const mendTurns = async (
  ledger: Pick<Ledger, 'late'>,
  queue: TurnQueue,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> => {
  while (await sleep(everyMs, true, { signal }).catch(() => false)) {
    try {
      for (const turn of await ledger.late(everyMs)) await addTurn(queue, { ...turn, delayMs: 0 })
    } catch {
      // the next look finds the same
    }
  }
}
