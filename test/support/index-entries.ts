import { inOrderOfComing } from '../../shared/documents/memory/document-index.ts'
import type { Slot } from '../../shared/documents/memory/entry-blocks.ts'
import {
  type Each,
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
  const { leaves, ...coming } = inOrderOfComing(() => there.keys())
  const placesOf = (slot: Slot): Places => there.get(slot) ?? []
  const eachEntry = (slot: Slot, each: Each) => {
    for (const values of placesOf(slot)) each(values, slot)
  }
  const entries = orderedEntries(width, {
    ...coming,
    eachEntry,
    isThere: slot => there.has(slot),
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
      leaves(entries.remove(placesOf(slot), slot))
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
