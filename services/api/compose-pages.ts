import { randomBytes } from 'node:crypto'
import type { ApiDeps } from './app.ts'
import type { ApiParts } from './compose-parts.ts'
import type { ImportDeskDeps } from './admin/imports.ts'
import { historyPages } from './pages/history/routes.ts'
import { importPages } from './pages/imports/routes.ts'
import { composedItemPages } from './compose-item-pages.ts'
import { onboardingOn } from '../site/onboarding/index.ts'
import type { Wizard } from './onboarding/wizard.ts'
import { onboardingPages } from './pages/onboarding/routes.ts'
import { authorizePages } from './pages/authorize/routes.ts'
import { calendarPages } from './pages/calendar.ts'
import { beforeHome } from './pages/items/routes.ts'
import type { Visit } from './pages/page.ts'
import type { PageRoute, PagesDeps } from './pages/serve.ts'
import { signInPages } from './pages/sign-in.ts'
import { signOutPages } from './pages/sign-out.ts'
import type { ViewDesk } from './views/desk.ts'

/** Metadata of what somebody records by a page. */
const contextBy =
  (newCorrelation: () => string) =>
  ({ held, at }: Visit, route: string) => ({
    actor: held?.user.id ?? null,
    at: new Date(at.ms).toISOString(),
    source: 'operator' as const,
    route,
    correlation: newCorrelation(),
    causation: null,
  })

/** Every page of the site, on the parts of a process. */
export const composedPages = (
  parts: ApiParts,
  {
    refresh,
    imports,
    views,
    wizard,
  }: Pick<ApiDeps, 'refresh'> & {
    readonly imports: ImportDeskDeps
    readonly views: ViewDesk
    readonly wizard: Wizard
  },
): PagesDeps => {
  const { desk, assets, site, nowMs, report, newCorrelation, directory, models } = parts
  const contextOf = contextBy(newCorrelation)
  const newBrowser = () => randomBytes(16).toString('hex')
  const items = composedItemPages(parts, newBrowser)
  const routes: readonly PageRoute[] = [
    ...signInPages({ desk, contextOf, newBrowser }),
    ...signOutPages({ desk, contextOf }),
    ...authorizePages({ desk, accounts: parts.accounts, contextOf }),
    ...onboardingPages({ desk, onboarding: onboardingOn(parts.store), wizard, newCorrelation }),
    ...items.routes,
    ...calendarPages({ desk, views }).map(beforeHome(items)),
    ...importPages({ ...imports, desk, contextOf, directory }),
    ...historyPages({
      history: models.history,
      events: models.detail.queries,
      venues: models.venue.queries,
      organizers: models.organizer.queries,
      terms: models.term.queries,
      directory,
      loginOf: id => directory.byId(id)?.login ?? null,
    }),
  ]
  return { routes, assets, desk, site: site.current, nowMs, report, refresh }
}
