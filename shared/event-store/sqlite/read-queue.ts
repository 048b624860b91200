import type { DatabaseSync } from 'node:sqlite'
import type { StoredRecord } from '../port.ts'
import { guarded, query } from './file.ts'
import { decodeRow, type Row } from './row.ts'

/** Streams looked up by one statement. */
const TOGETHER = 256

type Waiting = {
  readonly stream: string
  readonly resolve: (records: readonly StoredRecord[]) => void
  readonly reject: (error: unknown) => void
}

/** Of each stream everything, or its first record alone. */
const JOINS = {
  whole: 'r.stream = wanted.value',
  first: `r.position = (SELECT position FROM records WHERE stream = wanted.value AND expires > ?2
          ORDER BY revision LIMIT 1)`,
} as const

/**
 * Reads of streams from their first record on that are asked for in one turn are one statement: calling SQLite costs
 * several times what finding a stream does. They see what is durable when the code that asked gives way.
 */
export const readQueue = (file: string, db: DatabaseSync, now: () => number, what: keyof typeof JOINS) => {
  const ofStreams = query<readonly [...Row, key: number]>(
    db,
    `SELECT r.position, r.revision, r.id, r.crc, r.body, r.stream, wanted.key
     FROM json_each(?1) AS wanted CROSS JOIN records AS r ON ${JOINS[what]}
     WHERE r.expires > ?2 ORDER BY wanted.key, r.revision`,
  )
  let waiting: Waiting[] = []

  const answer = (asked: readonly Waiting[]): void => {
    const found = asked.map((): StoredRecord[] => [])
    try {
      guarded(file, () => {
        for (const row of ofStreams.all(JSON.stringify(asked.map(({ stream }) => stream)), now()))
          found[row[6]]?.push(decodeRow(file, row))
      })
      asked.forEach(({ resolve }, index) => resolve(found[index] ?? []))
    } catch (error) {
      // one damaged record must not fail those who asked for others
      if (asked.length === 1) asked[0]?.reject(error)
      else for (const one of asked) answer([one])
    }
  }

  const flush = (): void => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += TOGETHER) answer(all.slice(from, from + TOGETHER))
  }

  return (stream: string): Promise<readonly StoredRecord[]> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush)
      waiting.push({ stream, resolve, reject })
    })
}
