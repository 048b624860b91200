import type { Doc, Documents, WriteOp } from '../../shared/documents/port.ts'

/** Calls `onWrite` before each write with its collection and operations; what it throws fails the write. */
export const watchedDocuments = (
  documents: Documents,
  onWrite: (collection: string, operations: readonly WriteOp<Doc>[]) => void,
): Documents => ({
  isShared: documents.isShared,
  trails: documents.trails,
  collection: async <D extends Doc>(spec: Parameters<Documents['collection']>[0]) => {
    const collection = await documents.collection<D>(spec)
    return {
      ...collection,
      bulkWrite: async (operations: readonly WriteOp<D>[]) => {
        if (operations.length > 0) onWrite(spec.name, operations)
        return collection.bulkWrite(operations)
      },
    }
  },
  drop: name => documents.drop(name),
  close: () => documents.close(),
})
