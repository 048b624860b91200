import type { Conjunction } from '../filter.ts'
import { DuplicateKey, UnsupportedQuery, type Doc, type IndexSpec, type Key } from '../port.ts'
import { documentIndex, type DocumentIndex, type Places } from './document-index.ts'
import type { Slot } from './entry-blocks.ts'
import type { SortField } from '../find-options.ts'

/** What answering a query took. */
export type Effort = {
  /** Name of the index gone through; null when documents were looked up by id or all were tried. */
  readonly index: string | null
  /** Index entries or documents looked at, one by one. */
  readonly visited: number
  /** The index did not give the order. */
  readonly sorted: boolean
}

/** Documents of one collection and their indexes, always in step. */
export type Store = {
  readonly slots: ReadonlyMap<Key, Slot>
  /** Indexes a query may choose from; the one by `_id` alone is made when a query first has a use for it. */
  readonly indexes: (sort: readonly SortField[], tests: Conjunction) => readonly DocumentIndex[]
  /** Throws DuplicateKey or UnsupportedQuery, then nothing is changed; so do `put`, `fill` and `remove`. */
  readonly addIndex: (spec: IndexSpec) => void
  /** Inserts or replaces; answers what was there. */
  readonly put: (document: Doc) => Doc | null
  /** Inserts many that are new: as `put` for each, and much sooner. */
  readonly fill: (documents: readonly Doc[]) => void
  readonly remove: (id: Key) => void
  readonly clear: () => void
  readonly report: (effort: Effort) => void
}

const BY_ID: IndexSpec = { name: '_id_', keys: [] }

type Kept = {
  readonly name: string
  readonly slots: Map<Key, Slot>
  specs: readonly IndexSpec[]
  indexes: readonly DocumentIndex[]
  byId: DocumentIndex | null
}

/** `admit` sees every document before it is kept and may refuse it. */
export const documentStore = (
  name: string,
  admit: (document: Doc) => void,
  report: (effort: Effort) => void,
): Store => {
  const kept: Kept = { name, slots: new Map(), specs: [], indexes: [], byId: null }
  const { slots } = kept
  return {
    slots,
    indexes: (sort, tests) => {
      if (kept.byId === null && wantsIdOrder(sort, tests)) kept.byId = built(kept, BY_ID)
      return indexesOf(kept)
    },
    addIndex: spec => {
      const known = kept.specs.find(other => other.name === spec.name)
      if (known === undefined) {
        kept.indexes = [...kept.indexes, built(kept, spec)]
        kept.specs = [...kept.specs, spec]
      } else if (shapeOf(known) !== shapeOf(spec))
        throw new Error(`index ${spec.name} of ${name} exists with other keys`)
    },
    put: document => {
      admit(document)
      const known = slots.get(document._id)
      if (known === undefined) {
        insert(kept, { id: document._id, document })
        return null
      }
      const before = known.document
      move(kept, known, document)
      return before
    },
    fill: documents => fill(kept, documents, admit),
    remove: id => {
      const slot = slots.get(id)
      if (slot === undefined) return
      for (const index of indexesOf(kept)) index.remove(index.places(slot.document), slot)
      slots.delete(id)
    },
    clear: () => {
      slots.clear()
      remake(kept)
    },
    report,
  }
}

const indexesOf = ({ indexes, byId }: Kept): readonly DocumentIndex[] =>
  byId === null ? indexes : [...indexes, byId]

/** Whether another document stands at one of the places that are to be its own, where only one may. */
const check = (name: string, index: DocumentIndex, slot: Slot, places?: Places): void => {
  const taken = index.unique ? index.taken(places ?? index.places(slot.document), slot) : null
  if (taken !== null) throw new DuplicateKey(name, index.name, JSON.stringify(taken))
}

const built = ({ name, slots }: Kept, spec: IndexSpec): DocumentIndex => {
  const index = documentIndex(spec, slots)
  for (const slot of slots.values()) check(name, index, slot)
  return index
}

/** Indexes of what is there now. */
const remake = (kept: Kept): void => {
  kept.indexes = kept.specs.map(spec => documentIndex(spec, kept.slots))
  kept.byId = null
}

const insert = (kept: Kept, slot: Slot): void => {
  const indexes = indexesOf(kept)
  // whatever may throw comes before the first change
  const many = indexes.map(index => {
    check(kept.name, index, slot)
    return index.manyIn(slot.document)
  })
  kept.slots.set(slot.id, slot)
  for (const [n, index] of indexes.entries()) index.add(many[n] ?? -1)
}

const fill = (kept: Kept, documents: readonly Doc[], admit: (document: Doc) => void): void => {
  documents.forEach(admit)
  if (indexesOf(kept).some(({ unique }) => unique) || documents.some(({ _id }) => kept.slots.has(_id)))
    throw new UnsupportedQuery(
      `${kept.name} cannot be filled: its documents are not new, or have to be unique`,
    )
  const before = kept.slots.size
  try {
    for (const document of documents) kept.slots.set(document._id, { id: document._id, document })
    if (kept.slots.size !== before + documents.length)
      throw new UnsupportedQuery(`${kept.name} cannot be filled: two of its documents are one`)
    for (const index of indexesOf(kept)) index.addAll(documents)
  } catch (error) {
    for (const { _id } of documents) kept.slots.delete(_id)
    remake(kept)
    throw error
  }
}

const move = (kept: Kept, slot: Slot, document: Doc): void => {
  const moves = indexesOf(kept).flatMap(index => {
    const from = index.places(slot.document)
    const to = index.places(document)
    if (samePlaces(from, to)) return []
    check(kept.name, index, slot, to)
    return [{ index, from, to }]
  })
  for (const { index, from, to } of moves) index.move(from, to, slot)
  slot.document = document
}

const wantsIdOrder = (sort: readonly SortField[], tests: Conjunction): boolean =>
  sort[0]?.field === '_id' || tests.some(test => test.kind === 'range' && test.field === '_id')

const shapeOf = ({ keys, unique = false }: IndexSpec) => JSON.stringify([keys, unique])

/** By identity: members copied from version to version are the same values. */
const samePlaces = (a: Places, b: Places): boolean =>
  a.many === b.many &&
  a.tuples.length === b.tuples.length &&
  a.tuples.every((tuple, i) => tuple.every((value, n) => value === b.tuples[i]?.[n]))
