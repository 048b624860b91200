import { isMetastream, originalStreamOf } from '@eventstore/db-client'
import { type EpochMs, noPosition, furthest } from '../../kernel/brands.ts'
import { positionOf, type RawEvent } from './record.ts'
import { lifetimeOf } from './removal.ts'
import type { Position } from '../port.ts'

type Hidden = {
  /** Records up to here were deleted. */
  deletedTo: Position
  /** Revision of the first record that can be read. */
  first: number
  maxAgeMs: number | null
}

/**
 * Which records of the log must not be shown any more. The server keeps what was deleted or has expired in the log
 * until somebody scavenges, and shows it to who reads the whole log; only reads of the stream leave it out.
 *
 * Streams stay here as long as the follower, at the end of the log as long as the process: one that has expired may be
 * written again, and its lifetime is not told anew. One takes some 200 bytes. Each sign-in and each batch of an import
 * brings one, and so does what is deleted: a thousand a day are 70 MB in a year without a restart.
 */
export const hiddenRecords = (now: () => EpochMs) => {
  const byStream = new Map<string, Hidden>()
  const hiddenOf = (stream: string): Hidden => {
    const hidden = byStream.get(stream) ?? { deletedTo: noPosition, first: 0, maxAgeMs: null }
    byStream.set(stream, hidden)
    return hidden
  }

  return {
    /** The stream was deleted by an event at this position. */
    delete: (stream: string, position: Position): void => {
      const hidden = hiddenOf(stream)
      hidden.deletedTo = furthest(hidden.deletedTo, position)
    },
    /** To be told every `$metadata` event in log order. */
    learn: (event: RawEvent): void => {
      if (event.type !== '$metadata' || !isMetastream(event.streamId)) return
      const hidden = hiddenOf(originalStreamOf(event.streamId))
      const { first, maxAgeSeconds } = lifetimeOf(event.data)
      if (first === null) hidden.deletedTo = furthest(hidden.deletedTo, positionOf(event))
      hidden.first = first ?? 0
      hidden.maxAgeMs = maxAgeSeconds === null ? null : maxAgeSeconds * 1000
    },
    hides: (event: RawEvent): boolean => {
      const hidden = byStream.get(event.streamId)
      if (hidden === undefined) return false
      if (positionOf(event) <= hidden.deletedTo || event.revision < hidden.first) return true
      return hidden.maxAgeMs !== null && event.created.getTime() + hidden.maxAgeMs < now()
    },
  }
}

export type HiddenRecords = ReturnType<typeof hiddenRecords>
