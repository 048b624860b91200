import type { StreamName } from '../../shared/kernel/brands.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import { isObject, type Json } from '../../shared/kernel/json.ts'

/**
 * What a record says that a member of its item is from then on; undefined: nothing of it. Narrow on purpose: the whole
 * log passes here.
 */
export const memberAfter = (
  { data: { values, changes } }: Pick<StoredRecord, 'data'>,
  member: string,
): Json | undefined => {
  if (isObject(values)) return values[member]
  const change = isObject(changes) ? changes[member] : undefined
  return Array.isArray(change) ? (change as readonly Json[])[1] : undefined
}

/** What an item is called after all these records of it; null: none of them says. */
export const calledAfter = (records: readonly Pick<StoredRecord, 'data'>[]): string | null =>
  records
    .map(record => memberAfter(record, 'title') ?? memberAfter(record, 'name'))
    .findLast(called => typeof called === 'string') ?? null

/** Whether a record says that a member of its item was changed; a creation says so of none. */
export const hasChanged = ({ data: { changes } }: Pick<StoredRecord, 'data'>, member: string): boolean =>
  changes !== undefined && isObject(changes) && Object.hasOwn(changes, member)

/**
 * The streams under some prefixes of which the last record that says so says yes, by what the log holds; `says`:
 * undefined: nothing. `after`: by what it holds behind that position. Not all of them, if it is called off.
 */
export const streamsWhere = async (
  store: Pick<EventStore, 'follow'>,
  prefixes: readonly string[],
  says: (record: StoredRecord) => boolean | undefined,
  signal: AbortSignal,
  after: Position | null = null,
): Promise<ReadonlySet<StreamName>> => {
  const found = new Set<StreamName>()
  for await (const { records } of untilLive(store, prefixes, signal, after))
    for (const record of records) {
      const said = says(record)
      if (said === true) found.add(record.stream)
      else if (said === false) found.delete(record.stream)
    }
  return found
}
