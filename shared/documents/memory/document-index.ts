import { parsePath, valuesAt } from '../path.ts'
import { UnsupportedQuery, type Doc, type IndexSpec } from '../port.ts'
import type { Slot } from './entry-blocks.ts'
import { orderedEntries, type OrderedEntries } from './ordered-entries.ts'

/** Where one document stands in one index. */
export type Places = {
  /** One tuple of key values per entry. */
  readonly tuples: readonly (readonly unknown[])[]
  /** The key that has several values here; -1 when there is one entry only. */
  readonly many: number
}

export type DocumentIndex = {
  readonly name: string
  /** Without the `_id`, which always comes last. */
  readonly keys: readonly string[]
  readonly unique: boolean
  readonly entries: OrderedEntries
  /** Throws UnsupportedQuery for a document with arrays under two keys, as MongoDB does. */
  readonly places: (document: Doc) => Places
  readonly add: (places: Places, slot: Slot) => void
  /** The same for many that are new. */
  readonly addAll: (slots: readonly Slot[]) => void
  readonly remove: (places: Places, slot: Slot) => void
  /** Key values another document holds already. */
  readonly taken: (places: Places, slot: Slot) => readonly unknown[] | null
  /** Whether some document has several values under the n-th key. */
  readonly hasMany: (n: number) => boolean
}

/** Throws UnsupportedQuery for a field name it cannot follow. */
export const documentIndex = ({ name, keys: all, unique = false }: IndexSpec): DocumentIndex => {
  const keys = all.includes('_id') ? all.slice(0, all.indexOf('_id')) : all
  const paths = keys.map(parsePath)
  const members = paths.every(path => path.length === 1) ? keys : null
  const entries = orderedEntries(keys.length)
  const documentsWithMany = keys.map(() => 0)

  const count = ({ many }: Places, step: 1 | -1) => {
    if (many !== -1) documentsWithMany[many] = (documentsWithMany[many] ?? 0) + step
  }

  const places = (document: Doc): Places => {
    const tuple = new Array<unknown>(keys.length)
    if (members !== null && onlyTuple(document, members, tuple)) return { tuples: [tuple], many: -1 }
    const found = paths.map(path => valuesAt(document, path))
    if (found.filter(({ many }) => many).length > 1)
      throw new UnsupportedQuery(`index ${name}: document ${document._id} has arrays under two of its keys`)
    // an array without elements stands before everything else
    const first = found.map(({ values }) => values[0])
    const many = found.findIndex(({ values }) => new Set(values).size > 1)
    const values = new Set(found[many]?.values)
    return many === -1
      ? { tuples: [first], many }
      : { tuples: [...values].map(value => first.with(many, value)), many }
  }
  const add = (given: Places, slot: Slot): void => {
    for (const tuple of given.tuples) entries.insert(tuple, slot)
    count(given, 1)
  }

  return {
    name,
    keys,
    unique,
    entries,
    places,
    add,
    addAll: slots => {
      const tuple = new Array<unknown>(keys.length)
      for (const slot of slots) {
        if (members !== null && onlyTuple(slot.document, members, tuple)) entries.append(tuple, slot)
        else add(places(slot.document), slot)
      }
      entries.settleMany()
    },
    remove: (given, slot) => {
      for (const tuple of given.tuples) entries.remove(tuple, slot)
      count(given, -1)
    },
    taken: ({ tuples }, slot) =>
      tuples.find(values => {
        const from = entries.rank({ values, after: false })
        const to = entries.rank({ values, after: true })
        return to - from > 1 || (to > from && entries.at(from).slot() !== slot)
      }) ?? null,
    hasMany: n => (documentsWithMany[n] ?? 0) > 0,
  }
}

/** The usual case without a walk, into `tuple`: own members, at most one of them a list, and that of one element or none. */
const onlyTuple = (document: Doc, members: readonly string[], tuple: unknown[]): boolean => {
  const given: Readonly<Record<string, unknown>> = document
  let lists = 0
  for (let n = 0; n < members.length; n++) {
    const member = members[n] ?? ''
    const value = Object.hasOwn(given, member) ? given[member] : undefined
    if (!Array.isArray(value)) tuple[n] = value ?? null
    else if (value.length > 1 || ++lists > 1) return false
    else tuple[n] = value[0]
  }
  return true
}
