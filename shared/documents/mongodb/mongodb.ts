import { existsSync } from 'node:fs'
import { MongoClient, MongoServerError, type MongoClientOptions } from 'mongodb'
import { askingByIds, limitsWithin } from './by-ids.ts'
import { mongoCollection } from './collection.ts'
import { translated } from './errors.ts'
import { ensureIndexes } from './indexes.ts'
import type { Stored } from './query.ts'
import { readingOfLate } from './reading.ts'
import { writer } from './writer.ts'
import { reasonOf } from '../../kernel/thrown.ts'
import { trailsOfVersion } from '../trails.ts'
import {
  DocumentsUnavailable,
  type CollectionSpec,
  type Doc,
  type Documents,
  type IndexSpec,
} from '../port.ts'

export type MongoOptions = {
  /** `mongodb://…` or `mongodb+srv://…`; its path names the database. */
  readonly url: string
  /** Instead of the one the address names; else `belltower`. */
  readonly database?: string
  /** Told when a server falls silent and when it answers again, and when an index is made anew. */
  readonly warn: (message: string, error?: unknown) => void
  /** Nothing that is asked of a server is waited for longer than so many milliseconds: an outage is known as one. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 5_000

/**
 * How often the driver looks for connections that have become of no use, which it does ten times a second by itself. It is
 * no setting of an address; whoever takes such a connection ends it in any case. The driver opens the connections of
 * `minPoolSize` at the same looks: after an outage they may be there that much later.
 */
const PRUNE_MS = 10_000

/**
 * Writes are answered once a majority of the servers has them in its journal, so that no answered write is lost, and
 * everything is read from the primary, which has them all ("local": what it may show beyond them is in the log and
 * would come again). Writes are never repeated by the driver: those of read models are guarded, and repeated by who
 * knows.
 */
const settingsFor = (patienceMs: number): MongoClientOptions => ({
  appName: 'belltower',
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: patienceMs - 1_000 },
  readPreference: 'primary',
  readConcern: { level: 'local' },
  retryWrites: false,
  retryReads: true,
  serverSelectionTimeoutMS: patienceMs,
  connectTimeoutMS: patienceMs,
  socketTimeoutMS: patienceMs,
  waitQueueTimeoutMS: patienceMs,
})

/** Documents in MongoDB. Throws DocumentsUnavailable when it cannot be reached. */
export const mongoDocuments = async ({
  url,
  database,
  warn,
  patienceMs = PATIENCE_MS,
}: MongoOptions): Promise<Documents> => {
  const client = await connected(url, patienceMs, warn)
  const db = client.db(database ?? databaseIn(url) ?? 'belltower')
  const life = { open: true }
  const assertOpen = () => {
    if (!life.open) throw new DocumentsUnavailable('the documents are closed')
  }
  const limitsNow = limitsWithin(patienceMs)
  const { byIds, answered } = askingByIds(limitsNow)
  const readOfLate = readingOfLate()
  const write = writer(client, answered)
  const shared = { assertOpen, byIds, limitsNow, readOfLate, write }
  const shapes = new Map<string, Map<string, string>>()

  return {
    isShared: true,
    // others change them: what is kept never counts, unless whoever opens them knows more
    trails: trailsOfVersion(() => null),
    collection: async <D extends Doc>(spec: CollectionSpec) => {
      const { name, indexes } = spec
      assertOpen()
      const known = shapes.get(name) ?? new Map<string, string>()
      refuseOtherShapes(name, indexes, known)
      const stored = db.collection<Stored>(name)
      try {
        await ensureIndexes(stored, indexes, warn)
      } catch (error) {
        throw translated(error, 'make the indexes of', name)
      }
      for (const index of indexes) known.set(index.name, shapeOf(index))
      shapes.set(name, known)
      return mongoCollection<D>(stored, spec, shared)
    },
    writeAll: async writes => {
      assertOpen()
      await write(
        writes.map(({ collection, operations }) => ({ collection: db.collection(collection), operations })),
      )
    },
    drop: async name => {
      assertOpen()
      shapes.delete(name)
      try {
        await db.dropCollection(name)
      } catch (error) {
        // servers of old say that there is no such collection
        if (!(error instanceof MongoServerError && error.code === 26)) throw translated(error, 'drop', name)
      }
    },
    close: async () => {
      life.open = false
      await client.close()
    },
  }
}

const connected = async (
  url: string,
  patienceMs: number,
  warn: MongoOptions['warn'],
): Promise<MongoClient> => {
  const client = clientFor(url, patienceMs)
  watchServers(client, warn)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.close()
    throw translated(error, 'open', 'the database')
  }
}

const clientFor = (url: string, patienceMs: number): MongoClient => {
  let client: MongoClient
  try {
    client = new MongoClient(url, settingsFor(patienceMs))
  } catch (error) {
    const option = /^options? (\w{1,40}) (?:is|are) not supported$/.exec(reasonOf(error))
    if (option !== null) throw new TypeError(`url: there is no option ${option[1]} here`)
    // the driver's own words would show the password
    throw new TypeError('url: this is no address of a MongoDB (mongodb://host:port/database)')
  }
  // where the driver does not let it be set, it looks as often as it does by itself
  Reflect.set(client.options, 'minPoolSizeCheckFrequencyMS', PRUNE_MS)
  // read at the first connection, and then told as if the server was away
  for (const option of ['tlsCAFile', 'tlsCertificateKeyFile', 'tlsCRLFile'] as const) {
    const file = client.options[option]
    if (file !== undefined && !existsSync(file))
      throw new TypeError(`url: ${option} names the file ${file}, which is not there`)
  }
  return client
}

const databaseIn = (url: string): string | undefined => {
  const name = /^[^/]+\/\/[^/?]+\/(?<name>[^?]+)/.exec(url)?.groups?.['name']
  return name === undefined ? undefined : decodeURIComponent(name)
}

const watchServers = (client: MongoClient, warn: MongoOptions['warn']): void => {
  const silent = new Set<string>()
  client.on('serverHeartbeatFailed', ({ connectionId, failure }) => {
    if (silent.has(connectionId)) return
    silent.add(connectionId)
    warn(`MongoDB at ${connectionId} does not answer`, failure)
  })
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => {
    if (silent.delete(connectionId)) warn(`MongoDB at ${connectionId} answers again`)
  })
}

/** In one program an index name means one thing; only what an older program left behind is made anew. */
const refuseOtherShapes = (
  collection: string,
  indexes: readonly IndexSpec[],
  known: ReadonlyMap<string, string>,
): void => {
  for (const index of indexes)
    if ((known.get(index.name) ?? shapeOf(index)) !== shapeOf(index))
      throw new Error(`index ${index.name} of ${collection} exists with other keys`)
}

const shapeOf = ({ keys, unique = false }: IndexSpec): string => JSON.stringify([keys, unique])
