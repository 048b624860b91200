import type { Collection, CollectionSpec } from '../../shared/documents/port.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import type { EventItem } from '../items/item.ts'
import type { Rendered } from '../items/post.ts'
import type {
  EventId,
  LocalTime,
  OrganizerId,
  UtcTime,
  VenueId,
  UserId,
  ImageId,
  TermId,
} from '../../shared/kernel/brands.ts'

/** An event as lists find, sort and show it. Nothing of another item stands here but its id. */
export type EventRow = EventItem & {
  /** Published and not hidden: what guests list. */
  readonly public: boolean
  /** Not in the trash and not hidden: what editors list. */
  readonly listed: boolean
  /** `purged`: only so that nothing of it comes back. */
  readonly status: EventValues['status'] | 'purged'
  readonly hidden: boolean
  readonly protected: boolean
  readonly author: UserId
  readonly slug: string
  /** Own wall clock. */
  readonly start: LocalTime
  /** Own wall clock; the start where clocks were put back so far that the end reads earlier. */
  readonly end: LocalTime
  /** Class of the length, see `spanOf`. */
  readonly span: number
  /** Publication instant, UTC. */
  readonly published: UtcTime
  readonly categories: readonly TermId[]
  readonly tags: readonly TermId[]
  readonly venues: readonly VenueId[]
  readonly organizers: readonly OrganizerId[]
  /** What it has none of, so that such events are found without looking at the others. */
  readonly lacks: readonly 'venue'[]
  readonly featured: boolean
  readonly parent: EventId | null
  readonly image: ImageId | null
  /** Plain text, folded for sorting. */
  readonly title: string
  /** Place among others by hand: sticky ones come first, but for protected ones, which do not tell (spec 01 §9.1). */
  readonly menu: -1 | 0
  readonly rendered: Rendered
  /** Searched fields, folded. */
  readonly text: string
}

/** Ids of what an event names. */
export type Names = Pick<EventRow, 'venues' | 'organizers' | 'categories' | 'tags' | 'image'>

export type Rows = Collection<EventRow>

/**
 * Questions name the index they use; `public` and `listed` come first in what most readers ask. Rows with other members, or
 * other values in them, need the next number: those of an older release stay on a server.
 */
export const rowsSpec: CollectionSpec = {
  name: 'event-listing@9',
  indexes: [
    { name: 'public-start', keys: ['public', 'start', '_id'] },
    { name: 'public-span', keys: ['public', 'span', 'start'] },
    { name: 'listed-start', keys: ['listed', 'start', '_id'] },
    { name: 'listed-span', keys: ['listed', 'span', 'start'] },
    { name: 'status-start', keys: ['status', 'start', '_id'] },
    { name: 'status-published', keys: ['status', 'published', '_id'] },
    { name: 'status-title', keys: ['status', 'title', '_id'] },
    { name: 'status-menu', keys: ['status', 'menu', '_id'] },
    { name: 'status-modified', keys: ['status', 'modified', '_id'] },
    { name: 'categories', keys: ['categories', 'start'] },
    { name: 'tags', keys: ['tags', 'start'] },
    { name: 'venues', keys: ['venues', 'start'] },
    { name: 'organizers', keys: ['organizers', 'start'] },
    { name: 'lacks', keys: ['lacks', 'start'] },
    { name: 'author', keys: ['author', 'status'] },
    { name: 'slug', keys: ['slug'] },
  ],
}
