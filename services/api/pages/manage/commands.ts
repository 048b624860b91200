import type { EventValues } from '../../../../shared/facts/event.ts'
import { same } from '../../../calendar/item/changes.ts'
import { patchFor, type Change } from '../../../calendar/item/decide.ts'
import type { SharedValues } from '../../../calendar/item/state.ts'
import { createItem, shownItem, updateItem } from '../../cal-v1/directory/directory-write.ts'
import type { DirectoryKind, SentItem } from '../../cal-v1/directory/directory-kind.ts'
import { createEvent, shownEvent, updateEvent } from '../../cal-v1/events/event-write.ts'
import { deleteItem as trashItem } from '../../cal-v1/item-delete.ts'
import { deleteItem } from '../../calx-v1/item-delete.ts'
import { finder, type Finder } from '../../items/access.ts'
import type { Shown } from '../../items/answer.ts'
import type { ItemWrites, LatestReads, Owned, WriteSupport } from '../../items/deps.ts'
import type { DirectoryDeps, DirectoryItem, DirectoryValues } from '../../items/directory-deps.ts'
import type { EventDeps } from '../../items/event-deps.ts'
import type { Call } from '../../platform/call.ts'
import type { Endpoint } from '../../platform/route.ts'
import { runEndpoint, type CleanTextsAhead } from '../../platform/running.ts'
import { outcomeOf, type Outcome } from './call.ts'
import type { ItemCommands } from './several/item-actions.ts'

/** What is done to items of a kind, with making new ones. */
export type MakingCommands<Values> = ItemCommands<Values> & {
  readonly create: (call: Call, besides?: Partial<Values>) => Promise<Outcome>
}

export type EventCommands = MakingCommands<EventValues> & {
  /** The event that `create` would make; nothing is recorded, and nothing is fetched. */
  readonly preview: (
    call: Call,
  ) => Promise<{ readonly values: EventValues } | Extract<Outcome, { readonly ok: false }>>
}

/** The same change, unless somebody else has changed one of its members since it was `seen`. */
const unlessChanged =
  <Values extends SharedValues>(
    asked: Change<Values>,
    seen: Values,
    besides: Partial<Values>,
  ): Change<Values> =>
  (values, met) => {
    const derived = patchFor(asked, { ...met, values })
    if (!derived.ok) return derived
    const patch = { ...derived.patch, ...besides }
    const members = Object.entries(patch).flatMap(([name, value]) =>
      value === undefined ? [] : [name as keyof Values],
    )
    return members.every(name => same(values[name], seen[name]))
      ? { ok: true, patch }
      : { ok: false, refusal: { code: 'changed-meanwhile' } }
  }

type Kind<Values, Found> = {
  readonly reads: Pick<LatestReads<Found>, 'byId' | 'meet' | 'peek' | 'since'>
  readonly writes: ItemWrites<Values>
  readonly waitUntilVisible: WriteSupport['waitUntilVisible']
  readonly create: (writes: ItemWrites<Values>) => Endpoint
  readonly update: (writes: ItemWrites<Values>, item: Finder<Found>) => Endpoint
  readonly shown: (call: Call, item: Finder<Found>) => Shown<Found>
}

const commandsOf = <Values extends SharedValues, Found extends Owned & { readonly _id: number }>(
  { reads, writes, waitUntilVisible, ...kind }: Kind<Values, Found>,
  ahead: CleanTextsAhead,
): MakingCommands<Values> => {
  const run = async (endpoint: Endpoint, call: Call): Promise<Outcome> =>
    outcomeOf(await runEndpoint(endpoint, { sent: call.sent, hidden: {} }, call, ahead))
  // each call finds its item for itself
  const found = (): Finder<Found> =>
    finder<Found>({
      find: ({ path }) => reads.byId(Number(path['id'])),
      meet: ({ path }) => reads.meet(Number(path['id'])),
      peek: ({ path }) => reads.peek(Number(path['id'])),
      since: reads.since,
    })
  const removing = () => {
    const item = found()
    return { item, shown: (call: Call) => kind.shown(call, item), waitUntilVisible }
  }
  return {
    create: (call, besides = {}) => {
      const create: typeof writes.create = (item, context) =>
        writes.create({ ...item, values: { ...item.values, ...besides } }, context)
      return run(kind.create({ ...writes, create }), call)
    },
    change: (call, seen, besides = {}) => {
      const change: typeof writes.change = (id, asked, context, met) =>
        writes.change(id, unlessChanged(asked, seen, besides), context, met)
      return run(kind.update({ ...writes, change }, found()), call)
    },
    trash: call => run(trashItem({ ...removing(), trash: writes.trash }), call),
    purge: call => {
      const forced = { ...call, sent: { ...call.sent, force: true } }
      return run(deleteItem({ ...removing(), writes }), forced)
    },
  }
}

/** Commands on events; `ahead` cleans long texts beside the main thread. */
export const eventCommands = (deps: EventDeps, ahead: CleanTextsAhead): EventCommands => {
  const { reads, writes } = deps
  const withEvents = (events: ItemWrites<EventValues>): EventDeps => ({
    ...deps,
    writes: { ...writes, events },
  })
  const commands = commandsOf(
    {
      reads: { byId: reads.eventById, meet: reads.meetEvent, peek: reads.peekEvent, since: reads.eventSince },
      writes: writes.events,
      waitUntilVisible: writes.waitUntilVisible,
      create: events => createEvent(withEvents(events)),
      update: (events, item) => updateEvent(withEvents(events), item),
      shown: (call, item) => shownEvent(deps, call, item.written(call)),
    },
    ahead,
  )
  const preview: EventCommands['preview'] = async call => {
    const seen: { values: EventValues | null } = { values: null }
    const create: typeof writes.events.create = async ({ values }) => {
      seen.values = values
      return { ok: false, refusal: { code: 'changed-meanwhile' } }
    }
    const endpoint = createEvent(withEvents({ ...writes.events, create }))
    const outcome = outcomeOf(await runEndpoint(endpoint, { sent: call.sent, hidden: {} }, call, ahead))
    if (seen.values !== null) return { values: seen.values }
    if (outcome.ok) throw new Error('an event was made by a preview')
    return outcome
  }
  return { ...commands, preview }
}

/** Commands on venues or organizers. */
export const directoryCommands = <
  Values extends DirectoryValues & SharedValues,
  Sent extends SentItem,
  New extends Sent,
>(
  kind: DirectoryKind<Values, Sent, New>,
  deps: DirectoryDeps<Values>,
  ahead: CleanTextsAhead,
): MakingCommands<Values> => {
  const { reads, writes } = deps
  const withItems = (items: ItemWrites<Values>): DirectoryDeps<Values> => ({
    ...deps,
    writes: { ...writes, items },
  })
  return commandsOf<Values, DirectoryItem<Values>>(
    {
      ...{ reads, writes: writes.items, waitUntilVisible: writes.waitUntilVisible },
      create: items => createItem(kind, withItems(items)),
      update: (items, item) => updateItem(kind, kind.update, withItems(items), item),
      shown: (call, item) => shownItem(kind, deps, item.written(call)),
    },
    ahead,
  )
}
