import type { EventDetail } from '../../../projections/event-listing/queries.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import type { DirectoryDeps } from '../items/directory-deps.ts'
import type { EventDeps } from '../items/event-deps.ts'
import { eventFinder } from '../items/access.ts'
import { route, type Route } from '../platform/route.ts'
import { withDocs } from './doc.ts'
import { organizerKind, venueKind } from './directory-kind.ts'
import { directoryRoutes } from './directory-routes.ts'
import { listEvents } from './event-list.ts'
import { createEvent, shownEvent, termsExist, updateEvent, writtenEvent } from './event-write.ts'
import { deleteItem } from './item-delete.ts'
import { readItem } from './item-read.ts'

const NAMESPACE = 'calx/v1'
const EVENTS = `/${NAMESPACE}/events`

export type CalxDeps = {
  readonly events: EventDeps
  readonly organizers: DirectoryDeps<OrganizerValues>
  readonly venues: DirectoryDeps<VenueValues>
}

const eventRoutes = (deps: EventDeps): readonly Route[] => {
  const { reads, writes } = deps
  const item = eventFinder(reads)
  const reading = readItem<EventDetail>({
    noun: 'event',
    find: item.find,
    shown: (event, call, form) => shownEvent(deps, call, event, form),
  })
  const deleted = deleteItem({
    item,
    shown: call => writtenEvent(deps, call, item.written(call)),
    writes: writes.events,
    waitUntilVisible: writes.waitUntilVisible,
  })
  return [
    route(NAMESPACE, EVENTS, [listEvents(reads, EVENTS), createEvent(deps)], { batch: true }),
    route(NAMESPACE, `${EVENTS}/{id}`, [reading, updateEvent(deps, item), deleted], {
      batch: true,
      self: false,
    }),
  ]
}

/** The routes of the second generation, in index order (spec 00 §4). */
export const calxRoutes = ({ events, organizers, venues }: CalxDeps): readonly Route[] => {
  const tagsExist = termsExist(events.reads.terms, 'post_tag')
  const all = [
    ...eventRoutes(events),
    ...directoryRoutes(organizerKind, { ...organizers, tagsExist }),
    ...directoryRoutes(venueKind, { ...venues, tagsExist }),
  ]
  // the index groups them: collections first, then their items
  return withDocs([...all.filter(one => one.self), ...all.filter(one => !one.self)])
}
