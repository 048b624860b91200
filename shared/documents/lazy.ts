import { openedOnce } from '../remembered.ts'
import { deferredCollection } from './deferred.ts'
import { impatientFrom } from './impatient.ts'
import type { CollectionSpec, Doc, Documents, Writes } from './port.ts'
import { trailsOfVersion } from './trails.ts'

/** What `writeAll` does, of documents that have none. */
export const writeEach = async (there: Documents, writes: readonly Writes[]): Promise<void> => {
  for (const { collection: name, operations } of writes)
    await (await there.collection({ name, indexes: [] })).bulkWrite(operations)
}

/**
 * Documents of a server, and so of others, too, that may not be there yet: opened by the first question, and again by the next one when that
 * failed. Until then every question throws what `open` threw. Once `stopping` has aborted nobody waits long for the server.
 */
export const lazyDocuments = (
  open: () => Promise<Documents>,
  stopping = new AbortController().signal,
): Documents => {
  const documents = openedOnce(open)
  const heard = impatientFrom(stopping)
  let version: () => string | null = () => null
  return {
    isShared: true,
    trails: {
      ...trailsOfVersion(() => version()),
      endBy: told => {
        version = told
      },
    },
    collection: async <D extends Doc>(spec: CollectionSpec) => {
      const opened = openedOnce(async () => (await documents.now()).collection<D>(spec))
      return deferredCollection<D>(opened.atOnce, heard)
    },
    writeAll: writes =>
      heard(documents.now().then(there => there.writeAll?.(writes) ?? writeEach(there, writes))),
    drop: name => heard(documents.now().then(there => there.drop(name))),
    close: async () => {
      const opened = documents.soFar()
      if (opened === null) return
      // one that does not let us go is left as it is
      await heard(opened.then(there => there.close())).catch(() => undefined)
    },
  }
}
