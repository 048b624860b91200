import { nameStream } from '../../../shared/facts/claim.ts'
import type { Origin } from '../../../shared/facts/common.ts'
import type { UpdateAuthority } from '../../../shared/facts/import.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import type { Members } from '../../../shared/members/member.ts'
import { holdersOf } from '../../calendar/claim-stream.ts'
import { differences } from '../../calendar/item/changes.ts'
import type { Patch } from '../../calendar/item/decide.ts'
import type { Item } from '../../calendar/item/state.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import { standingItem } from '../../calendar/directory/standing.ts'
import { noteDraft } from './draft.ts'
import {
  isMine,
  organizerKind,
  venueKind,
  type AnyEntry,
  type EntryKind,
  type EntryValues,
  type Wanted,
} from './kinds.ts'
import type { EntryRow } from './read-row.ts'

/** A venue or organizer as a row of a file wants it. */
type WantedRow<Entry> = Wanted<Entry> & {
  readonly cleared: EntryRow['cleared']
  readonly authority: UpdateAuthority
}

/** What a row did. `origin`: of the venue or organizer, as it was met or made. */
export type RowDone = {
  readonly id: number
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'skipped'
  readonly reason: 'retain' | 'in_trash' | null
  readonly origin: Origin | null
  /** An import has changed it since it was made. */
  readonly wasUpdated: boolean
}

/** `isOther`: it stands for one that was merged into it (spec 07 §7.1). */
type Known<Values> = { readonly id: number; readonly item: Item<Values>; readonly isOther: boolean }

/** Nothing that says where it is speaks against it (spec 05 §5: another address or city is another venue). */
const isSamePlace = (table: Members, sent: object, stored: object): boolean => {
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(stored))
  return Object.entries(sent).every(([member, value]: readonly [string, unknown]) => {
    if (table[member]?.differs !== 'apart') return true
    const there = members.get(member)
    const isSame =
      typeof value !== 'string' || typeof there !== 'string' || foldName(value) === foldName(there)
    return isSame || value === '' || there === ''
  })
}

const emptied = (table: Members, cleared: EntryRow['cleared']): object =>
  Object.fromEntries(cleared.map(member => [member, table[member]?.initial]))

/** Of what the same source brought, those of that name (whatever a user calls them now) and place. */
const ownOf = async <Values extends EntryValues, Fact, Entry extends AnyEntry>(
  kind: EntryKind<Values, Fact, Entry>,
  { store }: Writing,
  { entry, origin }: Wanted<Entry>,
): Promise<readonly Known<Values>[]> => {
  const { holders } = await holdersOf(store, nameStream(kind.noun, foldName(entry.name)))
  const found: Known<Values>[] = []
  for (const { owner: id } of holders) {
    const standing = await standingItem(store, kind, id)
    if (standing === null || standing.item === null) continue
    const { met: item } = standing
    if (!isMine(item.createdBy, item.values, origin.source)) continue
    const isNamed = foldName(item.values.name) === foldName(entry.name) || item.changedBy['name'] === 'person'
    if (isNamed && isSamePlace(kind.members, entry.values, item.values))
      found.push({ id: standing.id, item: standing.item, isOther: standing.id !== id })
  }
  return found
}

/** What the row says of it now; a name differs in case only, or a user gave it another. */
const newsOf = <Values extends EntryValues, Entry extends AnyEntry>(
  table: Members,
  item: Item<Values>,
  { entry, cleared, authority, origin }: WantedRow<Entry>,
): Patch<Values> => {
  const said = { ...emptied(table, cleared), ...entry.values }
  const changed = Object.keys(differences(item.values, said)).filter(
    member => authority === 'overwrite' || item.changedBy[member] !== 'person',
  )
  const wanted = new Map<string, unknown>(Object.entries(said))
  const patch = Object.fromEntries(changed.map(member => [member, wanted.get(member)]))
  return (changed.length === 0 ? {} : { ...patch, origin }) as Patch<Values>
}

const meet = async <Values extends EntryValues, Fact, Entry extends AnyEntry>(
  kind: EntryKind<Values, Fact, Entry>,
  writing: Writing,
  wanted: WantedRow<Entry>,
  { id, item, isOther }: Known<Values>,
  context: Context,
): Promise<RowDone> => {
  const wasUpdated = Object.values(item.changedBy).includes('import')
  const done = { id, origin: item.values.origin, wasUpdated }
  if (wanted.authority === 'retain') return { ...done, outcome: 'skipped', reason: 'retain' }
  if (item.trashed !== null) return { ...done, outcome: 'skipped', reason: 'in_trash' }
  // what a row says is of the one that was merged, not of the one that stands for it
  const patch = isOther ? {} : newsOf(kind.members, item, wanted)
  if (Object.keys(patch).length === 0) return { ...done, outcome: 'unchanged', reason: null }
  await kind.writes(writing).change(id, patch, context)
  return { ...done, outcome: 'updated', reason: null }
}

/**
 * Rows of venue and organizer files (spec 05 §9 venue rows, §5): of what the same source brought, the one of that
 * name; else what the reuse rule finds, which stays as it is; else a new one, which readers see at once.
 */
const rowWriter =
  <Values extends EntryValues, Fact, Entry extends AnyEntry>(kind: EntryKind<Values, Fact, Entry>) =>
  async (writing: Writing, wanted: WantedRow<Entry>, context: Context): Promise<RowDone> => {
    const own = await ownOf(kind, writing, wanted)
    const known = own.find(({ item }) => item.trashed === null) ?? own[0]
    if (known !== undefined) return meet(kind, writing, wanted, known, context)
    const item = { ...kind.item(wanted), shown: true }
    const { id, created, values } = await kind.writes(writing).findOrCreate(item, context)
    if (created && wanted.status !== 'publish') await noteDraft(writing, kind.noun, wanted, id, context)
    const outcome = created ? 'created' : 'unchanged'
    return { id, outcome, reason: null, origin: values.origin, wasUpdated: false }
  }

export const venueRow = rowWriter(venueKind)
export const organizerRow = rowWriter(organizerKind)
