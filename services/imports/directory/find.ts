import { identityStream, nameStream } from '../../../shared/facts/claim.ts'
import type { Origin } from '../../../shared/facts/common.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { canRead } from '../../../shared/rights.ts'
import { appendClaims, holdersOf } from '../../calendar/claim-stream.ts'
import { fillAbsent, reusable } from '../../calendar/directory/reusable.ts'
import type { Patch } from '../../calendar/item/decide.ts'
import type { Item } from '../../calendar/item/state.ts'
import { standingItem } from '../../calendar/directory/standing.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import { lineageKey, ownIdOf } from '../item/identity.ts'
import { principalOf } from './acts-for.ts'
import { draftKey } from './draft.ts'
import {
  isMine,
  organizerKind,
  venueKind,
  type AnyEntry,
  type EntryKind,
  type EntryValues,
  type Wanted,
} from './kinds.ts'

type FoundEntry = {
  readonly id: number
  readonly created: boolean
  readonly filled: boolean
  readonly origin: Origin | null
}

export type EntryFinder<Entry> = {
  readonly type: 'cal_venue' | 'cal_organizer'
  readonly find: (writing: Writing, wanted: Wanted<Entry>, context: Context) => Promise<FoundEntry>
  /** Whether this source would link one that is there already, knowing nothing but its name. */
  readonly isKnown: (writing: Writing, name: string, source: string) => Promise<boolean>
}

/** `isOther`: it stands for one that was merged into it, which is what its source describes (spec 07 §7.1). */
type Known<Values> = { readonly id: number; readonly item: Item<Values>; readonly isOther: boolean }

/** One that was merged, as it was before. */
const asItWas = <Values extends EntryValues>({ trashed, ...item }: Item<Values>): Item<Values> =>
  trashed === null
    ? { ...item, trashed }
    : { ...item, trashed: null, values: { ...item.values, status: trashed.was } }

/** Where to look, and for what. */
type Search<Values extends EntryValues, Fact, Entry> = {
  readonly kind: EntryKind<Values, Fact, Entry>
  readonly writing: Writing
  readonly wanted: Wanted<Entry>
}

/** The first of these that is there, not in the trash, and `fits`. */
const firstOf = async <Values extends EntryValues, Fact, Entry>(
  { kind, writing }: Search<Values, Fact, Entry>,
  ids: readonly number[],
  fits: (item: Item<Values>) => boolean,
): Promise<Known<Values> | null> => {
  for (const id of ids) {
    const found = await standingItem(writing.store, kind, id)
    if (found === null || found.item === null || found.item.trashed !== null) continue
    if (!fits(asItWas(found.met))) continue
    return { id: found.id, item: found.item, isOther: found.id !== id }
  }
  return null
}

const idsUnder = async <Values extends EntryValues, Fact, Entry>(
  { kind, writing }: Search<Values, Fact, Entry>,
  key: string,
): Promise<readonly number[]> => {
  const { holders } = await holdersOf(writing.store, identityStream(kind.noun, key))
  return holders.map(({ owner }) => owner)
}

/** One of this site by its id, which anybody can guess: as in a request, what is not to be read is unknown. */
const ownOne = async <Values extends EntryValues, Fact, Entry>(
  search: Search<Values, Fact, Entry>,
  id: number,
): Promise<Known<Values> | null> => {
  const { author, origin } = search.wanted
  const principal = await principalOf(search.writing.store, author)
  return firstOf(
    search,
    [id],
    ({ createdBy, values }) => canRead(principal, values) || isMine(createdBy, values, origin.source),
  )
}

const byGlobalId = async <Values extends EntryValues, Fact, Entry extends AnyEntry>(
  search: Search<Values, Fact, Entry>,
): Promise<Known<Values> | null> => {
  const { entry, host } = search.wanted
  for (const key of entry.globalIds.map(lineageKey)) {
    const own = ownIdOf(host, key)
    const found =
      (own === null ? null : await ownOne(search, own)) ??
      (await firstOf(search, await idsUnder(search, key), () => true))
    if (found !== null) return found
  }
  return null
}

const draftOf = async <Values extends EntryValues, Fact, Entry extends AnyEntry>(
  search: Search<Values, Fact, Entry>,
): Promise<Known<Values> | null> => {
  const { kind, wanted } = search
  if (wanted.status === 'publish') return null
  const { sent } = kind.item(wanted)
  const fits = ({ values }: Item<Values>) => reusable(sent, { ...values, status: 'publish' }, true) !== null
  return firstOf(search, await idsUnder(search, draftKey(wanted)), fits)
}

/** One that is known by its global id gets what its source says of it now, less what users changed. */
const identified = async <Values extends EntryValues, Fact, Entry>(
  { kind, writing, wanted }: Search<Values, Fact, Entry>,
  { id, item, isOther }: Known<Values>,
  context: Context,
): Promise<FoundEntry> => {
  const found = { id, created: false, origin: item.values.origin }
  if (isOther || !isMine(item.createdBy, item.values, wanted.origin.source))
    return { ...found, filled: false }
  const stored = new Map<string, unknown>(Object.entries(item.values))
  const news = Object.entries(kind.item(wanted).sent).filter(
    ([member, value]) => item.changedBy[member] !== 'person' && stored.get(member) !== value,
  )
  if (news.length === 0) return { ...found, filled: false }
  await kind.writes(writing).change(id, Object.fromEntries(news) as Patch<Values>, context)
  return { ...found, filled: true }
}

/** By what a new one will be known. */
const note = async <Values extends EntryValues, Fact, Entry extends AnyEntry>(
  { kind, writing, wanted }: Search<Values, Fact, Entry>,
  owner: number,
  context: Context,
): Promise<void> => {
  const drafts = wanted.status === 'publish' ? [] : [draftKey(wanted)]
  for (const key of [...wanted.entry.globalIds.map(lineageKey), ...drafts]) {
    const stream = identityStream(kind.noun, key)
    await appendClaims(writing.store, stream, [{ type: 'Claimed', owner }], 'any', context)
  }
}

const find = async <Values extends EntryValues, Fact, Entry extends AnyEntry>(
  search: Search<Values, Fact, Entry>,
  context: Context,
): Promise<FoundEntry> => {
  const { kind, writing, wanted } = search
  const known = await byGlobalId(search)
  if (known !== null) return identified(search, known, context)
  const draft = await draftOf(search)
  if (draft !== null) return { id: draft.id, created: false, filled: false, origin: draft.item.values.origin }
  const writes = kind.writes(writing)
  const { id, created, createdBy, values, missing } = await writes.findOrCreate(kind.item(wanted), context)
  if (created) await note(search, id, context)
  const filled =
    !created && isMine(createdBy, values, wanted.origin.source) && Object.keys(missing).length > 0
  if (filled) await writes.change(id, fillAbsent(missing), context)
  return { id, created, filled, origin: values.origin }
}

const isKnown = async <Values extends EntryValues, Fact, Entry>(
  kind: EntryKind<Values, Fact, Entry>,
  { store }: Writing,
  name: string,
  source: string,
): Promise<boolean> => {
  const { holders } = await holdersOf(store, nameStream(kind.noun, foldName(name)))
  for (const { owner } of holders) {
    const found = await standingItem(store, kind, owner)
    if (found === null || found.item === null || found.item.trashed !== null) continue
    const { createdBy, values } = asItWas(found.met)
    const isUsable = values.status === 'publish' || isMine(createdBy, values, source)
    if (isUsable && foldName(values.name) === foldName(name)) return true
  }
  return false
}

/** Venues and organizers of items: by global id, else by the reuse rule, else new (spec 05 §5). */
const finderOf = <Values extends EntryValues, Fact, Entry extends AnyEntry>(
  kind: EntryKind<Values, Fact, Entry>,
): EntryFinder<Entry> => ({
  type: kind.type,
  find: (writing, wanted, context) => find({ kind, writing, wanted }, context),
  isKnown: (writing, name, source) => isKnown(kind, writing, name, source),
})

export const venues = finderOf(venueKind)
export const organizers = finderOf(organizerKind)
