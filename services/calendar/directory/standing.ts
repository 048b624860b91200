import type { EventStore } from '../../../shared/event-store/port.ts'
import { LONGEST_MERGE } from '../../../shared/limits/desk.ts'
import type { Item, ItemState, SharedValues } from '../item/state.ts'
import { loadItem, type ItemStream } from '../purged.ts'

/** A venue or organizer that was found under some id: what is said of that, and the one that stands for it. */
export type Standing<Values> = {
  /** What has the id. */
  readonly met: Item<Values>
  /** Itself, or the one that it was merged into (spec 07 §7.1). */
  readonly id: number
  /** It may be in the trash; null: what stood for it is gone. */
  readonly item: Item<Values> | null
}

/** null: nothing has the id. */
export const standingItem = async <Values extends SharedValues, Command, Fact, Refusal>(
  store: Pick<EventStore, 'read'>,
  kind: ItemStream<ItemState<Values>, Command, Fact, Refusal>,
  id: number,
): Promise<Standing<Values> | null> => {
  const { state: met } = await loadItem(store, kind, id)
  if (met === null) return null
  let standing: Standing<Values> = { met, id, item: met }
  for (let step = 0; step < LONGEST_MERGE; step++) {
    const into = standing.item?.trashed?.into
    if (into === undefined) return standing
    standing = { met, id: into, item: (await loadItem(store, kind, into)).state }
  }
  return { met, id, item: null }
}
