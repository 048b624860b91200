import type { CollectionSpec, Documents } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { subscriptionCodec, SUBSCRIPTIONS } from '../../shared/facts/subscription.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import { putIfNewer } from '../engine/guarded-write.ts'
import type { ProjectionFactory } from '../engine/projection.ts'
import { evolve, type SubscriptionDoc } from './evolve.ts'
import { subscriptionQueries, type SubscriptionQueries } from './queries.ts'

const spec: CollectionSpec = {
  name: 'subscriptions@1',
  indexes: [{ name: 'made', keys: ['removed', 'made', '_id'] }],
}

/** Addresses that are told what happens, and what came of it the last times. */
export const subscriptions: ProjectionFactory<SubscriptionQueries> = async (documents: Documents) => {
  const collection = await documents.collection<SubscriptionDoc>(spec)

  const apply = async (records: readonly StoredRecord[]): Promise<void> => {
    const changed = new Map<string, SubscriptionDoc>()
    for (const { type, data, position, meta } of records) {
      const fact = subscriptionCodec.decode(type, data)
      const before = changed.get(fact.subscriptionId) ?? (await collection.get(fact.subscriptionId))
      const after = evolve(before, fact, { at: meta.at, actor: meta.actor, position })
      if (after !== null) changed.set(fact.subscriptionId, after)
    }
    if (changed.size > 0) await collection.bulkWrite([...changed.values()].map(putIfNewer))
  }

  return {
    name: spec.name,
    prefixes: [SUBSCRIPTIONS],
    apply,
    onFailure: onListingFailure,
    queries: subscriptionQueries(collection),
  }
}
