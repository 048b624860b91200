import { nameStream } from '../../../shared/facts/claim.ts'
import type { Origin } from '../../../shared/facts/common.ts'
import type { UpdateAuthority } from '../../../shared/facts/import.ts'
import { foldName } from '../../../shared/kernel/text/fold.ts'
import { holdersOf } from '../../calendar/claim-stream.ts'
import { differences } from '../../calendar/item/changes.ts'
import type { Patch } from '../../calendar/item/decide.ts'
import type { Item } from '../../calendar/item/state.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import { loadItem } from '../../calendar/purged.ts'
import {
  organizerParts,
  venueParts,
  type AnyPlace,
  type Named,
  type Parts,
  type Wanted,
} from './place-parts.ts'
import { isMine } from './place-parts.ts'
import { noteDraft } from './places.ts'
import { PLACE_MEMBERS } from './read-places.ts'
import type { PlaceRow } from './read-row.ts'

/** A place as a row of a file wants it. */
type WantedRow<Place> = Wanted<Place> & {
  readonly cleared: PlaceRow['cleared']
  readonly authority: UpdateAuthority
}

/** What a row did. `origin`: of the place, as it was met or made. */
export type RowDone = {
  readonly id: number
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'skipped'
  readonly reason: 'retain' | 'in_trash' | null
  readonly origin: Origin | null
  /** An import has changed it since it was made. */
  readonly wasUpdated: boolean
}

type Known<Values> = { readonly id: number; readonly item: Item<Values> }

/** Nothing that says where it is speaks against it (spec 05 §5: another address or city is another venue). */
const isSamePlace = (sent: object, stored: object): boolean => {
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(stored))
  return Object.entries(sent).every(([member, value]: readonly [string, unknown]) => {
    if (!PLACE_MEMBERS.some(one => one === member)) return true
    const there = members.get(member)
    const isSame =
      typeof value !== 'string' || typeof there !== 'string' || foldName(value) === foldName(there)
    return isSame || value === '' || there === ''
  })
}

const emptied = (cleared: PlaceRow['cleared']): object =>
  Object.fromEntries(cleared.map(member => [member, member === 'image' ? null : '']))

/**
 * Rows of venue and organizer files (spec 05 §9 venue rows, §5): of what the same source brought, the one of that
 * name (whatever a user calls it now); else what the reuse rule finds, which stays as it is; else a new one, which
 * readers see at once.
 */
const rowWriter = <Values extends Named, Fact, Place extends AnyPlace>(parts: Parts<Values, Fact, Place>) => {
  const ownOf = async (
    { store }: Writing,
    { place, origin }: Wanted<Place>,
  ): Promise<readonly Known<Values>[]> => {
    const { holders } = await holdersOf(store, nameStream(parts.noun, foldName(place.name)))
    const found: Known<Values>[] = []
    for (const { owner: id } of holders) {
      const { state: item } = await loadItem(store, parts, id)
      if (item === null || !isMine(item.createdBy, item.values, origin.source)) continue
      const isNamed =
        foldName(item.values.name) === foldName(place.name) || item.changedBy['name'] === 'person'
      if (isNamed && isSamePlace(place.values, item.values)) found.push({ id, item })
    }
    return found
  }

  /** What the row says of it now; a name differs in case only, or a user gave it another. */
  const newsOf = (
    item: Item<Values>,
    { place, cleared, authority, origin }: WantedRow<Place>,
  ): Patch<Values> => {
    const said = { ...emptied(cleared), ...place.values }
    const changed = Object.keys(differences(item.values, said)).filter(
      member => authority === 'overwrite' || item.changedBy[member] !== 'person',
    )
    const wanted = new Map<string, unknown>(Object.entries(said))
    const patch = Object.fromEntries(changed.map(member => [member, wanted.get(member)]))
    return (changed.length === 0 ? {} : { ...patch, origin }) as Patch<Values>
  }

  const meet = async (
    writing: Writing,
    wanted: WantedRow<Place>,
    { id, item }: Known<Values>,
    context: Context,
  ): Promise<RowDone> => {
    const done = {
      id,
      origin: item.values.origin,
      wasUpdated: Object.values(item.changedBy).includes('import'),
    }
    if (wanted.authority === 'retain') return { ...done, outcome: 'skipped', reason: 'retain' }
    if (item.trashed !== null) return { ...done, outcome: 'skipped', reason: 'in_trash' }
    const patch = newsOf(item, wanted)
    if (Object.keys(patch).length === 0) return { ...done, outcome: 'unchanged', reason: null }
    await parts.change(writing, id, patch, context)
    return { ...done, outcome: 'updated', reason: null }
  }

  return async (writing: Writing, wanted: WantedRow<Place>, context: Context): Promise<RowDone> => {
    const own = await ownOf(writing, wanted)
    const known = own.find(({ item }) => item.trashed === null) ?? own[0]
    if (known !== undefined) return meet(writing, wanted, known, context)
    const made = await parts.findOrCreate(writing, { ...parts.item(wanted), shown: true }, context)
    const { id, created, values } = made
    if (created) {
      if (wanted.status !== 'publish') await noteDraft(writing, parts.noun, wanted, id, context)
      return { id, outcome: 'created', reason: null, origin: values.origin, wasUpdated: false }
    }
    return { id, outcome: 'unchanged', reason: null, origin: values.origin, wasUpdated: false }
  }
}

export const venueRow = rowWriter(venueParts)
export const organizerRow = rowWriter(organizerParts)
