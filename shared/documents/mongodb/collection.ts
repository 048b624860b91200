import type { Collection as MongoCollection, Filter as MongoFilter } from 'mongodb'
import { parseFilter } from '../filter.ts'
import { parseOptions } from '../find-options.ts'
import { translated } from './errors.ts'
import { plainMember } from '../path.ts'
import { mongoFilter, mongoSort, type Stored } from './query.ts'
import { writeTo } from './write.ts'
import { type Collection, type Doc, type Filter, type FindOptions, type Key, type Tally } from '../port.ts'

/** A read that lasts longer is given up, here and by the server. */
const READ_MS = 5_000
/** Documents of one answer: a usual page or batch comes in one. */
const BATCH = 1_000
const CLEARED_AT_ONCE = 500

/** `assertOpen` throws DocumentsUnavailable once closed. */
export const mongoCollection = <D extends Doc>(
  stored: MongoCollection<Stored>,
  assertOpen: () => void,
): Collection<D> => {
  const name = stored.collectionName
  const asked = async <T>(what: string, ask: (limits: Limits) => Promise<T>): Promise<T> => {
    assertOpen()
    try {
      return await ask({ signal: AbortSignal.timeout(READ_MS), maxTimeMS: READ_MS })
    } catch (error) {
      throw translated(error, what, name)
    }
  }
  const byIds = async (ids: readonly Key[], limits: Limits): Promise<ReadonlyMap<Key, D>> => {
    const filter: MongoFilter<Stored> = { _id: { $in: ids } }
    const found = await stored.find<D>(filter, { ...limits, batchSize: BATCH }).toArray()
    return new Map(found.map(document => [document._id, document]))
  }
  const find: Collection<D>['find'] = (filter, options) =>
    asked('read', async limits => found<D>(stored, { filter, options }, limits))
  const count: Collection<D>['count'] = filter =>
    asked('count', async limits => stored.countDocuments(mongoFilter(parseFilter(filter)), limits))

  return {
    get: id =>
      asked('read', async limits => (isKey(id) ? ((await byIds([id], limits)).get(id) ?? null) : null)),
    getMany: ids =>
      asked('read', async limits => {
        const keys = ids.filter(isKey)
        const found = keys.length === 0 ? new Map<Key, D>() : await byIds([...new Set(keys)], limits)
        return keys.flatMap(id => found.get(id) ?? [])
      }),
    find,
    count,
    page: async (filter, options) => {
      const [rows, total] = await Promise.all([find(filter, options), count(filter)])
      return { rows, total }
    },
    tally: (filter, member, most) =>
      asked('count', async limits => (most <= 0 ? [] : tallied(stored, { filter, member, most }, limits))),
    bulkWrite: async operations => {
      assertOpen()
      await writeTo(stored, operations)
    },
    clear: async () => {
      assertOpen()
      await clear(stored).catch((error: unknown) => {
        throw translated(error, 'clear', name)
      })
    },
  }
}

type Limits = { readonly signal: AbortSignal; readonly maxTimeMS: number }

type AskedRows = { readonly filter: Filter; readonly options: FindOptions | undefined }

/** Throws UnsupportedQuery. */
const found = async <D extends Doc>(
  stored: MongoCollection<Stored>,
  { filter, options }: AskedRows,
  limits: Limits,
): Promise<readonly D[]> => {
  const { sort, skip, limit } = parseOptions(options)
  const tests = parseFilter(filter)
  if (limit === 0 || skip === Infinity) return []
  return stored
    .find<D>(mongoFilter(tests), {
      ...limits,
      ...(sort.length === 0 ? {} : { sort: mongoSort(sort), allowDiskUse: true }),
      ...(limit === Infinity ? {} : { limit }),
      skip,
      batchSize: BATCH,
    })
    .toArray()
}

type AskedTally = { readonly filter: Filter; readonly member: string; readonly most: number }

/** Throws UnsupportedQuery. */
const tallied = (
  stored: MongoCollection<Stored>,
  { filter, member, most }: AskedTally,
  limits: Limits,
): Promise<readonly Tally[]> => {
  const stages = [
    { $match: mongoFilter(parseFilter(filter)) },
    { $limit: most },
    { $group: { _id: { $ifNull: [`$${plainMember(member)}`, null] }, count: { $sum: 1 } } },
    { $project: { _id: 0, value: '$_id', count: 1 } },
  ]
  return stored.aggregate<Tally>(stages, { ...limits, batchSize: BATCH }).toArray()
}

const isKey = (id: unknown): id is Key =>
  typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id))

/** Bit by bit: to delete everything at once may last longer than a socket waits. Indexes stay. */
const clear = async (stored: MongoCollection<Stored>): Promise<void> => {
  for (;;) {
    const some = await stored
      .find({}, { projection: { _id: 1 }, limit: CLEARED_AT_ONCE, batchSize: CLEARED_AT_ONCE })
      .toArray()
    if (some.length === 0) return
    await stored.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } })
  }
}
