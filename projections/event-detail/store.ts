import type { CollectionSpec, Documents } from '../../shared/documents/port.ts'
import { inSlices } from '../../shared/in-slices.ts'
import { foldBatch } from '../engine/batch.ts'
import { eventFold, eventPrefixes } from '../items/event-fold.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import { putIfNewer } from '../engine/guarded-write.ts'
import type { Projection } from '../engine/projection.ts'
import { lengthOfTexts } from '../items/rendered.ts'
import { detailOf, type EventDetail } from './evolve.ts'
import { eventDetailQueries, type EventDetailQueries } from './queries.ts'

const spec: CollectionSpec = { name: 'event-detail@2', indexes: [{ name: 'slug', keys: ['slug'] }] }

export const eventDetail = async (
  documents: Documents,
): Promise<Projection & { readonly queries: EventDetailQueries }> => {
  const details = await documents.collection<EventDetail>(spec)
  return {
    name: spec.name,
    prefixes: eventPrefixes,
    apply: async records => {
      const { changed } = await foldBatch(details, records, eventFold)
      await details.bulkWrite(
        await inSlices(
          changed,
          ({ after }) => putIfNewer(detailOf(after)),
          (_, { after }) => lengthOfTexts(after),
        ),
      )
    },
    onFailure: onListingFailure,
    queries: eventDetailQueries(details),
  }
}
