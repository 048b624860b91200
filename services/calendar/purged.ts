import type { EventStore } from '../../shared/event-store/port.ts'
import { purgedAt } from '../../shared/facts/purge.ts'
import { load, type Aggregate, type Loaded } from '../handle.ts'
import type { Noun } from './item/decide.ts'

/** Whether the item was purged, or is being purged. */
export const isPurged = async (store: EventStore, noun: Noun, id: number): Promise<boolean> =>
  (await purgedAt(store, `${noun}-${id}`)) !== null

export type ItemStream<State, Command, Fact, Refusal> = {
  readonly noun: Noun
  readonly aggregate: Aggregate<State, Command, Fact, Refusal>
  readonly stream: (id: number) => string
}

/**
 * An item as its stream says. What a purge has yet to remove, and what somebody wrote who did not know of it, is
 * nobody's to see.
 */
export const loadItem = async <State, Command, Fact, Refusal>(
  store: EventStore,
  { noun, aggregate, stream }: ItemStream<State, Command, Fact, Refusal>,
  id: number,
): Promise<Loaded<State>> => {
  const [loaded, purged] = await Promise.all([load(store, aggregate, stream(id)), isPurged(store, noun, id)])
  return purged ? { state: aggregate.initial, revision: loaded.revision } : loaded
}
