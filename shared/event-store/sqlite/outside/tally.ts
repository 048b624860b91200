import { DatabaseSync } from 'node:sqlite'
import { type StreamName, logPosition } from '../../../kernel/brands.ts'
import type { StreamTally, Tallied } from '../../scan.ts'
import { query } from '../file.ts'

/** In a file without a name, which ends with it. */
export const streamTally = (): StreamTally => {
  const db = new DatabaseSync('')
  db.exec(
    `CREATE TABLE streams (stream TEXT PRIMARY KEY, first INTEGER NOT NULL, count INTEGER NOT NULL) WITHOUT ROWID;
     BEGIN`,
  )
  const add = db.prepare(
    'INSERT INTO streams VALUES (?, ?, 1) ON CONFLICT (stream) DO UPDATE SET count = count + 1',
  )
  const after = query<[StreamName, number, number]>(
    db,
    'SELECT stream, first, count FROM streams WHERE stream > ? ORDER BY stream LIMIT ?',
  )
  return {
    add: records => {
      for (const { stream, position } of records) add.run(stream, position)
    },
    after: (stream, limit) =>
      after
        .all(stream, limit)
        .map(([name, first, count]): Tallied => ({ stream: name, first: logPosition(first), count })),
    clear: () => db.exec('DELETE FROM streams'),
    close: () => db.close(),
  }
}
