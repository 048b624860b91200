import type { EventListingQueries } from '../../../../../projections/event-listing/queries.ts'
import type { PictureQueries } from '../../../../../projections/pictures/queries.ts'
import type { Forms } from '../../../../forms/forms.ts'
import type { AddPicture } from '../../../../images/add-picture.ts'
import type { PictureChanges } from '../../../../images/change-picture.ts'
import type { SessionDesk } from '../../session-desk.ts'
import type { OfferDeps } from '../offered.ts'

/** What the pages of pictures ask and do. */
export type PictureDeps = Pick<OfferDeps, 'venues' | 'organizers' | 'users'> & {
  readonly pictures: PictureQueries
  readonly pictureChanges: PictureChanges
  readonly addPicture: AddPicture
  readonly events: Pick<EventListingQueries, 'byIds'>
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly newCorrelation: () => string
  readonly forms: Forms
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}
