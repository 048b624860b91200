import type { CollectionSpec, Documents } from '../../shared/documents/port.ts'
import { foldBatch } from '../engine/fold.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import { putIfNewer } from '../engine/guarded-write.ts'
import type { Projection } from '../engine/projection.ts'
import { imageFold } from '../items/image-fold.ts'
import type { Site } from '../items/post.ts'
import { imageRow, type ImageRow } from './evolve.ts'
import { imageQueries, type ImageQueries } from './queries.ts'

const spec: CollectionSpec = { name: 'images@3', indexes: [{ name: 'files', keys: ['files'] }] }

/** Every image and the addresses of its files. */
export const images =
  (site: Site) =>
  async (documents: Documents): Promise<Projection & { readonly queries: ImageQueries }> => {
    const rows = await documents.collection<ImageRow>(spec)
    return {
      name: spec.name,
      prefixes: ['image-'],
      apply: async records => {
        const { changed } = await foldBatch(rows, records, imageFold)
        await rows.bulkWrite(changed.map(({ after }) => putIfNewer(imageRow(after, site))))
      },
      onFailure: onListingFailure,
      queries: imageQueries(rows, site),
    }
  }
