import type { Heard } from './impatient.ts'
import type { Collection, Doc } from './port.ts'

const atLength: Heard = answer => answer

/** A collection that is found anew for each question; `heard`: how answers are waited for. */
export const deferredCollection = <D extends Doc>(
  now: () => Collection<D> | Promise<Collection<D>>,
  heard = atLength,
): Collection<D> => {
  // what is there is asked without further turns: a list asks many questions
  const asked = <Answer>(ask: (collection: Collection<D>) => Promise<Answer>): Promise<Answer> => {
    try {
      const found = now()
      return heard(found instanceof Promise ? found.then(ask) : ask(found))
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error('no collection', { cause: error }))
    }
  }
  return {
    get: id => asked(collection => collection.get(id)),
    getMany: (ids, looking) => asked(collection => collection.getMany(ids, looking)),
    find: (filter, options) => asked(collection => collection.find(filter, options)),
    count: filter => asked(collection => collection.count(filter)),
    page: (filter, options) => asked(collection => collection.page(filter, options)),
    tally: (filter, member, most) => asked(collection => collection.tally(filter, member, most)),
    bulkWrite: operations => asked(collection => collection.bulkWrite(operations)),
    clear: () => asked(collection => collection.clear()),
  }
}
