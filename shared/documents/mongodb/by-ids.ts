import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Collection as MongoCollection, Document } from 'mongodb'
import { gathered } from '../../coalesced.ts'
import type { Doc, Key } from '../port.ts'
import { isOutage } from './errors.ts'
import type { Stored } from './query.ts'

/** Documents of one answer: a usual page or batch comes in one. */
const BATCH = 1_000

/** Of one question. */
export type Limits = {
  readonly signal: AbortSignal
  readonly maxTimeMS: number
  readonly batchSize: number
}

/** Reads that begin within this part of their time share a signal: one for each, and that it goes off, is a tenth of their work. */
const SHARED_PART = 1 / 20

/** A read that lasts longer is given up, here (a little earlier, where others began before it) and by the server. */
export const limitsWithin = (patienceMs: number): (() => Limits) => {
  let [signal, untilMs]: [AbortSignal | null, number] = [null, 0]
  return () => {
    const nowMs = performance.now()
    if (signal === null || nowMs >= untilMs)
      [signal, untilMs] = [AbortSignal.timeout(patienceMs), nowMs + patienceMs * SHARED_PART]
    return { signal, maxTimeMS: patienceMs, batchSize: BATCH }
  }
}

/** Documents of one collection by their ids, in the order of these; missing ones are left out. */
export type ById = <D extends Doc>(
  stored: MongoCollection<Stored>,
  ids: readonly Key[],
) => Promise<readonly D[]>

/** So many or more of one collection are a question of their own: others do not wait for a large answer. */
const MANY = 100

type Question = { readonly stored: MongoCollection<Stored>; readonly ids: readonly Key[] }
type Asked = { readonly stored: MongoCollection<Stored>; readonly ids: ReadonlySet<Key> }
type Found = ReadonlyMap<Key, Stored>
type Tagged = { readonly of: number; readonly document: Stored }

const mapOf = (documents: readonly Stored[]): Found => new Map(documents.map(one => [one._id, one]))

const alone = async ({ stored, ids }: Asked, limits: Limits): Promise<Found> =>
  mapOf(await stored.find<Stored>({ _id: { $in: [...ids] } }, limits).toArray())

/** The stages that show documents of one collection, with its number. */
const stagesOf = ({ ids }: Asked, of: number): Document[] => [
  { $match: { _id: { $in: [...ids] } } },
  { $project: { _id: 0, of: { $literal: of }, document: '$$ROOT' } },
]

/** What is asked of several collections, as one command; by the names of these. */
const together = async (asked: readonly Asked[], limits: Limits): Promise<ReadonlyMap<string, Found>> => {
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
      mapOf(found.flatMap(({ of, document }) => (of === n ? [document] : []))),
    ]),
  )
}

/** A question for each collection of which much is asked, and one for all others. */
const answersTo = (asked: readonly Asked[], limits: Limits) => {
  const isLarge = ({ ids }: Asked) => ids.size >= MANY
  const large = new Map(
    asked.filter(isLarge).map(one => [one.stored.collectionName, alone(one, limits)] as const),
  )
  const others = together(
    asked.filter(one => !isLarge(one)),
    limits,
  )
  return async ({ stored: { collectionName } }: Question): Promise<Found | undefined> =>
    large.get(collectionName) ?? (await others).get(collectionName)
}

/** What is asked of each collection, each id once. */
const byCollection = (questions: readonly Question[]): readonly Asked[] => {
  const asked = new Map<string, { readonly stored: MongoCollection<Stored>; readonly ids: Set<Key> }>()
  for (const { stored, ids } of questions) {
    const same = asked.get(stored.collectionName) ?? { stored, ids: new Set() }
    asked.set(stored.collectionName, same)
    for (const id of ids) same.ids.add(id)
  }
  return [...asked.values()]
}

/**
 * Questions by ids of the collections of one database: those of one turn are one command, but for large ones. Where that
 * is refused, each is asked by itself, so that only the one at fault fails.
 */
export const askingByIds = (limitsNow: () => Limits) => {
  const apart = ({ stored, ids }: Question) => alone({ stored, ids: new Set(ids) }, limitsNow())
  const underWay = new Set<Promise<unknown>>()
  const ask = gathered(nextTurn, (all: readonly Question[]) => answersTo(byCollection(all), limitsNow()))
  const amongOthers = async (question: Question) => {
    const answer = ask(question)
    underWay.add(answer)
    try {
      return await answer
    } catch (error) {
      if (isOutage(error)) throw error
      return await apart(question)
    } finally {
      underWay.delete(answer)
    }
  }
  const byIds: ById = async <D extends Doc>(stored: MongoCollection<Stored>, ids: readonly Key[]) => {
    const found = await (ids.length >= MANY ? apart : amongOthers)({ stored, ids })
    // what a collection holds is what its own reader says
    return ids.flatMap(id => (found?.get(id) as unknown as D | undefined) ?? [])
  }
  return {
    byIds,
    /** Resolves when what is asked among others now has its answer; null: nothing is. */
    answered: () => (underWay.size === 0 ? null : Promise.allSettled(underWay)),
  }
}
