import type { ApiDeps } from './app.ts'
import type { ApiParts } from './compose-api.ts'
import type { PageRoute, PagesDeps } from './pages/serve.ts'

/** Every page of the site, on the parts of a process. */
export const composedPages = (
  { desk, assets, site, nowMs, report }: ApiParts,
  { refresh }: Pick<ApiDeps, 'refresh'>,
): PagesDeps => {
  const routes: readonly PageRoute[] = []
  return { routes, assets, desk, site: site.current, nowMs, report, refresh }
}
