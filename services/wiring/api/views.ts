import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { pageUrl } from '../../../projections/event-listing/queries.ts'
import type { Progress } from '../../../projections/engine/progress.ts'
import { endingWith, type Trails } from '../../../shared/documents/trails.ts'
import type { Metrics } from '../../../shared/metrics.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { KeptMemory } from '../../api/platform/answers/kept-memory.ts'
import { copyTrails, type CopyTrails, type ViewState } from '../../views/copies.ts'
import type { RenderDeps } from '../../../workers/views.ts'
import type { ViewReads } from '../../views/reads.ts'
import { answeredVersion, type ReadModels } from '../read-side/read-models.ts'
import type { LiveSite } from '../read-side/site-texts.ts'
import { viewDesk, viewSiteOf, type ViewDesk } from '../../api/views/desk.ts'

type ViewParts = {
  readonly models: ReadModels
  readonly board: Progress
  readonly site: LiveSite
  readonly report: (error: unknown, doing: string) => void
  readonly viewFound: Metrics['viewFound']
  readonly viewTrails: CopyTrails
  readonly monotonicMs: () => number
  readonly kept: KeptMemory
}

/** What views ask, of the read models of a process. */
export const viewReadsOf = ({ models, site }: Pick<ViewParts, 'models' | 'site'>): ViewReads => ({
  listEvents: models.listing.queries.listEvents,
  anyEvent: models.listing.queries.anyEvent,
  jsonLd: models.listing.queries.jsonLd,
  terms: models.term.queries,
  venues: models.venue.queries.byIds,
  pageUrl: (kind, id, values) => pageUrl(site.texts, kind, id, values),
  currency: () => site.texts.currency,
})

type Watched = Pick<ViewParts, 'models' | 'board' | 'site'>
/** `trails`: of the documents. */
type Followed = Pick<ViewParts, 'site'> & { readonly trails: Trails }

/** Trails of answers about listings. They end as well when a setting is another: documents do not tell of that. */
export const listedTrails = ({ site, trails }: Followed): Trails =>
  endingWith(trails, site.directory.revision)

/**
 * What answers about listings depend on: another text whenever it may have changed. null: a read model lacks a write
 * that was answered, or it cannot be known, and nothing that is kept is good.
 */
export const listedVersion =
  ({ models, board, site }: Watched) =>
  (): string | null => {
    const version = answeredVersion(board, models.listed)
    return version === null ? null : `${version};${site.directory.revision()}`
  }

/** Those of views, for all who render them in this process. */
export const viewTrailsOf = (parts: Followed): CopyTrails => copyTrails(listedTrails(parts))

/** null: as `listedVersion`. */
const viewState = (parts: Watched): (() => ViewState | null) => {
  const { models, board, site } = parts
  const versionOf = listedVersion(parts)
  return () => {
    const version = versionOf()
    const asked = version === null ? null : board.askedVersion(models.listed)
    return version === null || asked === null
      ? null
      : { version, asked: `${asked};${site.directory.revision()}` }
  }
}

/** Views on the parts of a process. */
export const composedViews = (parts: ViewParts): ViewDesk =>
  viewDesk({
    reads: viewReadsOf(parts),
    trails: parts.viewTrails,
    copies: parts.models.views,
    memory: parts.kept,
    state: viewState(parts),
    monotonicMs: parts.monotonicMs,
    report: parts.report,
    found: parts.viewFound,
  })

/** Read models are waited for so long by who renders in the background. */
const PATIENCE_MS = 5_000

/** What the job that renders views needs. `latestSite`: learns the settings that stand in the log now. */
export const renderDepsOf = (
  parts: Pick<ViewParts, 'models' | 'board' | 'site' | 'viewTrails' | 'viewFound'> & {
    readonly store: Pick<EventStore, 'head'>
    readonly latestSite: () => Promise<unknown>
    readonly nowMs: () => EpochMs
  },
): RenderDeps => {
  const { models, board, site, store, latestSite, nowMs, viewFound } = parts
  const state = viewState(parts)
  return {
    copies: models.views,
    reads: viewReadsOf(parts),
    trails: parts.viewTrails,
    refresh: board.refresh,
    caughtUp: async () => {
      await latestSite()
      await board.waitUntilVisible(models.listed, await store.head(), PATIENCE_MS)
      return state()
    },
    site: () => viewSiteOf(site.current()),
    nowMs,
    made: () => viewFound('ahead'),
    cpuMs: () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    },
  }
}
