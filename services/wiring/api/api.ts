import { withCleanTexts } from '../../api/items/stored-values.ts'
import { settingsOn } from '../../site/set.ts'
import { historyRoutes } from '../../api/admin/history.ts'
import { importRoutes } from '../../api/admin/imports.ts'
import { mergeRoutes } from '../../api/admin/merge.ts'
import { putBackSeveralRoutes } from '../../api/admin/put-back-several.ts'
import { putBackRoutes } from '../../api/admin/put-back.ts'
import { reportRoutes } from '../../api/admin/report.ts'
import { contactRoutes } from '../../api/admin/contact.ts'
import { undoRoutes } from '../../api/admin/undo.ts'
import { scheduleRoutes } from '../../api/admin/schedules.ts'
import { subscriptionRoutes } from '../../api/admin/subscriptions.ts'
import type { ApiDeps } from '../../api/app.ts'
import { oldPicture } from '../../images/old-picture.ts'
import { notReady } from '../health.ts'
import { composedFeeds } from './feeds.ts'
import { composedOembed } from './oembed.ts'
import { composedWizard } from './onboarding.ts'
import { onboardingRoutes } from '../../api/onboarding/route.ts'
import { visibilityOf } from '../read-side/read-current.ts'
import { importDesksOf, standInOf, type ImportDesks } from './operate.ts'
import { composedCommands, successionOf } from './operator.ts'
import { composedHistoryFeed, composedPages } from './pages.ts'
import type { ApiParts } from './parts.ts'
import { composedReports } from '../reporting.ts'
import { composedRoutes } from './routes.ts'
import { refreshOf } from '../read-side/embedded.ts'
import { remakeTexts } from '../read-side/site.ts'
import { coreRoutes } from '../../api/core-v2/routes.ts'
import { importCallbacks } from '../../api/import-callbacks.ts'
import { composedViews, listedTrails, listedVersion } from './views.ts'
import { viewRoutes } from '../../api/views/routes.ts'
import { basicWith } from '../../accounts/authenticate.ts'

const adminRoutesOf = (desks: ImportDesks, parts: ApiParts): ApiDeps['adminRoutes'] => [
  ...undoRoutes(desks.undo),
  ...importRoutes({ ...desks.imports, upload: desks.upload }),
  ...scheduleRoutes(desks.schedules),
  ...subscriptionRoutes(desks.subscriptions),
  ...putBackSeveralRoutes(desks.several),
  ...historyRoutes({ history: parts.models.history, directory: parts.directory }),
  ...reportRoutes(composedReports(parts)),
  ...putBackRoutes(desks.putBack),
  ...mergeRoutes(desks.merging),
  ...contactRoutes(desks.contact),
]

/** The public interface, and the same with the operator's commands. `viewFound` hears how each view was found. */
export const apiDeps = (
  parts: ApiParts,
  viewFound: (how: string) => void,
): { readonly public: ApiDeps; readonly operator: ApiDeps } => {
  const { store, board, models, runs, newHash, site, kept } = parts
  const waitUntilVisible = visibilityOf(parts)
  const settled = async () => {
    await waitUntilVisible(await store.head())
  }
  const standIn = standInOf(parts)
  const readModelVersion = listedVersion(parts)
  const views = composedViews({ ...parts, viewFound })
  const settings = {
    setSettings: settingsOn(store, site.directory, site.defaults),
    remake: remakeTexts(board, parts.rebuild, models.listed),
    settled,
  }
  const desks = importDesksOf(parts, standIn, settings)
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
    adminRoutes: adminRoutesOf(desks, parts),
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
      ...{ imports: desks.imports, feeds: desks.schedules, undo: desks.undo, upload: desks.upload },
      ...{ telling: desks.subscriptions, putBack: desks.putBack.putBack },
      several: desks.several.choosing,
      ...{ merging: desks.merging, contact: desks.contact },
      ...{ settings, succession: successionOf(parts, desks, standIn) },
    }),
    feeds: composedFeeds(parts, { refresh: board.refresh, readModelVersion, kept }),
    ...{ historyFeed: composedHistoryFeed(parts), endStreams: desks.streams.end },
    notReady: () => notReady(parts),
    kept,
  }
  return {
    public: shared,
    operator: { ...shared, operatorRoutes: composedCommands(parts, desks, standIn, settings) },
  }
}
