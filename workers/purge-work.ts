import { PURGES, purgeCodec, purgesCodec, purgeStream } from '../shared/facts/purge.ts'
import type { StoredRecord } from '../shared/event-store/port.ts'

/** A purge that may have left something. */
export type OpenPurge = {
  /** Stream name. */
  readonly _id: string
  readonly rev: number
  readonly kind: 'purge'
  readonly noun: 'event' | 'venue' | 'organizer'
  readonly id: number
}

/** After a record of a purge; null: nothing is left of what was purged. */
export const purgeWork = ({ type, data, stream, position: rev }: StoredRecord): OpenPurge | null => {
  const fact = purgeCodec.decode(type, data)
  return fact.type === 'ItemTracesRemoved'
    ? null
    : { _id: stream, rev, kind: 'purge', noun: fact.kind, id: fact.itemId }
}

/** Streams of purges that are over, after a record that may tell so. */
export const overIn = ({ type, data, stream }: StoredRecord): readonly string[] =>
  stream === PURGES
    ? purgesCodec.decode(type, data).items.map(({ kind, itemId }) => purgeStream(kind, itemId))
    : []

/** What nobody has to do any more about what was purged, by the names of its work. */
export const endedBy = ({ noun, id }: OpenPurge): readonly string[] => [
  `${noun}-${id}`,
  `prepared/${noun}-${id}`,
]
