import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Collection as MongoCollection, Document } from 'mongodb'
import type { Doc, Key } from '../port.ts'
import type { Stored } from './query.ts'

/** A read that lasts longer is given up, here and by the server. */
const READ_MS = 5_000
/** Documents of one answer: a usual page or batch comes in one. */
const BATCH = 1_000

/** Of one question. */
export type Limits = {
  readonly signal: AbortSignal
  readonly maxTimeMS: number
  readonly batchSize: number
}

export const limitsNow = (): Limits => ({
  signal: AbortSignal.timeout(READ_MS),
  maxTimeMS: READ_MS,
  batchSize: BATCH,
})

/** Documents of one collection by their ids. */
export type ById = <D extends Doc>(
  stored: MongoCollection<Stored>,
  ids: readonly Key[],
) => Promise<ReadonlyMap<Key, D>>

/** So many or more of one collection are a question of their own: others do not wait for a large answer. */
const MANY = 100

type Asked = { readonly stored: MongoCollection<Stored>; readonly ids: Set<Key> }
type Found = ReadonlyMap<string, readonly Stored[]>
type Tagged = { readonly of: number; readonly document: Stored }

/** What a collection holds is what its own reader says. */
const mapOf = <D extends Doc>(documents: readonly Stored[]) =>
  new Map(documents.map(one => [one._id, one as unknown as D]))

const alone = ({ stored, ids }: Asked, limits: Limits): Promise<readonly Stored[]> =>
  stored.find<Stored>({ _id: { $in: [...ids] } }, limits).toArray()

/** The stages that show documents of one collection, with its number. */
const stagesOf = ({ ids }: Asked, of: number): Document[] => [
  { $match: { _id: { $in: [...ids] } } },
  { $project: { _id: 0, of: { $literal: of }, document: '$$ROOT' } },
]

/** What is asked of several collections, as one command. */
const together = async (asked: readonly Asked[], limits: Limits): Promise<Found> => {
  const [first, ...others] = asked
  if (first === undefined) return new Map()
  if (others.length === 0) return new Map([[first.stored.collectionName, await alone(first, limits)]])
  const stages = [
    ...stagesOf(first, 0),
    ...others.map((one, n) => ({
      $unionWith: { coll: one.stored.collectionName, pipeline: stagesOf(one, n + 1) },
    })),
  ]
  const found = await first.stored.aggregate<Tagged>(stages, limits).toArray()
  return new Map(
    asked.map(({ stored }, n) => [
      stored.collectionName,
      found.flatMap(({ of, document }) => (of === n ? [document] : [])),
    ]),
  )
}

/** Questions by ids of the collections of one database: those of one turn are one command. */
export const byIds = (): ById => {
  let gathering: { readonly asked: Map<string, Asked>; readonly found: Promise<Found> } | null = null
  const begin = () => {
    const asked = new Map<string, Asked>()
    const ask = async (): Promise<Found> => {
      await nextTurn()
      gathering = null
      return together([...asked.values()], limitsNow())
    }
    return { asked, found: ask() }
  }
  return async <D extends Doc>(stored: MongoCollection<Stored>, ids: readonly Key[]) => {
    if (ids.length >= MANY) return mapOf<D>(await alone({ stored, ids: new Set(ids) }, limitsNow()))
    const { asked, found } = (gathering ??= begin())
    const name = stored.collectionName
    const mine = asked.get(name) ?? { stored, ids: new Set() }
    asked.set(name, mine)
    for (const id of ids) mine.ids.add(id)
    return mapOf<D>((await found).get(name) ?? [])
  }
}
