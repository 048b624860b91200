import { required } from '../platform/arguments.ts'
import { integer, text } from '../platform/kinds.ts'
import { publishing, route, type Route } from '../platform/route.ts'
import type { EventDeps } from './event-deps.ts'
import { listEvents } from './event-list.ts'
import { readById, readBySlug } from './event-read.ts'
import { createEvent, deleteEvent, updateEvent, type Find } from './event-write.ts'

const NAMESPACE = 'cal/events/v1'
const EVENTS = `/${NAMESPACE}/events`

/** The event routes of the first generation, in index order (spec 00 §4). */
export const eventRoutes = (deps: EventDeps): readonly Route[] => {
  const { reads } = deps
  const byId: Find = ({ path }) => reads.eventById(Number(path['id']))
  const bySlug: Find = ({ path }) => reads.eventBySlug(path['slug'] ?? '')
  const id = { id: required(integer(), { description: 'Id of the event.' }) }
  const slug = { slug: required(text(), { description: 'Slug of the event.' }) }
  return [
    route(NAMESPACE, EVENTS, [listEvents(reads, EVENTS), createEvent(deps)], { batch: true }),
    route(
      NAMESPACE,
      `${EVENTS}/{id}`,
      [readById(reads), publishing(id, deleteEvent(deps, byId)), publishing(id, updateEvent(deps, byId))],
      { batch: true },
    ),
    route(
      NAMESPACE,
      `${EVENTS}/by-slug/{slug}`,
      [readBySlug(reads), publishing(slug, deleteEvent(deps, bySlug)), updateEvent(deps, bySlug)],
      { batch: true },
    ),
  ]
}
