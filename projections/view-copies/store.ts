import type { Documents } from '../../shared/documents/port.ts'
import { PURGED } from '../../shared/facts/purge.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import type { Projection } from '../engine/projection.ts'
import {
  copiesSpec,
  marksSpec,
  viewCopies,
  type CopyMark,
  type ViewCopies,
  type ViewCopy,
} from './queries.ts'

/**
 * Rendered views of at most so many bytes. They are put there by whoever renders; the log only says when all of them
 * must go: what was purged may stand in any (spec 00 §8 history).
 */
export const keptViews =
  <Question, Shown>(maxBytes: number) =>
  async (documents: Documents): Promise<Projection & { readonly queries: ViewCopies<Question, Shown> }> => {
    const copies = await documents.collection<ViewCopy<Question, Shown>>(copiesSpec)
    const marks = await documents.collection<CopyMark>(marksSpec)
    return {
      name: copiesSpec.name,
      prefixes: [PURGED],
      apply: async () => {
        await copies.clear()
        await marks.clear()
      },
      onFailure: onListingFailure,
      queries: viewCopies(copies, marks, maxBytes),
    }
  }
