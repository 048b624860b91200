import type { TermId, VenueId, OrganizerId } from '../../shared/kernel/brands.ts'
import type { Trails } from '../../shared/documents/trails.ts'
import type { Marked } from '../../shared/kernel/json.ts'
import type { CalxContext } from './calx-post.ts'
import type { ImageLookup } from './images.ts'
import type { Principal } from '../../shared/rights.ts'

export type JsonLd = { readonly [member: string]: string | JsonLd }

/** Only the texts that are not empty. */
export const presentLd = (texts: Readonly<Record<string, string>>): JsonLd =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

/** A venue or organizer as it stands inside an event. */
export type Nested = {
  /** First-generation object, JSON. */
  readonly cal: Marked
  /** For single reads: the same with its JSON-LD, and that JSON-LD by itself. */
  readonly withJsonLd: () => { readonly text: string; readonly jsonLd: JsonLd }
}

/** Readable ones only, protected ones blanked; the others are left out. */
export type NestedLookup<Id> = (ids: readonly Id[], viewer: Principal) => Promise<ReadonlyMap<Id, Nested>>

export type CalxNested = { readonly text: string; readonly name: string; readonly site: string }

/**
 * The same as second-generation objects; protected ones blanked. `name`: as stored. `site`: the mark of the site as it was
 * when the text was made. `context`: of the event; for editing those that the viewer may edit are whole, and are so with their
 * raw texts.
 */
export type CalxNestedLookup<Id> = (
  ids: readonly Id[],
  viewer: Principal,
  context: CalxContext,
) => Promise<ReadonlyMap<Id, CalxNested>>

/** Slugs of terms in the order of their names; deleted ones are left out. */
export type SlugLookup = (ids: readonly TermId[]) => Promise<ReadonlyMap<TermId, string>>

/** Term object as it stands inside an event, JSON, in the order of their names; deleted terms are left out. */
export type TermLookup = (ids: readonly TermId[]) => Promise<ReadonlyMap<TermId, Marked>>

/** What events refer to, looked up once per kind for a whole page. */
export type Related = {
  readonly venues: NestedLookup<VenueId>
  readonly organizers: NestedLookup<OrganizerId>
  readonly terms: TermLookup
  readonly images: ImageLookup
  readonly calxVenues: CalxNestedLookup<VenueId>
  readonly calxOrganizers: CalxNestedLookup<OrganizerId>
  readonly termSlugs: SlugLookup
  /** Of what these look up; absent: nobody follows it. */
  readonly trails?: Trails | undefined
}
