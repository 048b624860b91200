import {
  MongoServerError,
  type Collection as MongoCollection,
  type CreateIndexesOptions,
  type IndexDescription,
} from 'mongodb'
import type { IndexSpec } from '../port.ts'
import type { Stored } from './query.ts'

type Wanted = IndexDescription & { readonly name: string; readonly key: Readonly<Record<string, 1>> }
type There = {
  readonly name: string
  readonly key: Readonly<Record<string, unknown>>
  readonly unique: boolean
}

const NO_SUCH_COLLECTION = 26
const NO_SUCH_INDEX = 27

/** A new index over much data takes as long as it takes: the socket does not time out meanwhile. */
const PATIENTLY: CreateIndexesOptions & { readonly socketTimeoutMS: number } = { socketTimeoutMS: 0 }

/**
 * Makes the server's indexes those of the specs. One that has another shape under the same name, or another name
 * with the same keys, stems from an older program: it is dropped and made anew.
 */
export const ensureIndexes = async (
  collection: MongoCollection<Stored>,
  specs: readonly IndexSpec[],
  warn: (message: string) => void,
): Promise<void> => {
  const wanted = specs.map(descriptionOf).filter(({ key }) => Object.keys(key).join() !== '_id')
  if (wanted.length === 0) return
  const there = await indexesOf(collection)
  const isThere = (one: Wanted) =>
    there.some(other => other.name === one.name && shapeOf(other) === shapeOf(one))
  const missing = wanted.filter(one => !isThere(one))
  for (const { name } of there.filter(other => missing.some(one => standsInTheWay(other, one)))) {
    warn(
      `index ${name} of ${collection.collectionName} has another shape than this program needs: making it anew`,
    )
    await collection.dropIndex(name).catch(unless(NO_SUCH_INDEX, null))
  }
  if (missing.length > 0) await collection.createIndexes(missing, PATIENTLY)
}

/** As the port's own indexes do, those that are not unique order their last ties by id. */
const descriptionOf = ({ name, keys, unique = false }: IndexSpec): Wanted => {
  const own = keys.includes('_id') ? keys.slice(0, keys.indexOf('_id')) : keys
  const all = unique ? own : [...own, '_id']
  return { name, key: Object.fromEntries(all.map(field => [field, 1 as const])), unique }
}

const indexesOf = async (collection: MongoCollection<Stored>): Promise<readonly There[]> => {
  const found = await collection.listIndexes().toArray().catch(unless(NO_SUCH_COLLECTION, []))
  return found.map(({ name, key, unique }: { name: string; key: There['key']; unique?: boolean }) => ({
    name,
    key,
    unique: unique === true,
  }))
}

const standsInTheWay = (there: There, wanted: Wanted): boolean =>
  there.name !== '_id_' && (there.name === wanted.name || keysOf(there) === keysOf(wanted))

const keysOf = ({ key }: Pick<There, 'key'>): string => JSON.stringify(Object.entries(key))

const shapeOf = ({ key, unique }: { readonly key: object; readonly unique?: boolean }): string =>
  JSON.stringify([Object.entries(key), unique === true])

const unless =
  <T>(code: number, instead: T) =>
  (error: unknown): T => {
    if (error instanceof MongoServerError && error.code === code) return instead
    throw error
  }
