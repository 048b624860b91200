import fc from 'fast-check'
import {
  literal,
  UnsupportedQuery,
  type Collection,
  type Filter,
  type FindOptions,
  type IndexSpec,
  type Key,
  type Sort,
  type Update,
  type Value,
  type WriteOp,
} from '../../shared/documents/port.ts'

export type Row = { readonly _id: Key; readonly [field: string]: Value }

/** Few values, so that filters meet documents. */
const text = fc.constantFrom('', 'a', 'A.', 'ab', '5', '$gt', '😀', '\uffee')
const number = fc.constantFrom(-1, 0, 1, 2.5, 5, 3_000_000_000)
const scalar = fc.oneof<fc.Arbitrary<Value & (string | number | boolean | null)>[]>(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
)
const list = fc.array(scalar, { maxLength: 3 })
const rev = fc.integer({ min: 1, max: 4 })
const rowWith = (id: fc.Arbitrary<Key>): fc.Arbitrary<Row> =>
  fc.record(
    {
      _id: id,
      rev,
      a: fc.oneof(scalar, list),
      b: scalar,
      o: fc.oneof<fc.Arbitrary<Value>[]>(fc.record({ p: scalar }, { requiredKeys: [] }), scalar),
    },
    { requiredKeys: ['_id', 'rev'] },
  )
const name = fc.constantFrom('a', 'b', 'rev', 'o.p', '_id')
const pattern = text.map(literal)
const condition = fc.oneof(
  scalar,
  fc.record({ $eq: scalar }),
  fc.record({ $ne: scalar }),
  fc.record({ $in: list }),
  fc.record({ $nin: list }),
  fc.record({ $gt: fc.oneof(number, text) }),
  fc.record({ $gte: number, $lt: number }),
  fc.record({ $gte: text, $lte: text }),
  fc.record({ $lt: fc.oneof(number, text), $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $regex: pattern }),
  fc.record({ $not: fc.record({ $regex: pattern }), $in: list }),
)
const fields = fc.dictionary(name, condition, { maxKeys: 3 })
export const filter: fc.Arbitrary<Filter> = fc
  .tuple(
    fields,
    fc.option(fc.constantFrom('$and', '$or', '$nor')),
    fc.array(fields, { minLength: 1, maxLength: 3 }),
  )
  .map(([own, key, inner]) => (key === null ? own : { ...own, [key]: inner }))
const direction = fc.constantFrom<(1 | -1)[]>(1, -1)
export const sort: fc.Arbitrary<Sort> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('a', 'b', 'rev', 'o.p'), { maxLength: 3 }),
    fc.array(direction, { minLength: 4, maxLength: 4 }),
  )
  .map(([names, ways]) => Object.fromEntries([...names, '_id'].map((key, i) => [key, ways[i] ?? 1])))
export const page: fc.Arbitrary<FindOptions> = fc.record(
  { skip: fc.integer({ min: 0, max: 4 }), limit: fc.integer({ min: 0, max: 6 }) },
  { requiredKeys: [] },
)
export const indexes: fc.Arbitrary<readonly IndexSpec[]> = fc
  .uniqueArray(fc.uniqueArray(fc.constantFrom('a', 'b', 'rev', 'o.p'), { minLength: 1, maxLength: 2 }), {
    maxLength: 2,
    selector: keys => keys.join(),
  })
  .map(lists => lists.map(keys => ({ name: keys.join(), keys })))

const update: fc.Arbitrary<Update> = fc.oneof<fc.Arbitrary<Update>[]>(
  fc.tuple(fc.constantFrom('a', 'b', 'o', 'o.p'), scalar).map(([key, value]) => ({ $set: { [key]: value } })),
  fc
    .tuple(fc.constantFrom('a', 'o.p', 'b.c'), fc.constant('' as const))
    .map(([key, value]) => ({ $unset: { [key]: value } })),
  fc.tuple(fc.constantFrom('b', 'rev', 'o.p'), number).map(([key, value]) => ({ $inc: { [key]: value } })),
  fc
    .tuple(fc.constantFrom('a', 'b', 'rev'), fc.oneof(number, text))
    .map(([key, value]) => ({ $max: { [key]: value } })),
  fc
    .tuple(fc.constantFrom('a', 'fresh'), fc.oneof(scalar, list))
    .map(([key, value]) => ({ $addToSet: { [key]: value } })),
  fc.oneof(number, text).map(value => ({ $pull: { a: value }, $set: { rev: 2 } })),
)
/** One write; `id` draws the ids of documents. */
export const writeWith = (id: fc.Arbitrary<Key>): fc.Arbitrary<WriteOp<Row>> => {
  const row = rowWith(id)
  return fc.oneof<fc.Arbitrary<WriteOp<Row>>[]>(
    row.map(replacement => ({ replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true } })),
    row.map(replacement => ({
      replaceOne: {
        filter: { _id: replacement._id, rev: { $lt: Number(replacement['rev']) } },
        replacement,
        upsert: true,
      },
    })),
    row.map(replacement => ({ replaceOne: { filter: { _id: replacement._id }, replacement } })),
    fc.tuple(id, update).map(([_id, changes]) => ({ updateOne: { filter: { _id }, update: changes } })),
    fc.tuple(filter, fc.oneof(scalar, list)).map(([asked, b]) => ({
      updateMany: { filter: asked, update: { $set: { b: Array.isArray(b) ? 7 : b } } },
    })),
    id.map(_id => ({ deleteOne: { filter: { _id } } })),
    fields.map(asked => ({ deleteMany: { filter: { ...asked, rev: { $gte: 4 } } } })),
  )
}

const refused = (attempt: Promise<void>): Promise<string | null> =>
  attempt.then(
    () => null,
    (error: unknown) => {
      if (error instanceof UnsupportedQuery) return error.name
      throw error
    },
  )

/** What an engine makes of it: whether it refused, what it holds then, and what it answers. */
export const told = async (
  rows: Collection<Row>,
  writes: readonly (readonly WriteOp<Row>[])[],
  questions: readonly (readonly [Filter, Sort, FindOptions])[],
) => {
  const refusals: (string | null)[] = []
  for (const operations of writes) refusals.push(await refused(rows.bulkWrite(operations)))
  const answers: unknown[] = []
  for (const [asked, by, options] of questions)
    answers.push([
      asked,
      by,
      options,
      await rows.count(asked),
      await rows.find(asked, { ...options, sort: by }),
    ])
  return { refusals, held: await rows.find({}, { sort: { _id: 1 } }), answers }
}
