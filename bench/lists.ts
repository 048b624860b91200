import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { quantile } from './quantile.ts'

const EVERY_MS = 10
/** Waiting answers beyond these would only measure their own queue. */
const WAITING_AT_MOST = 50

export const LIST = '/index.php?rest_route=/cal/events/v1/events'
/** The same of the second generation. */
export const CALX_LIST = '/index.php?rest_route=/calx/v1/events'

const ONE = [`${LIST}&start_date=2027-02-01`]

/** Asks for one of the lists in turn every 10 ms until `signal` aborts; how long each answer took, in milliseconds. */
const readLists = async (
  guest: Client,
  url: string,
  signal: AbortSignal,
  paths: readonly string[],
): Promise<readonly number[]> => {
  const taken: number[] = []
  const waiting = new Set<Promise<void>>()
  let next = 0
  const one = async () => {
    const start = performance.now()
    await guest.ask(`${url}${paths[next++ % paths.length] ?? ''}`)
    taken.push(performance.now() - start)
  }
  while (!signal.aborted) {
    if (waiting.size < WAITING_AT_MOST) {
      const asked = one().finally(() => waiting.delete(asked))
      waiting.add(asked)
    }
    await sleep(EVERY_MS)
  }
  await Promise.all(waiting)
  return taken
}

/** Does something while lists are read: what it made, and in how many milliseconds 99 of 100 lists were there. */
export const whileReading = async <Made>(
  guest: Client,
  url: string,
  work: () => Promise<Made>,
  paths: readonly string[] = ONE,
): Promise<{ readonly made: Made; readonly slowestMs: number }> => {
  const reading = new AbortController()
  const lists = readLists(guest, url, reading.signal, paths)
  // of two things that fail, the first is told
  lists.catch(() => undefined)
  const made = await work().finally(() => reading.abort())
  return { made, slowestMs: quantile(await lists, 0.99) }
}
