import type { Slot } from '../../shared/documents/memory/entry-blocks.ts'
import {
  orderedEntries,
  type OrderedEntries,
  type Tuple,
} from '../../shared/documents/memory/ordered-entries.ts'

type Places = readonly Tuple[]

/** Entries of an index, and what an index does with them when documents come, change and go. */
type IndexEntries = {
  readonly entries: OrderedEntries
  readonly insert: (slot: Slot, ...places: Places) => void
  readonly move: (slot: Slot, ...places: Places) => void
  readonly remove: (slot: Slot) => void
}

export const indexEntries = (width: number): IndexEntries => {
  const there = new Map<Slot, Places>()
  const rest = there.keys()
  const placesOf = (slot: Slot): Places => there.get(slot) ?? []
  const entries = orderedEntries(width, each => {
    const { value: slot } = rest.next()
    if (slot === undefined) throw new Error('no more documents')
    for (const values of placesOf(slot)) each(values, slot)
  })
  return {
    entries,
    insert: (slot, ...places) => {
      there.set(slot, places)
      entries.add()
    },
    move: (slot, ...places) => {
      entries.move(placesOf(slot), places, slot)
      there.set(slot, places)
    },
    remove: slot => {
      entries.remove(placesOf(slot), slot)
      there.delete(slot)
    },
  }
}

/** Ids in the order of the entries. */
export const idsIn = (entries: OrderedEntries): readonly unknown[] => {
  const cursor = entries.at(0)
  return Array.from({ length: entries.size() }, () => {
    const id = cursor.slot()?.id
    cursor.step(1)
    return id
  })
}
