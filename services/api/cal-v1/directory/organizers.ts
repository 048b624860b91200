import type { OrganizerValues } from '../../../../shared/facts/organizer.ts'
import type { Input } from '../../platform/arguments/arguments.ts'
import type { Route } from '../../platform/route.ts'
import type { DirectoryDeps } from '../../items/directory-deps.ts'
import { declaredWrite, type DirectoryKind, type SentItem } from './directory-kind.ts'
import { directoryRoutes } from './directory-routes.ts'
import { changedOrganizerMembers, newOrganizerMembers, newSlug } from '../item-arguments.ts'
import { changedItemLife, describedOrganizer, organizerOf, type SentOrganizer } from '../item-values.ts'
import type { Unlock } from '../../items/unlock.ts'

type SentOrganizerItem = SentOrganizer & SentItem

/** What the first generation takes and stores of organizers. */
export const organizerKind: DirectoryKind<
  OrganizerValues,
  SentOrganizerItem,
  SentOrganizerItem & Input<typeof newOrganizerMembers>
> = {
  noun: 'organizer',
  plural: 'organizers',
  create: declaredWrite(['POST'], newOrganizerMembers),
  update: declaredWrite(['POST', 'PUT', 'PATCH'], changedOrganizerMembers),
  updateBySlug: declaredWrite(['POST', 'PUT', 'PATCH'], { ...newSlug, ...changedOrganizerMembers }),
  valuesOf: organizerOf,
  patchOf: (sent, stored, call) => ({
    ...describedOrganizer(sent, call),
    ...changedItemLife(sent, stored, call),
  }),
}

/** The organizer routes of the first generation. */
export const organizerRoutes = (deps: DirectoryDeps<OrganizerValues>, unlock: Unlock): readonly Route[] =>
  directoryRoutes(organizerKind, deps, unlock)
