import { type StreamName, streamRevision } from '../../kernel/brands.ts'
import { positionOf, safeNumber, type RawEvent } from './record.ts'
import { RevisionConflict, type Appended } from '../port.ts'

const appendedAt = (event: RawEvent): Appended => ({
  revision: streamRevision(safeNumber('revision', event.revision)),
  position: positionOf(event),
})

const hasId = (event: RawEvent, id: string | undefined): boolean => event.id === id?.toLowerCase()

type Ids = { readonly ids: readonly string[] }

/** Where an append was done whose records would be exactly these; null: they are others. */
export const allOf = ({ ids }: Ids, events: readonly RawEvent[]): Appended | null => {
  const last = events.at(-1)
  const isSame = events.length === ids.length && events.every((event, index) => hasId(event, ids[index]))
  return last !== undefined && isSame ? appendedAt(last) : null
}

/**
 * What the end of a stream, newest first, says of an append that expects nothing: where it was done already, or null
 * when it has yet to be written. Throws RevisionConflict when only a part of it is there.
 */
export const doneIn = (
  events: readonly RawEvent[],
  { stream, ids }: Ids & { readonly stream: StreamName },
): Appended | null => {
  const found = ids.map(id => events.find(event => hasId(event, id)))
  if (found[0] === undefined) return null
  const last = found.at(-1)
  if (last === undefined || found.includes(undefined)) throw new RevisionConflict(stream)
  return appendedAt(last)
}
