import { identityStream, nameStream } from '../../../shared/facts/claim.ts'
import type { Origin } from '../../../shared/facts/common.ts'
import { foldName } from '../../../shared/kernel/text/fold.ts'
import { canRead } from '../../../shared/rights.ts'
import { appendClaims, holdersOf } from '../../calendar/claim-stream.ts'
import type { Patch } from '../../calendar/item/decide.ts'
import { fillAbsent, reusable } from '../../calendar/item/reusable.ts'
import type { Item } from '../../calendar/item/state.ts'
import { loadItem } from '../../calendar/purged.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import { lineageKey, ownIdOf } from '../item/identity.ts'
import { principalOf } from './acts-for.ts'
import {
  isMine,
  organizerParts,
  venueParts,
  type AnyPlace,
  type Named,
  type Parts,
  type Wanted,
} from './place-parts.ts'

type FoundPlace = {
  readonly id: number
  readonly created: boolean
  readonly filled: boolean
  readonly origin: Origin | null
}

export type PlaceKind<Place> = {
  readonly type: 'cal_venue' | 'cal_organizer'
  readonly find: (writing: Writing, wanted: Wanted<Place>, context: Context) => Promise<FoundPlace>
  /** Whether this source would link one that is there already, knowing nothing but its name. */
  readonly isKnown: (writing: Writing, name: string, source: string) => Promise<boolean>
}

/** Under which an unpublished one that this source created is found again: nobody else may reuse it. */
const draftKey = ({ place, origin }: Wanted<AnyPlace>) =>
  ['draft', origin.source, foldName(place.name), JSON.stringify(place.values)].join('\n')

/** An event that knows nothing but its name will find the unpublished one. */
export const noteDraft = async (
  { store }: Writing,
  noun: 'venue' | 'organizer',
  wanted: Wanted<AnyPlace>,
  owner: number,
  context: Context,
): Promise<void> => {
  const key = draftKey({ ...wanted, place: { ...wanted.place, values: {} } })
  await appendClaims(store, identityStream(noun, key), [{ type: 'Claimed', owner }], 'any', context)
}

/** Venues and organizers of items: by global id, else by the reuse rule, else new (spec 05 §5). */
const placeKind = <Values extends Named, Fact, Place extends AnyPlace>(
  parts: Parts<Values, Fact, Place>,
): PlaceKind<Place> => {
  const { noun } = parts

  type Known = { readonly id: number; readonly item: Item<Values> }

  /** The first of these that is there, not in the trash, and `fits`. */
  const firstOf = async (
    { store }: Writing,
    ids: readonly number[],
    fits: (item: Item<Values>) => boolean,
  ): Promise<Known | null> => {
    for (const id of ids) {
      const { state } = await loadItem(store, parts, id)
      if (state !== null && state.trashed === null && fits(state)) return { id, item: state }
    }
    return null
  }

  const idsUnder = async ({ store }: Writing, key: string): Promise<readonly number[]> =>
    (await holdersOf(store, identityStream(noun, key))).holders.map(({ owner }) => owner)

  /** One of this site by its id, which anybody can guess: as in a request, what is not to be read is unknown. */
  const ownOne = async (writing: Writing, { author, origin }: Wanted<Place>, id: number) => {
    const principal = await principalOf(writing.store, author)
    return firstOf(
      writing,
      [id],
      ({ createdBy, values }) => canRead(principal, values) || isMine(createdBy, values, origin.source),
    )
  }

  const byGlobalId = async (writing: Writing, wanted: Wanted<Place>): Promise<Known | null> => {
    for (const key of wanted.place.globalIds.map(lineageKey)) {
      const own = ownIdOf(wanted.host, key)
      const found =
        (own === null ? null : await ownOne(writing, wanted, own)) ??
        (await firstOf(writing, await idsUnder(writing, key), () => true))
      if (found !== null) return found
    }
    return null
  }

  const draftOf = async (writing: Writing, wanted: Wanted<Place>): Promise<Known | null> => {
    if (wanted.status === 'publish') return null
    const { sent } = parts.item(wanted)
    const fits = ({ values }: Item<Values>) => reusable(sent, { ...values, status: 'publish' }, true) !== null
    return firstOf(writing, await idsUnder(writing, draftKey(wanted)), fits)
  }

  /** What its source says of it now, less what users changed. */
  const news = ({ item }: Known, wanted: Wanted<Place>): Patch<Values> => {
    const stored = new Map<string, unknown>(Object.entries(item.values))
    const changed = Object.entries(parts.item(wanted).sent).filter(
      ([member, value]) => item.changedBy[member] !== 'person' && stored.get(member) !== value,
    )
    return Object.fromEntries(changed) as Patch<Values>
  }

  const identified = async (
    writing: Writing,
    wanted: Wanted<Place>,
    known: Known,
    context: Context,
  ): Promise<FoundPlace> => {
    const { id, item } = known
    const patch = isMine(item.createdBy, item.values, wanted.origin.source) ? news(known, wanted) : {}
    const filled = Object.keys(patch).length > 0
    if (filled) await parts.change(writing, id, patch, context)
    return { id, created: false, filled, origin: item.values.origin }
  }

  const note = async ({ store }: Writing, wanted: Wanted<Place>, owner: number, context: Context) => {
    const drafts = wanted.status === 'publish' ? [] : [draftKey(wanted)]
    for (const key of [...wanted.place.globalIds.map(lineageKey), ...drafts]) {
      await appendClaims(store, identityStream(noun, key), [{ type: 'Claimed', owner }], 'any', context)
    }
  }

  return {
    type: parts.type,
    isKnown: async (writing, name, source) => {
      const { holders } = await holdersOf(writing.store, nameStream(noun, foldName(name)))
      for (const { owner } of holders) {
        const { state } = await loadItem(writing.store, parts, owner)
        if (state === null || state.trashed !== null) continue
        const { createdBy, values } = state
        const isUsable = values.status === 'publish' || isMine(createdBy, values, source)
        if (isUsable && foldName(values.name) === foldName(name)) return true
      }
      return false
    },
    find: async (writing, wanted, context) => {
      const known = await byGlobalId(writing, wanted)
      if (known !== null) return identified(writing, wanted, known, context)
      const draft = await draftOf(writing, wanted)
      if (draft !== null)
        return { id: draft.id, created: false, filled: false, origin: draft.item.values.origin }
      const found = await parts.findOrCreate(writing, parts.item(wanted), context)
      const { id, created, values, missing } = found
      if (created) await note(writing, wanted, id, context)
      const filled =
        !created && isMine(found.createdBy, values, wanted.origin.source) && Object.keys(missing).length > 0
      if (filled) await parts.change(writing, id, fillAbsent(missing), context)
      return { id, created, filled, origin: values.origin }
    },
  }
}

export const venues = placeKind(venueParts)
export const organizers = placeKind(organizerParts)
