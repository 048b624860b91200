import { placesInOrder, type Block, type Slot } from './entry-blocks.ts'
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

/** Key values of one entry. */
export type Tuple = readonly unknown[]

export type OrderedEntries = {
  readonly width: number
  readonly size: () => number
  /** Another number after every document that came, moved or went. */
  readonly changes: () => number
  /** A document came, behind all others. */
  readonly add: () => void
  /** The same of so many at once, at a time when nobody waits. */
  readonly addMany: (count: number) => void
  /** `from`: where the document stood so far. It must have been there, or be one that came; so for `remove`. */
  readonly move: (from: readonly Tuple[], to: readonly Tuple[], slot: Slot) => void
  /** Whether it had entries already. */
  readonly remove: (tuples: readonly Tuple[], slot: Slot) => boolean
  /** How many entries lie before the bound. The first question after many documents came puts theirs in order. */
  readonly rank: (bound: Bound) => number
  /** On the entry with so many before it. */
  readonly at: (rank: number) => Cursor
}

/** Is told of an entry; `values` are another one's after the call. */
export type Each = (values: Tuple, slot: Slot) => void
/** Tells of the entries of the next document, in the order in which they came: of each once, those that come later included. */
type TakeNext = (each: Each) => void

/**
 * Most documents that wait for their place: giving it to all takes 50,000 a tenth of a second, and longer where they have
 * several values, whoever comes to ask.
 */
const WAITING = 131_072
/** When so small a share of all waits, each finds its place alone; else all are sorted. */
const ALONE = 1 / 32
/** Documents that are given their places by one that comes when too many wait. */
const STEP = 256

/** `waiting`: how many documents have no entries yet, the last ones that came. */
type Entries = {
  readonly width: number
  readonly placed: PlacedEntries
  readonly takeNext: TakeNext
  waiting: number
  changes: number
}

/**
 * Entries of `width` keys, ascending, the `_id` last; finding the n-th and counting between two is arithmetic. Documents that
 * come have no entries until somebody asks: sorting many at once costs less than placing each, and an index that nobody
 * asks takes no room. Only so many wait; of those beyond some hundreds find their places at a time, so that one that
 * comes holds nobody up for long, and the first question some tenths of a second at most.
 */
export const orderedEntries = (width: number, takeNext: TakeNext, waiting = 0): OrderedEntries => {
  const placed = noEntries(width)
  const entries: Entries = { width, placed, takeNext, waiting, changes: 0 }
  const settled = () => {
    settle(entries)
    return placed
  }
  return {
    width,
    size: () => settled().size,
    changes: () => entries.changes,
    add: () => {
      entries.changes++
      if (++entries.waiting > WAITING) placeEach(placed, taken(entries, STEP))
    },
    addMany: count => {
      entries.changes++
      entries.waiting += count
      if (entries.waiting >= WAITING) settle(entries)
    },
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
    rank: bound => rankOf(settled(), bound),
    at: rank => cursorOn(settled(), rank),
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

/** Gives every document that waits its place. */
const settle = (entries: Entries): void => {
  const { placed, waiting, width } = entries
  if (waiting === 0) return
  if (waiting <= placed.size * ALONE) placeEach(placed, taken(entries, waiting))
  else placeAll(placed, taken(entries, waiting), width)
}

/** Entries of the first of those that wait, without order. */
const taken = (entries: Entries, count: number): Block => {
  // an array that grows leaves three times as much behind, and each document has an entry at least
  const columns = Array.from({ length: entries.width }, () => new Array<unknown>(count))
  const slots = new Array<Slot>(count)
  let size = 0
  const keep: Each = (values, slot) => {
    for (const [n, column] of columns.entries()) column[size] = values[n]
    slots[size++] = slot
  }
  for (let n = 0; n < count; n++) entries.takeNext(keep)
  entries.waiting -= count
  return { columns, slots }
}

const placeEach = (placed: PlacedEntries, some: Block): void => {
  const { columns, slots } = some
  let block = 0
  for (const place of placesInOrder(some)) {
    const slot = slots[place]
    const values = columns.map(column => column[place])
    if (slot !== undefined) block = placeEntry(placed, values, slot, block)
  }
}
