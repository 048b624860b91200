import type { EventValues } from '../../shared/facts/event.ts'
import type { Item } from '../item.ts'

/** An event with all its values, by id and by slug. */
export type EventDetail = Item<EventValues> & { readonly slug: string }

export const detailOf = (item: Item<EventValues>): EventDetail => ({
  _id: item._id,
  rev: item.rev,
  created: item.created,
  modified: item.modified,
  values: item.values,
  was: item.was,
  slug: item.values.slug,
})
