import { streamName } from '../../shared/kernel/brands.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import { purgedAt } from '../../shared/facts/purge.ts'
import { folded, type Aggregate, type Loaded } from '../handle.ts'

/** The stream of an item, e.g. `event-41`; the other way round than `itemIn`. */
export const itemStream = (noun: ItemKind | 'term', id: number) => streamName(`${noun}-${id}`)

/** Whether the item was purged, or is being purged. */
export const isPurged = async (
  store: Pick<EventStore, 'read'>,
  noun: ItemKind,
  id: number,
): Promise<boolean> => (await purgedAt(store, itemStream(noun, id))) !== null

/** What the log says of an item, and where it says that the item is purged; null: it does not. */
export type Met = { readonly records: readonly StoredRecord[]; readonly purged: Position | null }

/** Both are asked at the same time. */
export const meet = async (store: Pick<EventStore, 'read'>, noun: ItemKind, id: number): Promise<Met> => {
  const stream = itemStream(noun, id)
  const [records, purged] = await Promise.all([store.read(stream), purgedAt(store, stream)])
  return { records, purged }
}

export type ItemStream<State, Command, Fact, Refusal> = {
  readonly noun: ItemKind
  readonly aggregate: Aggregate<State, Command, Fact, Refusal>
}

/**
 * An item as its stream says. What a purge has yet to remove, and what somebody wrote who did not know of it, is
 * nobody's to see. `met`: what the log said a moment ago.
 */
export const loadItem = async <State, Command, Fact, Refusal>(
  store: Pick<EventStore, 'read'>,
  { noun, aggregate }: ItemStream<State, Command, Fact, Refusal>,
  id: number,
  met?: Met,
): Promise<Loaded<State>> => {
  const { records, purged } = met ?? (await meet(store, noun, id))
  const loaded = folded(aggregate, records)
  return purged === null ? loaded : { state: aggregate.initial, revision: loaded.revision }
}
