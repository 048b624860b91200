import { type UserId, organizerId, eventId, venueId } from '../../../shared/kernel/brands.ts'
import { type Progress, madeToServe } from '../../../projections/engine/progress.ts'
import { type EventDetail, eventInLog } from '../../../projections/event-listing/queries.ts'
import { eventListing } from '../../../projections/event-listing/store.ts'
import { history } from '../../../projections/history/store.ts'
import { images } from '../../../projections/images/store.ts'
import { importSchedules } from '../../../projections/import-schedules/store.ts'
import { subscriptions } from '../../../projections/subscriptions/store.ts'
import { importStatus } from '../../../projections/import-status/store.ts'
import { organizerInLog } from '../../../projections/organizers/queries.ts'
import { organizers } from '../../../projections/organizers/store.ts'
import { knownIds } from '../../calendar/known-names.ts'
import type { Projection } from '../../../projections/engine/projection.ts'
import type { Model } from '../../../projections/engine/run-models.ts'
import type { Site } from '../../../projections/items/post.ts'
import { pictures as keptPictures } from '../../../projections/pictures/store.ts'
import { terms } from '../../../projections/terms/store.ts'
import { venueInLog } from '../../../projections/venues/queries.ts'
import { venues } from '../../../projections/venues/store.ts'
import { keptViews } from '../../../projections/view-copies/store.ts'
import { cacheShares } from '../../../shared/cache-shares.ts'
import { KEPT_MIB } from '../../../shared/limits/views.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import type { DirectoryItem, DirectoryReads } from '../../api/items/directory-deps.ts'
import type { EventReads } from '../../api/items/event-deps.ts'
import { withWithdrawnTitles } from '../../imports/run/withdrawn-titles.ts'
import type { KeptView } from '../../views/copies.ts'
import type { ViewQuery } from '../../views/query.ts'
import { hasAllOfLog, latestImages, latest, termNamed } from './read-current.ts'

/** Another text whenever one of them may have changed; null: one lacks a write that was answered, so nothing kept is good. */
export const answeredVersion = (
  { hasAnswered, version }: Pick<Progress, 'hasAnswered' | 'version'>,
  projections: readonly string[],
): string | null => (projections.every(hasAnswered) ? version(projections) : null)

/** Every read model, and what the api asks of them: of the generation that answers at the moment of the question. */
export const readModels = async (
  documents: Documents,
  store: EventStore,
  site: Site,
  loginOf: (userId: UserId) => string | null,
  generationOf: (name: string) => number = () => 1,
  /** Bytes of rendered views that are stored. */
  viewBytes = cacheShares(KEPT_MIB).stored,
) => {
  const projections: Model[] = []
  const on = async <Made extends Projection>(
    make: (documents: Documents) => Promise<Made>,
  ): Promise<Made> => {
    const made = await madeToServe(documents, generationOf, make)
    projections.push({ name: made.name, make })
    return made
  }
  const image = await on(images(site))
  const pictures = latestImages(image.queries, store)
  const venue = await on(venues(site, pictures))
  const organizer = await on(organizers(site, pictures))
  const term = await on(terms(site))
  const listing = await on(
    eventListing(site, {
      venues: venue.queries.nested,
      organizers: organizer.queries.nested,
      terms: term.queries.embedded,
      calxVenues: venue.queries.calxNested,
      calxOrganizers: organizer.queries.calxNested,
      termSlugs: term.queries.slugs,
      images: pictures,
      trails: documents.trails,
    }),
  )
  return {
    projections,
    /** What guests' listings depend on. */
    listed: [image.name, term.name, venue.name, organizer.name, listing.name],
    listing,
    venue,
    organizer,
    term,
    image,
    pictures,
    /** Those who keep the calendar ask it. */
    picture: (await on(keptPictures)).queries,
    imports: withWithdrawnTitles((await on(importStatus)).queries, listing.queries),
    schedules: (await on(importSchedules)).queries,
    subscriptions: (await on(subscriptions)).queries,
    /** Rendered ones, until something changes. */
    views: (await on(keptViews<ViewQuery, KeptView>(viewBytes))).queries,
    history: (await on(history({ store, loginOf }))).queries,
  }
}

export type ReadModels = Awaited<ReturnType<typeof readModels>>

/** Reads of the event routes. */
export const eventReads = (models: ReadModels, store: EventStore, progress: Progress): EventReads => {
  const { listing, venue, organizer, term } = models
  const { byId, bySlug, look, meet, peek, since } = latest(store, progress, {
    model: listing,
    noun: 'event',
    idOf: eventId,
    inLog: eventInLog,
  })
  const known = (
    items: readonly { _id: number; values: { author: UserId; status: EventDetail['values']['status'] } }[],
  ) => items.map(({ _id, values }) => ({ _id, author: values.author, status: values.status }))
  // where nobody counts changes nothing is known, and a log on a server is not asked for it
  const hasAll = async () => store.namesChanged !== undefined && hasAllOfLog(store, progress, term.name)
  return {
    ...listing.queries,
    terms: term.queries,
    termNamed: termNamed(term.queries, knownIds(store), hasAll),
    venuesByIds: async ids => known(await venue.queries.byIds(ids)),
    organizersByIds: async ids => known(await organizer.queries.byIds(ids)),
    eventById: byId,
    eventBySlug: bySlug,
    lookAtEvent: look,
    meetEvent: meet,
    peekEvent: peek,
    eventSince: since,
  }
}

/** Reads of the venue routes. */
export const venueReads = (
  { venue }: ReadModels,
  store: EventStore,
  progress: Progress,
): DirectoryReads<VenueValues> => ({
  ...venue.queries,
  ...latest<DirectoryItem<VenueValues>>(store, progress, {
    model: venue,
    noun: 'venue',
    idOf: venueId,
    inLog: venueInLog,
  }),
})

/** Reads of the organizer routes. */
export const organizerReads = (
  { organizer }: ReadModels,
  store: EventStore,
  progress: Progress,
): DirectoryReads<OrganizerValues> => ({
  ...organizer.queries,
  ...latest<DirectoryItem<OrganizerValues>>(store, progress, {
    model: organizer,
    noun: 'organizer',
    idOf: organizerId,
    inLog: organizerInLog,
  }),
})
