import { emptyBlock, placesInOrder, type Block, type Slot } from './entry-blocks.ts'
import { leavingEntries, type LeavingEntries } from './leaving-entries.ts'
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

export type OrderedEntries = {
  readonly width: number
  readonly size: () => number
  /** Another number after every entry that came or went. */
  readonly changes: () => number
  readonly insert: (values: readonly unknown[], slot: Slot) => void
  /** The same for one of many that come at once, at a time when nobody waits: `settleMany` gives them their places. */
  readonly append: (values: readonly unknown[], slot: Slot) => void
  readonly settleMany: () => void
  /** The entry must be there; that one was not is told, at the latest, when all that waits finds its place. */
  readonly remove: (values: readonly unknown[], slot: Slot) => void
  /** How many entries lie before the bound. The first question after many inserts puts them in order. */
  readonly rank: (bound: Bound) => number
  /** On the entry with so many before it. */
  readonly at: (rank: number) => Cursor
}

/** Most entries that wait for their place: sorting them takes some tens of milliseconds, whoever comes to ask. */
const WAITING = 131_072
/** When so small a share of all waits, each finds its place alone; else all are sorted. */
const ALONE = 1 / 32
/** Entries that are given their places by one insert when too many wait. */
const STEP = 256
/** The same by one removal of an entry that waits: removals come by dozens, and to every index at once. */
const REMOVAL_STEP = 3

/** `leaving`: entries that wait, and were removed before they had a place. */
type Entries = {
  readonly placed: PlacedEntries
  readonly leaving: LeavingEntries
  waiting: Block
  changes: number
}

/**
 * Entries of `width` keys, ascending, the `_id` last; finding the n-th and counting between two is arithmetic. New
 * entries wait without order until somebody asks, since sorting many at once costs less than placing each. Only so many
 * wait, and of those beyond some hundreds find their places at a time; one that is removed while it waits is only noted:
 * no insert, removal or first question holds everybody up for long.
 */
export const orderedEntries = (width: number): OrderedEntries => {
  const entries: Entries = {
    placed: noEntries(width),
    leaving: leavingEntries(),
    waiting: emptyBlock(width),
    changes: 0,
  }
  const { placed, leaving } = entries
  return {
    width,
    size: () => placed.size + entries.waiting.slots.length - leaving.size(),
    changes: () => entries.changes,
    insert: (values, slot) => {
      if (append(entries, width, values, slot) > WAITING) placeSome(entries, STEP)
    },
    append: (values, slot) => void append(entries, width, values, slot),
    settleMany: () => {
      if (entries.waiting.slots.length >= WAITING) settle(entries, width)
    },
    remove: (values, slot) => {
      entries.changes++
      if (takeEntry(placed, values, slot)) return
      if (leaving.size() === entries.waiting.slots.length) throw noEntry(slot)
      leaving.note(values, slot)
      placeSome(entries, REMOVAL_STEP)
    },
    rank: bound => {
      settle(entries, width)
      return rankOf(placed, bound)
    },
    at: rank => {
      settle(entries, width)
      return cursorOn(placed, rank)
    },
  }
}

/** Answers how many wait then. */
const append = (entries: Entries, width: number, values: readonly unknown[], slot: Slot): number => {
  const { columns, slots } = entries.waiting
  entries.changes++
  for (let n = 0; n < width; n++) columns[n]?.push(values[n])
  return slots.push(slot)
}

/** Gives the last of those that wait their places. */
const placeSome = (entries: Entries, count: number): void => {
  const { placed, leaving, waiting } = entries
  const columns = waiting.columns.map(column => lastOf(column, count))
  const slots = lastOf(waiting.slots, count)
  let block = 0
  for (const i of placesInOrder({ columns, slots })) {
    const slot = slots[i]
    if (slot === undefined) continue
    const values = valuesAt(columns, i)
    if (!leaving.take(values, slot)) block = placeEntry(placed, values, slot, block)
  }
  if (waiting.slots.length === 0) checkAllLeft(leaving)
}

/** Gives every waiting entry its place. */
const settle = (entries: Entries, width: number): void => {
  const { placed, leaving, waiting } = entries
  const count = waiting.slots.length
  if (count === 0) return
  if (count <= placed.size * ALONE) {
    placeSome(entries, count)
    return
  }
  placeAll(placed, leaving.size() === 0 ? waiting : staying(waiting, leaving, width), width)
  entries.waiting = emptyBlock(width)
  checkAllLeft(leaving)
}

/** Those of the entries that do not leave. */
const staying = ({ columns, slots }: Block, leaving: LeavingEntries, width: number): Block => {
  const stay = emptyBlock(width)
  for (const [i, slot] of slots.entries()) {
    const values = valuesAt(columns, i)
    if (leaving.take(values, slot)) continue
    for (let n = 0; n < width; n++) stay.columns[n]?.push(values[n])
    stay.slots.push(slot)
  }
  return stay
}

const noEntry = ({ id }: Slot) => new Error(`no index entry for document ${id}`)

/** Nothing waits any more, so whatever was to leave must have been there. */
const checkAllLeft = (leaving: LeavingEntries): void => {
  const missing = leaving.drop()
  if (missing !== null) throw noEntry(missing)
}

const valuesAt = (columns: readonly (readonly unknown[])[], place: number): readonly unknown[] =>
  columns.map(column => column[place])

/** Takes off elements from the end, one by one: an array that is cut must be copied when it grows again. */
const lastOf = <T>(list: T[], count: number): T[] => {
  const last = list.slice(-count)
  last.forEach(() => list.pop())
  return last
}
