import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { logPosition, streamRevision } from '../../../kernel/brands.ts'
import type { CopyNote, CopyTarget, Limited } from '../../copying.ts'
import { StoreUnavailable, type StoredRecord } from '../../port.ts'
import { FOR_EVER, guarded, INSERT_RECORD, NEVER, openForWriting, query } from '../file.ts'
import { holdLock } from '../lock.ts'
import { STRIDE } from '../protocol.ts'
import { checksum } from '../record.ts'
import { wholeRecord } from './scan.ts'
import { walk } from './walk.ts'

/** Records that become durable together. */
const TOGETHER = 1_000

/** Goes with the copy; a log that is finished has none. `removed`: bytes of what was removed may be left. */
const NOTE = `CREATE TABLE IF NOT EXISTS copy_of (first TEXT NOT NULL, removed INTEGER NOT NULL)`

type Making = {
  readonly file: string
  readonly db: DatabaseSync
  readonly statements: ReturnType<typeof statementsOn>
  position: number
  uncommitted: number
}

const statementsOn = (db: DatabaseSync) => ({
  insert: db.prepare(INSERT_RECORD),
  remove: [
    db.prepare('DELETE FROM records WHERE stream = ?'),
    db.prepare('DELETE FROM lifetimes WHERE stream = ?'),
  ],
  floor: db.prepare(
    `INSERT INTO lifetimes (stream, seconds, floor) VALUES (?, ${FOR_EVER}, ?)
     ON CONFLICT (stream) DO UPDATE SET floor = excluded.floor`,
  ),
  life: db.prepare(
    `INSERT INTO lifetimes (stream, seconds, floor) VALUES (?, ?, 0)
     ON CONFLICT (stream) DO UPDATE SET seconds = excluded.seconds`,
  ),
  places: query<[number]>(db, 'SELECT position FROM records WHERE stream = ? ORDER BY revision'),
  expire: db.prepare('UPDATE records SET at = ?, expires = ? WHERE position = ?'),
  highest: db.prepare('UPDATE highest SET position = max(position, ?)'),
})

const settle = (making: Making): void => {
  if (!making.db.isTransaction) return
  // numbers that records of the copy name are in use
  making.statements.highest.run(making.position)
  making.db.exec('COMMIT')
  making.uncommitted = 0
}

const changing = <Result>(making: Making, change: () => Result): Result =>
  guarded(making.file, () => {
    if (!making.db.isTransaction) making.db.exec('BEGIN IMMEDIATE')
    const result = change()
    if (++making.uncommitted >= TOGETHER) settle(making)
    return result
  })

const put = (making: Making, { id, stream, revision, type, data, meta }: StoredRecord): void => {
  making.position += STRIDE
  const { position } = making
  const body = JSON.stringify({ type, data, meta })
  const crc = checksum(body, { id, stream, revision, position })
  // lives are set when all records are there
  making.statements.insert.run(position, stream, revision, id, Date.parse(meta.at), NEVER, crc, body)
}

const limit = ({ statements }: Making, { stream, seconds, stored }: Limited): void => {
  const places = statements.places.all(stream)
  if (places.length !== stored.length) return
  statements.life.run(stream, seconds)
  for (const [n, [position]] of places.entries()) {
    const at = stored[n] ?? 0
    statements.expire.run(at, Math.min(NEVER, at + seconds * 1000), position)
  }
}

const noteIn = (db: DatabaseSync): CopyNote | null => {
  const [of] = query<[string]>(db, 'SELECT first FROM copy_of').get() ?? []
  return of === undefined ? null : { of, finished: false }
}

/** Without the note, and without bytes of what was removed. */
const finish = (making: Making, log: string, release: () => void): void => {
  const { db, file } = making
  settle(making)
  const [removed] = query<[number]>(db, 'SELECT removed FROM copy_of').get() ?? []
  db.exec('DROP TABLE copy_of')
  if (removed === 1) db.exec('VACUUM')
  db.exec('PRAGMA journal_mode = DELETE')
  db.close()
  renameSync(file, log)
  release()
  rmSync(`${file}.lock`, { force: true })
}

const writing = (making: Making): Pick<CopyTarget, 'begin' | 'append' | 'room' | 'remove' | 'limit'> => {
  const { db, statements } = making
  return {
    begin: async of =>
      changing(making, () => {
        db.prepare('INSERT INTO copy_of VALUES (?, 0)').run(of)
        settle(making)
      }),
    append: async (stream, records, last) =>
      changing(making, () => {
        const first = records[0]?.revision ?? streamRevision(0)
        if (last === null && first > 0) statements.floor.run(stream, first)
        for (const record of records) put(making, record)
        return records.at(-1)?.revision ?? first
      }),
    room: async count => {
      const base = making.position
      making.position += STRIDE * count
      return Array.from({ length: count }, (_, n) => logPosition(base + STRIDE * (n + 1)))
    },
    remove: async stream =>
      changing(making, () => {
        for (const statement of statements.remove) statement.run(stream)
        db.exec('UPDATE copy_of SET removed = 1')
      }),
    limit: async limited => changing(making, () => limit(making, limited)),
  }
}

const open = (file: string): Making => {
  // for its owner alone, from its first moment on
  closeSync(openSync(file, 'a', 0o600))
  const db = openForWriting(file, null)
  db.exec(NOTE)
  const [position = 0] =
    query<[number]>(
      db,
      'SELECT max((SELECT position FROM highest), coalesce((SELECT max(position) FROM records), 0))',
    ).get() ?? []
  return { file, db, statements: statementsOn(db), position, uncommitted: 0 }
}

/**
 * An embedded log that is made in a file beside its place, and put there when it is finished. Throws StoreUnavailable
 * when there is a log in its place, or somebody else makes it.
 */
export const openSqliteTarget = (log: string, holder: string): CopyTarget => {
  if (existsSync(log)) throw new StoreUnavailable(`there is a log already: ${log}`)
  const file = `${log}.copy`
  const lock = holdLock(file, holder)
  let finished = false
  try {
    const making = guarded(file, () => open(file))
    return {
      ...writing(making),
      note: async () => guarded(file, () => noteIn(making.db)),
      records: async function* (signal) {
        guarded(file, () => settle(making))
        for (const step of walk(making.db, file)) {
          if (signal.aborted) return
          yield step.rows.map(wholeRecord).filter(record => record !== null)
          await nextTurn()
        }
      },
      settle: async () => guarded(file, () => settle(making)),
      finish: async () => {
        guarded(file, () => finish(making, log, lock.release))
        finished = true
      },
      close: async () => {
        if (finished) return
        guarded(file, () => settle(making))
        making.db.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
