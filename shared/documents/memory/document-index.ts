import { parsePath, valuesAt } from '../path.ts'
import { UnsupportedQuery, type Doc, type IndexSpec, type Key } from '../port.ts'
import type { Slot } from './entry-blocks.ts'
import { orderedEntries, type Each, type OrderedEntries, type Tuple } from './ordered-entries.ts'

/** Where one document stands in one index. */
export type Places = {
  /** One per entry. */
  readonly tuples: readonly Tuple[]
  /** The key that has several values here; -1 when there is one entry only. */
  readonly many: number
}

export type DocumentIndex = {
  readonly name: string
  /** Without the `_id`, which always comes last. */
  readonly keys: readonly string[]
  readonly unique: boolean
  readonly entries: OrderedEntries
  /** Throws UnsupportedQuery for a document with arrays under two keys, as MongoDB does; so does `manyIn`. */
  readonly places: (document: Doc) => Places
  /** `many` of its places, and nothing else of them. */
  readonly manyIn: (document: Doc) => number
  /** One came to the documents; `many`: as `manyIn` says. */
  readonly add: (many: number) => void
  /** The same for many. */
  readonly addAll: (documents: readonly Doc[]) => void
  readonly move: (from: Places, to: Places, slot: Slot) => void
  readonly remove: (places: Places, slot: Slot) => void
  /** Key values another document holds already. */
  readonly taken: (places: Places, slot: Slot) => readonly unknown[] | null
  /** Whether some document has several values under the n-th key. */
  readonly hasMany: (n: number) => boolean
}

/** Those of all documents that have no entries: the last ones that came. */
export const inOrderOfComing = (all: () => MapIterator<Slot>) => {
  let withEntries = 0
  let rest: MapIterator<Slot> | null = null
  const slots = () => {
    const begun = all()
    for (let n = 0; n < withEntries; n++) begun.next()
    return begun
  }
  return {
    slots,
    /** The first of them, which has entries from now on; throws when there is none. */
    next: (): Slot => {
      rest ??= slots()
      const { value } = rest.next()
      if (value === undefined) throw new RangeError('no more documents')
      withEntries++
      return value
    },
    haveEntries: (count: number): void => {
      withEntries += count
      rest = null
    },
    leaves: (hadEntries: boolean): void => {
      if (hadEntries) withEntries--
      // what goes through a map holds on to all that the map outgrows meanwhile, however many come and leave
      else rest = null
    },
  }
}

/** No object has a member of this name by itself. */
const isOwn = (name: string): boolean => !(name in {})

/** Where documents stand in an index of these keys. */
const placing = (name: string, keys: readonly string[]) => {
  const paths = keys.map(parsePath)
  const members = paths.every(path => path.length === 1) && keys.every(isOwn) ? keys : null
  const scratch = new Array<unknown>(keys.length)

  const places = (document: Doc): Places => {
    const tuple = new Array<unknown>(keys.length)
    const list = plainTuple(document, members, tuple)
    if (list === NO_LIST) return { tuples: [tuple], many: -1 }
    if (list !== null)
      return { tuples: Array.from(list.values, value => tuple.with(list.n, value)), many: list.n }
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
  return {
    places,
    manyIn: (document: Doc): number => {
      const list = plainTuple(document, members, scratch)
      return list === null ? places(document).many : list.n
    },
    eachEntry: (slot: Slot, each: Each): void => {
      const list = plainTuple(slot.document, members, scratch)
      if (list === null) for (const tuple of places(slot.document).tuples) each(tuple, slot)
      else if (list === NO_LIST) each(scratch, slot)
      else
        for (const value of list.values) {
          scratch[list.n] = value
          each(scratch, slot)
        }
    },
  }
}

/** `slots`: the documents, to which others come. Throws UnsupportedQuery for a field name it cannot follow. */
export const documentIndex = (
  { name, keys: all, unique = false }: IndexSpec,
  slots: ReadonlyMap<Key, Slot>,
): DocumentIndex => {
  const keys = all.includes('_id') ? all.slice(0, all.indexOf('_id')) : all
  const { places, manyIn, eachEntry } = placing(name, keys)
  const documentsWithMany = keys.map(() => 0)

  const count = (many: number, step: 1 | -1) => {
    if (many !== -1) documentsWithMany[many] = (documentsWithMany[many] ?? 0) + step
  }
  for (const { document } of slots.values()) count(manyIn(document), 1)

  const { leaves, ...coming } = inOrderOfComing(() => slots.values())
  const isThere = (slot: Slot) => slots.get(slot.id) === slot
  const entries = orderedEntries(keys.length, { ...coming, eachEntry, isThere }, slots.size)
  return {
    name,
    keys,
    unique,
    entries,
    places,
    manyIn,
    add: many => {
      count(many, 1)
      entries.add()
    },
    addAll: documents => {
      for (const document of documents) count(manyIn(document), 1)
      entries.add(documents.length)
    },
    move: (from, to, slot) => {
      count(from.many, -1)
      count(to.many, 1)
      entries.move(from.tuples, to.tuples, slot)
    },
    remove: ({ tuples, many }, slot) => {
      count(many, -1)
      leaves(entries.remove(tuples, slot))
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

/** Several values under the n-th key. */
type ListAt = { readonly n: number; readonly values: ReadonlySet<unknown> }

/** Each key has one value. */
const NO_LIST: ListAt = { n: -1, values: new Set() }

/**
 * The usual case without a walk: the values, into `tuple`, where at most one of them is a list, whose place in it is open if it
 * has several. Null: there are more lists. `members`: what the keys are, unless one of them is no plain member (null).
 */
const plainTuple = (document: Doc, members: readonly string[] | null, tuple: unknown[]): ListAt | null => {
  if (members === null) return null
  const given: Readonly<Record<string, unknown>> = document
  let list: readonly unknown[] | null = null
  let at = -1
  for (let n = 0; n < members.length; n++) {
    const value = given[members[n] ?? '']
    if (!Array.isArray(value)) tuple[n] = value ?? null
    else if (list !== null) return null
    else {
      list = value
      at = n
      tuple[n] = value[0]
    }
  }
  if (list === null || list.length < 2) return NO_LIST
  const values = new Set(list)
  return values.size > 1 ? { n: at, values } : NO_LIST
}
