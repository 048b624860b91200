import { putBackPages } from '../../../api/pages/history/put-back-routes.ts'
import { historyPages } from '../../../api/pages/history/routes.ts'
import { severalPages } from '../../../api/pages/history/several-routes.ts'
import { keptBodies } from '../../../api/pages/imports/kept-bodies.ts'
import { keptPlans } from '../../../api/pages/imports/kept-plans.ts'
import { importPages } from '../../../api/pages/imports/routes.ts'
import type { PageRoute } from '../../../api/pages/serve.ts'
import type { ApiParts } from '../parts.ts'
import { contextBy, namesIn, type Keeping } from './around.ts'

/** What came from outside, what happened, and how it is put back. */
export const recordPages = (parts: ApiParts, keeping: Keeping): readonly PageRoute[] => {
  const { imports, feeds, undo, upload, putBack, several } = keeping
  const { desk, nowMs, directory, models, store } = parts
  const [contextOf, names] = [contextBy(parts), namesIn(parts)]
  return [
    ...importPages({
      ...{ ...imports, feeds, undo, names, desk, contextOf, directory, upload },
      ...{ bodies: keptBodies(nowMs), plans: keptPlans(nowMs), logHead: store.head },
    }),
    ...putBackPages({ ...names, putBack, settled: imports.settled, desk, contextOf }),
    ...severalPages({ ...{ ...imports, undo, names, desk, contextOf, directory }, choosing: several }),
    ...historyPages({ ...names, history: models.history, directory, desk }),
  ]
}
