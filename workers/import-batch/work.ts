import { importImages } from '../../services/imports/apply/images.ts'
import { itemsAhead } from '../../services/imports/apply/items-ahead.ts'
import { namedFollowed, newIdentities } from '../../services/imports/apply/new-identities.ts'
import type { JobHandler } from '../../shared/jobs/port.ts'
import type { WorkerContext } from '../reactions/worker.ts'
import { calendarApplier } from './apply-chunk.ts'
import { importWork } from './handler.ts'

/** Who works imports off, on the parts of a process. */
export const importWorkOn = (context: WorkerContext): JobHandler<'import.work'> => {
  const { config, store, writing, images, site, stopping, nowMs, warn } = context
  const items = itemsAhead(context)
  const imageOf = importImages({ ...images, nowMs })
  const known = config.EVENTSTORE_URL === undefined ? namedFollowed : newIdentities
  const identities = known(store, stopping, warn)
  const applyChunk = calendarApplier(writing, imageOf, site, nowMs, items, identities)
  return importWork({ ...context, items, applyChunk })
}
