import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { StreamName } from '../../../shared/kernel/brands.ts'
import { openEventStoreDb } from '../../../shared/event-store/eventstoredb/eventstoredb.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { lentDouble } from './lent.ts'

/** How the names of streams begin that a service writes to. Other tests use other names. */
const OURS = [
  ...['event-', 'venue-', 'organizer-', 'term-', 'image', 'cleaned', 'user-', 'erased-', 'session-', 'site-'],
  ...['import', 'purge', 'slug-', 'name-', 'identity', 'login/', 'email/', 'ids-', 'secret-', 'schedule-'],
  ...['onboarding-', 'subscription-', 'forgotten-'],
]
const AT_ONCE = 32

/** Deletes what deployments of before have left in the log. */
const empty = async (url: string): Promise<void> => {
  const log = await openEventStoreDb({ url, warn: () => undefined })
  try {
    const streams = new Set<StreamName>()
    for await (const { records } of untilLive(log, OURS, new AbortController().signal))
      for (const { stream } of records) streams.add(stream)
    const left = [...streams]
    while (left.length > 0) await Promise.all(left.splice(0, AT_ONCE).map(log.deleteStream))
  } finally {
    await log.close()
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Resolves when nobody else who still runs holds the file; one deployment at a time uses a log. */
const taken = async (file: string): Promise<void> => {
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' })
      return
    } catch {
      const holder = Number(await readFile(file, 'utf8').catch(() => ''))
      // whose time was up may have gone without a word
      if (holder > 0 && !isRunning(holder)) await rm(file, { force: true })
      else await sleep(200)
    }
  }
}

export type OwnLog = { readonly url: string; readonly release: () => Promise<void> }

/**
 * A log for one deployment, because whatever stands in a log is its to work on: of the server that the environment
 * names, emptied and for as long as it is not released, else of a double.
 */
export const ownLog = async (): Promise<OwnLog> => {
  const { named } = inject('eventstore')
  if (named === null) {
    const double = await lentDouble()
    return { url: double.url, release: double.stop }
  }
  const lock = join(dirname(named.leftOut), 'deployment')
  const release = () => rm(lock, { force: true })
  await taken(lock)
  try {
    await empty(named.url)
  } catch (error) {
    await release()
    throw error
  }
  return { url: named.url, release }
}
