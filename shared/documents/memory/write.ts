import { parseFilter, type Conjunction } from '../filter.ts'
import { UnsupportedQuery, type Doc, type Filter, type WriteOp } from '../port.ts'
import { checkReplacement } from '../replacement.ts'
import { parseUpdate } from '../update.ts'
import { applyUpdate } from './apply-update.ts'
import { guardOf, passes } from './guard.ts'
import { matchesIn } from './read.ts'
import type { Store } from './store.ts'

/** Applies one operation whole, or throws and leaves everything as it was. */
export const writeTo = (store: Store, operation: WriteOp<Doc>): void => {
  if ('replaceOne' in operation) {
    const { filter, replacement, upsert = false } = operation.replaceOne
    if (!replaceGuarded(store, filter, replacement, upsert))
      replaceOne(store, parseFilter(filter), replacement, upsert)
  } else if ('updateOne' in operation) update(store, operation.updateOne, 1)
  else if ('updateMany' in operation) update(store, operation.updateMany, Infinity)
  else if ('deleteOne' in operation) remove(store, operation.deleteOne, 1)
  else if ('deleteMany' in operation) remove(store, operation.deleteMany, Infinity)
  else throw new UnsupportedQuery(`operation ${Object.keys(operation).join()} is not supported`)
}

/** The same as `replaceOne`, for the filters nearly all writes come with; false: it is another filter. */
const replaceGuarded = (store: Store, filter: Filter, replacement: Doc, upsert: boolean): boolean => {
  const guard = guardOf(filter)
  if (guard === null || guard.id !== replacement._id) return false
  const known = store.slots.get(guard.id)
  const wanted = known === undefined ? upsert : passes(guard, known.document)
  if (wanted === true) store.put(replacement)
  return wanted !== null
}

const replaceOne = (store: Store, tests: Conjunction, replacement: Doc, upsert: boolean) => {
  checkReplacement(tests, replacement)
  const { _id: id } = replacement
  const [found] = matchesIn(store, tests, 1)
  if (found !== undefined && found.id !== id)
    throw new UnsupportedQuery(`the _id of document ${found.id} cannot become ${id}`)
  // an upsert that finds the id taken has been overtaken by a newer document
  if (found !== undefined || (upsert && !store.slots.has(id))) store.put(replacement)
}

type UpdateOf = { readonly filter: Filter; readonly update: Parameters<typeof parseUpdate>[0] }

const update = (store: Store, { filter, update: given }: UpdateOf, limit: number) => {
  const changes = parseUpdate(given)
  const next = matchesIn(store, parseFilter(filter), limit).map(({ document }) =>
    applyUpdate(document, changes),
  )
  const replaced: Doc[] = []
  try {
    for (const document of next) {
      const before = store.put(document)
      if (before !== null) replaced.push(before)
    }
  } catch (error) {
    for (const document of replaced.reverse()) store.put(document)
    throw error
  }
}

const remove = (store: Store, { filter }: { readonly filter: Filter }, limit: number) => {
  for (const { id } of matchesIn(store, parseFilter(filter), limit)) store.remove(id)
}
