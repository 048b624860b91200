import { pageUrl } from '../../../../projections/event-listing/queries.ts'
import type { ApiParts } from '../parts.ts'
import { newBrowser } from './around.ts'
import { organizerReads, venueReads } from '../../read-side/read-models.ts'
import { browserTokens } from '../../../api/pages/browser-token.ts'
import { lockOn } from '../../../api/pages/items/lock.ts'
import { openings } from '../../../api/pages/items/opened.ts'
import { itemPages, type ItemPages } from '../../../api/pages/items/routes.ts'

/** Pages of events, venues and organizers on the parts of a process. */
export const composedItemPages = ({
  models,
  store,
  board,
  reads,
  site,
  desk,
  unlock,
}: Pick<ApiParts, 'models' | 'store' | 'board' | 'reads' | 'site' | 'desk' | 'unlock'>): ItemPages =>
  itemPages({
    events: reads,
    venues: venueReads(models, store, board),
    organizers: organizerReads(models, store, board),
    lock: lockOn({
      tokens: browserTokens({ desk, newBrowser }),
      openings: openings(desk),
      unlock,
    }),
    pageUrl: (kind, id, values) => pageUrl(site.texts, kind, id, values),
  })
