import type { Position, StoredRecord } from '../../shared/event-store/port.ts'
import { isObject, type Json, type JsonObject } from '../../shared/kernel/json.ts'
import { fold } from '../../shared/kernel/text/spelling.ts'
import { searchWords } from '../../shared/kernel/text/search.ts'
import { changesOf } from './changes.ts'
import type { Kind } from './evolve.ts'
import { decode } from './kinds.ts'

/** Whether a text holds what is searched. */
export type Sought = (text: string) => boolean

/** Words of a search as readers type them (spec 02 §3.4). */
export const soughtBy = (search: string): Sought => {
  const { include, exclude } = searchWords(search)
  return text => {
    const folded = fold(text)
    return include.every(word => folded.includes(word)) && !exclude.some(word => folded.includes(word))
  }
}

const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** What a fact says that the item is called from then on; undefined: nothing about that. */
const nameIn = ({ data }: StoredRecord): string | undefined => {
  const { values, changes } = data
  const members: JsonObject = isObject(values) ? values : isObject(changes) ? changes : {}
  const given = members['title'] ?? members['name']
  const name = Array.isArray(given) ? (given as readonly Json[])[1] : given
  return typeof name === 'string' ? name : undefined
}

/** What an item was called after each of its facts, by position; records in their order, from the first on. */
export const namesAfter = (records: readonly StoredRecord[]): ReadonlyMap<Position, string> => {
  const names = new Map<Position, string>()
  let name = ''
  for (const record of records) {
    name = nameIn(record) ?? name
    names.set(record.position, name)
  }
  return names
}

/** The name, and every text that is told of a fact: what is not told is not found. */
export const textOf = (kind: Kind, record: StoredRecord, name: string): string => {
  const changes = Object.values(changesOf(decode[kind](record.type, record.data)))
  return [name, ...changes.flatMap(([before, after]) => [...textsIn(before), ...textsIn(after)])].join('\n')
}
