import { deferredCollection, openedOnce } from '../../shared/documents/deferred.ts'
import type { Collection, CollectionSpec, Doc, Documents } from '../../shared/documents/port.ts'
import { endingWith } from '../../shared/documents/trails.ts'
import { generationName } from './marks.ts'

/** The documents as one generation of a read model sees them: its collections are its own. */
export const generationDocuments = (
  documents: Documents,
  generation: number,
): { readonly documents: Documents; readonly drop: () => Promise<void> } => {
  const opened = new Set<string>()
  return {
    documents: {
      ...documents,
      collection: spec => {
        const name = generationName(spec.name, generation)
        opened.add(name)
        return documents.collection({ ...spec, name })
      },
    },
    drop: async () => {
      for (const name of opened) await documents.drop(name)
    },
  }
}

const collectionOf = <D extends Doc>(
  documents: Documents,
  spec: CollectionSpec,
  generationOf: () => number,
): Collection<D> => {
  type Known = { readonly generation: number; readonly opened: () => Collection<D> | Promise<Collection<D>> }
  let known: Known | null = null
  return deferredCollection(() => {
    const generation = generationOf()
    if (known?.generation !== generation) {
      const name = generationName(spec.name, generation)
      known = { generation, opened: openedOnce(() => documents.collection<D>({ ...spec, name })).atOnce }
    }
    return known.opened()
  })
}

/**
 * The documents as readers see them: each question goes to the generation that answers at that moment. Collections
 * are opened by the first question, so that a server that is not there yet fails only that.
 */
export const servingDocuments = (documents: Documents, generationOf: () => number): Documents => ({
  ...documents,
  // the documents of the generation before may stay as they are
  ...(documents.trails === undefined ? {} : { trails: endingWith(documents.trails, generationOf) }),
  collection: async <D extends Doc>(spec: CollectionSpec) => collectionOf<D>(documents, spec, generationOf),
})
