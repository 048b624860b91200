import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { pageUrl } from '../../../projections/event-listing/queries.ts'
import { isPublic } from '../../../shared/rights.ts'
import type { EventReads } from '../../api/items/event-deps.ts'
import type { ApiDeps } from '../../api/app.ts'
import type { ReadModels } from '../read-side/read-models.ts'
import type { FeedDeps } from '../../api/feeds/routes.ts'
import type { LiveSite } from '../read-side/site-texts.ts'

type FeedParts = {
  readonly models: ReadModels
  readonly reads: EventReads
  readonly site: LiveSite
  readonly nowMs: () => EpochMs
}

/** Calendar feeds on the parts of a process. */
export const composedFeeds = (
  { models, reads, site, nowMs }: FeedParts,
  { refresh, readModelVersion, kept }: Pick<ApiDeps, 'refresh' | 'readModelVersion' | 'kept'>,
): FeedDeps => ({
  reads: {
    listEvents: reads.listEvents,
    venues: models.venue.queries.byIds,
    organizers: models.organizer.queries.byIds,
    terms: models.term.queries.byIds,
    pageUrl: (kind, id, values) => pageUrl(site.texts, kind, id, values),
  },
  term: async (kind, path) => {
    const { standingByPath, withDescendants } = models.term.queries
    // who has subscribed to one that was merged goes on with the other
    const found = await standingByPath(kind === 'tag' ? 'post_tag' : 'cal_events_cat', path)
    if (found === null) return null
    return kind === 'tag' ? [found._id] : withDescendants([found._id])
  },
  event: async slug => {
    const event = await reads.eventBySlug(slug)
    return event !== null && isPublic(event.values) ? event : null
  },
  site: site.current,
  nowMs,
  refresh,
  version: readModelVersion,
  kept,
})
