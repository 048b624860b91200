import { pageUrl } from '../../projections/event-listing/queries.ts'
import type { ApiParts } from './compose-parts.ts'
import { organizerReads, venueReads } from './compose-read-models.ts'
import { itemPages, type ItemPages } from './pages/items/routes.ts'

/** Pages of events, venues and organizers on the parts of a process. */
export const composedItemPages = ({
  models,
  store,
  board,
  reads,
  site,
}: Pick<ApiParts, 'models' | 'store' | 'board' | 'reads' | 'site'>): ItemPages =>
  itemPages({
    events: reads,
    venues: venueReads(models, store, board),
    organizers: organizerReads(models, store, board),
    pageUrl: (kind, id, values) => pageUrl(site.texts, kind, id, values),
  })
