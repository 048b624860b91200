import {
  MongoBulkWriteError,
  type AnyBulkWriteOperation,
  type Collection as MongoCollection,
  type WithoutId,
} from 'mongodb'
import { parseFilter, type Conjunction } from '../filter.ts'
import { assertJson } from '../json.ts'
import { takenIn, translated } from './errors.ts'
import { mongoFilter, mongoUpdate, type Stored } from './query.ts'
import { DuplicateKey, UnsupportedQuery, type Doc, type Key, type Update, type WriteOp } from '../port.ts'
import { checkReplacement } from '../replacement.ts'
import { parseUpdate } from '../update.ts'

type Operation = Exclude<AnyBulkWriteOperation<Stored>, { readonly insertOne: unknown }>

/** One operation as the driver takes it. */
export type Prepared = {
  readonly operation: Operation
  /** Only if it may insert: the same without that. */
  readonly onlyReplacing: Operation | null
  readonly guard: Guard | null
}

/** Replaces document `id` where its fields are below their limits. */
type Guard = { readonly id: Key; readonly limits: readonly Limit[] }
type Limit = Extract<Conjunction[number], { readonly kind: 'range' }> & { readonly bound: number }

/** So many go out at once: each round is answered well within the time a socket waits. */
export const ROUND = 1_000

/**
 * In order, up to the first failure.
 *
 * A guarded upsert of a stored document that is as new or newer finds nothing, tries to insert, and meets its own id:
 * the server reports a duplicate key and stops. Such an operation is stale and we go on behind it.
 */
export const writeInOrder = async (
  collection: MongoCollection<Stored>,
  prepared: readonly Prepared[],
): Promise<void> => {
  let rest = prepared
  while (rest.length > 0) {
    const round = rest.slice(0, ROUND)
    const failure = await send(collection, round)
    if (failure === null) {
      rest = rest.slice(round.length)
      continue
    }
    // two inserts of one id at once: ours may be the newer one
    await send(collection, [failure.overtaken])
    rest = await withoutStale(collection, rest.slice(failure.at + 1))
  }
}

type Overtaken = { readonly at: number; readonly overtaken: Prepared }

/** Null: all took effect. Throws what is not the fate of an overtaken upsert. */
const send = async (
  collection: MongoCollection<Stored>,
  round: readonly Prepared[],
): Promise<Overtaken | null> => {
  const name = collection.collectionName
  try {
    await collection.bulkWrite(
      round.map(({ operation }) => operation),
      { ordered: true },
    )
    return null
  } catch (error) {
    const failed = error instanceof MongoBulkWriteError ? [error.writeErrors].flat()[0] : undefined
    if (failed === undefined) throw translated(error, 'write to', name)
    const taken = takenIn({ code: failed.code, message: failed.errmsg ?? '' })
    if (taken === null) throw translated(error, 'write to', name)
    const onlyReplacing = round[failed.index]?.onlyReplacing ?? null
    if (taken.index !== '_id_' || onlyReplacing === null)
      throw new DuplicateKey(name, taken.index, taken.key, { cause: error })
    const overtaken = { operation: onlyReplacing, onlyReplacing: null, guard: null }
    return { at: failed.index, overtaken }
  }
}

/** Where one was stale, many are, a batch that is repeated: those that come next are asked for in one question. */
const withoutStale = async (
  collection: MongoCollection<Stored>,
  rest: readonly Prepared[],
): Promise<readonly Prepared[]> => {
  const guards = leadingGuards(rest)
  const ids = guards.map(({ id }) => id)
  const fields = guards.flatMap(({ limits }) => limits.map(({ field }) => [field, 1] as const))
  if (ids.length === 0) return rest
  const found = await collection
    .find({ _id: { $in: ids } }, { projection: Object.fromEntries(fields) })
    .toArray()
    .catch((error: unknown) => {
      throw translated(error, 'read', collection.collectionName)
    })
  const stored = new Map(found.map(document => [document._id, document]))
  return rest.filter((_, n) => {
    const guard = guards[n]
    const document = guard === undefined ? undefined : stored.get(guard.id)
    return document === undefined || guard?.limits.some(limit => isBeyond(document, limit)) !== true
  })
}

const isBeyond = (document: Stored, { field, operator, bound }: Limit): boolean => {
  const value: unknown = document[field]
  return typeof value === 'number' && (operator === '$lt' ? value >= bound : value > bound)
}

/** Each document once: up to there nothing of this list changes what they meet. */
const leadingGuards = (rest: readonly Prepared[]): readonly Guard[] => {
  const guards: Guard[] = []
  const met = new Set<Key>()
  for (const { guard } of rest.slice(0, ROUND)) {
    if (guard === null || met.has(guard.id)) break
    met.add(guard.id)
    guards.push(guard)
  }
  return guards
}

/** What stands behind an operation the port refuses is not sent, nor is what changes nothing. */
export const preparedUpToRefusal = (operations: readonly WriteOp<Doc>[]) => {
  const prepared: Prepared[] = []
  try {
    for (const operation of operations) prepared.push(...prepare(operation))
    return { prepared, refusal: null }
  } catch (refusal) {
    return { prepared, refusal: refusal as Error }
  }
}

const never: Pick<Prepared, 'onlyReplacing' | 'guard'> = { onlyReplacing: null, guard: null }

const prepare = (operation: WriteOp<Doc>): readonly Prepared[] => {
  if ('replaceOne' in operation) return [preparedReplacement(operation.replaceOne)]
  if ('updateOne' in operation) {
    const change = preparedUpdate(operation.updateOne)
    return change === null ? [] : [{ operation: { updateOne: change }, ...never }]
  }
  if ('updateMany' in operation) {
    const change = preparedUpdate(operation.updateMany)
    return change === null ? [] : [{ operation: { updateMany: change }, ...never }]
  }
  if ('deleteOne' in operation)
    return [
      {
        operation: { deleteOne: { filter: mongoFilter(parseFilter(operation.deleteOne.filter)) } },
        ...never,
      },
    ]
  if ('deleteMany' in operation)
    return [
      {
        operation: { deleteMany: { filter: mongoFilter(parseFilter(operation.deleteMany.filter)) } },
        ...never,
      },
    ]
  throw new UnsupportedQuery(`operation ${Object.keys(operation).join()} is not supported`)
}

type Replacement = Extract<WriteOp<Doc>, { readonly replaceOne: unknown }>['replaceOne']

const preparedReplacement = ({ filter, replacement, upsert = false }: Replacement): Prepared => {
  const tests = parseFilter(filter)
  checkReplacement(tests, replacement)
  assertJson(replacement)
  const replace = { filter: mongoFilter(tests), replacement: replacement as WithoutId<Stored> }
  return {
    operation: { replaceOne: { ...replace, upsert } },
    onlyReplacing: upsert ? { replaceOne: replace } : null,
    guard: upsert ? guardIn(tests, replacement._id) : null,
  }
}

const guardIn = (tests: Conjunction, id: Key): Guard | null => {
  const limits = tests.filter(isLimit)
  const asksForId = tests.some(test => test.kind === 'in' && test.field === '_id' && !test.negated)
  return asksForId && limits.length > 0 && limits.length === tests.length - 1 ? { id, limits } : null
}

const isLimit = (test: Conjunction[number]): test is Limit =>
  test.kind === 'range' &&
  test.path.length === 1 &&
  typeof test.bound === 'number' &&
  (test.operator === '$lt' || test.operator === '$lte')

const preparedUpdate = ({ filter, update }: { readonly filter: WriteFilter; readonly update: Update }) => {
  const changes = parseUpdate(update)
  const tests = parseFilter(filter)
  for (const { field, operand } of changes) assertJson(operand, field)
  return changes.length === 0 ? null : { filter: mongoFilter(tests), update: mongoUpdate(changes) }
}

type WriteFilter = Replacement['filter']
