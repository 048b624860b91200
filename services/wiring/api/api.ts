import type { Metrics } from '../../../shared/metrics.ts'
import { withCleanTexts } from '../../api/items/stored-values.ts'
import { progressStreams } from '../../api/admin/progress-stream.ts'
import { late } from '../../../shared/late.ts'
import { settingsOn } from '../../site/set.ts'
import type { ApiDeps } from '../../api/app.ts'
import { oldPicture } from '../../images/old-picture.ts'
import { notReady } from '../health.ts'
import { composedFeeds } from './feeds.ts'
import { composedOembed } from './oembed.ts'
import { composedWizard } from './onboarding.ts'
import { onboardingRoutes } from '../../api/onboarding/route.ts'
import { visibilityOf } from '../read-side/read-current.ts'
import { composedHistoryFeed, composedPages } from './pages.ts'
import type { ApiParts } from './parts.ts'
import { DESK_PIECES } from './pieces.ts'
import { composedRoutes } from './routes.ts'
import { refreshOf } from '../read-side/embedded.ts'
import { remakeTexts } from '../read-side/site.ts'
import { coreRoutes } from '../../api/core-v2/routes.ts'
import { importCallbacks } from '../../api/import-callbacks.ts'
import { composedViews, listedTrails, listedVersion } from './views.ts'
import { viewRoutes } from '../../api/views/routes.ts'
import { basicWith } from '../../accounts/authenticate.ts'

/** The public interface, and the same with the operator's commands. `viewFound` hears how each view was found. */
export const apiDeps = (
  parts: ApiParts,
  viewFound: Metrics['viewFound'],
): { readonly public: ApiDeps; readonly operator: ApiDeps } => {
  const { store, board, models, runs, newHash, site, kept } = parts
  const waitUntilVisible = visibilityOf(parts)
  const settled = async () => {
    await waitUntilVisible(await store.head())
  }
  const readModelVersion = listedVersion(parts)
  const views = composedViews({ ...parts, viewFound })
  const settings = {
    setSettings: settingsOn(store, site.directory, site.defaults),
    remake: remakeTexts(board, parts.rebuild, models.listed),
    settled,
    people: { userNamed: parts.accounts.idOf, mayEditEvents: parts.mayEditEvents },
  }
  const streams = progressStreams({ progressOf: models.imports.progressOf, nowMs: parts.nowMs })
  const desks = late(async () => (await import('./desks.ts')).desksOf(parts, settings, streams), DESK_PIECES)
  const wizard = composedWizard(parts, settings, waitUntilVisible)
  // one for all, so that a follower that is late is waited for once
  const refresh = refreshOf(board, parts.usersCurrent)
  const shared: ApiDeps = {
    routes: [
      ...composedOembed(parts),
      ...viewRoutes({ desk: parts.desk, views }),
      ...onboardingRoutes({ desk: parts.desk, wizard }),
      ...importCallbacks({ store, runs, newHash, settled, mostItems: parts.importLimits.mostItems }),
      ...composedRoutes(parts, waitUntilVisible),
      ...coreRoutes({ userById: parts.directory.byId, terms: models.term.queries }),
    ],
    adminRoutes: async () => (await desks()).admin,
    site: site.current,
    nowMs: parts.nowMs,
    credentials: { authenticate: basicWith(parts), session: parts.desk.session },
    media: parts.media,
    oldPicture: oldPicture(store, parts.images.movingIn.library),
    newCorrelation: parts.newCorrelation,
    report: parts.report,
    withCleanTexts: withCleanTexts(parts.clean),
    refresh,
    readModelVersion,
    trails: listedTrails(parts),
    pages: composedPages(parts, {
      ...{ refresh, views, wizard },
      keeping: async () => (await desks()).keeping,
    }),
    feeds: composedFeeds(parts, { refresh: board.refresh, readModelVersion, kept }),
    ...{ historyFeed: composedHistoryFeed(parts), endStreams: streams.end },
    notReady: () => notReady(parts),
    kept,
  }
  return {
    public: shared,
    operator: { ...shared, operatorRoutes: async () => (await desks()).operator },
  }
}
