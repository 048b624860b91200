import { identityStream } from '../../shared/facts/claim.ts'
import type { By, ItemStatus, Origin } from '../../shared/facts/common.ts'
import { organizerStream, type OrganizerValues } from '../../shared/facts/organizer.ts'
import { venueStream, type VenueValues } from '../../shared/facts/venue.ts'
import { foldName } from '../../shared/kernel/text/fold.ts'
import { appendClaims, holdersOf } from '../calendar/claim-stream.ts'
import type { ItemAggregate } from '../calendar/item/aggregate.ts'
import type { Change, Patch } from '../calendar/item/decide.ts'
import type { Found, Wanted as WantedItem } from '../calendar/item/named.ts'
import { fillAbsent, reusable } from '../calendar/item/reusable.ts'
import type { Item, SharedValues } from '../calendar/item/state.ts'
import { organizer } from '../calendar/organizer/index.ts'
import { changeOrganizer, findOrCreateOrganizer } from '../calendar/organizer/write.ts'
import { newOrganizerValues, newVenueValues } from '../calendar/values.ts'
import { venue } from '../calendar/venue/index.ts'
import { changeVenue, findOrCreateVenue } from '../calendar/venue/write.ts'
import type { Writing } from '../calendar/writing.ts'
import { load, type Context } from '../handle.ts'
import { lineageKey, ownIdOf } from './identity.ts'
import type { ImportedOrganizer, ImportedVenue } from './read-places.ts'

type AnyPlace = { readonly name: string; readonly globalIds: readonly string[]; readonly values: object }

export type Wanted<Place> = {
  readonly place: Place
  /** Of the site, as its global ids have it. */
  readonly host: string
  /** Of the event: what has to be created gets the same. */
  readonly status: ItemStatus
  readonly author: number
  readonly origin: Origin
}

export type FoundPlace = {
  readonly id: number
  readonly created: boolean
  readonly filled: boolean
  readonly origin: Origin | null
}

export type PlaceKind<Place> = {
  readonly type: 'cal_venue' | 'cal_organizer'
  readonly find: (writing: Writing, wanted: Wanted<Place>, context: Context) => Promise<FoundPlace>
}

type Named = SharedValues & { readonly name: string; readonly origin: Origin | null }

type Parts<Values extends Named, Fact, Place> = {
  readonly type: PlaceKind<Place>['type']
  readonly noun: 'venue' | 'organizer'
  readonly aggregate: ItemAggregate<Values, Fact>
  readonly stream: (id: number) => string
  readonly item: (wanted: Wanted<Place>) => WantedItem<Values>
  readonly findOrCreate: (
    writing: Writing,
    wanted: WantedItem<Values>,
    context: Context,
  ) => Promise<Found<Values>>
  readonly change: (writing: Writing, id: number, sent: Change<Values>, context: Context) => Promise<unknown>
}

/** Under which an unpublished one that this source created is found again: nobody else may reuse it. */
const draftKey = ({ place, origin }: Wanted<AnyPlace>) =>
  ['draft', origin.source, foldName(place.name), JSON.stringify(place.values)].join('\n')

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
    fits: (values: Values) => boolean,
  ): Promise<Known | null> => {
    for (const id of ids) {
      const { state } = await load(store, parts.aggregate, parts.stream(id))
      if (state !== null && state.trashed === null && fits(state.values)) return { id, item: state }
    }
    return null
  }

  const idsUnder = async ({ store }: Writing, key: string): Promise<readonly number[]> =>
    (await holdersOf(store, identityStream(noun, key))).holders.map(({ owner }) => owner)

  const byGlobalId = async (writing: Writing, { place, host }: Wanted<Place>): Promise<Known | null> => {
    for (const key of place.globalIds.map(lineageKey)) {
      const own = ownIdOf(host, key)
      const ids = [...(own === null ? [] : [own]), ...(await idsUnder(writing, key))]
      const found = await firstOf(writing, ids, () => true)
      if (found !== null) return found
    }
    return null
  }

  const draftOf = async (writing: Writing, wanted: Wanted<Place>): Promise<Known | null> => {
    if (wanted.status === 'publish') return null
    const { sent } = parts.item(wanted)
    const fits = (values: Values) => reusable(sent, { ...values, status: 'publish' }) !== null
    return firstOf(writing, await idsUnder(writing, draftKey(wanted)), fits)
  }

  /** Only what this source brought may be changed by it (spec 05 §5). */
  const isMine = (createdBy: By, { origin }: Values, wanted: Wanted<Place>) =>
    createdBy === 'import' && origin?.source === wanted.origin.source

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
    const patch = isMine(item.createdBy, item.values, wanted) ? news(known, wanted) : {}
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
    find: async (writing, wanted, context) => {
      const known = await byGlobalId(writing, wanted)
      if (known !== null) return identified(writing, wanted, known, context)
      const draft = await draftOf(writing, wanted)
      if (draft !== null)
        return { id: draft.id, created: false, filled: false, origin: draft.item.values.origin }
      const found = await parts.findOrCreate(writing, parts.item(wanted), context)
      const { id, created, values, missing } = found
      if (created) await note(writing, wanted, id, context)
      const filled = !created && isMine(found.createdBy, values, wanted) && Object.keys(missing).length > 0
      if (filled) await parts.change(writing, id, fillAbsent(missing), context)
      return { id, created, filled, origin: values.origin }
    },
  }
}

const shared = ({ place, status, author, origin }: Wanted<AnyPlace>) => ({
  name: place.name,
  status,
  author,
  origin,
  lineage: [...place.globalIds],
})

export const venues: PlaceKind<ImportedVenue> = placeKind({
  type: 'cal_venue',
  noun: 'venue',
  aggregate: venue,
  stream: venueStream,
  item: (wanted: Wanted<ImportedVenue>): WantedItem<VenueValues> => ({
    sent: { name: wanted.place.name, ...wanted.place.values },
    values: newVenueValues({ ...shared(wanted), ...wanted.place.values }),
  }),
  findOrCreate: findOrCreateVenue,
  change: changeVenue,
})

export const organizers: PlaceKind<ImportedOrganizer> = placeKind({
  type: 'cal_organizer',
  noun: 'organizer',
  aggregate: organizer,
  stream: organizerStream,
  item: (wanted: Wanted<ImportedOrganizer>): WantedItem<OrganizerValues> => ({
    sent: { name: wanted.place.name, ...wanted.place.values },
    values: newOrganizerValues({ ...shared(wanted), ...wanted.place.values }),
  }),
  findOrCreate: findOrCreateOrganizer,
  change: changeOrganizer,
})
