import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { purgeCodec } from '../../shared/facts/purge.ts'
import type { JobQueue } from '../../shared/jobs/port.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'

export type Queue = Pick<JobQueue, 'enqueue'>

/** Work that facts have called for and that nobody has finished, by its key. */
export type OpenWork<Work> = {
  readonly get: (key: string) => Work | null
  readonly keys: () => Iterable<string>
}

/** What one record means to a reaction. */
export type Effect<Work> = {
  /** Work as it is from now on, by its key; null: it is done. */
  readonly changes?: Readonly<Record<string, Work | null>>
  /** Keys of open work that somebody has to do something about now. */
  readonly calls?: readonly string[]
  /** Asked for now and not kept: whoever needs it does without when the queue loses it. */
  readonly once?: readonly Work[]
}

/**
 * Something that happens because of facts: which facts, what they leave to be done, and the jobs that do it. Jobs are
 * asked for again whenever the queue may have lost them, so their handlers must be safe to run twice.
 */
export type Reaction<Work extends JsonObject> = {
  /** Names where open work is kept. Another name, or a new reaction, has the log read from its beginning. */
  readonly name: string
  /** Of the streams whose records it wants to see. */
  readonly prefixes: readonly string[]
  /** Pure. A record that comes again finds the work that already contains it, and changes nothing. */
  readonly evolve: (open: OpenWork<Work>, record: StoredRecord) => Effect<Work>
  readonly enqueue: (queue: Queue, works: readonly Work[], nowMs: EpochMs) => Promise<void>
  /**
   * For work that is always the same: it is asked for once, so long after the first fact that calls for it, which is after
   * all that call until then. Undefined: each asks.
   */
  readonly togetherMs?: number | undefined
  /** Work that waits to become overdue is offered then, once, and not before; absent: it is offered when it is called for. */
  readonly isOverdue?: (work: Work, nowMs: EpochMs) => boolean
}

/** Of what was deleted for good: work that is kept under the name of its stream is done. */
export const whenPurged = ({ type, data }: StoredRecord): Effect<never> => {
  const { kind, itemId } = purgeCodec.decode(type, data)
  return { changes: { [`${kind}-${itemId}`]: null } }
}

/** Whether a record stands in one of the streams that a reaction wants to see. */
export const concerns = (prefixes: readonly string[], { stream }: Pick<StoredRecord, 'stream'>): boolean =>
  prefixes.some(prefix => stream.startsWith(prefix))
