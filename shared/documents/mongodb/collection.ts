import type { Collection as MongoCollection, Document } from 'mongodb'
import { parseFilter } from '../filter.ts'
import { parseOptions } from '../find-options.ts'
import { translated } from './errors.ts'
import { plainMember } from '../path.ts'
import { mongoFilter, mongoSort, type Stored } from './query.ts'
import type { Writer } from './writer.ts'
import type { ById, Limits } from './by-ids.ts'
import { readingAnew, rereading, type Reading } from './reading.ts'
import {
  type Collection,
  type CollectionSpec,
  type Doc,
  type Filter,
  type FindOptions,
  type Key,
  type Page,
  type Tally,
} from '../port.ts'

const CLEARED_AT_ONCE = 500

/** What the collections of a database share. */
type Shared = {
  /** Throws DocumentsUnavailable once closed. */
  readonly assertOpen: () => void
  readonly byIds: ById
  readonly limitsNow: () => Limits
  readonly write: Writer
  /** What pages have, of its bytes. */
  readonly readOfLate: (bytes: Buffer) => Document
}

export const mongoCollection = <D extends Doc>(
  stored: MongoCollection<Stored>,
  { reread = false }: Pick<CollectionSpec, 'reread'>,
  { assertOpen, byIds, limitsNow, write, readOfLate }: Shared,
): Collection<D> => {
  const name = stored.collectionName
  const reading = reread ? rereading<D>() : readingAnew<D>()
  const asked = async <T>(what: string, ask: (limits: Limits) => Promise<T>): Promise<T> => {
    assertOpen()
    try {
      return await ask(limitsNow())
    } catch (error) {
      throw translated(error, what, name)
    }
  }
  const getMany: Collection<D>['getMany'] = ids =>
    asked('read', async () => {
      const keys = ids.filter(isKey)
      return keys.length === 0 ? [] : byIds<D>(stored, keys)
    })
  const find: Collection<D>['find'] = (filter, options) =>
    asked('read', async limits => found(stored, { filter, options }, limits, reading))
  const count: Collection<D>['count'] = filter =>
    asked('count', async limits => stored.countDocuments(mongoFilter(parseFilter(filter)), limits))

  return {
    get: async id => (await getMany([id]))[0] ?? null,
    getMany,
    find,
    count,
    page: (filter, options) =>
      asked('read', async limits => paged<D>(stored, { filter, options }, limits, readOfLate)),
    tally: (filter, member, most) =>
      asked('count', async limits => (most <= 0 ? [] : tallied(stored, { filter, member, most }, limits))),
    bulkWrite: async operations => {
      assertOpen()
      await write([{ collection: stored, operations }])
    },
    clear: async () => {
      assertOpen()
      await clear(stored).catch((error: unknown) => {
        throw translated(error, 'clear', name)
      })
    },
  }
}

type AskedRows = { readonly filter: Filter; readonly options: FindOptions | undefined }

/** Throws UnsupportedQuery. */
const found = async <D extends Doc>(
  stored: MongoCollection<Stored>,
  { filter, options }: AskedRows,
  limits: Limits,
  reading: Reading<D>,
): Promise<readonly D[]> => {
  const { sort, skip, limit } = parseOptions(options)
  const tests = parseFilter(filter)
  if (limit === 0 || skip === Infinity) return []
  return reading(stored, mongoFilter(tests), {
    ...limits,
    ...(sort.length === 0 ? {} : { sort: mongoSort(sort), allowDiskUse: true }),
    ...(limit === Infinity ? {} : { limit }),
    skip,
  })
}

type Paged<D> = { readonly row: D } | { readonly total: number }

/** Rows in their order, and behind them how many there are: both in one command. Throws UnsupportedQuery. */
const paged = async <D extends Doc>(
  stored: MongoCollection<Stored>,
  { filter, options }: AskedRows,
  limits: Limits,
  readOfLate: Shared['readOfLate'],
): Promise<Page<D>> => {
  const { sort, skip, limit } = parseOptions(options)
  const matching = mongoFilter(parseFilter(filter))
  if (limit === 0 || skip === Infinity)
    return { rows: [], total: await stored.countDocuments(matching, limits) }
  const counting = [
    { $match: matching },
    { $group: { _id: null, total: { $sum: 1 } } },
    { $project: { _id: 0, total: 1 } },
  ]
  const stages = [
    { $match: matching },
    ...(sort.length === 0 ? [] : [{ $sort: Object.fromEntries(mongoSort(sort)) }]),
    ...(skip === 0 ? [] : [{ $skip: skip }]),
    ...(limit === Infinity ? [] : [{ $limit: limit }]),
    { $project: { _id: 0, row: '$$ROOT' } },
    { $unionWith: { coll: stored.collectionName, pipeline: counting } },
  ]
  const sent = await stored.aggregate<Buffer>(stages, { ...limits, allowDiskUse: true, raw: true }).toArray()
  // what a collection holds is what its own reader says
  const found = sent.map(bytes => readOfLate(bytes) as Paged<D>)
  const rows = found.flatMap(one => ('row' in one ? [one.row] : []))
  const counted = found.reduce((sum, one) => ('total' in one ? one.total : sum), 0)
  return { rows, total: agreeing(counted, rows.length, { skip, limit }) }
}

/**
 * The number of all that a page of so many rows can be of: the server counts after it has found them, and what others
 * write in between is counted and not among them. A page that is not full ends where all end.
 */
export const agreeing = (
  counted: number,
  rows: number,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): number => {
  if (rows === 0) return Math.min(counted, skip)
  return rows < limit ? skip + rows : Math.max(counted, skip + rows)
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
  return stored.aggregate<Tally>(stages, limits).toArray()
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
