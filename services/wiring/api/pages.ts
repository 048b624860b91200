import type { HistoryFeedDeps } from '../../api/pages/history/feed.ts'
import { withTroubleNotice } from '../../api/pages/feeds/notice.ts'
import type { PageGroup, PageRoute, PagesDeps } from '../../api/pages/serve.ts'
import { late, type Pieces } from '../../../shared/late.ts'
import { namesIn, type Around } from './pages/around.ts'
import type { ApiParts } from './parts.ts'
import { MANAGE_PIECES, RECORD_PIECES } from './pieces.ts'

/** What happened, for readers of feeds. */
export const composedHistoryFeed = (parts: ApiParts): HistoryFeedDeps => ({
  ...namesIn(parts),
  history: parts.models.history,
  directory: parts.directory,
  desk: parts.desk,
})

/** Every page of the site, on the parts of a process. They are most of what there is to load, and few are asked for. */
export const composedPages = (parts: ApiParts, around: Around): PagesDeps => {
  const { assets, desk, site, nowMs, report, newCorrelation, models } = parts
  const noticed = withTroubleNotice({ ...models.schedules, ...models.subscriptions })
  const group = (
    firsts: readonly string[],
    load: () => Promise<readonly PageRoute[]>,
    pieces: Pieces = [],
  ): PageGroup => ({
    firsts,
    routes: late(async () => (await load()).map(noticed), pieces),
  })
  return {
    groups: [
      group(['', '/events', '/event', '/venue', '/organizer'], async () =>
        (await import('./pages/calendar.ts')).publicPages(parts, around),
      ),
      group(
        ['/sign-in', '/sign-out', '/authorize-application', '/account', '/new-password', '/onboarding'],
        async () => (await import('./pages/own.ts')).ownPages(parts, around),
      ),
      group(
        ['/imports', '/schedules', '/history'],
        async () => (await import('./pages/records.ts')).recordPages(parts, await around.keeping()),
        RECORD_PIECES,
      ),
      group(
        ['/manage'],
        async () => (await import('./pages/manage.ts')).deskPages(parts, await around.keeping()),
        MANAGE_PIECES,
      ),
    ],
    ...{ assets, desk, nowMs, report, newCorrelation },
    site: site.current,
    refresh: around.refresh,
  }
}
