import type { DatabaseSync } from 'node:sqlite'
import { NEVER, query } from '../file.ts'

/** Whether anything was removed from the copy, and what of the original could not be read. */
export type Aligned = { readonly removed: boolean; readonly lost: readonly string[] }

const countOf = (db: DatabaseSync): number =>
  query<[number]>(db, 'SELECT count(*) FROM records').get()?.[0] ?? 0

/** Positions in order, without holding all of them. */
function* positionsOf(db: DatabaseSync): Generator<number> {
  const statement = db.prepare('SELECT position FROM records INDEXED BY records_by_stream ORDER BY position')
  statement.setReturnArrays(true)
  for (const row of statement.iterate()) yield (row as unknown as readonly [number])[0]
}

/** Positions of the copy that the original no longer has. Both are in order, and the original has nothing else. */
const goneFrom = (source: DatabaseSync, target: DatabaseSync): readonly number[] => {
  const there = positionsOf(source)
  const gone: number[] = []
  let next = there.next()
  for (const position of positionsOf(target)) {
    while (next.done !== true && next.value < position) next = there.next()
    if (next.done === true || next.value !== position) gone.push(position)
  }
  return gone
}

const copyLifetimes = (source: DatabaseSync, target: DatabaseSync): void => {
  const put = target.prepare('INSERT INTO lifetimes (stream, seconds, floor) VALUES (?, ?, ?)')
  for (const row of query<[string, number, number]>(
    source,
    'SELECT stream, seconds, floor FROM lifetimes',
  ).all())
    put.run(...row)
  const set = target.prepare('UPDATE highest SET position = max(position, ?)')
  set.run(query<[number]>(source, 'SELECT position FROM highest').get()?.[0] ?? 0)
  const expire = target.prepare('UPDATE records SET expires = ? WHERE position = ?')
  for (const row of query<[number, number]>(
    source,
    `SELECT expires, position FROM records WHERE expires < ${NEVER}`,
  ).all())
    expire.run(...row)
}

/** Makes of a copy that was read in steps what the original is at this moment. */
export const alignWith = (
  source: DatabaseSync,
  target: DatabaseSync,
  /** Copies what is behind a position. */
  rest: (after: number) => void,
): Aligned => {
  source.exec('BEGIN')
  try {
    rest(query<[number | null]>(target, 'SELECT max(position) FROM records').get()?.[0] ?? 0)
    target.exec('BEGIN')
    const gone = countOf(source) === countOf(target) ? [] : goneFrom(source, target)
    const remove = target.prepare('DELETE FROM records WHERE position = ?')
    for (const position of gone) remove.run(position)
    copyLifetimes(source, target)
    target.exec('COMMIT')
    return { removed: gone.length > 0, lost: [] }
  } finally {
    source.exec('COMMIT')
  }
}

/** The same of a damaged log, which nobody writes: how long streams live, as far as it can be read. */
export const lifetimesOf = (source: DatabaseSync, target: DatabaseSync): Aligned => {
  target.exec('BEGIN')
  try {
    copyLifetimes(source, target)
    target.exec('COMMIT')
    return { removed: false, lost: [] }
  } catch {
    target.exec('ROLLBACK')
    return { removed: false, lost: ['how long streams live cannot be read: what is in them stays'] }
  }
}

/** What the index of streams knows of and the copy has not; null: the index cannot be read either. */
export const lostIn = (source: DatabaseSync, target: DatabaseSync): readonly string[] | null => {
  const has = query<[number]>(target, 'SELECT 1 FROM records WHERE position = ?')
  const known = source.prepare('SELECT stream, revision, position FROM records INDEXED BY records_by_stream')
  known.setReturnArrays(true)
  const lost: string[] = []
  try {
    for (const row of known.iterate()) {
      const [stream, revision, position] = row as unknown as readonly [string, number, number]
      if (has.get(position) === undefined) lost.push(`record ${revision} of ${stream} is lost`)
    }
  } catch {
    return null
  }
  return lost
}
