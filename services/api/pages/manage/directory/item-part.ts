import type { IdOf } from '../../../../../shared/facts/id-of.ts'
import type { UtcTime, ImageId, Position } from '../../../../../shared/kernel/brands.ts'
import type { DirectoryQueries } from '../../../../../projections/items/directory-queries.ts'
import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { ItemStatus, Origin } from '../../../../../shared/facts/common.ts'
import type { Members } from '../../../../../shared/members/member.ts'
import { PROPOSED_NAMES } from '../../../../../shared/limits/desk.ts'
import type { SharedValues } from '../../../../calendar/item/state.ts'
import type { Met as MetInLog } from '../../../../calendar/purged.ts'
import { mayEdit } from '../../../items/access.ts'
import type { MetItem } from '../../../items/deps.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Context } from '../../../../handle.ts'
import type { CleanTextsAhead } from '../../../platform/route.ts'
import { nameOf } from '../../items/objects.ts'
import { creatorsOnly } from '../../signed-in.ts'
import type { MakingCommands } from '../commands.ts'
import { LIVE } from '../events/find.ts'
import { editedItem, recordsAt } from '../form/edited.ts'
import { everyOne, PER_PAGE } from '../listing.ts'
import { eachItem, type SeveralItems } from '../several/each-item.ts'
import { doToItem, ITEM_ACTIONS, type ItemAction, type ManagedItem } from '../several/item-actions.ts'
import { putBack } from '../several/put-back-items.ts'
import { cut, type Subject, TABS, type Tab } from '../words.ts'
import type { Listing } from './address.ts'
import { filledIn, typedOf, type Field } from './fields.ts'
import type { Entry, Found, Part } from './part.ts'
import { itemArguments, sentOf, type Sent } from './sent.ts'
import type { TagDeps } from './tags-sent.ts'

type Named = SharedValues & {
  readonly name: string
  readonly password: string
  readonly image: ImageId | null
  readonly origin: Origin | null
}
type Met<Values> = ManagedItem<Values> & { readonly rev: Position }

/** Where the desk finds venues or organizers, and what it does to them. */
export type ItemDeps<Values> = {
  readonly queries: Pick<DirectoryQueries<Values>, 'list' | 'byIds' | 'byName'>
  readonly idOf: (id: number) => IdOf<Values>
  readonly meet: (id: IdOf<Values>) => Promise<MetItem<Met<Values>, MetInLog>>
  readonly fromRecords: (records: readonly StoredRecord[]) => Met<Values> | null
  readonly commands: MakingCommands<Values>
  readonly ahead: CleanTextsAhead
  readonly tags: TagDeps
}

type ItemKind<Values> = {
  readonly noun: 'venue' | 'organizer'
  readonly subject: Subject
  readonly table: Members
  readonly fields: readonly Field[]
  readonly aboutWord: string
  readonly aboutOf: (values: Values) => readonly string[]
  readonly placeOf: (values: Values) => string
}

const SORTS = ['name', 'modified'] as const

const statusesOf = (tab: Tab): readonly ItemStatus[] => (tab === 'any' ? LIVE : [tab])

const entryOf =
  <Values extends Named>({ aboutOf, placeOf }: ItemKind<Values>, caller: Caller) =>
  (item: ManagedItem<Values> & { readonly modified: UtcTime }): Entry => {
    const isEditable = mayEdit(caller, item)
    // a protected one tells its name alone (spec 01 §9.1)
    const about = isEditable || item.values.password === '' ? aboutOf(item.values) : []
    return {
      ...{ id: item._id, modified: item.modified, status: item.values.status, mayEdit: isEditable },
      name: cut(nameOf(item.values.name)) || `#${item._id}`,
      place: about.length === 0 ? '' : placeOf(item.values),
      about: about
        .filter(text => text !== '')
        .map(cut)
        .join(', '),
    }
  }

const find =
  <Values extends Named>(kind: ItemKind<Values>, { queries }: ItemDeps<Values>): Part['find'] =>
  async ({ tab, search, sort, descending, page }: Listing, viewer: Caller): Promise<Found> => {
    const sought = { viewer, ...(search === '' ? {} : { search }) }
    const { rows, total } = await queries.list({
      ...{ ...sought, statuses: statusesOf(tab), skip: (page - 1) * PER_PAGE, limit: PER_PAGE },
      sort: { member: sort === 'modified' ? 'modified' : 'nameKey', descending },
    })
    const counts = new Map<string, number>([[tab, total]])
    for (const one of TABS)
      if (!counts.has(one))
        counts.set(
          one,
          (await queries.list({ ...sought, statuses: statusesOf(one), skip: 0, limit: 0 })).total,
        )
    return { rows: rows.map(entryOf(kind, viewer)), total, counts }
  }

/** What is done to several, and taken back. */
const severalOf = <Values extends Named>(
  { noun }: ItemKind<Values>,
  { idOf, meet, commands }: ItemDeps<Values>,
): Part['several'] => {
  const items: SeveralItems<Values> = { noun, idOf, meet, commands, nameIn: ({ name }) => name }
  const isAction = (text: string): text is ItemAction => Object.hasOwn(ITEM_ACTIONS, text)
  return {
    specOf: action => (isAction(action) ? ITEM_ACTIONS[action] : null),
    carryOut: async ({ action, ids }, caller, callOf) =>
      isAction(action)
        ? eachItem(items, ids, caller, async item => ({
            outcome: await doToItem(commands, action, item, noun, callOf),
          }))
        : [],
    putBack: (batch, ids, caller, callOf) => putBack(items, batch, ids, caller, callOf),
  }
}

/** Venues or organizers at the desk. */
export const itemPart = <Values extends Named>(kind: ItemKind<Values>, deps: ItemDeps<Values>): Part => {
  const { noun, subject, table, fields, aboutWord } = kind
  const { queries, idOf, meet, fromRecords, commands } = deps
  const isWrong = (wrong: object) => Object.keys(wrong).length > 0
  // what the table names are members of these values
  const besidesIn = (besides: Sent['besides']) => besides as (context: Context) => Promise<Partial<Values>>
  return {
    ...{ noun, subject, fields, aboutWord, only: creatorsOnly, tabs: TABS, sorts: SORTS },
    byArgument: itemArguments(noun, table, fields),
    find: find(kind, deps),
    all: async (most, viewer) => {
      const sort = { member: 'nameKey', descending: false } as const
      return everyOne(most, async (skip, limit) => {
        const { rows } = await queries.list({ viewer, statuses: LIVE, sort, skip, limit })
        return rows.map(entryOf(kind, viewer))
      })
    },
    named: async (name, viewer) =>
      name === ''
        ? (await queries.list({ viewer, statuses: ['publish'], skip: 0, limit: PROPOSED_NAMES })).rows
        : queries.byName(name),
    byIds: async (ids, caller) => (await queries.byIds(ids.map(idOf))).map(entryOf(kind, caller)),
    imageOf: async id => (await meet(idOf(id))).item?.values.image ?? null,
    edited: async (id, caller, siteZone) => {
      const found = editedItem(await meet(idOf(id)), caller)
      if (typeof found === 'string') return found
      const { item, records } = found
      return {
        ...{ id, rev: item.rev, records, name: cut(nameOf(item.values.name)), origin: item.values.origin },
        typed: typedOf(fields, item.values, siteZone),
        asOf: async rev => {
          const before = recordsAt(records, rev)
          const then = before && fromRecords(before)
          return then && typedOf(fields, then.values, siteZone)
        },
        change: async (some, typed, call) => {
          const { args, besides, wrong } = await sentOf(kind, some, typed, call, deps)
          if (isWrong(wrong)) return { wrong }
          return commands.change({ ...call, sent: args }, item.values, besidesIn(besides))
        },
      }
    },
    create: async (typed, call, idFor) => {
      const { args, besides, wrong } = await sentOf(kind, filledIn(fields, typed), typed, call, deps)
      return isWrong(wrong) ? { wrong } : commands.create({ ...call, sent: args }, besidesIn(besides), idFor)
    },
    several: severalOf(kind, deps),
  }
}
