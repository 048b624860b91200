import type { Documents } from '../../shared/documents/port.ts'
import { PURGED } from '../../shared/facts/purge.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import type { Projection } from '../engine/projection.ts'
import { copiesSpec, viewCopies, type ViewCopies, type ViewCopy } from './queries.ts'

/**
 * Rendered views. They are put there by whoever renders; the log only says when all of them must go: what was purged
 * may stand in any (spec 00 §8 history).
 */
export const keptViews =
  <Question, Shown>() =>
  async (documents: Documents): Promise<Projection & { readonly queries: ViewCopies<Question, Shown> }> => {
    const copies = await documents.collection<ViewCopy<Question, Shown>>(copiesSpec)
    return {
      name: copiesSpec.name,
      prefixes: [PURGED],
      apply: () => copies.clear(),
      onFailure: onListingFailure,
      queries: viewCopies(copies),
    }
  }
