import { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable } from './port.ts'
import { explain } from './sqlite-file.ts'

const BUSY = 5

/**
 * Keeps every other process (and every other store of this one) away from the log. The lock is the operating
 * system's, on a file beside the log: it ends with the process however the process ends, nothing goes stale.
 */
export const holdLock = (file: string): { readonly release: () => void } => {
  const lock = `${file}.lock`
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(lock, { timeout: 0 })
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    db?.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === BUSY
    const message = busy
      ? `the log ${file} is held by another process (lock on ${lock})`
      : explain(lock, error)
    throw new StoreUnavailable(message, { cause: error })
  }
  const held = db
  return { release: () => held.close() }
}
