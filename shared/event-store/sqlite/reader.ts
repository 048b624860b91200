import type { DatabaseSync } from 'node:sqlite'
import type { Position, StoredRecord } from '../port.ts'
import { guarded, openForReading, query } from './file.ts'
import { fingerprintOf } from './fingerprint.ts'
import { readQueue } from './read-queue.ts'
import { decodeRow, type Row } from './row.ts'
import { sparseRows } from './sparse.ts'

/** Records looked at in one step, and bytes decoded in one: how long a reader may hold the main thread. */
const WINDOW = 1_000
const WINDOW_BYTES = 2_000_000

/** A stretch of the log: the wanted records of it, its end, and whether the log ended there. */
type Stretch = {
  readonly records: readonly StoredRecord[]
  readonly reached: Position | null
  readonly atEnd: boolean
}

/** `?1` … are the prefixes: exact comparison, whatever characters a name holds. */
const wanted = (prefixes: readonly string[]): string =>
  prefixes.length === 0
    ? 'TRUE'
    : prefixes.map((_, i) => `substr(stream, 1, length(?${i + 1})) = ?${i + 1}`).join(' OR ')

const readerOn = (file: string, db: DatabaseSync, now: () => number) => {
  const wholeStream = readQueue(file, db, now, 'whole')
  const firstRecord = readQueue(file, db, now, 'first')
  const ofStream = query<Row>(
    db,
    `SELECT position, revision, id, crc, body, stream FROM records
     WHERE stream = ? AND revision >= ? AND expires > ? ORDER BY revision LIMIT ?`,
  )
  const newest = query<[Position | null]>(db, 'SELECT max(position) FROM records')

  const fingerprint = fingerprintOf(db)

  const decode = (row: Row): StoredRecord => decodeRow(file, row)

  /** Steps through the log behind a position, seeing streams whose names start with one of `prefixes`. */
  const view = (prefixes: readonly string[]) => {
    const at = prefixes.length
    const window = query<[Position | null, number, number, number]>(
      db,
      `SELECT max(position), count(*), coalesce(sum(size), 0), coalesce(sum(size > 0), 0) FROM (
         SELECT position, CASE WHEN ${wanted(prefixes)} THEN octet_length(body) ELSE 0 END AS size
         FROM records WHERE position > ?${at + 1} ORDER BY position LIMIT ?${at + 2})`,
    )
    const rows = query<Row>(
      db,
      `SELECT position, revision, id, crc, body, stream FROM records
       WHERE position > ?${at + 1} AND position <= ?${at + 2} AND expires > ?${at + 3} AND (${wanted(prefixes)})
       ORDER BY position`,
    )
    const sparse = sparseRows(db, prefixes, WINDOW_BYTES)
    const fewOrAll = (after: Position | null): Stretch => {
      const few = sparse(after ?? 0, now())
      if (few === null) return step(after, WINDOW)
      return { records: few.rows.map(decode), reached: few.reached, atEnd: false }
    }
    const step = (after: Position | null, size: number): Stretch => {
      const start = after ?? 0
      const [end, count, bytes, matches] = window.get(...prefixes, start, size) ?? [null, 0, 0, 0]
      if (bytes > WINDOW_BYTES && size > 1) return step(after, Math.ceil(size / 4))
      const atEnd = count < size
      if (end === null) return { records: [], reached: after, atEnd }
      const found = matches === 0 ? [] : rows.all(...prefixes, start, end, now())
      return { records: found.map(decode), reached: end, atEnd }
    }
    return { after: (position: Position | null): Stretch => guarded(file, () => fewOrAll(position)) }
  }

  return {
    stream: async (stream: string, from: number, limit?: number): Promise<readonly StoredRecord[]> => {
      if (from === 0 && limit === undefined) return wholeStream(stream)
      if (from === 0 && limit === 1) return firstRecord(stream)
      return guarded(file, () => ofStream.all(stream, from, now(), limit ?? -1).map(decode))
    },
    head: (): Position | null => guarded(file, () => newest.get()?.[0] ?? null),
    fingerprint: (upTo: Position): string => guarded(file, () => fingerprint(upTo)),
    view: (prefixes: readonly string[]) => guarded(file, () => view(prefixes)),
    close: (): void => db.close(),
  }
}

export type Reader = ReturnType<typeof readerOn>

/** Reads on a connection of its own; sees exactly what is durable. Expired records are invisible. */
export const openReader = (file: string, now: () => number): Reader =>
  guarded(file, () => readerOn(file, openForReading(file), now))
