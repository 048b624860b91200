import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'

const EVERY_MS = 10

export const LIST = '/index.php?rest_route=/cal/events/v1/events'

/** Asks for a list every 10 ms until `signal` aborts; how long each answer took, in milliseconds. */
export const readLists = async (
  guest: Client,
  url: string,
  signal: AbortSignal,
): Promise<readonly number[]> => {
  const taken: number[] = []
  const one = async () => {
    const start = performance.now()
    await guest.ask(`${url}${LIST}&start_date=2027-02-01`)
    taken.push(performance.now() - start)
  }
  const asked: Promise<void>[] = []
  while (!signal.aborted) {
    asked.push(one())
    await sleep(EVERY_MS)
  }
  await Promise.all(asked)
  return taken
}
