import { statSync } from 'node:fs'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { isDamage, query } from '../file.ts'
import { STRIDE } from '../protocol.ts'

/** A row as the file has it, before anybody looked whether it is whole. */
export type Raw = readonly [
  position: number,
  stream: SQLOutputValue,
  revision: SQLOutputValue,
  id: SQLOutputValue,
  at: SQLOutputValue,
  expires: SQLOutputValue,
  crc: SQLOutputValue,
  body: SQLOutputValue,
]

/** Rows, and positions (both ends included) where the file cannot be read. */
export type Walked = {
  readonly rows: readonly Raw[]
  readonly unreadable: { readonly from: number; readonly to: number } | null
}

const ROWS = 1_000
const CHARACTERS = 2_000_000
/** Of any record, in the file. */
const LEAST_BYTES = 64

const lastPosition = (db: DatabaseSync, file: string): number => {
  for (const source of ['records', 'records INDEXED BY records_by_stream'])
    try {
      return query<[number | null]>(db, `SELECT max(position) FROM ${source}`).get()?.[0] ?? 0
    } catch {
      // damaged there: the other tree may know
    }
  return Math.ceil(statSync(file).size / LEAST_BYTES) * STRIDE
}

/**
 * All records in steps, each a short look of its own: whoever deletes meanwhile is not kept waiting. Where a page is
 * damaged it goes on behind it.
 */
export function* walk(db: DatabaseSync, file: string, after = 0): Generator<Walked> {
  let end: number | null = null
  let next = after + 1
  let lost: number | null = null
  for (;;) {
    const found: Raw[] = []
    const broken = take(db, next, found)
    const last = found.at(-1)?.[0]
    const unreadable =
      last !== undefined && lost !== null ? { from: lost, to: (found[0]?.[0] ?? 0) - 1 } : null
    if (last !== undefined) [next, lost] = [last + 1, null]
    if (found.length > 0) yield { rows: found, unreadable }
    if (broken) {
      lost ??= next
      next += STRIDE
      end ??= lastPosition(db, file)
      if (next > end) break
    } else if (last === undefined) break
  }
  if (lost !== null) yield { rows: [], unreadable: { from: lost, to: next } }
}

/** Whether the file could not be read on. A statement that has met a damaged page fails once more: it is made anew. */
const take = (db: DatabaseSync, from: number, into: Raw[]): boolean => {
  let characters = 0
  try {
    const rows = db.prepare(
      `SELECT position, stream, revision, id, at, expires, crc, body FROM records WHERE position >= ? ORDER BY position`,
    )
    rows.setReturnArrays(true)
    for (const row of rows.iterate(from)) {
      const raw = row as unknown as Raw
      into.push(raw)
      characters += typeof raw[7] === 'string' ? raw[7].length : 0
      if (into.length >= ROWS || characters > CHARACTERS) break
    }
    return false
  } catch (error) {
    if (isDamage(error)) return true
    throw error
  }
}
