import { z } from 'zod'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import { PURGED } from '../../shared/facts/purge.ts'

/** What may be made for an event before it comes, and is in nobody's way but for its slug. */
export const NOUNS = ['venue', 'organizer', 'term'] as const

/** One of them. */
export type Prepared = { readonly noun: (typeof NOUNS)[number]; readonly id: number }

// Narrow on purpose: every fact of every event passes here.
const Ids = z.array(z.number()).catch([])
const After = z.tuple([z.unknown(), Ids]).catch([null, []])
const Named = z.object({ venues: Ids, organizers: Ids, categories: Ids, tags: Ids })
const Fact = z.object({
  values: Named.optional(),
  changes: z.object({ venues: After, organizers: After, categories: After, tags: After }).optional(),
  /** Of the purge of an event. */
  named: Named.optional(),
})
const members = { venue: ['venues'], organizer: ['organizers'], term: ['categories', 'tags'] } as const

/** Streams that tell what events link, or linked before they were purged. */
export const LINKING: readonly string[] = ['event-', `${PURGED}event-`]

/** What of that kind a fact of an event links, or an event linked that was purged. */
export const linkedBy = ({ data }: Pick<StoredRecord, 'data'>, noun: Prepared['noun']): readonly number[] => {
  const { values, changes, named } = Fact.parse(data)
  return members[noun].flatMap(member => [
    ...(values?.[member] ?? []),
    ...(changes?.[member][1] ?? []),
    ...(named?.[member] ?? []),
  ])
}

/**
 * Whether any event ever linked the item, which was made at `after`, or does within `patienceMs`. The log says so, not
 * what was computed from it.
 */
export const wasLinked = async (
  store: Pick<EventStore, 'follow'>,
  after: Position,
  { noun, id }: Prepared,
  signal: AbortSignal,
  patienceMs = 0,
): Promise<boolean> => {
  const either = patienceMs > 0 ? AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) : signal
  for await (const { records, live } of store.follow(after, LINKING, either)) {
    if (records.some(record => linkedBy(record, noun).includes(id))) return true
    if (live && patienceMs === 0) return false
  }
  // called off: nothing is known
  return signal.aborted
}
