import type { Documents } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { inSlices } from '../../shared/in-slices.ts'
import { foldBatch } from '../engine/fold.ts'
import { eventFold, eventPrefixes, forgettingPurges } from '../items/item.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import { putIfNewer } from '../engine/guarded-write.ts'
import type { Projection } from '../engine/projection.ts'
import type { Related } from '../items/related.ts'
import { lengthOfTexts, type Site } from '../items/post.ts'
import { rowOf } from './evolve.ts'
import { eventListingQueries, type EventListingQueries } from './queries.ts'
import { rowsSpec, type EventRow } from './row.ts'

/** `related`: the questions of the read models of what events refer to. */
export const eventListing =
  (site: Site, related: Related) =>
  async (documents: Documents): Promise<Projection & { readonly queries: EventListingQueries }> => {
    const rows = await documents.collection<EventRow>(rowsSpec)
    return forgettingPurges(documents, [{ kinds: ['event'], documents: rows }], {
      name: rowsSpec.name,
      prefixes: eventPrefixes,
      apply: async (records: readonly StoredRecord[]) => {
        const { changed } = await foldBatch(rows, records, eventFold)
        await rows.bulkWrite(
          await inSlices(
            changed,
            ({ after }) => putIfNewer(rowOf(after)),
            (_, { after }) => lengthOfTexts(after),
          ),
        )
      },
      onFailure: onListingFailure,
      queries: eventListingQueries(rows, related, site, documents.trails),
    })
  }
