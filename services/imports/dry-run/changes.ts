import { isDeepStrictEqual } from 'node:util'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { isObject, type Json } from '../../../shared/kernel/json.ts'

/** Member → [before, after]. */
export type Changes = { readonly [member: string]: readonly [Json, Json] }

/** Decided when it is applied, by what else happens until then. */
const LATER = new Set(['slug', 'publishedAt'])

const isSomething = (value: Json): boolean =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)

/** Where an item comes from, without the import, which is another one each time. */
const sourceIn = (value: Json): Json => {
  if (!isObject(value)) return value
  const source: Record<string, Json> = {}
  for (const name in value) if (name !== 'importId') source[name] = value[name] as Json
  return source
}

/** One after the other: as it was before the first, and is after the last. */
const merged = (all: readonly Changes[]): Changes => {
  const [only] = all
  if (only !== undefined && all.length === 1) return only
  const changes = new Map<string, readonly [Json, Json]>()
  for (const one of all)
    for (const [member, [before, after]] of Object.entries(one))
      changes.set(member, [(changes.get(member) ?? [before])[0], after])
  return Object.fromEntries(changes)
}

/** Of what is new, only what it has. */
const isWorthTelling = (isNew: boolean, member: string, [before, after]: readonly [Json, Json]): boolean =>
  !LATER.has(member) && (isNew ? isSomething(after) : !isDeepStrictEqual(before, after))

/**
 * What records of one stream change together, member by member: all but the address of the page and the moment of its
 * publication (spec 05 §13). `changesOf` reads one record.
 */
export const changesIn = (
  records: readonly StoredRecord[],
  changesOf: (record: StoredRecord) => Changes,
): Changes => {
  const isNew = records[0]?.revision === 0
  const told: Record<string, readonly [Json, Json]> = {}
  const changes = merged(records.map(changesOf))
  for (const member in changes) {
    const pair = changes[member]
    if (pair === undefined || (isNew && !isSomething(pair[1]))) continue
    const shown = member === 'origin' ? ([sourceIn(pair[0]), sourceIn(pair[1])] as const) : pair
    if (isWorthTelling(isNew, member, shown)) told[member] = shown
  }
  return told
}
