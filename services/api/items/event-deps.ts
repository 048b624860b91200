import type { OrganizerId, TermId, VenueId, UserId } from '../../../shared/kernel/brands.ts'
import type { EventDetail, EventListingQueries } from '../../../projections/event-listing/queries.ts'
import type { TermQueries } from '../../../projections/terms/queries.ts'
import type { ItemStatus } from '../../../shared/facts/common.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { Taxonomy } from '../../../shared/facts/term.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import type { DirectoryWriter } from '../../calendar/directory/write.ts'
import type { KnownIds } from '../../calendar/known-names.ts'
import type { FoundTerm } from '../../calendar/term/find-or-create.ts'
import type { Context } from '../../handle.ts'
import type { ItemWrites, LatestReads, WriteSupport } from './deps.ts'

type Known = { readonly _id: number; readonly author: UserId; readonly status: ItemStatus }

/** Venues or organizers by their ids; unknown ones are left out. */
export type FindPlaces<Id> = (ids: readonly Id[]) => Promise<readonly Known[]>

/** What event routes ask of the read models. Single items are answered in their latest state (spec 00 §8). */
export type EventReads = EventListingQueries & {
  readonly terms: Pick<TermQueries, 'resolve' | 'withDescendants' | 'byIds'>
  /** By slug, else by name; null: none that is shown. */
  readonly termNamed: (taxonomy: Taxonomy, text: string) => Promise<TermId | null>
  readonly venuesByIds: FindPlaces<VenueId>
  readonly organizersByIds: FindPlaces<OrganizerId>
  readonly eventById: LatestReads<EventDetail>['byId']
  readonly eventBySlug: LatestReads<EventDetail>['bySlug']
  readonly lookAtEvent: LatestReads<EventDetail>['look']
  readonly meetEvent: LatestReads<EventDetail>['meet']
  readonly peekEvent: LatestReads<EventDetail>['peek']
  readonly eventSince: LatestReads<EventDetail>['since']
}

/** Venues or organizers that come with an event. */
export type Places<Values> = Pick<DirectoryWriter<Values>, 'findOrCreate' | 'change'>

/** What event routes ask of the write side. */
type EventWrites = WriteSupport & {
  readonly events: ItemWrites<EventValues>
  readonly venues: Places<VenueValues>
  readonly organizers: Places<OrganizerValues>
  /** Venues and organizers that were found by their names alone. */
  readonly knownPlaces: () => KnownIds
  /** By slug, then by name, else a new one. */
  readonly findOrCreateTerm: (taxonomy: Taxonomy, name: string, context: Context) => Promise<FoundTerm>
}

export type EventDeps = { readonly reads: EventReads; readonly writes: EventWrites }
