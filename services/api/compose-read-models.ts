import { eventFromRecords, type EventDetail } from '../../projections/event-detail/queries.ts'
import { eventDetail } from '../../projections/event-detail/store.ts'
import { eventListing } from '../../projections/event-listing/store.ts'
import { history } from '../../projections/history/store.ts'
import { importStatus } from '../../projections/import-status/index.ts'
import { organizers } from '../../projections/organizers/store.ts'
import type { Progress } from '../../projections/progress.ts'
import type { Site } from '../../projections/site.ts'
import { terms } from '../../projections/terms/store.ts'
import { venues } from '../../projections/venues/store.ts'
import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { slugStream } from '../../shared/facts/claim.ts'
import { eventStream } from '../../shared/facts/event.ts'
import { slugOf } from '../../shared/kernel/text/slug.ts'
import { holdersOf } from '../calendar/claim-stream.ts'
import type { EventReads } from './cal-v1/event-deps.ts'

/** No image can be stored yet: none is found. */
const noImages = async () => new Map<number, never>()

/** Every read model, and what the api asks of them. */
export const readModels = async (
  documents: Documents,
  store: EventStore,
  site: Site,
  loginOf: (userId: number) => string | null,
) => {
  const venue = await venues(site, noImages)(documents)
  const organizer = await organizers(site, noImages)(documents)
  const term = await terms(site)(documents)
  const detail = await eventDetail(documents)
  const listing = await eventListing(site, {
    venues: venue.queries.nested,
    organizers: organizer.queries.nested,
    terms: term.queries.embedded,
    images: noImages,
  })(documents)
  const imports = await importStatus(documents)
  const past = await history({ store, loginOf })(documents)
  return {
    projections: [term, venue, organizer, detail, listing, imports, past],
    /** What guests' listings depend on. */
    listed: [term.name, venue.name, organizer.name, listing.name],
    detail,
    listing,
    venue,
    organizer,
    term,
    imports: imports.queries,
    history: past.queries,
  }
}

export type ReadModels = Awaited<ReturnType<typeof readModels>>

/**
 * Reads of the event routes. While a read model is behind the log, single events are answered from their streams
 * (spec 00 §8), so never with a false 404.
 */
export const eventReads = (models: ReadModels, store: EventStore, progress: Progress): EventReads => {
  const { detail, listing, venue, organizer, term } = models
  const isBehind = async () => ((await store.head()) ?? -1) > (progress.reached(detail.name) ?? -1)
  const fromStream = async (id: number): Promise<EventDetail | null> =>
    eventFromRecords(await store.read(eventStream(id)))
  const known = (
    items: readonly { _id: number; values: { author: number; status: EventDetail['values']['status'] } }[],
  ) => items.map(({ _id, values }) => ({ _id, author: values.author, status: values.status }))
  return {
    ...listing.queries,
    terms: term.queries,
    venuesByIds: async ids => known(await venue.queries.byIds(ids)),
    organizersByIds: async ids => known(await organizer.queries.byIds(ids)),
    eventById: async id => ((await isBehind()) ? fromStream(id) : detail.queries.byId(id)),
    eventBySlug: async slug => {
      if (!(await isBehind())) return detail.queries.bySlug(slug)
      const { holders } = await holdersOf(store, slugStream('event', slugOf(slug)))
      const owner = holders.at(-1)?.owner
      return owner === undefined ? detail.queries.bySlug(slug) : fromStream(owner)
    },
  }
}
