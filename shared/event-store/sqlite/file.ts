import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { StoreUnavailable } from '../port.ts'
import { reasonOf } from '../../kernel/thrown.ts'

/** "BELL" in the file header: another program's database is never taken for a log. */
const APPLICATION_ID = 0x42454c4c
const VERSION = 1

/** `expires` of records that never do; as wide as any instant, so that setting one rewrites nothing else. */
export const NEVER = 2 ** 47 - 1
/** Seconds of a life that never ends: of a stream that begins with a revision other than 0. */
export const FOR_EVER = Math.ceil(NEVER / 1000)

/** `body` is the JSON text of type, data and meta; `crc` its checksum; `at`, `expires`: epoch milliseconds. */
const SCHEMA = `
  CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX records_by_stream ON records (stream, revision);
  CREATE INDEX records_expiring ON records (expires) WHERE expires < ${NEVER};
  -- streams with a limited life; revisions below \`floor\` were used even if no record is left
  CREATE TABLE lifetimes (
    stream TEXT PRIMARY KEY,
    seconds INTEGER NOT NULL,
    floor INTEGER NOT NULL
  ) WITHOUT ROWID;
  -- the highest position that was ever in use when something was deleted
  CREATE TABLE highest (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL);
  INSERT INTO highest VALUES (1, 0);
`

/** More positions than are ever deleted at the end of a log. */
const UNKNOWN_POSITIONS = 100_000_000

/** Takes the members of a record in the order of its columns. */
export const INSERT_RECORD = `INSERT INTO records (position, stream, revision, id, at, expires, crc, body)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

/** A limit that is given with each call. By itself, `LIMIT ?` has SQLite compile the statement anew for each value of it. */
export const GIVEN_LIMIT = '? + 0'

/** Prepared when it is first needed: most followers never ask most of theirs. */
const preparedAtFirst = (db: DatabaseSync, sql: string): (() => StatementSync) => {
  let known: StatementSync | null = null
  return () => {
    if (known === null) {
      known = db.prepare(sql)
      known.setReturnArrays(true)
    }
    return known
  }
}

/** Rows come as arrays in the order of the selected columns: twice as fast as objects. */
export const query = <Row extends readonly unknown[]>(db: DatabaseSync, sql: string) => {
  const prepared = preparedAtFirst(db, sql)
  return {
    all: (...values: SQLInputValue[]): readonly Row[] => {
      const rows: readonly unknown[] = prepared().all(...values)
      return rows as readonly Row[]
    },
    get: (...values: SQLInputValue[]): Row | undefined => {
      const row: unknown = prepared().get(...values)
      return row as Row | undefined
    },
  }
}

/** What changes rows. */
export const command = (db: DatabaseSync, sql: string) => {
  const prepared = preparedAtFirst(db, sql)
  return (...values: SQLInputValue[]) => prepared().run(...values)
}

/** In bytes. */
export const pageSizeOf = (db: DatabaseSync): number => Number(single(db, 'PRAGMA page_size'))

const single = (db: DatabaseSync, sql: string): unknown => query<[unknown]>(db, sql).get()?.[0]

/** Everything is checked before the first write: a file that is not ours stays as it is. */
const check = (db: DatabaseSync): 'new' | 'known' => {
  const application = single(db, 'PRAGMA application_id')
  const version = single(db, 'PRAGMA user_version')
  if (application === APPLICATION_ID && version === VERSION) return 'known'
  if (application === APPLICATION_ID)
    throw new Error(`it was written by a newer release (format ${String(version)})`)
  if (application === 0 && single(db, 'SELECT count(*) FROM sqlite_schema') === 0) return 'new'
  throw new Error('it is a database of another program')
}

/** The only connection that writes. `maxBytes`: size the file may reach. Throws what SQLite says. */
export const openForWriting = (file: string, maxBytes: number | null): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  try {
    const state = check(db)
    const mode = single(db, 'PRAGMA journal_mode = WAL')
    if (mode !== 'wal') throw new Error('its file system does not allow write-ahead logging')
    db.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA secure_delete = ON')
    if (maxBytes !== null) db.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / 4096)}`)
    if (state === 'new') {
      db.exec(
        `BEGIN IMMEDIATE; ${SCHEMA}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}; COMMIT`,
      )
    }
    // somebody may have taken the row away, and with it what was in use above the newest record: nobody may miss what comes next
    db.exec(
      `INSERT OR IGNORE INTO highest SELECT 1, coalesce(max(position), 0) + ${UNKNOWN_POSITIONS} FROM records`,
    )
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

export const openForReading = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 1_000 })
  // KiB: a start goes through the whole file, and would leave as much of it in memory
  db.exec('PRAGMA cache_size = -4096')
  return db
}

/**
 * A log that is not opened for work: another process may have it. Of a file that was cut, what is there. Throws what
 * SQLite says, and when it is not a log.
 */
export const openForLooking = (file: string): DatabaseSync => {
  // throws where nobody lets us look: then it may well be there
  if (statSync(file, { throwIfNoEntry: false }) === undefined) throw new Error('there is no such file')
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000, defensive: false })
  try {
    db.exec('PRAGMA writable_schema = ON')
    if (check(db) === 'new') throw new Error('it is empty')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const FULL = 13
const DAMAGED: readonly unknown[] = [11, 26]

const codeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null

/** Whether it is the file that is wrong, not the moment. */
export const isDamage = (error: unknown): boolean => DAMAGED.includes(codeOf(error))

/** One sentence naming the file and what is wrong with it. */
export const explain = (file: string, error: unknown): string => {
  const code = codeOf(error)
  const reason = reasonOf(error)
  if (code === FULL) return `the log ${file} is full: ${reason}`
  if (DAMAGED.includes(code)) return `the log ${file} is damaged: ${reason}`
  return `the log ${file} cannot be used: ${reason}`
}

/** Runs one piece of work on the file; what SQLite throws becomes StoreUnavailable. */
export const guarded = <Result>(file: string, work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    throw new StoreUnavailable(explain(file, error), { cause: error })
  }
}
