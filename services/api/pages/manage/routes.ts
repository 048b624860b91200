import type { PageRoute } from '../serve.ts'
import { eventPages, type EventPagesDeps } from './event/routes.ts'
import { eventsPages, type EventsDeps } from './events/routes.ts'
import { homePages } from './home.ts'
import { severalPages, type SeveralDeps } from './several/routes.ts'

export type ManageDeps = EventsDeps & SeveralDeps & EventPagesDeps

/** All pages of the desk (spec 07). */
export const managePages = (deps: ManageDeps): readonly PageRoute[] => [
  ...homePages(deps),
  ...eventsPages(deps),
  ...severalPages(deps),
  ...eventPages(deps),
]
