import type { Document } from 'mongodb'
import type { Doc, Filter, Sort } from '../../../shared/documents/port.ts'
import { aggregated, type Stage } from './aggregate.ts'
import { cursors } from './cursors.ts'
import { database, type Database, type Index } from './held.ts'
import { Refused } from './refused.ts'
import {
  answerOf,
  bulkAnswerOf,
  bulkOf,
  deleteOf,
  updateOf,
  written,
  type BulkOperation,
  type DeleteStatement,
  type UpdateStatement,
} from './write.ts'

/** A command, with those of its arguments that are looked at; each has some of them. */
type Command = {
  readonly $db: string
  readonly filter: Filter
  readonly sort?: Sort
  readonly skip?: number
  readonly limit?: number
  readonly batchSize?: number
  readonly pipeline: readonly Stage[]
  readonly cursor: { readonly batchSize?: number }
  readonly updates: readonly UpdateStatement[]
  readonly deletes: readonly DeleteStatement[]
  readonly documents: readonly Doc[]
  readonly ops: readonly BulkOperation[]
  readonly nsInfo: readonly { readonly ns: string }[]
  readonly indexes: readonly Index[]
  readonly collection: string
  readonly cursors: readonly unknown[]
}

/** `name`: the argument of the command's own name, which is mostly a collection. */
type Handler = (command: Command, name: string, held: Database) => Promise<Document> | Document

const NO_SUCH_COMMAND = 59

const reading = (): Readonly<Record<string, Handler>> => {
  const { open, more, close } = cursors()
  return {
    find: async ({ $db, filter, sort = {}, skip = 0, limit = 0, batchSize }, name, held) => {
      const rows = await held.collection(name)
      // none or 0: all
      const found = await rows.find(filter, { sort, skip, limit: limit === 0 ? Infinity : limit })
      return open(`${$db}.${name}`, found, batchSize)
    },
    aggregate: async ({ $db, pipeline, cursor }, name, held) =>
      open(`${$db}.${name}`, await aggregated(held, name, pipeline), cursor.batchSize),
    getMore: ({ $db, collection, batchSize }, id) => more(`${$db}.${collection}`, id, batchSize),
    killCursors: command => {
      close(command.cursors)
      return {}
    },
    listIndexes: ({ $db }, name, held) =>
      open(
        `${$db}.${name}`,
        held.indexesOf(name).map(index => ({ v: 2, ...index })),
      ),
  }
}

const writing = (databaseOf: (name: string) => Database): Readonly<Record<string, Handler>> => ({
  insert: async ({ documents }, name, held) => {
    const rows = await held.collection(name)
    const insertions = documents.map(replacement => ({
      // no document has it, as every one has an id
      replaceOne: {
        filter: { _id: replacement._id, $nor: [{ _id: { $exists: true } }] },
        replacement,
        upsert: true,
      },
    }))
    return answerOf(await written(insertions.map(one => [name, rows, one])))
  },
  update: async ({ updates }, name, held) => {
    const rows = await held.collection(name)
    return answerOf(await written(updates.map(one => [name, rows, updateOf(one)])))
  },
  delete: async ({ deletes }, name, held) => {
    const rows = await held.collection(name)
    return answerOf(await written(deletes.map(one => [name, rows, deleteOf(one)])))
  },
  bulkWrite: async ({ ops, nsInfo }) => {
    const collections = await Promise.all(
      nsInfo.map(async ({ ns }) => {
        const end = ns.indexOf('.')
        const name = ns.slice(end + 1)
        return [name, await databaseOf(ns.slice(0, end)).collection(name)] as const
      }),
    )
    const operations = ops.map(one => {
      const to = collections[one.update ?? one.delete ?? -1]
      if (to === undefined) throw new Refused(NO_SUCH_COMMAND, 'only changes and removals are known here')
      return [...to, bulkOf(one)] as const
    })
    const { errors, counts } = bulkAnswerOf(await written(operations))
    return { cursor: { id: 0n, ns: 'admin.$cmd.bulkWrite', firstBatch: errors }, ...counts }
  },
})

const shaping = (drop: (name: string) => void): Readonly<Record<string, Handler>> => ({
  createIndexes: async ({ indexes }, name, held) => {
    await held.addIndexes(name, indexes)
    return {}
  },
  drop: async (_, name, held) => {
    await held.drop(name)
    return {}
  },
  dropDatabase: ({ $db }) => {
    drop($db)
    return {}
  },
})

/** What this server answers a command; databases are made when they are asked for. Throws Refused and what engines throw. */
export const answering = (): ((command: Document) => Promise<Document>) => {
  const databases = new Map<string, Database>()
  const databaseOf = (name: string): Database => {
    const found = databases.get(name) ?? database()
    databases.set(name, found)
    return found
  }
  const handlers = new Map(
    Object.entries<Handler>({
      ...{ ...reading(), ...writing(databaseOf), ...shaping(name => databases.delete(name)) },
      endSessions: () => ({}),
      buildinfo: () => ({ version: '8.0.0', versionArray: [8, 0, 0, 0] }),
    }),
  )
  return async command => {
    const [name = ''] = Object.keys(command)
    const handler = handlers.get(name)
    if (handler === undefined) throw new Refused(NO_SUCH_COMMAND, `there is no command ${name} here`)
    // what only our adapter sends; the engine checks filters and changes itself
    const asked = command as Command
    return handler(asked, String(command[name]), databaseOf(asked.$db))
  }
}
