import type { Filter } from '../../shared/documents/port.ts'
import { putIfNewer } from '../guarded-write.ts'
import type { ImportChunkDoc, ImportCollections, ImportDoc } from './store.ts'

/** What a batch of records has changed so far, over what is stored; written at the end, each document once. */
export const workspace = ({ imports, chunks }: ImportCollections) => {
  const headers = new Map<string, ImportDoc>()
  const changed = new Map<string, ImportChunkDoc>()
  const closed = new Set<string>()

  /** `limit`: how many can be wanted at most. */
  const find = async (
    filter: Filter,
    limit: number | undefined,
    isWanted: (chunk: ImportChunkDoc) => boolean,
  ): Promise<readonly ImportChunkDoc[]> => {
    const stored = await chunks.find(filter, {
      sort: { importId: 1, last: 1, _id: 1 },
      ...(limit === undefined ? {} : { limit }),
    })
    const all = new Map([...stored.map(chunk => [chunk._id, chunk] as const), ...changed])
    return [...all.values()].filter(isWanted)
  }

  return {
    header: async (importId: string): Promise<ImportDoc | null> =>
      headers.get(importId) ?? (await imports.get(importId)),
    putHeader: (doc: ImportDoc | null): void => {
      if (doc !== null) headers.set(doc._id, doc)
    },
    chunksOfBatch: (importId: string, digest: string) =>
      find({ importId, digest }, undefined, chunk => chunk.importId === importId && chunk.digest === digest),
    /** Accepted ones that hold an item between these positions. */
    chunksAt: (importId: string, first: number, last: number) =>
      find(
        { importId, accepted: true, last: { $gte: first } },
        last - first + 1,
        chunk => chunk.importId === importId && chunk.accepted && chunk.last >= first && chunk.first <= last,
      ),
    put: (chunk: ImportChunkDoc): void => void changed.set(chunk._id, chunk),
    /** A repeated record must not reset what is known already. */
    putNew: async (chunk: ImportChunkDoc): Promise<void> => {
      if (!changed.has(chunk._id) && (await chunks.get(chunk._id)) === null) changed.set(chunk._id, chunk)
    },
    dropUnaccepted: (importId: string): void => void closed.add(importId),
    save: async (): Promise<void> => {
      const kept = [...changed.values()].filter(chunk => chunk.accepted || !closed.has(chunk.importId))
      await chunks.bulkWrite([
        ...kept.map(chunk => ({
          replaceOne: { filter: { _id: chunk._id }, replacement: chunk, upsert: true },
        })),
        ...[...closed].map(importId => ({ deleteMany: { filter: { importId, accepted: false } } })),
      ])
      await imports.bulkWrite([...headers.values()].map(putIfNewer))
    },
  }
}

export type Workspace = ReturnType<typeof workspace>
