import type { UtcTime, UserId, VenueId, EventId, OrganizerId } from '../../../shared/kernel/brands.ts'
import type { DirectoryQueries } from '../../../projections/items/directory-queries.ts'
import type { ItemStatus } from '../../../shared/facts/common.ts'
import type { ItemWrites, LatestReads, Owned, WriteSupport } from './deps.ts'

/** What all rules of venues and organizers look at. */
export type DirectoryValues = {
  readonly author: UserId
  readonly status: ItemStatus
  readonly password: string
  readonly publishedAt: UtcTime | null
}

/** A venue or an organizer in its latest state. */
export type DirectoryItem<Values> = Parameters<DirectoryQueries<Values>['calSingle']>[0]

/** What the routes of venues or organizers ask of the read models; single items in their latest state (spec 00 §8). */
export type DirectoryReads<Values> = Pick<
  DirectoryQueries<Values>,
  'list' | 'pagesOf' | 'calList' | 'calxList' | 'calSingle' | 'calx'
> &
  LatestReads<DirectoryItem<Values>>

/** An event that a filter names. */
type EventOfFilter = Owned & {
  readonly values: {
    readonly password: string
    readonly venues: readonly VenueId[]
    readonly organizers: readonly OrganizerId[]
  }
}

export type DirectoryDeps<Values> = {
  readonly reads: DirectoryReads<Values>
  readonly eventById: (id: EventId) => Promise<EventOfFilter | null>
  readonly writes: WriteSupport & { readonly items: ItemWrites<Values> }
}
