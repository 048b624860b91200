import { memberOf } from '../../path.ts'
import type { Doc } from '../../port.ts'
import {
  columnFrom,
  ownNumbers,
  packColumn,
  storedColumn,
  valueAt,
  type Column,
  type StoredColumn,
} from './columns.ts'
import { packNumbers, type Numbers, type StoredNumbers } from './numbers.ts'

/** A document whose id is a number, as all in a packed collection. */
export type Row = Doc & { readonly _id: number }

/** Most documents of a block: places of choices fit into two bytes, and to pack it anew takes about a millisecond. */
export const BLOCK = 1_024

/** Documents by ascending ids, member by member. Never changed: another one takes its place. */
export type Block = {
  readonly size: number
  readonly ids: Numbers
  /** Without the ids. */
  readonly columns: ReadonlyMap<string, Column>
}

/** Of at least one document, in the order of ids. */
export const packBlock = (rows: readonly Row[]): Block => {
  const names = new Set<string>()
  for (const row of rows) for (const name in row) if (name !== '_id') names.add(name)
  const columns = new Map([...names].map(name => [name, packColumn(rows.map(row => memberOf(row, name)))]))
  return { size: rows.length, ids: packNumbers(rows.map(({ _id }) => _id)), columns }
}

/** A block as data, for `v8.serialize`. */
export type StoredBlock = {
  readonly size: number
  readonly ids: StoredNumbers
  readonly columns: readonly (readonly [name: string, column: StoredColumn])[]
}

export const storedBlock = ({ size, ids, columns }: Block): StoredBlock => ({
  size,
  ids: ids.stored,
  columns: [...columns].map(([name, column]) => [name, storedColumn(column)]),
})

export const blockFrom = ({ size, ids, columns }: StoredBlock): Block => ({
  size,
  ids: ownNumbers(ids),
  columns: new Map(columns.map(([name, column]) => [name, columnFrom(column)])),
})

export const rowAt = ({ ids, columns }: Block, row: number): Row => {
  const document: Record<string, unknown> & { _id: number } = { _id: ids.at(row) }
  for (const [name, column] of columns) {
    const value = valueAt(column, row)
    if (value !== undefined) document[name] = value
  }
  return document
}

export const rowsOf = (block: Block): readonly Row[] =>
  Array.from({ length: block.size }, (_, row) => rowAt(block, row))

/** Which row has this id, or would be before; as `Array.prototype.findIndex`, with the size for none. */
export const rowFrom = ({ ids, size }: Block, id: number): number => {
  let [from, to] = [0, size]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (ids.at(middle) < id) from = middle + 1
    else to = middle
  }
  return from
}
