import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable } from '../port.ts'
import { explain } from './file.ts'

const BUSY = 5

/** The lock says that somebody holds the log; this note beside it says who. It means nothing while nobody does. */
const noteOf = (lock: string) => `${lock}ed-by`

const heldBy = (lock: string): string => {
  try {
    return readFileSync(noteOf(lock), 'utf8').trim() || 'another process'
  } catch {
    return 'another process'
  }
}

/**
 * Keeps every other process (and every other store of this one) away from the log. The lock is the operating
 * system's, on a file beside the log: it ends with the process however the process ends, nothing goes stale.
 * `holder`: who holds it from now on, for those who come too late.
 */
export const holdLock = (file: string, holder: string): { readonly release: () => void } => {
  const lock = `${file}.lock`
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(lock, { timeout: 0 })
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    writeFileSync(noteOf(lock), `${holder}\n`)
  } catch (error) {
    db?.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === BUSY
    const message = busy
      ? `the log ${file} is held by ${heldBy(lock)} (lock on ${lock})`
      : explain(lock, error)
    throw new StoreUnavailable(message, { cause: error })
  }
  const held = db
  return {
    release: () => {
      rmSync(noteOf(lock), { force: true })
      held.close()
    },
  }
}
