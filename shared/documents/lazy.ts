import type { Collection, CollectionSpec, Doc, Documents } from './port.ts'

/**
 * Documents of a server that may not be there yet: opened by the first question, and again by the next one when that
 * failed. Until then every question throws what `open` threw.
 */
export const lazyDocuments = (open: () => Promise<Documents>): Documents => {
  let opened: Promise<Documents> | null = null
  const documents = (): Promise<Documents> => {
    const opening = (opened ??= open())
    opening.catch(() => {
      if (opened === opening) opened = null
    })
    return opening
  }
  const collectionOf = <D extends Doc>(spec: CollectionSpec): Collection<D> => {
    let known: Promise<Collection<D>> | null = null
    const now = (): Promise<Collection<D>> => {
      const asking = (known ??= documents().then(there => there.collection<D>(spec)))
      asking.catch(() => {
        if (known === asking) known = null
      })
      return asking
    }
    return {
      get: async id => (await now()).get(id),
      getMany: async ids => (await now()).getMany(ids),
      find: async (filter, options) => (await now()).find(filter, options),
      count: async filter => (await now()).count(filter),
      bulkWrite: async operations => (await now()).bulkWrite(operations),
      clear: async () => (await now()).clear(),
    }
  }
  return {
    collection: async <D extends Doc>(spec: CollectionSpec) => collectionOf<D>(spec),
    drop: async name => (await documents()).drop(name),
    close: async () => {
      const there = await opened?.catch(() => null)
      await there?.close()
    },
  }
}
