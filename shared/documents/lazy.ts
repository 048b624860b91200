import { openedOnce } from '../remembered.ts'
import { deferredCollection } from './deferred.ts'
import type { CollectionSpec, Doc, Documents } from './port.ts'

/**
 * Documents of a server, and so of others, too, that may not be there yet: opened by the first question, and again by the next one when that
 * failed. Until then every question throws what `open` threw.
 */
export const lazyDocuments = (open: () => Promise<Documents>): Documents => {
  const documents = openedOnce(open)
  return {
    isShared: true,
    collection: async <D extends Doc>(spec: CollectionSpec) =>
      deferredCollection<D>(openedOnce(async () => (await documents.now()).collection<D>(spec)).atOnce),
    drop: async name => (await documents.now()).drop(name),
    close: async () => {
      const there = await documents.soFar()?.catch(() => null)
      await there?.close()
    },
  }
}
