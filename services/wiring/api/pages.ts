import { randomBytes } from 'node:crypto'
import type { ApiDeps } from '../../api/app.ts'
import type { ApiParts } from './parts.ts'
import type { ContactDeps } from '../../api/admin/contact.ts'
import type { MergeRoutesDeps } from '../../api/admin/merge.ts'
import type { PutBackDesk } from '../../calendar/put-back/desk.ts'
import { putBackPages } from '../../api/pages/history/put-back-routes.ts'
import { severalPages } from '../../api/pages/history/several-routes.ts'
import type { ChoosingDeps } from '../../imports/undo/choose.ts'
import type { UndoDeskDeps } from '../../imports/undo/desk.ts'
import type { ImportDeskDeps } from '../../api/admin/imports.ts'
import type { ScheduleDeskDeps } from '../../api/admin/schedules.ts'
import type { SubscriptionDeskDeps } from '../../api/admin/subscriptions.ts'
import type { UploadDeps } from '../../api/admin/upload.ts'
import type { HistoryFeedDeps } from '../../api/pages/history/feed.ts'
import type { NameDeps } from '../../api/pages/history/names.ts'
import { historyPages } from '../../api/pages/history/routes.ts'
import { keptBodies } from '../../api/pages/imports/kept-bodies.ts'
import { keptPlans } from '../../api/pages/imports/kept-plans.ts'
import { importPages } from '../../api/pages/imports/routes.ts'
import { managePages } from '../../api/pages/manage/routes.ts'
import { composedManage } from './manage.ts'
import type { SettingsWrites } from '../put-back/desk.ts'
import type { Succession } from './operator.ts'
import { composedItemPages } from './item-pages.ts'
import { onboardingOn } from '../../site/onboarding/index.ts'
import type { Wizard } from '../../api/onboarding/wizard.ts'
import { onboardingPages } from '../../api/pages/onboarding/routes.ts'
import { accountPages } from '../../api/pages/account/routes.ts'
import { authorizePages } from '../../api/pages/authorize/routes.ts'
import { calendarPages } from '../../api/pages/calendar.ts'
import { beforeHome } from '../../api/pages/items/routes.ts'
import type { Visit } from '../../api/pages/page.ts'
import type { PageRoute, PagesDeps } from '../../api/pages/serve.ts'
import { newPasswordPages, type NewPasswordDeps } from '../../api/pages/new-password/routes.ts'
import { signInPages } from '../../api/pages/sign-in.ts'
import { signOutPages } from '../../api/pages/sign-out.ts'
import type { ViewDesk } from '../../api/views/desk.ts'
import { withTroubleNotice } from '../../api/pages/feeds/notice.ts'
import { isoOfMs } from '../../../shared/kernel/time/calculate.ts'

/** Metadata of what somebody records by a page. */
const contextBy =
  (newCorrelation: () => string) =>
  ({ held, at }: Visit, route: string) => ({
    actor: held?.user.id ?? null,
    at: isoOfMs(at.ms),
    source: 'operator' as const,
    route,
    correlation: newCorrelation(),
    causation: null,
  })

/** What pages share with the routes beside them. */
type Around = Pick<ApiDeps, 'refresh'> & {
  readonly imports: ImportDeskDeps
  readonly feeds: ScheduleDeskDeps
  readonly telling: SubscriptionDeskDeps
  readonly undo: UndoDeskDeps
  readonly upload: UploadDeps
  readonly putBack: PutBackDesk
  readonly several: ChoosingDeps
  readonly merging: MergeRoutesDeps
  readonly contact: ContactDeps
  readonly views: ViewDesk
  readonly wizard: Wizard
  readonly succession: Succession
  readonly settings: SettingsWrites
}

/** Pages on which people sign in and out, and look after their account. */
const ownPages = (
  { desk, sessions, accounts, guard }: ApiParts,
  around: Pick<NewPasswordDeps, 'contextOf' | 'newBrowser'>,
): readonly PageRoute[] => [
  ...signInPages({ desk, ...around }),
  ...signOutPages({ desk, ...around }),
  ...authorizePages({ desk, accounts, guard, ...around }),
  ...accountPages({ desk, accounts, guard, sessions, ...around }),
  ...newPasswordPages({ desk, accounts, guard, ...around }),
]

/** What things are called now. */
const namesIn = ({ models, directory }: ApiParts): NameDeps => ({
  events: models.listing.queries,
  venues: models.venue.queries,
  organizers: models.organizer.queries,
  terms: models.term.queries,
  loginOf: id => directory.byId(id)?.login ?? null,
})

/** What happened, for readers of feeds. */
export const composedHistoryFeed = (parts: ApiParts): HistoryFeedDeps => ({
  ...namesIn(parts),
  history: parts.models.history,
  directory: parts.directory,
  desk: parts.desk,
})

/** Every page of the site, on the parts of a process. */
export const composedPages = (parts: ApiParts, around: Around): PagesDeps => {
  const { refresh, imports, feeds, undo, upload, putBack, several, merging, views, wizard, ...own } = around
  const { desk, assets, site, nowMs, report, newCorrelation, directory, models } = parts
  const contextOf = contextBy(newCorrelation)
  const newBrowser = () => randomBytes(16).toString('hex')
  const items = composedItemPages(parts, newBrowser)
  const names = namesIn(parts)
  const routes: readonly PageRoute[] = [
    ...ownPages(parts, { contextOf, newBrowser }),
    ...onboardingPages({ desk, onboarding: onboardingOn(parts.store), wizard, newCorrelation }),
    ...items.routes,
    ...calendarPages({ desk, views, terms: models.term.queries }).map(beforeHome(items)),
    ...importPages({
      ...{ ...imports, feeds, undo, names, desk, contextOf, directory, upload },
      ...{ bodies: keptBodies(nowMs), plans: keptPlans(nowMs), logHead: parts.store.head },
    }),
    ...managePages(
      composedManage(parts, {
        names,
        contextOf,
        newBrowser,
        merging,
        contact: own.contact,
        settled: imports.settled,
        succession: own.succession,
        settings: own.settings,
        telling: own.telling,
      }),
    ),
    ...putBackPages({ ...names, putBack, settled: imports.settled, desk, contextOf }),
    ...severalPages({ ...{ ...imports, undo, names, desk, contextOf, directory }, choosing: several }),
    ...historyPages({ ...names, history: models.history, directory, desk }),
  ]
  return {
    routes: routes.map(withTroubleNotice({ ...feeds.schedules, ...own.telling.subscriptions })),
    assets,
    desk,
    site: site.current,
    nowMs,
    report,
    newCorrelation,
    refresh,
  }
}
