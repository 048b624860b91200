import type { EventStore, Position } from '../../shared/event-store/port.ts'
import { PURGED, purgedStream } from '../../shared/facts/purge.ts'
import type { Waiting } from '../../shared/facts/subscription.ts'
import { ROUND_FACTS, ROUND_RECORDS } from '../../shared/limits/subscriptions.ts'
import type { Subscription } from '../../services/subscriptions/state.ts'
import type { FactAt } from '../../services/subscriptions/kept-items.ts'
import { concerns } from '../../services/subscriptions/told.ts'

const PREFIXES = {
  event: 'event-',
  venue: 'venue-',
  organizer: 'organizer-',
  category: 'term-',
  tag: 'term-',
} as const

/** Streams of the kinds that were chosen, and what is told of those that are deleted for good. */
const prefixesOf = ({ kinds }: Pick<Subscription, 'kinds'>): readonly string[] => [
  ...new Set([...kinds.map(kind => PREFIXES[kind]), PURGED]),
]

export type Upcoming = {
  /** In the order of the log; where they stand, not what they say. */
  readonly facts: readonly FactAt[]
  /** The last record that was looked at; null: there was none. */
  readonly last: FactAt | null
  readonly looked: number
  /** There may be more behind it. */
  readonly more: boolean
}

/** Facts behind a position, as many as a round takes. Throws what the log throws. */
export const upcoming = async (
  { follow }: Pick<EventStore, 'follow'>,
  after: Position | null,
  chosen: Pick<Subscription, 'kinds'>,
  signal: AbortSignal,
): Promise<Upcoming> => {
  const enough = new AbortController()
  const facts: FactAt[] = []
  let last: FactAt | null = null
  let looked = 0
  try {
    const either = AbortSignal.any([enough.signal, signal])
    for await (const { records, live } of follow(after, prefixesOf(chosen), either, { unhurried: true })) {
      for (const { stream, revision, position } of records) {
        last = { stream, revision, position }
        if (concerns(chosen, stream)) facts.push(last)
        if (++looked >= ROUND_RECORDS || facts.length >= ROUND_FACTS)
          return { facts, last, looked, more: true }
      }
      if (live) break
    }
    return { facts, last, looked, more: false }
  } finally {
    enough.abort()
  }
}

/** Facts of an item that waits, up to a position. Of one that was deleted for good that alone is told. */
export const heldBack = async (
  { read }: Pick<EventStore, 'read'>,
  { stream, revision }: Pick<Waiting, 'stream' | 'revision'>,
  upTo: Position | null,
): Promise<readonly FactAt[]> => {
  const [purged] = await read(purgedStream(stream), { limit: 1 })
  const isPast = ({ position }: FactAt) => upTo !== null && position <= upTo
  const records =
    purged !== undefined && isPast(purged)
      ? [purged]
      : await read(stream, { from: revision, limit: ROUND_FACTS })
  return records.filter(isPast).map(one => ({
    stream: one.stream,
    revision: one.revision,
    position: one.position,
  }))
}
