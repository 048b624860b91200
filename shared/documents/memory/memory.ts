import { parseFilter } from '../filter.ts'
import { parseOptions } from '../find-options.ts'
import { countIn, findIn } from './read.ts'
import { documentStore, type Effort, type Store } from './store.ts'
import { freezeJson } from './strict-json.ts'
import { writeTo } from './write.ts'
import {
  DocumentsUnavailable,
  type Collection,
  type Doc,
  type Documents,
  type Key,
  type WriteOp,
} from '../port.ts'

export type MemoryOptions = {
  /** Refuses documents that are not JSON and freezes those it keeps: for tests. */
  readonly strict?: boolean
  /** Told after each find and count what it took. */
  readonly observe?: (effort: Effort & { readonly collection: string }) => void
}

/**
 * Documents in this process's memory. They are kept by reference: the caller hands them over and changes them
 * no more. Every operation takes effect at once, before its promise resolves.
 */
export const memoryDocuments = ({ strict = false, observe }: MemoryOptions = {}): Documents => {
  const stores = new Map<string, Store>()
  const life = { open: true }
  const admit = strict ? (document: Doc) => freezeJson(document) : () => undefined

  return {
    collection: async <D extends Doc>({ name, indexes }: Parameters<Documents['collection']>[0]) => {
      assertOpen(life)
      const store =
        stores.get(name) ?? documentStore(name, admit, effort => observe?.({ ...effort, collection: name }))
      for (const index of indexes) store.addIndex(index)
      stores.set(name, store)
      return collectionOf<D>(store, life)
    },
    drop: async name => {
      assertOpen(life)
      stores.get(name)?.clear()
      stores.delete(name)
    },
    close: async () => {
      life.open = false
      stores.clear()
    },
  }
}

type Life = { open: boolean }

const assertOpen = ({ open }: Life) => {
  if (!open) throw new DocumentsUnavailable('the documents are closed')
}

const collectionOf = <D extends Doc>(store: Store, life: Life): Collection<D> => ({
  get: async id => {
    assertOpen(life)
    return (store.slots.get(id)?.document ?? null) as D | null
  },
  getMany: async ids => {
    assertOpen(life)
    return documentsOf(store, ids) as readonly D[]
  },
  find: async (filter, options) => {
    assertOpen(life)
    return findIn(store, { tests: parseFilter(filter), ...parseOptions(options) }) as readonly D[]
  },
  count: async filter => {
    assertOpen(life)
    return countIn(store, parseFilter(filter))
  },
  bulkWrite: async (operations: readonly WriteOp<Doc>[]) => {
    assertOpen(life)
    for (const operation of operations) writeTo(store, operation)
  },
  clear: async () => {
    assertOpen(life)
    store.clear()
  },
})

const documentsOf = (store: Store, ids: readonly Key[]): readonly Doc[] => {
  const documents: Doc[] = []
  for (const id of ids) {
    const slot = store.slots.get(id)
    if (slot !== undefined) documents.push(slot.document)
  }
  return documents
}
