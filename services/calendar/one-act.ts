import { streamRevision, logPosition } from '../../shared/kernel/brands.ts'
import { RevisionConflict, type Append, type EventStore } from '../../shared/event-store/port.ts'
import type { Writing } from './writing.ts'

/** Appends that are believed to be done, and wait for the one that they are made together with. */
const gathering = ({ store, claims }: Writing, besides: readonly Append[]) => {
  const waiting = [...besides]
  let isMade = false
  const claiming: EventStore = {
    ...store,
    append: async (stream, records, expected) => {
      waiting.push({ stream, records, expected })
      claims.putOff(stream)
      // where it will be, nobody who claims asks
      return { revision: streamRevision(records.length - 1), position: logPosition(0) }
    },
  }
  const deciding: EventStore = {
    ...store,
    append: async (stream, records, expected) => {
      const appended = await store.appendAll(waiting, { stream, records, expected })
      isMade = true
      return appended
    },
  }
  const settled = () => {
    for (const { stream } of waiting) claims.settled(stream, isMade)
  }
  return { claiming, deciding, settled }
}

/**
 * What is claimed for an item, and the facts that need it, as one act of the log (spec 02 §5): claims are taken for free,
 * and the append finds out. When something was not, `work` is done again, claim by claim. `besides`: what is to be
 * durable with the facts as well. Throws RevisionConflict when one of those is refused: nothing was recorded then.
 */
export const inOneAct = async <Result>(
  writing: Writing,
  work: (writing: Writing) => Promise<Result>,
  besides: readonly Append[] = [],
): Promise<Result> => {
  const { claiming, deciding, settled } = gathering(writing, besides)
  try {
    return await work({ ...writing, claims: writing.claims.through(claiming), store: deciding })
  } catch (error) {
    if (!(error instanceof RevisionConflict) || besides.some(({ stream }) => stream === error.stream))
      throw error
  } finally {
    settled()
  }
  return work({ ...writing, store: gathering(writing, besides).deciding })
}
