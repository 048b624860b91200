import { type EventId, eventId } from '../../../shared/kernel/brands.ts'
import type { ImportQueries } from '../../../projections/import-status/queries.ts'
import type { EventDetail } from '../../../projections/event-listing/queries.ts'
import { plainText } from '../../../shared/kernel/html/text.ts'

/** By id; events that were purged are missing. */
type Events = {
  readonly byIds: (
    ids: readonly EventId[],
  ) => Promise<readonly { readonly _id: number; readonly values: Pick<EventDetail['values'], 'title'> }[]>
}

/** As long as titles of other items are told. */
const TITLE_LENGTH = 200

type Told = Awaited<ReturnType<ImportQueries['chosenItems']>>['items'][number]
type Item = Omit<Told, 'type'>

/**
 * Items with the titles of events that were withdrawn: nothing was received of these, so their titles are those of the
 * events as they are now (spec 05 §1).
 */
const titled = async <One extends Item>(
  { byIds }: Events,
  items: readonly One[],
): Promise<readonly One[]> => {
  const ids = items.flatMap(({ outcome, id }) => (outcome === 'withdrawn' && id !== null ? eventId(id) : []))
  if (ids.length === 0) return items
  const titles = new Map((await byIds([...new Set(ids)])).map(({ _id, values }) => [_id, values.title]))
  return items.map(item => {
    const title = item.outcome === 'withdrawn' ? titles.get(eventId(item.id ?? 0)) : undefined
    return title === undefined ? item : { ...item, title: plainText(title).slice(0, TITLE_LENGTH) }
  })
}

export const withWithdrawnTitles = (imports: ImportQueries, events: Events): ImportQueries => ({
  ...imports,
  itemsFrom: async (...asked) => {
    const { items, next } = await imports.itemsFrom(...asked)
    return { items: await titled(events, items), next }
  },
  chosenItems: async (...asked) => {
    const { items, next } = await imports.chosenItems(...asked)
    return { items: await titled(events, items), next }
  },
})
