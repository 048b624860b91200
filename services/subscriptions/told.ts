import { type UserId, type StreamName, streamName } from '../../shared/kernel/brands.ts'
import type { EventStore, StoredRecord } from '../../shared/event-store/port.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import { carriedMember, CONTACT, isRestated } from '../../shared/facts/forgotten.ts'
import { PURGED, purgeCodec } from '../../shared/facts/purge.ts'
import { ToldKind, type Happening } from '../../shared/facts/subscription.ts'
import { isObject, type Json, type JsonObject } from '../../shared/kernel/json.ts'
import { eventMembers } from '../../shared/members/event.ts'
import type { Members } from '../../shared/members/member.ts'
import { organizerMembers } from '../../shared/members/organizer.ts'
import { venueMembers } from '../../shared/members/venue.ts'
import { itemStream } from '../calendar/purged.ts'
import type { FactAt, First, Items } from './kept-items.ts'
import type { Seen } from './seen.ts'
import type { Subscription } from './state.ts'

export type TellDeps = {
  readonly store: Pick<EventStore, 'read'>
  /** As whoever is told goes through them. */
  readonly items: Items
  /** Name to show of a user, or the login; null: there is no such user any more. */
  readonly nameOf: (userId: UserId) => Promise<string | null>
  /** Address of the page, or null; and of the object over REST. `values`: as the item is after the fact. */
  readonly addresses: (
    kind: ToldKind,
    id: number,
    values: JsonObject | null,
  ) => Promise<{ readonly url: string | null; readonly rest_url: string }>
  /** Whether an event came for what was made for one. */
  readonly isLinked: (first: First) => Promise<boolean>
}

/** A message before it is signed. `id`: of the fact, the same however often it is sent. */
export type Message = { readonly id: string; readonly body: string }

type Chosen = Pick<Subscription, 'kinds' | 'happenings' | 'sees'>

const tables: Readonly<Record<'event' | 'venue' | 'organizer', Members>> = {
  event: eventMembers,
  venue: venueMembers,
  organizer: organizerMembers,
}

const tableOf = (kind: ToldKind): Members | null =>
  kind === 'category' || kind === 'tag' ? null : tables[kind]

/** Told to nobody: what opens an item. */
const SECRET: readonly string[] = ['password']
/** Told to administrators alone: where a source is, and what it calls its items. */
const OWN: readonly string[] = [...SECRET, 'origin', 'lineage']
/** Things that somebody may be kept from. */
const KEPT = ['event', 'venue', 'organizer'] as const

const idsIn = (value: Json | undefined): readonly number[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value ?? null]).filter(id => typeof id === 'number')

/** What a value is to somebody who may not know of what it names unless everybody may (spec 01 §9.1). */
const openValue = async ({ now }: Items, of: ItemKind, value: Json): Promise<Json> => {
  const open: number[] = []
  for (const id of idsIn(value)) if ((await now(itemStream(of, id))).seen?.isPublic === true) open.push(id)
  return Array.isArray(value) ? open : (open[0] ?? null)
}

/** A member as the receiver may see it. */
const shownValue = async (
  { items }: Pick<TellDeps, 'items'>,
  { sees }: Chosen,
  kind: ToldKind,
  [member, value]: readonly [string, Json],
): Promise<Json> => {
  const names = tableOf(kind)?.[member]?.names
  const kept = KEPT.find(one => one === names)
  return sees === 'all' || kept === undefined ? value : openValue(items, kept, value)
}

/** Members as the receiver may see them; long texts are left to the address over REST. */
const shownValues = async (deps: TellDeps, chosen: Chosen, { kind, values }: Seen): Promise<JsonObject> => {
  const table = tableOf(kind)
  const left = chosen.sees === 'all' ? SECRET : OWN
  const shown = Object.entries(values).filter(
    ([member]) => !left.includes(member) && table?.[member]?.kind !== 'html',
  )
  const read = shown.map(async ([member, value]) => [
    member,
    await shownValue(deps, chosen, kind, [member, value]),
  ])
  return Object.fromEntries(await Promise.all(read)) as JsonObject
}

const pairsIn = ({ data: { changes } }: StoredRecord): readonly (readonly [string, Json, Json])[] =>
  changes === undefined || !isObject(changes)
    ? []
    : Object.entries(changes).flatMap(([member, both]) =>
        Array.isArray(both) ? [[member, both[0] as Json, both[1] as Json] as const] : [],
      )

/** Names of the members that were emptied; those of an organizer, of which it was not said, as far as they are empty. */
const forgottenIn = (record: StoredRecord): readonly string[] => {
  const emptied = carriedMember(record, 'emptied')
  if (Array.isArray(emptied)) return (emptied as readonly Json[]).map(String)
  const { values } = record.data
  return record.stream.startsWith('organizer-')
    ? CONTACT.filter(member => isObject(values) && values[member] === '')
    : []
}

/** Names of the members in which the receiver sees a difference. */
const changedMembers = async (
  deps: TellDeps,
  chosen: Chosen,
  kind: ToldKind,
  record: StoredRecord,
): Promise<readonly string[]> => {
  const names: string[] = isRestated(record) ? [...forgottenIn(record)] : []
  for (const [member, before, after] of pairsIn(record)) {
    if (chosen.sees === 'public' && OWN.includes(member)) continue
    const [was, is] = [
      await shownValue(deps, chosen, kind, [member, before]),
      await shownValue(deps, chosen, kind, [member, after]),
    ]
    if (JSON.stringify(was) !== JSON.stringify(is)) names.push(member)
  }
  return names
}

const isPublished = (seen: Seen | null): boolean => seen?.values['status'] === 'publish'

/** What happened, to those who may see everything; null: nothing that they would see. */
const toAll = (type: string, before: Seen | null, after: Seen): Happening | null => {
  if (before === null) return 'created'
  if (type.endsWith('Unmerged') || type.endsWith('Restored')) return 'restored'
  if (type.endsWith('Trashed') || type.endsWith('Merged')) return 'trashed'
  if (before.isThere !== after.isThere) return after.isThere ? 'restored' : 'deleted'
  if (isPublished(before) !== isPublished(after)) return isPublished(after) ? 'published' : 'withdrawn'
  return 'changed'
}

/** The same to everybody. */
const toPublic = (before: Seen | null, after: Seen): Happening | null => {
  if (before?.isPublic !== true) return after.isPublic ? 'published' : null
  return after.isPublic ? 'changed' : 'withdrawn'
}

const byOf = async (
  { nameOf }: TellDeps,
  { sees }: Chosen,
  { data, meta }: StoredRecord,
): Promise<JsonObject> => {
  const by = data['by']
  const kind = by === 'import' || by === 'service' ? by : 'person'
  if (sees === 'public') return { kind }
  const name = meta.actor === null ? null : await nameOf(meta.actor)
  return { kind, name, ...(kind === 'import' ? { import: meta.correlation } : {}) }
}

const idOf = (stream: StreamName): number => Number(stream.slice(stream.lastIndexOf('-') + 1))

type Telling = {
  readonly happening: Happening
  readonly kind: ToldKind
  readonly id: number
  readonly changed: readonly string[]
  /** null: there is nothing to be shown of it (any more). */
  readonly seen: Seen | null
}

const messageOf = async (
  deps: TellDeps,
  chosen: Chosen,
  record: StoredRecord,
  { happening, kind, id, changed, seen }: Telling,
): Promise<Message> => {
  const values = seen === null ? null : await shownValues(deps, chosen, seen)
  const data = {
    ...{ kind, id, happening },
    ...(chosen.sees === 'all' ? { fact: record.type } : {}),
    by: await byOf(deps, chosen, record),
    changed,
    ...(await deps.addresses(kind, id, values)),
    values,
  }
  const body = { type: `${kind}.${happening}`, timestamp: record.meta.at, data }
  return { id: `msg_${record.id}`, body: JSON.stringify(body) }
}

const purged = async (deps: TellDeps, chosen: Chosen, record: StoredRecord): Promise<Message | null> => {
  if (record.type !== 'ItemPurged' || !chosen.happenings.includes('deleted')) return null
  const { kind, itemId: id } = purgeCodec.decode(record.type, record.data)
  if (!chosen.kinds.includes(kind)) return null
  return messageOf(deps, chosen, record, { happening: 'deleted', kind, id, changed: [], seen: null })
}

/** The stream of the item that a fact is about, wherever it is told. */
export const itemOf = ({ stream }: Pick<FactAt, 'stream'>): StreamName =>
  stream.startsWith(PURGED) ? streamName(stream.slice(PURGED.length)) : stream

/** Whether a record may be told to a subscription, as far as its stream says. */
export const concerns = ({ kinds }: Pick<Subscription, 'kinds'>, stream: StreamName): boolean => {
  const noun = itemOf({ stream }).split('-')[0] ?? ''
  if (noun === 'term') return kinds.includes('category') || kinds.includes('tag')
  const kind = ToldKind.safeParse(noun)
  return kind.success && kinds.includes(kind.data)
}

/** Made for an event that has not come: readers are not shown it (spec 02 §5 create). */
const isUnseen = async ({ isLinked, items }: TellDeps, first: First): Promise<boolean> =>
  first.isHidden && !(await items.now(first.stream)).isAdopted && !(await isLinked(first))

/** That something was deleted for good, which is told on a stream of its own. */
const purge = async (deps: TellDeps, chosen: Chosen, fact: FactAt): Promise<Message | null> => {
  const [record] = await deps.store.read(fact.stream, { from: fact.revision, limit: 1 })
  return record?.position === fact.position ? purged(deps, chosen, record) : null
}

/** What a subscription is told of a fact (spec 08 §3); null: nothing. */
export const messageFor = async (deps: TellDeps, chosen: Chosen, fact: FactAt): Promise<Message | null> => {
  if (fact.stream.startsWith(PURGED)) return purge(deps, chosen, fact)
  const around = await deps.items.around(fact)
  // purged meanwhile: that is told by what was recorded then
  if (around === null || around.after === null) return null
  const { record, after, first } = around
  // what was before is forgotten: it was there all the time
  const before = isRestated(record) ? after : around.before
  const { kind } = after
  if (!chosen.kinds.includes(kind)) return null
  const happening = chosen.sees === 'public' ? toPublic(before, after) : toAll(record.type, before, after)
  if (happening === null || !chosen.happenings.includes(happening)) return null
  const changed = happening === 'changed' ? await changedMembers(deps, chosen, kind, record) : []
  if (happening === 'changed' && changed.length === 0) return null
  if (chosen.sees === 'public' && (await isUnseen(deps, first))) return null
  const isShown = chosen.sees === 'all' ? happening !== 'deleted' : after.isPublic
  return messageOf(deps, chosen, record, {
    ...{ happening, kind, id: idOf(fact.stream), changed },
    seen: isShown ? after : null,
  })
}
