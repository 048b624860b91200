import { feeding } from './roles/feeding.ts'
import { type Opened, type ServiceParts, warnOf } from './roles/process.ts'
import { serving } from './roles/serving.ts'
import { working } from './roles/working.ts'
import { startWaiting } from './start-waiting.ts'

/** What a process of this role consists of. */
export const partsFor = (given: Omit<Opened, 'starting'>): Promise<ServiceParts> => {
  const { config, queue } = given
  const opened = { ...given, starting: startWaiting(config.EVENTSTORE_URL !== undefined, warnOf(given)) }
  if (config.ROLE === 'projections') return feeding(opened)
  if (config.ROLE === 'workers' && queue !== null) return working(opened, queue)
  return serving(opened)
}
