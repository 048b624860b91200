import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { mongoDocuments } from '../../shared/documents/mongodb/mongodb.ts'
import type { Documents } from '../../shared/documents/port.ts'

const PATIENCE_MS = 60_000

/** Documents of a database, by default of the one that the address names. A server that others keep busy is not away. */
export const patientDocuments = (url: string, database?: string): Promise<Documents> =>
  mongoDocuments({
    ...{ url, warn: () => undefined, patienceMs: PATIENCE_MS },
    ...(database === undefined ? {} : { database }),
  })

/** A database of the test's own on the server at `url`. */
export const testDatabase = (url: string) => {
  const database = `belltower-test-${randomUUID()}`
  return {
    database,
    /** `use` gets a client that is closed afterwards. */
    directly: async <T>(use: (client: MongoClient) => Promise<T>): Promise<T> => {
      const client = new MongoClient(url)
      try {
        return await use(client)
      } finally {
        await client.close()
      }
    },
    drop: async () => {
      const client = new MongoClient(url)
      await client.db(database).dropDatabase()
      await client.close()
    },
  }
}

/**
 * Cases of the documents contract that the server gets wrong by itself. SecantusDB gives an element without the
 * member no entry in an index of it, and keeps arrays under two keys of an index, as no MongoDB does.
 */
export const faultsOf = async (url: string): Promise<readonly string[]> => {
  const client = new MongoClient(url)
  try {
    const build = await client.db('admin').admin().buildInfo()
    return 'secantusVersion' in build
      ? ['members with an index: {"a.b":null}', 'refuse a document with arrays under two keys of one index']
      : []
  } finally {
    await client.close()
  }
}
