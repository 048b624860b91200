import type { PageRoute } from '../serve.ts'
import { directoryForms, directoryPages, type DirectoryPagesDeps } from './directory/routes.ts'
import { eventForms, eventPages, type EventPagesDeps } from './event/routes.ts'
import { eventsPages, type EventsDeps } from './events/routes.ts'
import { signInAgainPages } from './form/posted.ts'
import { homePages, type HomeDeps } from './home/routes.ts'
import { namePages } from './names.ts'
import type { PeopleDeps } from './people/deps.ts'
import { peoplePages } from './people/routes.ts'
import type { PictureDeps } from './pictures/deps.ts'
import { picturePages } from './pictures/routes.ts'
import type { SearchDeps } from './search/find.ts'
import { searchPages } from './search/routes.ts'
import { settingsPages, type SettingsDeps } from './settings/routes.ts'
import { statePages, type StateDeps } from './state/routes.ts'
import { textPages } from './shown-text.ts'
import { subscriptionPages, type SubscriptionPagesDeps } from './subscriptions/routes.ts'
import { severalPages, type SeveralDeps } from './several/routes.ts'

export type ManageDeps = EventsDeps &
  SeveralDeps &
  EventPagesDeps &
  DirectoryPagesDeps &
  HomeDeps &
  PictureDeps &
  SearchDeps & {
    readonly people: PeopleDeps
    readonly settings: SettingsDeps
    readonly state: StateDeps
    readonly subscriptions: SubscriptionPagesDeps
  }

/** All pages of the desk (spec 07). */
export const managePages = (deps: ManageDeps): readonly PageRoute[] => [
  ...homePages(deps),
  ...searchPages(deps),
  ...peoplePages(deps.people),
  ...settingsPages(deps.settings),
  ...statePages(deps.state),
  ...subscriptionPages(deps.subscriptions),
  ...eventsPages(deps),
  ...severalPages(deps),
  ...eventPages(deps),
  ...directoryPages(deps),
  ...picturePages(deps),
  ...namePages(deps),
  ...textPages,
  ...signInAgainPages(deps, [eventForms(deps), ...directoryForms(deps)]),
]
