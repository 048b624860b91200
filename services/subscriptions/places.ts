import { logPosition } from '../../shared/kernel/brands.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import { subscriptionStream, type Place } from '../../shared/facts/subscription.ts'

/** Where the first record of a subscription stands in this log; null: there is none. */
const anchorOf = async (store: Pick<EventStore, 'read'>, subscriptionId: string): Promise<Position | null> =>
  (await store.read(subscriptionStream(subscriptionId), { limit: 1 }))[0]?.position ?? null

/**
 * Where a subscription goes on: behind `through`, or behind its own first record. In a copy of the log, which has other
 * positions, the record that `through` names tells the place; when that is gone, everything since the subscription was
 * made is told again.
 */
export const positionAfter = async (
  store: Pick<EventStore, 'read'>,
  subscriptionId: string,
  through: Place | null,
): Promise<Position | null> => {
  const anchor = await anchorOf(store, subscriptionId)
  if (through === null || anchor === through.anchor) return through?.position ?? anchor
  const [named] = await store.read(through.stream, { from: through.revision, limit: 1 })
  return named?.revision === through.revision ? named.position : anchor
}

/** The place of a record, as a subscription keeps it. */
export const placeOf = async (
  store: Pick<EventStore, 'read'>,
  subscriptionId: string,
  { position, stream, revision }: Pick<StoredRecord, 'position' | 'stream' | 'revision'>,
): Promise<Place> => ({
  anchor: (await anchorOf(store, subscriptionId)) ?? logPosition(0),
  ...{ position, stream, revision },
})
