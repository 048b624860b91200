import { idsNamed } from '../../services/calendar/named.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import { PURGED } from '../../shared/facts/purge.ts'

/** What may be made for an event before it comes, and is in nobody's way but for its slug. */
export const NOUNS = ['venue', 'organizer', 'term'] as const

/** One of them. */
export type Prepared = { readonly noun: (typeof NOUNS)[number]; readonly id: number }

const members = { venue: ['venues'], organizer: ['organizers'], term: ['categories', 'tags'] } as const

/** Streams that tell what events link, or linked before they were purged. */
export const LINKING: readonly string[] = ['event-', `${PURGED}event-`]

/** What of that kind a fact of an event links, or an event linked that was purged or began anew. */
export const linkedBy = (record: Pick<StoredRecord, 'data'>, noun: Prepared['noun']): readonly number[] =>
  members[noun].flatMap(member => idsNamed(record, member))

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
  for await (const { records, live } of store.follow(after, LINKING, either, { unhurried: true })) {
    if (records.some(record => linkedBy(record, noun).includes(id))) return true
    if (live && patienceMs === 0) return false
  }
  // called off: nothing is known
  return signal.aborted
}
