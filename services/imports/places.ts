import { identityStream } from '../../shared/facts/claim.ts'
import type { ItemStatus, Origin } from '../../shared/facts/common.ts'
import { organizerStream, type OrganizerValues } from '../../shared/facts/organizer.ts'
import { venueStream, type VenueValues } from '../../shared/facts/venue.ts'
import { foldName } from '../../shared/kernel/text/fold.ts'
import { appendClaims, holdersOf } from '../calendar/claim-stream.ts'
import type { ItemAggregate } from '../calendar/item/aggregate.ts'
import type { Patch } from '../calendar/item/decide.ts'
import type { Found, Wanted as WantedItem } from '../calendar/item/named.ts'
import { reusable } from '../calendar/item/reusable.ts'
import type { SharedValues } from '../calendar/item/state.ts'
import { organizer } from '../calendar/organizer/index.ts'
import { changeOrganizer, findOrCreateOrganizer } from '../calendar/organizer/write.ts'
import { newOrganizerValues, newVenueValues } from '../calendar/values.ts'
import { venue } from '../calendar/venue/index.ts'
import { changeVenue, findOrCreateVenue } from '../calendar/venue/write.ts'
import type { Writing } from '../calendar/writing.ts'
import { load, type Context } from '../handle.ts'
import { lineageKey } from './identity.ts'
import type { ImportedOrganizer, ImportedVenue } from './read-places.ts'

type AnyPlace = { readonly name: string; readonly globalIds: readonly string[]; readonly values: object }

export type Wanted<Place> = {
  readonly place: Place
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
  readonly change: (writing: Writing, id: number, patch: Patch<Values>, context: Context) => Promise<unknown>
}

/** Under which an unpublished one that this source created is found again: nobody else may reuse it. */
const draftKey = ({ place, origin }: Wanted<AnyPlace>) =>
  ['draft', origin.source, foldName(place.name), JSON.stringify(place.values)].join('\n')

/** Venues and organizers of items: by global id, else by the reuse rule, else new (spec 05 §5). */
const placeKind = <Values extends Named, Fact, Place extends AnyPlace>(
  parts: Parts<Values, Fact, Place>,
): PlaceKind<Place> => {
  const { noun } = parts

  /** The first holder of the key that is there, not in the trash, and `fits`. */
  const heldUnder = async (
    { store }: Writing,
    key: string,
    fits: (values: Values) => boolean,
  ): Promise<FoundPlace | null> => {
    for (const { owner } of (await holdersOf(store, identityStream(noun, key))).holders) {
      const { state } = await load(store, parts.aggregate, parts.stream(owner))
      if (state === null || state.trashed !== null || !fits(state.values)) continue
      return { id: owner, created: false, filled: false, origin: state.values.origin }
    }
    return null
  }

  const known = async (writing: Writing, wanted: Wanted<Place>): Promise<FoundPlace | null> => {
    for (const globalId of wanted.place.globalIds) {
      const found = await heldUnder(writing, lineageKey(globalId), () => true)
      if (found !== null) return found
    }
    if (wanted.status === 'publish') return null
    const { sent } = parts.item(wanted)
    const fits = (values: Values) => reusable(sent, { ...values, status: 'publish' }) !== null
    return heldUnder(writing, draftKey(wanted), fits)
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
      const before = await known(writing, wanted)
      if (before !== null) return before
      const found = await parts.findOrCreate(writing, parts.item(wanted), context)
      if (found.created) await note(writing, wanted, found.id, context)
      const { origin } = found.values
      // only what this source brought may be completed by it
      const mine = found.createdBy === 'import' && origin?.source === wanted.origin.source
      const filled = !found.created && mine && Object.keys(found.missing).length > 0
      if (filled) await parts.change(writing, found.id, found.missing, context)
      return { id: found.id, created: found.created, filled, origin }
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
