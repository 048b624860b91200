import type { Position } from '../../shared/kernel/brands.ts'
import type { Documents, Filter } from '../../shared/documents/port.ts'
import { putIfNewer } from '../engine/guarded-write.ts'
import type {
  ActivityPageDoc,
  ImportChunkDoc,
  ImportCollections,
  ImportDoc,
  PurgedDoc,
} from './collections.ts'

/** How chunks are stored. */
export type PackChunk = (chunk: ImportChunkDoc) => ImportChunkDoc

/** What a batch of records has changed so far, over what is stored; written at the end, each document once. */
export const workspace = (
  stored: ImportCollections,
  { isShared }: Pick<Documents, 'isShared'>,
  pack: PackChunk,
) => {
  const headers = headersOver(stored)
  const chunks = chunksOver(stored, isShared, pack)
  const purged = purgedOver(stored)
  const pages = new Map<string, ActivityPageDoc>()
  return {
    ...headers.asked,
    ...chunks.asked,
    ...purged.asked,
    putPages: (grown: readonly ActivityPageDoc[]): void => {
      for (const page of grown) pages.set(page._id, page)
    },
    /** Headers last: they say how much of the rest counts. */
    save: async (): Promise<void> => {
      await purged.save()
      await chunks.save()
      await stored.activity.bulkWrite([...pages.values()].map(putIfNewer))
      await headers.save()
    },
  }
}

export type Workspace = ReturnType<typeof workspace>

const headersOver = ({ imports }: ImportCollections) => {
  const changed = new Map<string, ImportDoc>()
  return {
    asked: {
      header: async (importId: string): Promise<ImportDoc | null> =>
        changed.get(importId) ?? (await imports.get(importId)),
      putHeader: (doc: ImportDoc | null): void => {
        if (doc !== null) changed.set(doc._id, doc)
      },
    },
    save: () => imports.bulkWrite([...changed.values()].map(putIfNewer)),
  }
}

/** Chunks that are looked for first. */
const FEW = 2

const chunksOver = ({ chunks }: ImportCollections, isShared: boolean, pack: PackChunk) => {
  const changed = new Map<string, ImportChunkDoc>()
  const removed = new Set<string>()
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
  const asked = {
    chunksOfBatch: (importId: string, digest: string) =>
      find({ importId, digest }, undefined, chunk => chunk.importId === importId && chunk.digest === digest),
    /** Accepted ones that hold an item between these positions: mostly one, behind which all that wait come. */
    chunksAt: async (importId: string, first: number, last: number) => {
      const upTo = (limit: number) =>
        find(
          { importId, accepted: true, last: { $gte: first } },
          limit,
          chunk =>
            chunk.importId === importId && chunk.accepted && chunk.last >= first && chunk.first <= last,
        )
      const few = await upTo(FEW)
      return few.length < FEW ? few : upTo(last - first + 1)
    },
    chunksNotAccepted: (importId: string) =>
      find({ importId, accepted: false }, undefined, chunk => chunk.importId === importId && !chunk.accepted),
    chunksOf: (id: number) => find({ ids: id }, undefined, chunk => chunk.ids.includes(id)),
    /** As it is after the record at this position; one that has seen it stays as it is. */
    put: (chunk: ImportChunkDoc, position: Position): void => {
      if (position > chunk.rev) changed.set(chunk._id, { ...chunk, rev: position })
    },
    /** Nothing of it is ever shown: gone, or emptied where a late write of the same chunk has to meet something newer. */
    empty: (chunk: ImportChunkDoc, position: Position): void => {
      if (isShared) asked.put({ ...chunk, ids: [], has: [], items: [] }, position)
      else removed.add(chunk._id)
    },
    /** A repeated record must not reset what is known already. */
    putNew: async (chunk: ImportChunkDoc): Promise<void> => {
      if (!changed.has(chunk._id) && (await chunks.get(chunk._id)) === null) changed.set(chunk._id, chunk)
    },
  }
  const save = async (): Promise<void> => {
    await chunks.bulkWrite([...changed.values()].map(chunk => putIfNewer(pack(chunk))))
    await chunks.bulkWrite([...removed].map(_id => ({ deleteOne: { filter: { _id } } })))
  }
  return { asked, save }
}

const purgedOver = ({ purged }: ImportCollections) => {
  const changed = new Map<number, PurgedDoc>()
  return {
    asked: {
      putPurged: (id: number, position: Position): void => {
        changed.set(id, { _id: id, rev: position })
      },
      purgedOf: async (ids: readonly number[]): Promise<ReadonlySet<number>> => {
        const stored = ids.length === 0 ? [] : await purged.getMany([...new Set(ids)])
        return new Set([...stored.map(({ _id }) => _id), ...ids.filter(id => changed.has(id))])
      },
    },
    save: async (): Promise<void> => {
      if (changed.size > 0) await purged.bulkWrite([...changed.values()].map(putIfNewer))
    },
  }
}
