import type { DatabaseSync } from 'node:sqlite'
import { logPosition, type EpochMs } from '../../kernel/brands.ts'
import type { Position } from '../port.ts'
import { query } from './file.ts'
import type { Row } from './record.ts'

/** Of streams with so few records together each is looked up; of a log that is no longer than this none needs to be. */
const FEW = 20_000
const SHORT = 10_000
/** Records of one step, if they are no larger together. */
const STEP = 500

/** Wanted records of a stretch of the log, and its end. */
type Found = { readonly rows: readonly Row[]; readonly reached: Position }

/** Where the wanted records stand, in a log that ended at `end` when they were looked up. */
type Places = { readonly all: Float64Array; readonly end: Position; next: number }

/** The name behind all that begin with the prefix; null: there is none that is easily told. */
const nameBehind = (prefix: string): string | null => {
  const last = prefix.charCodeAt(prefix.length - 1)
  return last < 0x7f ? prefix.slice(0, -1) + String.fromCharCode(last + 1) : null
}

/**
 * Records of few streams in a long log, found by the names of the streams and not by passing all others: who signs in is
 * known soon, however much there is of everything else. Answers one step after the other behind a position, at most so
 * many bytes in each; null: they are not few, or the rest of the log is to be read as it comes.
 */
export const sparseRows = (
  db: DatabaseSync,
  prefixes: readonly string[],
  mostBytes: number,
): ((after: Position, now: EpochMs) => Found | null) => {
  const behind = prefixes.map(nameBehind).filter(name => name !== null)
  if (prefixes.length === 0 || behind.length < prefixes.length) return () => null
  const names = prefixes.flatMap((prefix, n) => [prefix, behind[n] ?? ''])
  const isLong = query<[number]>(db, `SELECT 1 FROM records WHERE position > ? LIMIT 1 OFFSET ${SHORT}`)
  const newest = query<[Position | null]>(db, 'SELECT max(position) FROM records')
  const placed = query<[Position]>(
    db,
    `SELECT position FROM records INDEXED BY records_by_stream
     WHERE ${prefixes.map(() => '(stream >= ? AND stream < ?)').join(' OR ')} LIMIT ${FEW + 1}`,
  )
  const sizes = query<[Position, number]>(
    db,
    `SELECT position, octet_length(body) FROM records
     WHERE position IN (SELECT value FROM json_each(?)) ORDER BY position`,
  )
  const rows = query<Row>(
    db,
    `SELECT position, revision, id, crc, body, stream FROM records
     WHERE position IN (SELECT value FROM json_each(?)) AND expires > ? ORDER BY position`,
  )

  const lookedUp = (after: Position): Places | null => {
    if (isLong.get(after) === undefined) return null
    const end = newest.get()?.[0] ?? after
    const found = placed.all(...names)
    if (found.length > FEW) return null
    const all = Float64Array.from(found, ([position]) => position).sort()
    return { all: all.filter(position => position > after && position <= end), end, next: 0 }
  }
  /** As many of the next as one step takes, one at least. */
  const nextOf = ({ all, next }: Places): Float64Array => {
    const some = all.subarray(next, next + STEP)
    let [bytes, last] = [0, -1]
    for (const [position, size] of sizes.all(JSON.stringify([...some]))) {
      bytes += size
      if (bytes > mostBytes && last !== -1) return some.filter(one => one <= last)
      last = position
    }
    return some
  }

  let places: Places | null | undefined
  return (after, now) => {
    if (places === undefined) places = lookedUp(after)
    if (places === null) return null
    const some = nextOf(places)
    places.next += some.length
    const isLast = places.next >= places.all.length
    const reached = isLast ? places.end : (some.at(-1) ?? after)
    // what has come meanwhile is read as it stands
    if (isLast) places = null
    return { rows: rows.all(JSON.stringify([...some]), now), reached: logPosition(reached) }
  }
}
