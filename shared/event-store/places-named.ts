import type { StoredRecord } from './port.ts'
import { isObject, type Json } from '../kernel/json.ts'

// The facts that name places of the log they stand in: where what had happened to a purged item, or to one whose past is
// forgotten, stood. A copy of the log has other places (docs/adr/0023).

const TELLING: readonly string[] = ['ItemPurged', 'PastForgotten']

const pastOf = ({ type, data: { past } }: StoredRecord): readonly Json[] =>
  TELLING.includes(type) && Array.isArray(past) ? (past as readonly Json[]) : []

/** How many places of the log a record names. */
export const placesNamed = (record: StoredRecord): number => pastOf(record).length

/** The record with these places instead of its own, as many as it names. */
export const withPlaces = (record: StoredRecord, positions: readonly number[]): StoredRecord => {
  const named = pastOf(record)
  if (named.length === 0) return record
  const past = named.map((one, n): Json => (isObject(one) ? { ...one, position: positions[n] ?? 0 } : one))
  return { ...record, data: { ...record.data, past } }
}

/** What a record says wherever it stands: the same for a record and its copy. */
export const withoutPlaces = (record: StoredRecord): StoredRecord => withPlaces(record, [])
