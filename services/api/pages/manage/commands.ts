import type { EventValues } from '../../../../shared/facts/event.ts'
import { same } from '../../../calendar/item/changes.ts'
import { patchFor, type Change } from '../../../calendar/item/decide.ts'
import type { SharedValues } from '../../../calendar/item/state.ts'
import { createItem, shownItem, updateItem } from '../../cal-v1/directory/directory-write.ts'
import type { DirectoryKind, SentItem } from '../../cal-v1/directory/directory-kind.ts'
import { createEvent, shownEvent, updateEvent } from '../../cal-v1/events/event-write.ts'
import { deleteItem as trashItem } from '../../cal-v1/item-delete.ts'
import { deleteItem } from '../../calx-v1/item-delete.ts'
import { eventFinder, finderById, type Finder } from '../../items/access.ts'
import type { Shown } from '../../items/answer.ts'
import type { ItemWrites, Owned, WriteSupport } from '../../items/deps.ts'
import type { DirectoryDeps, DirectoryItem, DirectoryValues } from '../../items/directory-deps.ts'
import type { EventDeps } from '../../items/event-deps.ts'
import type { Call } from '../../platform/call.ts'
import type { CleanTextsAhead, Endpoint } from '../../platform/route.ts'
import { asking, type Outcome } from './call.ts'
import { anyId, type Context, type IdFor } from '../../../handle.ts'
import type { Besides, ItemCommands } from './several/item-actions.ts'

/** What is done to items of a kind, with making new ones. */
export type MakingCommands<Values> = ItemCommands<Values> & {
  readonly create: (call: Call, besides?: Besides<Values>, idFor?: IdFor) => Promise<Outcome>
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

const readied = async <Values>(besides: Besides<Values>, context: Context): Promise<Partial<Values>> =>
  typeof besides === 'function' ? besides(context) : besides

type Kind<Values, Found> = {
  readonly item: Finder<Found>
  readonly writes: ItemWrites<Values>
  readonly waitUntilVisible: WriteSupport['waitUntilVisible']
  readonly create: (writes: ItemWrites<Values>) => Endpoint
  readonly update: (writes: ItemWrites<Values>) => Endpoint
  readonly shown: (call: Call) => Shown<Found>
}

const commandsOf = <Values extends SharedValues, Found extends Owned & { readonly _id: number }>(
  { item, writes, waitUntilVisible, ...kind }: Kind<Values, Found>,
  ahead: CleanTextsAhead,
): MakingCommands<Values> => {
  const ask = asking(ahead)
  const removing = { item, shown: kind.shown, waitUntilVisible }
  const trash = trashItem({ ...removing, trash: writes.trash })
  const purge = deleteItem({ ...removing, writes })
  return {
    create: (call, besides = {}, idFor = anyId) => {
      const create: typeof writes.create = async (made, context) => {
        const values = { ...made.values, ...(await readied(besides, context)) }
        const id = await idFor(context)
        return writes.create({ ...made, values, ...(id === undefined ? {} : { id }) }, context)
      }
      return ask(kind.create({ ...writes, create }), call)
    },
    change: (call, seen, besides = {}) => {
      const change: typeof writes.change = async (id, asked, context, met) =>
        writes.change(id, unlessChanged(asked, seen, await readied(besides, context)), context, met)
      return ask(kind.update({ ...writes, change }), call)
    },
    trash: call => ask(trash, call),
    purge: call => ask(purge, { ...call, sent: { ...call.sent, force: true } }),
  }
}

/** Commands on events; `ahead` cleans long texts beside the main thread. */
export const eventCommands = (deps: EventDeps, ahead: CleanTextsAhead): EventCommands => {
  const { reads, writes } = deps
  const withEvents = (events: ItemWrites<EventValues>): EventDeps => ({
    ...deps,
    writes: { ...writes, events },
  })
  const item = eventFinder(reads)
  const commands = commandsOf(
    {
      item,
      writes: writes.events,
      waitUntilVisible: writes.waitUntilVisible,
      create: events => createEvent(withEvents(events)),
      update: events => updateEvent(withEvents(events), item),
      shown: call => shownEvent(deps, call, item.written(call)),
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
    const outcome = await asking(ahead)(endpoint, call)
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
  const item = finderById<DirectoryItem<Values>>(reads)
  return commandsOf(
    {
      ...{ item, writes: writes.items, waitUntilVisible: writes.waitUntilVisible },
      create: items => createItem(kind, withItems(items)),
      update: items => updateItem(kind, kind.update, withItems(items), item),
      shown: call => shownItem(kind, deps, item.written(call)),
    },
    ahead,
  )
}
