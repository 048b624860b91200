import type { Image, ImageLookup, ImageQueries, ImageRow } from '../../projections/images/queries.ts'
import { StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'
import { imageStream } from '../../shared/facts/image.ts'

/** A log that is down has no image that the read model does not have. */
const fromLog = async (
  { fromRecords }: ImageQueries,
  store: EventStore,
  id: number,
): Promise<ImageRow | null> => {
  try {
    return fromRecords(await store.read(imageStream(id), { limit: 1 }))
  } catch (error) {
    if (error instanceof StoreUnavailable) return null
    throw error
  }
}

/** Images by id; those that the read model does not have yet come from their streams (spec 00 §8). */
export const latestImages =
  (queries: ImageQueries, store: EventStore): ImageLookup =>
  async ids => {
    const found = await queries.byIds(ids)
    const missing = ids.filter(id => !found.has(id))
    if (missing.length === 0) return found
    const images = new Map<number, Image>(found)
    for (const row of await Promise.all(missing.map(id => fromLog(queries, store, id))))
      if (row !== null) images.set(row._id, row)
    return images
  }
