import { managePages } from '../../../api/pages/manage/routes.ts'
import type { PageRoute } from '../../../api/pages/serve.ts'
import { composedManage } from '../manage.ts'
import type { ApiParts } from '../parts.ts'
import { contextBy, namesIn, newBrowser, type Around } from './around.ts'

/** The desk, where events are kept. */
export const deskPages = (parts: ApiParts, around: Around): readonly PageRoute[] => {
  const { imports, succession, settings, telling, merging, contact } = around
  return managePages(
    composedManage(parts, {
      ...{ names: namesIn(parts), contextOf: contextBy(parts), newBrowser, settled: imports.settled },
      ...{ merging, contact, succession, settings, telling },
    }),
  )
}
