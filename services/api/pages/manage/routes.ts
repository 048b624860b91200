import type { PageRoute } from '../serve.ts'
import { directoryForms, directoryPages, type DirectoryPagesDeps } from './directory/routes.ts'
import { eventForms, eventPages, type EventPagesDeps } from './event/routes.ts'
import { eventsPages, type EventsDeps } from './events/routes.ts'
import { signInAgainPages } from './form/posted.ts'
import { homePages } from './home.ts'
import { severalPages, type SeveralDeps } from './several/routes.ts'

export type ManageDeps = EventsDeps & SeveralDeps & EventPagesDeps & DirectoryPagesDeps

/** All pages of the desk (spec 07). */
export const managePages = (deps: ManageDeps): readonly PageRoute[] => [
  ...homePages(deps),
  ...eventsPages(deps),
  ...severalPages(deps),
  ...eventPages(deps),
  ...directoryPages(deps),
  ...signInAgainPages(deps, [eventForms(deps), ...directoryForms(deps)]),
]
