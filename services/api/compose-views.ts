import { pageUrl } from '../../projections/event-listing/queries.ts'
import type { Progress } from '../../projections/progress.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { ViewState } from '../../workers/views/copies.ts'
import type { RenderDeps } from '../../workers/views/handler.ts'
import type { ViewReads } from '../../workers/views/reads.ts'
import type { ReadModels } from './compose-read-models.ts'
import type { LiveSite } from './site.ts'
import { viewDesk, viewSiteOf, type ViewDesk } from './views/desk.ts'

type Parts = {
  readonly models: ReadModels
  readonly board: Progress
  readonly site: LiveSite
  readonly report: (error: unknown, doing: string) => void
  readonly viewFound: (how: string) => void
}

/** What views ask, of the read models of a process. */
export const viewReadsOf = ({ models, site }: Pick<Parts, 'models' | 'site'>): ViewReads => ({
  listEvents: models.listing.queries.listEvents,
  jsonLd: models.listing.queries.jsonLd,
  terms: models.term.queries,
  venues: models.venue.queries.byIds,
  pageUrl: (kind, id, values) => pageUrl(site.texts, kind, id, values),
  currency: () => site.texts.currency,
})

/** null: a read model lacks a write that was answered, or it cannot be known. */
const viewState =
  ({ models, board, site }: Pick<Parts, 'models' | 'board' | 'site'>) =>
  (): ViewState | null => {
    if (!models.listed.every(board.hasAnswered)) return null
    const [version, asked] = [board.version(models.listed), board.askedVersion(models.listed)]
    const settings = site.directory.revision()
    return version === null || asked === null
      ? null
      : { version: `${version};${settings}`, asked: `${asked};${settings}` }
  }

/** Views on the parts of a process. */
export const composedViews = (parts: Parts): ViewDesk =>
  viewDesk({
    reads: viewReadsOf(parts),
    copies: parts.models.views,
    state: viewState(parts),
    monotonicMs: () => performance.now(),
    report: parts.report,
    found: parts.viewFound,
  })

/** Read models are waited for so long by who renders in the background. */
const PATIENCE_MS = 5_000

/** What the job that renders views needs. `latestSite`: learns the settings that stand in the log now. */
export const renderDepsOf = (
  parts: Pick<Parts, 'models' | 'board' | 'site'> & {
    readonly store: Pick<EventStore, 'head'>
    readonly latestSite: () => Promise<unknown>
    readonly nowMs: () => number
  },
): RenderDeps => {
  const { models, board, site, store, latestSite, nowMs } = parts
  const state = viewState(parts)
  return {
    copies: models.views,
    reads: viewReadsOf(parts),
    caughtUp: async () => {
      await latestSite()
      await board.waitUntilVisible(models.listed, await store.head(), PATIENCE_MS)
      await board.refresh()
      return state()
    },
    site: () => viewSiteOf(site.current()),
    nowMs,
  }
}
