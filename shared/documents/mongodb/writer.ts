import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import {
  MongoClientBulkWriteError,
  MongoServerError,
  type ClientBulkWriteModel,
  type Collection as MongoCollection,
  type MongoClient,
} from 'mongodb'
import { gathered } from '../../coalesced.ts'
import type { Doc, WriteOp } from '../port.ts'
import { isOutage, translated } from './errors.ts'
import type { Stored } from './query.ts'
import { preparedUpToRefusal, ROUND, writeInOrder, type Prepared } from './write.ts'

type Writing = {
  readonly collection: MongoCollection<Stored>
  readonly operations: readonly WriteOp<Doc>[]
}

/** Writes to collections, in order, up to the first failure. */
export type Writer = (writing: readonly Writing[]) => Promise<void>

const NO_SUCH_COMMAND = 59
/** A write waits no longer than this for those that follow from what is being asked. */
const QUESTIONS_MS = 20

type List = { readonly collection: MongoCollection<Stored>; readonly prepared: readonly Prepared[] }
/** Lists of which each is written only behind those before it. */
type Sequence = readonly List[]

type Schemas = Readonly<Record<string, Stored>>
type Model = ClientBulkWriteModel<Schemas>

const modelsOf = ({ collection, prepared }: List): readonly Model[] =>
  prepared.map(({ operation }): Model => {
    const { namespace } = collection
    if ('replaceOne' in operation) return { name: 'replaceOne', namespace, ...operation.replaceOne }
    if ('updateOne' in operation) return { name: 'updateOne', namespace, ...operation.updateOne }
    if ('updateMany' in operation) return { name: 'updateMany', namespace, ...operation.updateMany }
    if ('deleteOne' in operation) return { name: 'deleteOne', namespace, ...operation.deleteOne }
    return { name: 'deleteMany', namespace, ...operation.deleteMany }
  })

/** How many operations took effect before one was refused, or all. Throws what says nothing of that. */
const doneOf = async (client: MongoClient, models: readonly Model[]): Promise<number> => {
  try {
    await client.bulkWrite<Schemas>(models, { ordered: true })
    return models.length
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

const sizeOf = (sequence: Sequence): number =>
  sequence.reduce((sum, { prepared }) => sum + prepared.length, 0)

/** How many operations of all of them stand before those of each. */
const startsIn = (sequences: readonly Sequence[]): ReadonlyMap<Sequence, number> => {
  const starts = new Map<Sequence, number>()
  let before = 0
  for (const sequence of sequences) {
    starts.set(sequence, before)
    before += sizeOf(sequence)
  }
  return starts
}

/** List by list, without the first operations, which took effect. */
const writeApart = async (sequence: Sequence, done: number): Promise<void> => {
  let left = done
  for (const { collection, prepared } of sequence) {
    await writeInOrder(collection, prepared.slice(Math.max(0, left)))
    left -= prepared.length
  }
}

/** Up to the first operation that the port refuses. */
const preparedOf = (writing: readonly Writing[]) => {
  const sequence: List[] = []
  for (const { collection, operations } of writing) {
    const { prepared, refusal } = preparedUpToRefusal(operations)
    if (prepared.length > 0) sequence.push({ collection, prepared })
    if (refusal !== null) return { sequence, refusal }
  }
  return { sequence, refusal: null }
}

/** What is written in the same turn is there, and what follows at once from documents that are being asked for by ids. */
const untilFollowed = async (answered: () => Promise<unknown> | null): Promise<void> => {
  await nextTurn()
  const asked = answered()
  if (asked === null) return
  await Promise.race([asked, sleep(QUESTIONS_MS, undefined, { ref: false })])
  await nextTurn()
}

/**
 * What is written to collections in one turn goes out as one command where the server has it (8.0 and later). From the
 * first operation that is refused on, where the driver or the server refuses the command as a whole, and at older servers,
 * each writer's collections are written to by themselves: what one may not hold is no matter of the others. An outage is one
 * of all. It waits for questions by ids that are under way, `answered`: read models ask for what they are about to change,
 * and what one record changes in several of them is one command.
 */
export const writer = (client: MongoClient, answered: () => Promise<unknown> | null): Writer => {
  let isKnown = true

  /** How many operations, from the first of all of them on, need not be sent again. Throws in an outage. */
  const writeTogether = async (lists: readonly List[]): Promise<number> => {
    try {
      return await doneOf(client, lists.flatMap(modelsOf))
    } catch (error) {
      if (isUnknown(error)) isKnown = false
      else if (isOutage(error)) throw error
      // what is more than one message goes out in parts, and some may have been written: guards allow it again (ADR 13)
      return 0
    }
  }
  const write = gathered(
    () => untilFollowed(answered),
    (sequences: readonly Sequence[]) => {
      const starts = startsIn(sequences)
      const lists = sequences.flat()
      const done = lists.length > 1 && isKnown ? writeTogether(lists) : Promise.resolve(0)
      return async (sequence: Sequence) => {
        const doneOfAll = await done.catch((error: unknown) => {
          throw translated(error, 'write to', sequence[0]?.collection.collectionName ?? '')
        })
        await writeApart(sequence, doneOfAll - (starts.get(sequence) ?? 0))
      }
    },
  )
  return async writing => {
    const { sequence, refusal } = preparedOf(writing)
    const size = sizeOf(sequence)
    if (size > 0 && size < ROUND) await write(sequence)
    else await writeApart(sequence, 0)
    if (refusal !== null) throw refusal
  }
}
