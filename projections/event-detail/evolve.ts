import type { EventItem } from '../items/event-fold.ts'
import { withRendered, type Rendered } from '../items/rendered.ts'

/** An event with all its values, by id and by slug. */
export type EventDetail = EventItem & { readonly slug: string; readonly rendered: Rendered }

export const detailOf = (item: EventItem): EventDetail =>
  withRendered({
    _id: item._id,
    rev: item.rev,
    created: item.created,
    modified: item.modified,
    values: item.values,
    was: item.was,
    slug: item.values.slug,
    purged: item.purged,
  })
