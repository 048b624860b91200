import type { EventDetail } from '../../../../projections/event-listing/queries.ts'
import { required } from '../../platform/arguments/arguments.ts'
import { integer, text } from '../../platform/arguments/kinds.ts'
import { publishing, route, type Route } from '../../platform/route.ts'
import type { EventDeps } from '../../items/event-deps.ts'
import { listEvents } from './event-list.ts'
import { eventReading } from './event-read.ts'
import { createEvent, shownEvent, updateEvent } from './event-write.ts'
import { eventFinder, finder, type Finder } from '../../items/access.ts'
import { deleteItem } from '../item-delete.ts'
import { readById, readBySlug } from '../item-read.ts'
import type { Unlock } from '../../items/unlock.ts'

const NAMESPACE = 'cal/events/v1'
const EVENTS = `/${NAMESPACE}/events`

/** The event routes of the first generation, in index order (spec 00 §4). */
export const eventRoutes = (deps: EventDeps, unlock: Unlock): readonly Route[] => {
  const { reads, writes } = deps
  const byId = eventFinder(reads)
  const bySlug = finder<EventDetail>({
    find: ({ path }) => reads.eventBySlug(path['slug'] ?? ''),
    since: reads.eventSince,
  })
  const deleteEvent = (item: Finder<EventDetail>) =>
    deleteItem({
      item,
      shown: call => shownEvent(deps, call, item.written(call)),
      trash: writes.events.trash,
      waitUntilVisible: writes.waitUntilVisible,
    })
  const reading = eventReading(reads, unlock)
  const id = { id: required(integer(), { description: 'Id of the event.' }) }
  const slug = { slug: required(text(), { description: 'Slug of the event.' }) }
  return [
    route(NAMESPACE, EVENTS, [listEvents(reads, EVENTS), createEvent(deps)], { batch: true }),
    route(
      NAMESPACE,
      `${EVENTS}/{id}`,
      [readById(reading, byId), publishing(id, deleteEvent(byId)), publishing(id, updateEvent(deps, byId))],
      { batch: true },
    ),
    route(
      NAMESPACE,
      `${EVENTS}/by-slug/{slug}`,
      [readBySlug(reading, bySlug), publishing(slug, deleteEvent(bySlug)), updateEvent(deps, bySlug)],
      { batch: true },
    ),
  ]
}
