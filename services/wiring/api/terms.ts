import type { Progress } from '../../../projections/engine/progress.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { termStream } from '../../../shared/facts/term.ts'
import { changeTerm, createTerm, deleteTerm } from '../../calendar/term/write.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { EventReads } from '../../api/items/event-deps.ts'
import type { WriteSupport } from '../../api/items/deps.ts'
import type { TermDeps, TermReads, TermWrites } from '../../api/cal-v1/terms/term-deps.ts'
import { isBehindLog } from '../read-side/read-current.ts'
import type { ReadModels } from '../read-side/read-models.ts'
import type { TermId } from '../../../shared/kernel/brands.ts'

type TermParts = {
  readonly store: EventStore
  readonly writing: Writing
  readonly models: Pick<ReadModels, 'term'>
  readonly board: Pick<Progress, 'reached'>
  readonly reads: Pick<EventReads, 'eventById'>
}
type Wait = WriteSupport['waitUntilVisible']

/** While the read model is behind the log, single terms are answered from their streams (spec 00 §8). */
const readsOf = ({ store, models, board, reads }: TermParts): TermReads => {
  const { name, queries } = models.term
  return {
    ...queries,
    termById: async id =>
      (await isBehindLog(store, board, name))
        ? queries.fromRecords(id, await store.read(termStream(id)))
        : queries.byId(id),
    eventById: reads.eventById,
  }
}

const writesOf = ({ store, writing, models }: TermParts, waitUntilVisible: Wait): TermWrites => {
  // only links tell it, and only the read model holds these: it has to have seen them all
  const isShown = async (id: TermId) => {
    await waitUntilVisible(await store.head())
    return (await models.term.queries.byId(id)) !== null
  }
  return {
    create: (values, context, id) => createTerm(writing, values, context, isShown, id),
    change: (id, patch, context, seen) => changeTerm(writing, id, patch, context, seen),
    remove: (id, children, context) => deleteTerm(writing, id, children, context),
    waitUntilVisible,
  }
}

/** What the category and tag routes ask, of the parts of a process. */
export const composedTerms = (parts: TermParts, waitUntilVisible: Wait): TermDeps => ({
  reads: readsOf(parts),
  writes: writesOf(parts, waitUntilVisible),
})
