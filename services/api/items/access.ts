import { type UserId, eventId } from '../../../shared/kernel/brands.ts'
import type { EventDetail } from '../../../projections/event-listing/queries.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import { can, canEdit, canOpen, canRead } from '../../../shared/rights.ts'
import type { Answer } from '../platform/answers/answer.ts'
import type { Call, Caller } from '../platform/call.ts'
import { forbidden, refused } from '../platform/answers/errors.ts'
import type { Met } from '../../calendar/purged.ts'
import type { LatestReads, MetItem, Owned, Since } from './deps.ts'
import type { EventReads } from './event-deps.ts'

/** How an item route finds its item. */
export type Find<Found> = (call: Call) => Promise<Found | null>

/** The item of a route, for all that one call asks about it: its answer, its rights and its `Allow`. */
export type Finder<Found> = {
  /** As it was when the call first asked, or as the call has left it. */
  readonly find: Find<Found>
  /** For who is going to write: as the log says, wherever that was asked (`met`). */
  readonly look: (call: Call) => Promise<MetItem<Found>>
  /** For who is going to purge it; see `LatestReads`. */
  readonly peek: (call: Call) => Promise<MetItem<Found, Met>>
  /** As it is after what the call wrote there; null: nothing was. */
  readonly written: (call: Call) => Since<Found>
}

type FinderParts<Found> = {
  readonly find: Find<Found>
  /** Both absent: the item is not known by its number. */
  readonly look?: Finder<Found>['look']
  readonly peek?: Finder<Found>['peek']
  readonly since: Since<Found>
}

export const finder = <Found>({ find, since, look, peek }: FinderParts<Found>): Finder<Found> => {
  const known = new WeakMap<Call, Promise<Found | null>>()
  const keep = (call: Call, found: Promise<Found | null>): Promise<Found | null> => {
    known.set(call, found)
    return found
  }
  const once: Find<Found> = call => known.get(call) ?? keep(call, find(call))
  const kept =
    <Said>(ask: ((call: Call) => Promise<MetItem<Found, Said>>) | undefined) =>
    async (call: Call): Promise<MetItem<Found, Said>> => {
      if (ask === undefined) return { item: await once(call) }
      const met = await ask(call)
      void keep(call, Promise.resolve(met.item))
      return met
    }
  return {
    find: once,
    look: kept(look),
    peek: kept(peek),
    written: call => (id, position) => keep(call, since(id, position)),
  }
}

/** Items by the number in the path of a call. */
export const finderById = <Found extends { readonly _id: number }>({
  idOf,
  byId,
  look,
  peek,
  since,
}: Pick<LatestReads<Found>, 'idOf' | 'byId' | 'look' | 'peek' | 'since'>): Finder<Found> => {
  const idIn = ({ path }: Call): Found['_id'] => idOf(Number(path['id']))
  return finder({
    find: call => byId(idIn(call)),
    look: call => look(idIn(call)),
    peek: call => peek(idIn(call)),
    since,
  })
}

/** Events by the number in the path of a call. */
export const eventFinder = (reads: EventReads): Finder<EventDetail> =>
  finderById({
    idOf: eventId,
    byId: reads.eventById,
    look: reads.lookAtEvent,
    peek: reads.peekEvent,
    since: reads.eventSince,
  })

/** General right of every write on events, venues and organizers (spec 01 §9). */
export const mayWrite = (caller: Caller): boolean => can(caller, 'create')

export const mayEdit = (caller: Caller, { values, was }: Owned): boolean =>
  canEdit(caller, { author: values.author, status: values.status, was })

type Locked = Owned & { readonly values: { readonly password: string } }

/** Whether what a protected item hides may be found by this caller (spec 01 §9.1); its password is not asked. */
export const mayOpen = (caller: Caller, item: Locked): boolean =>
  canOpen(caller, {
    author: item.values.author,
    status: item.values.status,
    was: item.was,
    protected: item.values.password !== '',
  })

/** `Allow` goes by the item. */
export const offeredBy =
  ({ find }: Pick<Finder<Owned>, 'find'>) =>
  async (call: Call) => {
    if (!mayWrite(call.caller)) return false
    const item = await find(call)
    return item !== null && mayEdit(call.caller, item)
  }

/** Only some may name another author than themselves (spec 01 §9). */
export const mayAttribute = (author: UserId | undefined, { caller }: Call): boolean =>
  author === undefined || author === caller?.id || can(caller, 'assign-author')

type Admitted<Found> =
  { readonly ok: true; readonly item: Found } | { readonly ok: false; readonly answer: Answer }

/**
 * Step 7 of spec 01 §3 for writes, by what is said of an item that the caller cannot read. `trashed`: an item in the
 * trash is meant, too.
 */
export const admitting =
  (unreadable: (noun: ItemKind, caller: Caller) => Answer) =>
  <Found extends Owned>(
    noun: ItemKind,
    item: Found | null,
    { caller }: Call,
    trashed: boolean,
  ): Admitted<Found> => {
    const deny = (answer: Answer) => ({ ok: false, answer }) as const
    const unknown = deny(refused(`rest-${noun}-not-found`))
    if (item === null) return unknown
    const editable = mayEdit(caller, item)
    if (item.values.status === 'trash') {
      if (!editable) return unknown
      return trashed ? { ok: true, item } : deny(refused(`${noun}-is-in-trash`))
    }
    if (!canRead(caller, item.values)) return deny(unreadable(noun, caller))
    return editable ? { ok: true, item } : deny(forbidden(caller))
  }
