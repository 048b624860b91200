import { columnsOf, placesInOrder, type Block, type Slot } from './entry-blocks.ts'
import { ascendingWithPauses } from './entry-order.ts'
import type { Doc } from '../port.ts'
import {
  cursorOn,
  noEntries,
  placeAll,
  placeEntry,
  rankOf,
  takeEntry,
  type Bound,
  type Cursor,
  type PlacedEntries,
} from './placed-entries.ts'

// How a document comes to its entries in an index (several where a key of it has several values):
//
// | it is    | what there is of it                       | and then                                                         |
// | -------- | ----------------------------------------- | ---------------------------------------------------------------- |
// | waiting  | its slot, behind those that have entries  | placed, when somebody asks; where it leaves, nothing is left     |
// | gathered | its entries aside, in no order            | at once: placed in the same step; with pauses: it waits as well  |
// | stale    | the same, but it has changed or left      | changed: gathered again, and placed; left: its entries left out  |
// | placed   | its entries in their order, in blocks     | moved: out of its old places, into new ones; or removed          |
//
// Of those that wait few find their places one by one (`placeEach`); many are sorted (`entry-order.ts`) and merged into the blocks
// (`placeAll`); of very many, who can wait for it has that done with pauses. Stale is only what was gathered with pauses. Who
// cannot wait meanwhile has all of them placed at once, and what was gathered is thrown away: `placings` tells.
// `placed-entries.ts` finds, places and takes out single entries; `entry-blocks.ts` has the blocks.

/** Key values of one entry. */
export type Tuple = readonly unknown[]

export type OrderedEntries = {
  readonly width: number
  readonly size: () => number
  /** Another number after every document that came, moved or went. */
  readonly changes: () => number
  /** So many documents came, behind all others. */
  readonly add: (count?: number) => void
  /** `from`: where the document stood so far. It must have been there, or be one that came; so for `remove`. */
  readonly move: (from: readonly Tuple[], to: readonly Tuple[], slot: Slot) => void
  /** Whether it had entries already. */
  readonly remove: (tuples: readonly Tuple[], slot: Slot) => boolean
  /** Whether so many documents wait that putting their entries in order at once would hold up everybody else. */
  readonly areManyWaiting: () => boolean
  /** Puts them in order with pauses, in which documents may come, move and go and anything may be asked. */
  readonly placeWithPauses: (pause: () => Promise<void>) => Promise<void>
  /** How many entries lie before the bound. The first question after many documents came puts theirs in order. */
  readonly rank: (bound: Bound) => number
  /** On the entry with so many before it. */
  readonly at: (rank: number) => Cursor
}

/** Is told of an entry; `values` are another one's after the call. */
export type Each = (values: Tuple, slot: Slot) => void
/** Documents that wait: the last ones that came, in the order in which they came. */
export type Coming = {
  /** The first of them, which has entries from now on; throws when there is none. */
  readonly next: () => Slot
  /** Goes through them, those included that come meanwhile. */
  readonly slots: () => Iterator<Slot>
  readonly eachEntry: (slot: Slot, each: Each) => void
  readonly isThere: (slot: Slot) => boolean
  /** So many of them, the first ones, have entries from now on. */
  readonly haveEntries: (count: number) => void
}

/** When so small a share of all waits, each finds its place alone; else all are sorted. */
const ALONE = 1 / 32
/** So many are put in order at once, in some milliseconds. */
const AT_ONCE = 4_096

/** `waiting`: how many documents do. `placings`: how often some that waited were placed. */
type Entries = {
  readonly width: number
  readonly placed: PlacedEntries
  readonly coming: Coming
  waiting: number
  changes: number
  placings: number
}

/**
 * Entries of `width` keys, ascending, the `_id` last; finding the n-th and counting between two is arithmetic. Documents that
 * come have no entries until somebody asks: sorting many at once costs less than placing each, and an index that nobody
 * asks takes no room. Of very many that takes tenths of a second: who asks then has it done with pauses before.
 */
export const orderedEntries = (width: number, coming: Coming, waiting = 0): OrderedEntries => {
  const placed = noEntries(width)
  const entries: Entries = { width, placed, coming, waiting, changes: 0, placings: 0 }
  const allPlaced = () => {
    placeWaiting(entries)
    return placed
  }
  return {
    width,
    size: () => allPlaced().size,
    changes: () => entries.changes,
    add: (count = 1) => {
      entries.changes++
      entries.waiting += count
    },
    areManyWaiting: () => entries.waiting > AT_ONCE,
    placeWithPauses: pause => placeWithPauses(entries, pause),
    move: (from, to, slot) => {
      entries.changes++
      if (!leaves(entries, from, slot)) return
      for (const values of to) placeEntry(placed, values, slot, 0)
    },
    remove: (tuples, slot) => {
      entries.changes++
      const hadEntries = leaves(entries, tuples, slot)
      if (!hadEntries) entries.waiting--
      return hadEntries
    },
    rank: bound => rankOf(allPlaced(), bound),
    at: rank => cursorOn(allPlaced(), rank),
  }
}

/** Whether it had entries, which are there no more; those of a document that waits are made of what it is then. */
const leaves = (
  { placed, waiting }: Entries,
  [first = [], ...more]: readonly Tuple[],
  slot: Slot,
): boolean => {
  const isPlaced = takeEntry(placed, first, slot)
  if (isPlaced ? !more.every(values => takeEntry(placed, values, slot)) : waiting === 0)
    throw new Error(`no index entry for document ${slot.id}`)
  return isPlaced
}

/** Places all that wait, at once. */
const placeWaiting = (entries: Entries): void => {
  const { placed, waiting, width } = entries
  if (waiting === 0) return
  entries.placings++
  const block = gatherWaiting(entries)
  if (waiting <= placed.size * ALONE) placeEach(placed, block)
  else placeAll(placed, block, placesInOrder(block), width)
}

/** Entries without order, about so many: an array that grows leaves three times as much behind. */
const gathering = (width: number, count: number) => {
  const columns = Array.from({ length: width }, () => new Array<unknown>(count))
  const slots = new Array<Slot>(count)
  let size = 0
  const gather: Each = (values, slot) => {
    for (const [n, column] of columns.entries()) column[size] = values[n]
    slots[size++] = slot
  }
  const gathered = (): Block => {
    for (const column of [...columns, slots]) column.length = size
    return { columns, slots }
  }
  return { gather, gathered }
}

/** Entries of all that wait, which wait no more. */
const gatherWaiting = (entries: Entries): Block => {
  const { width, coming, waiting } = entries
  const { gather, gathered } = gathering(width, waiting)
  for (let n = 0; n < waiting; n++) coming.eachEntry(coming.next(), gather)
  entries.waiting = 0
  return gathered()
}

/** `met`: whose entries they are, each with the document that it was then. */
type Aside = {
  readonly met: readonly { readonly slot: Slot; readonly document: Doc }[]
  readonly block: Block
}

/** Entries are made and sorted aside, while documents come, change and go, and placed in one step. */
const placeWithPauses = async (entries: Entries, pause: () => Promise<void>): Promise<void> => {
  const { placings } = entries
  const aside = await gatherWithPauses(entries, pause)
  const order = await ascendingWithPauses(columnsOf(aside.block), aside.block.slots.length, pause)
  // else somebody could not wait
  if (entries.placings === placings) placeAside(entries, aside, order)
}

/** Entries of all that wait, which wait on. */
const gatherWithPauses = async (
  { width, coming, waiting }: Entries,
  pause: () => Promise<void>,
): Promise<Aside> => {
  const { gather, gathered } = gathering(width, waiting)
  const met: { readonly slot: Slot; readonly document: Doc }[] = []
  const slots = coming.slots()
  for (let next = slots.next(); next.done !== true && met.length < waiting; next = slots.next()) {
    const slot = next.value
    met.push({ slot, document: slot.document })
    coming.eachEntry(slot, gather)
    if (met.length % AT_ONCE === 0) await pause()
  }
  return { met, block: gathered() }
}

/** Entries of stale documents are left out, and made again of those that are still there. */
const placeAside = (entries: Entries, { met, block }: Aside, order: Uint32Array): void => {
  const { placed, coming, width } = entries
  entries.placings++
  const stale = new Set<Slot>()
  for (const { slot, document } of met)
    if (slot.document !== document || !coming.isThere(slot)) stale.add(slot)
  const isRight = (row: number): boolean => {
    const slot = block.slots[row]
    return slot !== undefined && !stale.has(slot)
  }
  placeAll(placed, block, stale.size === 0 ? order : order.filter(isRight), width)
  const changed = [...stale].filter(coming.isThere)
  const { gather, gathered } = gathering(width, changed.length)
  for (const slot of changed) coming.eachEntry(slot, gather)
  placeEach(placed, gathered())
  const there = met.length - (stale.size - changed.length)
  coming.haveEntries(there)
  entries.waiting -= there
}

/** Each by itself, one after the other in their order. */
const placeEach = (placed: PlacedEntries, some: Block): void => {
  const { columns, slots } = some
  let block = 0
  for (const place of placesInOrder(some)) {
    const slot = slots[place]
    const values = columns.map(column => column[place])
    if (slot !== undefined) block = placeEntry(placed, values, slot, block)
  }
}
