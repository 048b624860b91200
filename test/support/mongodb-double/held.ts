import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Collection, Doc, IndexSpec } from '../../../shared/documents/port.ts'

export type Index = {
  readonly name: string
  readonly key: Readonly<Record<string, 1>>
  readonly unique?: boolean
}

/** A database in the memory of this process. */
export type Database = {
  readonly collection: (name: string) => Promise<Collection<Doc>>
  readonly indexesOf: (name: string) => readonly Index[]
  readonly addIndexes: (name: string, indexes: readonly Index[]) => Promise<void>
  readonly drop: (name: string) => Promise<void>
}

/** The engine orders ties by id by itself. */
const specOf = ({ name, key, unique = false }: Index): IndexSpec => {
  const keys = Object.keys(key)
  return { name, unique, keys: unique ? keys : keys.filter(field => field !== '_id') }
}

const OF_IDS: Index = { name: '_id_', key: { _id: 1 } }

export const database = (): Database => {
  const documents = memoryDocuments()
  const indexes = new Map<string, readonly Index[]>()
  return {
    collection: name => documents.collection({ name, indexes: [] }),
    indexesOf: name => indexes.get(name) ?? [OF_IDS],
    addIndexes: async (name, added) => {
      await documents.collection({ name, indexes: added.map(specOf) })
      indexes.set(name, [...(indexes.get(name) ?? [OF_IDS]), ...added])
    },
    drop: async name => {
      indexes.delete(name)
      await documents.drop(name)
    },
  }
}
