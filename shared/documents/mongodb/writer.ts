import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  MongoClientBulkWriteError,
  MongoServerError,
  type ClientBulkWriteModel,
  type Collection as MongoCollection,
  type MongoClient,
} from 'mongodb'
import type { Doc, WriteOp } from '../port.ts'
import { isOutage, translated } from './errors.ts'
import type { Stored } from './query.ts'
import { preparedUpToRefusal, ROUND, writeInOrder, type Prepared } from './write.ts'

/** Writes to one collection, in order, up to the first failure. */
export type Writer = (
  collection: MongoCollection<Stored>,
  operations: readonly WriteOp<Doc>[],
) => Promise<void>

const NO_SUCH_COMMAND = 59

type Waiting = {
  readonly collection: MongoCollection<Stored>
  readonly prepared: readonly Prepared[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

type Schemas = Readonly<Record<string, Stored>>
type Model = ClientBulkWriteModel<Schemas>

const modelsOf = ({ collection, prepared }: Waiting): readonly Model[] =>
  prepared.map(({ operation }): Model => {
    const { namespace } = collection
    if ('replaceOne' in operation) return { name: 'replaceOne', namespace, ...operation.replaceOne }
    if ('updateOne' in operation) return { name: 'updateOne', namespace, ...operation.updateOne }
    if ('updateMany' in operation) return { name: 'updateMany', namespace, ...operation.updateMany }
    if ('deleteOne' in operation) return { name: 'deleteOne', namespace, ...operation.deleteOne }
    return { name: 'deleteMany', namespace, ...operation.deleteMany }
  })

/** How many operations took effect before one was refused; null: all. Throws what says nothing of that. */
const doneOf = async (client: MongoClient, models: readonly Model[]): Promise<number | null> => {
  try {
    await client.bulkWrite<Schemas>(models, { ordered: true })
    return null
  } catch (error) {
    const [refused] = error instanceof MongoClientBulkWriteError ? error.writeErrors.keys() : []
    if (refused === undefined) throw error
    return refused
  }
}

const isUnknown = (error: unknown): boolean => {
  const cause = error instanceof MongoClientBulkWriteError ? error.cause : error
  return cause instanceof MongoServerError && cause.code === NO_SUCH_COMMAND
}

const settle = ({ resolve, reject }: Waiting, written: Promise<void>): void => {
  written.then(resolve, reject)
}

/** Each by itself, without the first so many operations of all of them, which have taken effect. */
const writeApart = (all: readonly Waiting[], done: number): void => {
  let before = 0
  for (const one of all) {
    const { collection, prepared } = one
    settle(one, writeInOrder(collection, prepared.slice(Math.max(0, done - before))))
    before += prepared.length
  }
}

/**
 * What is written to collections in one turn goes out as one command where the server has it (8.0 and later). From the
 * first operation that is refused on, where the driver or the server refuses the command as a whole, and at older servers,
 * each collection is written to by itself: what one may not hold is no matter of the others. An outage is one of all.
 */
export const writer = (client: MongoClient): Writer => {
  let isKnown = true
  let gathering: Waiting[] = []

  const writeTogether = async (all: readonly Waiting[]): Promise<void> => {
    try {
      const done = await doneOf(client, all.flatMap(modelsOf))
      if (done === null) for (const { resolve } of all) resolve()
      else writeApart(all, done)
    } catch (error) {
      if (isUnknown(error)) isKnown = false
      else if (isOutage(error)) {
        for (const { collection, reject } of all)
          reject(translated(error, 'write to', collection.collectionName))
        return
      }
      // what is more than one message goes out in parts, and some may have been written: guards allow it again (ADR 13)
      writeApart(all, 0)
    }
  }
  const flush = async (): Promise<void> => {
    await nextTurn()
    const all = gathering
    gathering = []
    if (all.length > 1 && isKnown) await writeTogether(all)
    else writeApart(all, 0)
  }
  return async (collection, operations) => {
    const { prepared, refusal } = preparedUpToRefusal(operations)
    if (prepared.length > 0 && prepared.length < ROUND)
      await new Promise<void>((resolve, reject) => {
        gathering.push({ collection, prepared, resolve, reject })
        if (gathering.length === 1) void flush()
      })
    else await writeInOrder(collection, prepared)
    if (refusal !== null) throw refusal
  }
}
