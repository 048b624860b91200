import type { CollectionSpec, Documents } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { SUBSCRIPTIONS } from '../../shared/facts/subscription.ts'
import { foldBatch } from '../engine/fold.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import { putIfNewer } from '../engine/guarded-write.ts'
import type { ProjectionFactory } from '../engine/projection.ts'
import { subscriptionFold, type SubscriptionDoc } from './evolve.ts'
import { subscriptionQueries, type SubscriptionQueries } from './queries.ts'

const spec: CollectionSpec = {
  name: 'subscriptions@1',
  indexes: [{ name: 'made', keys: ['removed', 'made', '_id'] }],
}

/** Addresses that are told what happens, and what came of it the last times. */
export const subscriptions: ProjectionFactory<SubscriptionQueries> = async (documents: Documents) => {
  const collection = await documents.collection<SubscriptionDoc>(spec)

  const apply = async (records: readonly StoredRecord[]): Promise<void> => {
    const { changed } = await foldBatch(collection, records, subscriptionFold)
    if (changed.length > 0) await collection.bulkWrite(changed.map(({ after }) => putIfNewer(after)))
  }

  return {
    name: spec.name,
    prefixes: [SUBSCRIPTIONS],
    apply,
    onFailure: onListingFailure,
    queries: subscriptionQueries(collection),
  }
}
