import { Long, type Document } from 'mongodb'
import { Refused } from './refused.ts'

const CURSOR_NOT_FOUND = 43

/** Answers that come in several batches. */
export const cursors = () => {
  const rest = new Map<string, readonly Document[]>()
  let last = 0
  /** The next batch of `found`; what is left is kept under `id`. */
  const batch = (id: string, found: readonly Document[], size: number): readonly Document[] => {
    if (found.length > size) rest.set(id, found.slice(size))
    else rest.delete(id)
    return found.slice(0, size)
  }
  const numberOf = (id: string) => (rest.has(id) ? Long.fromString(id) : Long.ZERO)
  return {
    open: (ns: string, found: readonly Document[], size = Infinity): Document => {
      const id = String(++last)
      const firstBatch = batch(id, found, size)
      return { cursor: { id: numberOf(id), ns, firstBatch } }
    },
    more: (ns: string, id: string, size = Infinity): Document => {
      const found = rest.get(id)
      if (found === undefined) throw new Refused(CURSOR_NOT_FOUND, `there is no cursor ${id}`)
      const nextBatch = batch(id, found, size)
      return { cursor: { id: numberOf(id), ns, nextBatch } }
    },
    close: (ids: readonly unknown[]) => {
      for (const id of ids) rest.delete(String(id))
    },
  }
}
