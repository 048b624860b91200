import { streamName } from '../../shared/kernel/brands.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import { purgedAt } from '../../shared/facts/purge.ts'
import {
  readAll,
  readStream,
  streamOf,
  type Loaded,
  type ReadStream,
} from '../../shared/event-store/folding.ts'
import { foldOf, type Aggregate } from '../handle.ts'

type Reading = Pick<EventStore, 'read' | 'folds'>

/** The stream of an item, e.g. `event-41`; the other way round than `itemIn`. */
export const itemStream = (noun: ItemKind | 'term', id: number) => streamName(`${noun}-${id}`)

/** Whether the item was purged, or is being purged. */
export const isPurged = async (
  store: Pick<EventStore, 'read'>,
  noun: ItemKind,
  id: number,
): Promise<boolean> => (await purgedAt(store, itemStream(noun, id))) !== null

/** What the log says of an item, and where it says that the item is purged; null: it does not. */
export type Looked = { readonly stream: ReadStream; readonly purged: Position | null }

/** Both are asked at the same time. */
export const look = async (store: Reading, noun: ItemKind, id: number): Promise<Looked> => {
  const name = itemStream(noun, id)
  const [stream, purged] = await Promise.all([readStream(store, name), purgedAt(store, name)])
  return { stream, purged }
}

/** The same with all records of its stream, for whoever asks what it was. */
export type Met = Looked & { readonly records: readonly StoredRecord[] }

/** Both are asked at the same time. */
export const meet = async (store: Pick<EventStore, 'read'>, noun: ItemKind, id: number): Promise<Met> => {
  const name = itemStream(noun, id)
  const [records, purged] = await Promise.all([readAll(store, name), purgedAt(store, name)])
  return { records, stream: streamOf(records), purged }
}

export type ItemStream<State, Command, Fact, Refusal> = {
  readonly noun: ItemKind
  readonly aggregate: Aggregate<State, Command, Fact, Refusal>
}

/**
 * An item as its stream says. What a purge has yet to remove, and what somebody wrote who did not know of it, is
 * nobody's to see. `met`: what the log said a moment ago, or what that came to.
 */
export const loadItem = async <State, Command, Fact, Refusal>(
  store: Reading,
  { noun, aggregate }: ItemStream<State, Command, Fact, Refusal>,
  id: number,
  met?: Looked | Loaded<State>,
): Promise<Loaded<State>> => {
  if (met !== undefined && 'state' in met) return met
  const { stream, purged } = met ?? (await look(store, noun, id))
  const loaded = await stream.fold(foldOf(aggregate))
  return purged === null ? loaded : { state: aggregate.initial, revision: loaded.revision }
}
