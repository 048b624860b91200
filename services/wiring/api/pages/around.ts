import { randomBytes } from 'node:crypto'
import type { ApiDeps } from '../../../api/app.ts'
import type { ContactDeps } from '../../../api/admin/contact.ts'
import type { ImportDeskDeps } from '../../../api/admin/imports.ts'
import type { MergeRoutesDeps } from '../../../api/admin/merge.ts'
import type { ScheduleDeskDeps } from '../../../api/admin/schedules.ts'
import type { SubscriptionDeskDeps } from '../../../api/admin/subscriptions.ts'
import type { UploadDeps } from '../../../api/admin/upload.ts'
import type { Wizard } from '../../../api/onboarding/wizard.ts'
import type { NameDeps } from '../../../api/pages/history/names.ts'
import type { Visit } from '../../../api/pages/page.ts'
import type { ViewDesk } from '../../../api/views/desk.ts'
import type { PutBackDesk } from '../../../calendar/put-back/desk.ts'
import type { ChoosingDeps } from '../../../imports/undo/choose.ts'
import type { UndoDeskDeps } from '../../../imports/undo/desk.ts'
import { isoOfMs } from '../../../../shared/kernel/time/calculate.ts'
import type { SiteDeskDeps } from '../../../api/operator/site.ts'
import type { Succession } from '../operator.ts'
import type { ApiParts } from '../parts.ts'

/** What pages for those who keep the calendar share with the routes beside them. */
export type Keeping = {
  readonly imports: ImportDeskDeps
  readonly feeds: ScheduleDeskDeps
  readonly telling: SubscriptionDeskDeps
  readonly undo: UndoDeskDeps
  readonly upload: UploadDeps
  readonly putBack: PutBackDesk
  readonly several: ChoosingDeps
  readonly merging: MergeRoutesDeps
  readonly contact: ContactDeps
  readonly succession: Succession
  readonly settings: SiteDeskDeps
}

/** What all pages share with the routes beside them. */
export type Around = Pick<ApiDeps, 'refresh'> & {
  readonly views: ViewDesk
  readonly wizard: Wizard
  readonly keeping: () => Promise<Keeping>
}

/** Metadata of what somebody records by a page. */
export const contextBy =
  ({ newCorrelation }: Pick<ApiParts, 'newCorrelation'>) =>
  ({ held, at }: Visit, route: string) => ({
    actor: held?.user.id ?? null,
    at: isoOfMs(at.ms),
    source: 'operator' as const,
    route,
    correlation: newCorrelation(),
    causation: null,
  })

/** Tells browsers apart that nobody is signed in with. */
export const newBrowser = (): string => randomBytes(16).toString('hex')

/** What things are called now. */
export const namesIn = ({ models, directory }: Pick<ApiParts, 'models' | 'directory'>): NameDeps => ({
  events: models.listing.queries,
  venues: models.venue.queries,
  organizers: models.organizer.queries,
  terms: models.term.queries,
  loginOf: id => directory.byId(id)?.login ?? null,
})
