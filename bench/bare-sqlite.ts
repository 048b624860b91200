import { DatabaseSync } from 'node:sqlite'
import { note } from './note.ts'

/** The least a durable append can be: the same rows, one transaction per batch, nothing checked. */
export const bareSqlite = (file: string) => {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE records (position INTEGER PRIMARY KEY, stream TEXT, revision INTEGER, id TEXT, at INTEGER, body TEXT);
    CREATE UNIQUE INDEX by_stream ON records (stream, revision)`)
  const insert = db.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)')
  let position = 0
  const batches = (first: number, rounds: number, size: number): void => {
    for (let round = 0; round < rounds; round++) {
      db.exec('BEGIN IMMEDIATE')
      for (let caller = 0; caller < size; caller++) {
        const { id, type, data, meta } = note(round)
        const body = JSON.stringify({ type, data, meta })
        insert.run((position += 8), `event-${first + caller}`, round, id, 0, body)
      }
      db.exec('COMMIT')
    }
  }
  return { batches, close: () => db.close() }
}
