import type { StoredRecord } from './port.ts'
import { isObject, type Json, type JsonObject } from '../kernel/json.ts'

// The facts that name places of the log they stand in: where what had happened to a purged item, or to one whose past is
// forgotten, stood; and where a fact of a user stood that is said again. A copy of the log has other places (docs/adr/0023).

const TELLING: readonly string[] = ['ItemPurged', 'PastForgotten']

const pastOf = ({ type, data: { past } }: StoredRecord): readonly Json[] =>
  TELLING.includes(type) && Array.isArray(past) ? (past as readonly Json[]) : []

/** What it says again, if it does. */
const againIn = ({ data: { carried } }: StoredRecord): JsonObject | null =>
  carried !== undefined && isObject(carried) && 'position' in carried ? carried : null

/** How many places of the log a record names. */
export const placesNamed = (record: StoredRecord): number =>
  againIn(record) === null ? pastOf(record).length : 1

/** The record with these places instead of its own, as many as it names. */
export const withPlaces = (record: StoredRecord, positions: readonly number[]): StoredRecord => {
  const again = againIn(record)
  if (again !== null)
    return { ...record, data: { ...record.data, carried: { ...again, position: positions[0] ?? 0 } } }
  const named = pastOf(record)
  if (named.length === 0) return record
  const past = named.map((one, n): Json => (isObject(one) ? { ...one, position: positions[n] ?? 0 } : one))
  return { ...record, data: { ...record.data, past } }
}

/** What a record says wherever it stands: the same for a record and its copy. */
export const withoutPlaces = (record: StoredRecord): StoredRecord => withPlaces(record, [])
