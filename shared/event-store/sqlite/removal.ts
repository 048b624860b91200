import type { EpochMs } from '../../kernel/brands.ts'
import type { DatabaseSync } from 'node:sqlite'
import { FOR_EVER, NEVER, query } from './file.ts'
import type { Removal } from './protocol.ts'

/** Records removed in one transaction, so that appends waiting behind it do not wait long. */
const SWEEP = 200

/** The removing half of the log. Every function runs inside the caller's transaction. */
export const remover = (db: DatabaseSync) => {
  const keepHighest = db.prepare(
    `UPDATE highest SET position = max(position, coalesce((SELECT max(position) FROM records), 0))`,
  )
  const removeStream = db.prepare(`DELETE FROM records WHERE stream = ?`)
  const removeLifetime = db.prepare(`DELETE FROM lifetimes WHERE stream = ?`)
  const setLifetime = db.prepare(
    `INSERT INTO lifetimes (stream, seconds, floor) VALUES (?, ?, 0)
     ON CONFLICT (stream) DO UPDATE SET seconds = excluded.seconds`,
  )
  const removeBefore = db.prepare(`DELETE FROM records WHERE stream = ? AND revision < ?`)
  const setFloor = db.prepare(
    `INSERT INTO lifetimes (stream, seconds, floor) VALUES (?, ${FOR_EVER}, ?)
     ON CONFLICT (stream) DO UPDATE SET floor = max(floor, excluded.floor)`,
  )
  const setExpiry = db.prepare(`UPDATE records SET expires = min(${NEVER}, at + ? * 1000) WHERE stream = ?`)
  const expired = query<[number, string, number]>(
    db,
    `SELECT position, stream, revision FROM records WHERE expires <= ? AND expires < ${NEVER} LIMIT ${SWEEP}`,
  )
  const raiseFloor = db.prepare(`UPDATE lifetimes SET floor = max(floor, ?) WHERE stream = ?`)
  const removeRecord = db.prepare(`DELETE FROM records WHERE position = ?`)

  return {
    /** Whether anything of it was there. */
    remove: ({ stream, before }: Removal): boolean => {
      keepHighest.run()
      if (before !== null) {
        if (Number(removeBefore.run(stream, before).changes) === 0) return false
        setFloor.run(stream, before)
        return true
      }
      const [records, lifetimes] = [removeStream.run(stream), removeLifetime.run(stream)]
      return Number(records.changes) + Number(lifetimes.changes) > 0
    },
    expire: (stream: string, seconds: number): void => {
      setLifetime.run(stream, seconds)
      setExpiry.run(seconds, stream)
    },
    /** Removes some of what has expired; true when there may be more. */
    sweep: (now: EpochMs): boolean => {
      const gone = expired.all(now)
      if (gone.length === 0) return false
      keepHighest.run()
      for (const [position, stream, revision] of gone) {
        raiseFloor.run(revision + 1, stream)
        removeRecord.run(position)
      }
      return true
    },
  }
}
