import { isMetastream, originalStreamOf } from '@eventstore/db-client'
import { positionOf, type RawEvent } from './record.ts'
import { lifetimeOf } from './removal.ts'
import type { Position } from '../port.ts'

type Mark = {
  /** Records up to here were deleted. */
  deletedTo: Position
  /** Revision of the first record that can be read. */
  first: number
  maxAgeMs: number | null
}

/**
 * Which records of the log must not be shown any more. The server keeps what was deleted or has expired in the log
 * until somebody scavenges, and shows it to who reads the whole log; only reads of the stream leave it out.
 * `now` is epoch milliseconds.
 */
export const marks = (now: () => number) => {
  const byStream = new Map<string, Mark>()
  const markOf = (stream: string): Mark => {
    const mark = byStream.get(stream) ?? { deletedTo: -1, first: 0, maxAgeMs: null }
    byStream.set(stream, mark)
    return mark
  }

  return {
    /** The stream was deleted by an event at this position. */
    delete: (stream: string, position: Position): void => {
      const mark = markOf(stream)
      mark.deletedTo = Math.max(mark.deletedTo, position)
    },
    /** To be told every `$metadata` event in log order. */
    learn: (event: RawEvent): void => {
      if (event.type !== '$metadata' || !isMetastream(event.streamId)) return
      const mark = markOf(originalStreamOf(event.streamId))
      const { first, maxAgeSeconds } = lifetimeOf(event.data)
      if (first === null) mark.deletedTo = Math.max(mark.deletedTo, positionOf(event))
      mark.first = first ?? 0
      mark.maxAgeMs = maxAgeSeconds === null ? null : maxAgeSeconds * 1000
    },
    hides: (event: RawEvent): boolean => {
      const mark = byStream.get(event.streamId)
      if (mark === undefined) return false
      if (positionOf(event) <= mark.deletedTo || event.revision < mark.first) return true
      return mark.maxAgeMs !== null && event.created.getTime() + mark.maxAgeMs < now()
    },
  }
}

export type Marks = ReturnType<typeof marks>
