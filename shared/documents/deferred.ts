import type { Collection, Doc } from './port.ts'

export type Opening<Value> = {
  /** Opens when first asked; a failed opening is tried again by the next who asks. */
  readonly now: () => Promise<Value>
  /** What was opened or is being opened, without opening anything; null: nothing. */
  readonly soFar: () => Promise<Value> | null
}

export const openedOnce = <Value>(open: () => Promise<Value>): Opening<Value> => {
  let opened: Promise<Value> | null = null
  return {
    now: () => {
      const opening = (opened ??= open())
      opening.catch(() => {
        if (opened === opening) opened = null
      })
      return opening
    },
    soFar: () => opened,
  }
}

/** A collection that is found anew for each question. */
export const deferredCollection = <D extends Doc>(now: () => Promise<Collection<D>>): Collection<D> => ({
  get: async id => (await now()).get(id),
  getMany: async ids => (await now()).getMany(ids),
  find: async (filter, options) => (await now()).find(filter, options),
  count: async filter => (await now()).count(filter),
  bulkWrite: async operations => (await now()).bulkWrite(operations),
  clear: async () => (await now()).clear(),
})
