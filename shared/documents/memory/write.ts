import { parseFilter, type Conjunction } from '../filter.ts'
import { UnsupportedQuery, type Doc, type Filter, type WriteOp } from '../port.ts'
import { checkReplacement } from '../replacement.ts'
import { parseUpdate } from '../update.ts'
import { applyUpdate } from './apply-update.ts'
import { guardOf, passes } from './guard.ts'
import type { Kept } from './kept.ts'

/** Applies one operation whole, or throws and leaves everything as it was. */
export const writeTo = (kept: Kept, operation: WriteOp<Doc>): void => {
  if ('replaceOne' in operation) {
    const { filter, replacement, upsert = false } = operation.replaceOne
    if (!replaceGuarded(kept, filter, replacement, upsert))
      replaceOne(kept, parseFilter(filter), replacement, upsert)
  } else if ('updateOne' in operation) update(kept, operation.updateOne, 1)
  else if ('updateMany' in operation) update(kept, operation.updateMany, Infinity)
  else if ('deleteOne' in operation) remove(kept, operation.deleteOne, 1)
  else if ('deleteMany' in operation) remove(kept, operation.deleteMany, Infinity)
  else throw new UnsupportedQuery(`operation ${Object.keys(operation).join()} is not supported`)
}

/** The same as `replaceOne`, for the filters nearly all writes come with; false: it is another filter. */
const replaceGuarded = (kept: Kept, filter: Filter, replacement: Doc, upsert: boolean): boolean => {
  const guard = guardOf(filter)
  if (guard === null || guard.id !== replacement._id) return false
  const known = kept.get(guard.id)
  const wanted = known === null ? upsert : passes(guard, known)
  if (wanted === true) kept.put(replacement)
  return wanted !== null
}

const replaceOne = (kept: Kept, tests: Conjunction, replacement: Doc, upsert: boolean) => {
  checkReplacement(tests, replacement)
  const { _id: id } = replacement
  const [found] = kept.matches(tests, 1)
  if (found !== undefined && found._id !== id)
    throw new UnsupportedQuery(`the _id of document ${found._id} cannot become ${id}`)
  // an upsert that finds the id taken has been overtaken by a newer document
  if (found !== undefined || (upsert && kept.get(id) === null)) kept.put(replacement)
}

type UpdateOf = { readonly filter: Filter; readonly update: Parameters<typeof parseUpdate>[0] }

const update = (kept: Kept, { filter, update: given }: UpdateOf, limit: number) => {
  const changes = parseUpdate(given)
  const next = kept.matches(parseFilter(filter), limit).map(document => applyUpdate(document, changes))
  const replaced: Doc[] = []
  try {
    for (const document of next) {
      const before = kept.put(document)
      if (before !== null) replaced.push(before)
    }
  } catch (error) {
    for (const document of replaced.reverse()) kept.put(document)
    throw error
  }
}

const remove = (kept: Kept, { filter }: { readonly filter: Filter }, limit: number) => {
  for (const { _id } of kept.matches(parseFilter(filter), limit)) kept.remove(_id)
}
