import type { EpochMs } from '../../kernel/brands.ts'
import type { DatabaseSync } from 'node:sqlite'
import { command, FOR_EVER, NEVER, query } from './file.ts'
import type { Removal } from './protocol.ts'

/** Records removed in one transaction, so that appends waiting behind it do not wait long. */
const SWEEP = 200

/** The removing half of the log. Every function runs inside the caller's transaction. */
export const remover = (db: DatabaseSync) => {
  const keepHighest = command(
    db,
    `UPDATE highest SET position = max(position, coalesce((SELECT max(position) FROM records), 0))`,
  )
  const removeStream = command(db, `DELETE FROM records WHERE stream = ?`)
  const removeLifetime = command(db, `DELETE FROM lifetimes WHERE stream = ?`)
  const setLifetime = command(
    db,
    `INSERT INTO lifetimes (stream, seconds, floor) VALUES (?, ?, 0)
     ON CONFLICT (stream) DO UPDATE SET seconds = excluded.seconds`,
  )
  const removeBefore = command(db, `DELETE FROM records WHERE stream = ? AND revision < ?`)
  const setFloor = command(
    db,
    `INSERT INTO lifetimes (stream, seconds, floor) VALUES (?, ${FOR_EVER}, ?)
     ON CONFLICT (stream) DO UPDATE SET floor = max(floor, excluded.floor)`,
  )
  const setExpiry = command(db, `UPDATE records SET expires = min(${NEVER}, at + ? * 1000) WHERE stream = ?`)
  const expired = query<[number, string, number]>(
    db,
    `SELECT position, stream, revision FROM records WHERE expires <= ? AND expires < ${NEVER} LIMIT ${SWEEP}`,
  )
  const raiseFloor = command(db, `UPDATE lifetimes SET floor = max(floor, ?) WHERE stream = ?`)
  const removeRecord = command(db, `DELETE FROM records WHERE position = ?`)

  return {
    /** Whether anything of it was there. */
    remove: ({ stream, before }: Removal): boolean => {
      keepHighest()
      if (before !== null) {
        if (Number(removeBefore(stream, before).changes) === 0) return false
        setFloor(stream, before)
        return true
      }
      const [records, lifetimes] = [removeStream(stream), removeLifetime(stream)]
      return Number(records.changes) + Number(lifetimes.changes) > 0
    },
    expire: (stream: string, seconds: number): void => {
      setLifetime(stream, seconds)
      setExpiry(seconds, stream)
    },
    /** Removes some of what has expired; true when there may be more. */
    sweep: (now: EpochMs): boolean => {
      const gone = expired.all(now)
      if (gone.length === 0) return false
      keepHighest()
      for (const [position, stream, revision] of gone) {
        raiseFloor(revision + 1, stream)
        removeRecord(position)
      }
      return true
    },
  }
}
