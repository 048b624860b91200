import { setImmediate as settled } from 'node:timers/promises'
import { writeEach } from '../../shared/documents/lazy.ts'
import type { Doc, Documents, WriteOp, Writes } from '../../shared/documents/port.ts'

/** Somebody whose calls of the documents wait to be let through, one by one. */
export const actor = (documents: Documents) => {
  const waiting: (() => void)[] = []
  const turn = () => new Promise<void>(resolve => void waiting.push(resolve))
  const stepped: Documents = {
    ...documents,
    collection: async <D extends Doc>(spec: Parameters<Documents['collection']>[0]) => {
      const inner = await documents.collection<D>(spec)
      const after =
        <Given extends readonly unknown[], Found>(call: (...given: Given) => Promise<Found>) =>
        async (...given: Given) => {
          await turn()
          return call(...given)
        }
      return {
        get: after(inner.get),
        getMany: after(inner.getMany),
        find: after(inner.find),
        count: after(inner.count),
        page: after(inner.page),
        tally: after(inner.tally),
        clear: after(inner.clear),
        // a server applies the operations of one call one after the other, and others see what is between
        bulkWrite: async (operations: readonly WriteOp<D>[]) => {
          for (const operation of operations) {
            await turn()
            await inner.bulkWrite([operation])
          }
        },
      }
    },
  }
  return {
    documents: stepped,
    /** The same, of a server that writes to several collections at once. */
    writingAll: { ...stepped, writeAll: (writes: readonly Writes[]) => writeEach(stepped, writes) },
    /** Lets one call through; false: none is waiting. */
    step: async (): Promise<boolean> => {
      await settled()
      const next = waiting.shift()
      next?.()
      await settled()
      return next !== undefined
    },
  }
}
