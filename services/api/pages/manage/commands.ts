import type { EventDetail } from '../../../../projections/event-listing/queries.ts'
import type { EventValues } from '../../../../shared/facts/event.ts'
import { same } from '../../../calendar/item/changes.ts'
import { patchFor, type Change } from '../../../calendar/item/decide.ts'
import { createEvent, shownEvent, updateEvent } from '../../cal-v1/events/event-write.ts'
import { deleteItem as trashItem } from '../../cal-v1/item-delete.ts'
import { deleteItem } from '../../calx-v1/item-delete.ts'
import { finder, type Finder } from '../../items/access.ts'
import type { EventDeps } from '../../items/event-deps.ts'
import type { Call } from '../../platform/call.ts'
import type { Endpoint } from '../../platform/route.ts'
import { runEndpoint, type CleanTextsAhead } from '../../platform/running.ts'
import { outcomeOf, type Outcome } from './call.ts'

/** Members that the desk writes as they are stored: those that no argument brings, and former values. */
type Besides = Partial<EventValues>

/** What is done to events at the desk: the endpoints of the interface, asked without HTTP (ADR 24). */
export type EventCommands = {
  readonly create: (call: Call, besides?: Besides) => Promise<Outcome>
  /** Refused with 409 where a member that it would change is not what it was in `seen`. */
  readonly change: (call: Call, seen: EventValues, besides?: Besides) => Promise<Outcome>
  readonly trash: (call: Call) => Promise<Outcome>
  readonly purge: (call: Call) => Promise<Outcome>
}

/** The same change, unless somebody else has changed one of its members since it was `seen`. */
const unlessChanged =
  (asked: Change<EventValues>, seen: EventValues, besides: Besides): Change<EventValues> =>
  (values, met) => {
    const derived = patchFor(asked, { ...met, values })
    if (!derived.ok) return derived
    const patch = { ...derived.patch, ...besides }
    const members = Object.entries(patch).flatMap(([name, value]) =>
      value === undefined ? [] : [name as keyof EventValues],
    )
    return members.every(name => same(values[name], seen[name]))
      ? { ok: true, patch }
      : { ok: false, refusal: { code: 'changed-meanwhile' } }
  }

type Events = EventDeps['writes']['events']

const writingWith = (deps: EventDeps, events: Partial<Events>): EventDeps => ({
  ...deps,
  writes: { ...deps.writes, events: { ...deps.writes.events, ...events } },
})

const finderOf = ({ reads }: EventDeps): Finder<EventDetail> =>
  finder<EventDetail>({
    find: ({ path }) => reads.eventById(Number(path['id'])),
    meet: ({ path }) => reads.meetEvent(Number(path['id'])),
    peek: ({ path }) => reads.peekEvent(Number(path['id'])),
    since: reads.eventSince,
  })

/** Commands on events; `ahead` cleans long texts beside the main thread. */
export const eventCommands = (deps: EventDeps, ahead: CleanTextsAhead): EventCommands => {
  const { events, waitUntilVisible } = deps.writes
  const run = async (endpoint: Endpoint, call: Call): Promise<Outcome> =>
    outcomeOf(await runEndpoint(endpoint, { sent: call.sent, hidden: {} }, call, ahead))
  return {
    create: (call, besides = {}) => {
      const create: Events['create'] = (item, context) =>
        events.create({ ...item, values: { ...item.values, ...besides } }, context)
      return run(createEvent(writingWith(deps, { create })), call)
    },
    change: (call, seen, besides = {}) => {
      const change: Events['change'] = (id, asked, context, met) =>
        events.change(id, unlessChanged(asked, seen, besides), context, met)
      return run(updateEvent(writingWith(deps, { change }), finderOf(deps)), call)
    },
    trash: call => {
      const item = finderOf(deps)
      const shown = (asked: Call) => shownEvent(deps, asked, item.written(asked))
      return run(trashItem({ item, shown, trash: events.trash, waitUntilVisible }), call)
    },
    purge: call => {
      const item = finderOf(deps)
      const shown = (asked: Call) => shownEvent(deps, asked, item.written(asked))
      const forced = { ...call, sent: { ...call.sent, force: true } }
      return run(deleteItem({ item, shown, writes: events, waitUntilVisible }), forced)
    },
  }
}
