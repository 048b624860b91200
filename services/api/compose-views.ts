import { pageUrl } from '../../projections/event-listing/queries.ts'
import type { ViewReads } from '../../workers/views/reads.ts'
import type { ReadModels } from './compose-read-models.ts'
import type { LiveSite } from './site.ts'
import { viewDesk, type ViewDesk } from './views/desk.ts'

/** What views ask, of the read models of a process. */
export const viewReadsOf = (models: ReadModels, site: LiveSite): ViewReads => ({
  listEvents: models.listing.queries.listEvents,
  jsonLd: models.listing.queries.jsonLd,
  terms: models.term.queries,
  venues: models.venue.queries.byIds,
  pageUrl: (kind, id, values) => pageUrl(site.texts, kind, id, values),
  currency: () => site.texts.currency,
})

/** Views on the parts of a process. */
export const composedViews = ({
  models,
  site,
}: {
  readonly models: ReadModels
  readonly site: LiveSite
}): ViewDesk => viewDesk({ reads: viewReadsOf(models, site) })
