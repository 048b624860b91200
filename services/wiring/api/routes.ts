import type { Progress } from '../../../projections/engine/progress.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { UsersInMemory } from '../../accounts/users-in-memory.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { EventReads } from '../../api/items/event-deps.ts'
import type { WriteSupport } from '../../api/items/deps.ts'
import type { SiteImages } from './images.ts'
import { organizerReads, venueReads, type ReadModels } from '../read-side/read-models.ts'
import { composedTerms } from './terms.ts'
import { itemRoutes, writeSupport } from './item-routes.ts'
import type { Route } from '../../api/platform/route.ts'
import type { Unlock } from '../../api/items/unlock.ts'

type RouteParts = {
  readonly store: EventStore
  readonly writing: Writing
  readonly directory: UsersInMemory
  readonly models: ReadModels
  readonly board: Progress
  readonly reads: EventReads
  readonly images: Pick<SiteImages, 'exists' | 'byAddress'>
  readonly unlock: Unlock
}

/** The routes of both generations on the parts of a process. */
export const composedRoutes = (
  parts: RouteParts,
  waitUntilVisible: WriteSupport['waitUntilVisible'],
): readonly Route[] => {
  const { store, writing, directory, models, board, reads, images, unlock } = parts
  return itemRoutes({
    ...{ writing, unlock },
    support: writeSupport(directory, images, waitUntilVisible),
    events: reads,
    venues: venueReads(models, store, board),
    organizers: organizerReads(models, store, board),
    terms: composedTerms(parts, waitUntilVisible),
  })
}
