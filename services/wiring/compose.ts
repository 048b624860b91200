import type { Config } from '../../shared/config.ts'
import { cleaningThread } from '../../shared/cleaning/thread.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { stopAll, type Part } from '../../shared/lifecycle.ts'
import { newMetrics } from '../../shared/metrics.ts'
import { keepingFolds } from '../../shared/event-store/folding.ts'
import { holdingOf } from '../../shared/event-store/holding.ts'
import { closeDriver, openDocuments, openJobs, openLog, openWatch } from './drivers.ts'
import { countingNames } from '../calendar/known-names.ts'
import { partsFor } from './roles.ts'
import { monotonicOf, type ServiceParts, type Started } from './roles/process.ts'
import { logWithSnapshots } from './snapshots/log-with-snapshots.ts'
import { snapshotsIn } from './snapshots/snapshots-in.ts'
import type { Surroundings } from './surroundings.ts'
import { logInTrails } from './read-side/read-current.ts'
import { logWithTimeouts, seldom } from './log-timeouts.ts'
import { meteredLog } from './gateway.ts'

export type Service = Pick<ServiceParts, 'app' | 'operatorApp'> & {
  readonly stop: () => Promise<'clean' | 'forced'>
}

const unchanged = (log: EventStore): EventStore => log

/** Wired and able to listen, but everything except its health answers 503 until `start` has resolved. */
export type Wired = ServiceParts & Service

/** A service that is ready when this resolves. Does not listen. */
export const composeService = async (
  config: Config,
  surroundings: Surroundings,
): Promise<Service & Started> => {
  const wired = await wireService(config, surroundings)
  try {
    const { madeUpPassword } = await wired.start()
    const { app, operatorApp, stop } = wired
    return { app, operatorApp, stop, madeUpPassword }
  } catch (error) {
    await wired.stop()
    throw error
  }
}

/** Opens what the role needs and puts it together; nothing is read, followed or worked on yet. */
export const wireService = async (config: Config, surroundings: Surroundings): Promise<Wired> => {
  const { log, holder = 'the service', beforeLog = unchanged, startCleaning = cleaningThread } = surroundings
  const tell = (message: string, error?: unknown) => log.warn({ err: error }, message)
  const warn = seldom(tell, () => performance.now())
  const parts: Part[] = []
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    return stopAll(parts, config.SHUTDOWN_MS, warn)
  }
  try {
    const metrics = newMetrics()
    const opened = await openLog(config, `${holder} (process ${process.pid})`, warn, {
      startWriter: surroundings.startLogWriter,
      stopping: stopping.signal,
    })
    const documents = await openDocuments(config, warn, metrics, stopping.signal)
    const cleaning = startCleaning()
    parts.push(
      closeDriver('log', opened),
      closeDriver('documents', documents),
      closeDriver('cleaning', cleaning),
    )
    // others who share the log may have been told to hold their writes: until that is known, nothing is written
    const snapshots = await snapshotsIn(config, surroundings, opened, documents, warn)
    const isShared = config.EVENTSTORE_URL !== undefined
    const holding = holdingOf(beforeLog(opened), monotonicOf({ surroundings }), isShared ? 'moved' : 'over')
    parts.push(await openWatch(config, holding.set))
    const log = logWithSnapshots(holding.store, snapshots)
    const told = logInTrails(logWithTimeouts(meteredLog(log, metrics)), documents.trails)
    const kept = keepingFolds(told, isShared)
    const store = isShared ? kept : countingNames(kept)
    const works = config.ROLE === 'all' || config.ROLE === 'workers'
    const queue = works ? await openJobs(config, warn, metrics) : null
    const wired = await partsFor({
      config,
      surroundings,
      store,
      holding,
      documents,
      snapshots,
      queue,
      metrics,
      cleaning,
      parts,
    })
    return { ...wired, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
