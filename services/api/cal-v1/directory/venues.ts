import type { VenueValues } from '../../../../shared/facts/venue.ts'
import type { Input } from '../../platform/arguments/arguments.ts'
import type { Route } from '../../platform/route.ts'
import type { DirectoryDeps } from '../../items/directory-deps.ts'
import { declaredWrite, type DirectoryKind, type SentItem } from './directory-kind.ts'
import { directoryRoutes } from './directory-routes.ts'
import { changedVenueMembers, newSlug, newVenueMembers } from '../item-arguments.ts'
import { changedItemLife, describedVenue, type SentVenue, venueOf } from '../item-values.ts'
import type { Unlock } from '../../items/unlock.ts'

type SentVenueItem = SentVenue & SentItem

/** What the first generation takes and stores of venues. */
export const venueKind: DirectoryKind<
  VenueValues,
  SentVenueItem,
  SentVenueItem & Input<typeof newVenueMembers>
> = {
  noun: 'venue',
  plural: 'venues',
  create: declaredWrite(['POST'], newVenueMembers),
  update: declaredWrite(['POST', 'PUT', 'PATCH'], changedVenueMembers),
  updateBySlug: declaredWrite(['POST', 'PUT', 'PATCH'], { ...newSlug, ...changedVenueMembers }),
  valuesOf: venueOf,
  patchOf: (sent, stored, call) => ({
    ...describedVenue(sent, call),
    ...changedItemLife(sent, stored, call),
  }),
}

/** The venue routes of the first generation. */
export const venueRoutes = (deps: DirectoryDeps<VenueValues>, unlock: Unlock): readonly Route[] =>
  directoryRoutes(venueKind, deps, unlock)
