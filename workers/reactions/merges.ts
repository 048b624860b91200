import { PURGED } from '../../shared/facts/purge.ts'
import { asksToMove, tellsOfMoved } from '../../services/calendar/merge/settle.ts'
import { settleMerge } from '../merge/settle.ts'
import { whenPurged } from './reaction.ts'
import { working } from './worker.ts'

/** What names a venue, organizer or term is to be moved. */
type OpenWork = {
  readonly noun: 'venue' | 'organizer' | 'term'
  readonly id: number
  /** The record that asked for it. */
  readonly cause: string
}

const THING = /^(venue|organizer|term)-(\d+)$/

/** What names a thing that was merged is moved, and moved back (spec 07 §7.1). */
export const settlingOfMerges = working<OpenWork>(
  {
    name: 'merges',
    prefixes: ['venue-', 'organizer-', 'term-', PURGED],
    evolve: (open, record) => {
      const { stream, meta } = record
      if (stream.startsWith(PURGED)) return whenPurged(record)
      const [, noun, number] = THING.exec(stream) ?? []
      if (noun !== 'venue' && noun !== 'organizer' && noun !== 'term') return {}
      if (asksToMove(record)) {
        const work = { noun, id: Number(number), cause: record.id } as const
        return { changes: { [stream]: work }, calls: [stream] }
      }
      const isDone = tellsOfMoved(record) && open.get(stream)?.cause === meta.causation
      return isDone ? { changes: { [stream]: null } } : {}
    },
    enqueue: async (queue, works) => {
      for (const { noun, id } of works) await queue.enqueue('merge.settle', { noun, id })
    },
  },
  context => ({ 'merge.settle': settleMerge(context) }),
)
