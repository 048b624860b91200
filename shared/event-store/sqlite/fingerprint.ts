import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Position } from '../port.ts'
import { guarded, NEVER, query } from './file.ts'

/**
 * `fingerprint`: what a log was like up to a position: another text after anything was removed that does not live for a time only, and
 * for every other log, also one that was restored from a time before. Records that are counted are not read: some tens of
 * milliseconds for a million. `furthest`: the highest position that was ever in use.
 */
export const fingerprintOf = (file: string, db: DatabaseSync) => {
  const every = query<[number]>(db, 'SELECT count(*) FROM records')
  const expiring = query<[number]>(
    db,
    `SELECT count(*) FROM records WHERE expires < ${NEVER} AND position <= ?`,
  )
  const behind = query<[number]>(db, 'SELECT count(*) FROM records WHERE position > ?')
  // the id of a record is random: no other log has it in this place
  const last = query<[Position, string, number, string, number]>(
    db,
    `SELECT position, stream, revision, id, crc FROM records
     WHERE position <= ? AND expires >= ${NEVER} ORDER BY position DESC LIMIT 1`,
  )
  const furthest = query<[Position | null]>(
    db,
    'SELECT nullif(max(coalesce((SELECT max(position) FROM records), 0), (SELECT position FROM highest)), 0)',
  )
  const fingerprint = (upTo: Position): string => {
    const count = (statement: typeof every, ...values: number[]) => statement.get(...values)?.[0] ?? 0
    const lasting = count(every) - count(behind, upTo) - count(expiring, upTo)
    return createHash('sha256')
      .update(JSON.stringify([lasting, last.get(upTo) ?? null]))
      .digest('hex')
  }
  return {
    fingerprint: (upTo: Position): string => guarded(file, () => fingerprint(upTo)),
    furthest: (): Position | null => guarded(file, () => furthest.get()?.[0] ?? null),
  }
}
