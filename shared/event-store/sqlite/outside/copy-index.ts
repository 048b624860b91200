import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { StreamName, Revision } from '../../../kernel/brands.ts'
import type { CopyIndex, Placed, Side } from '../../copying.ts'
import { query } from '../file.ts'

const SIDES: readonly Side[] = ['source', 'target']

const sideOn = (db: DatabaseSync, side: Side) => ({
  add: db.prepare(`INSERT INTO ${side} VALUES (?, ?, ?, ?)`),
  clear: db.prepare(`DELETE FROM ${side}`),
  forget: db.prepare(`DELETE FROM ${side} WHERE stream = ?`),
  last: query<[n: number, revision: Revision]>(
    db,
    `SELECT n, revision FROM ${side} WHERE stream = ? ORDER BY n DESC LIMIT 1`,
  ),
  at: query<[string]>(db, `SELECT digest FROM ${side} WHERE stream = ? AND n = ?`),
  counts: query<[number, number]>(db, `SELECT count(*), coalesce(sum(n = 0), 0) FROM ${side}`),
})

/** Of all rows of a side, without holding them. */
const digestOf = (db: DatabaseSync, side: Side): string => {
  const hash = createHash('sha256')
  const statement = db.prepare(`SELECT stream, n, digest FROM ${side} ORDER BY stream, n`)
  statement.setReturnArrays(true)
  for (const row of statement.iterate()) hash.update(`${JSON.stringify(row)}\n`)
  return hash.digest('hex')
}

const unlike = (one: Side, other: Side): string =>
  `SELECT a.stream FROM ${one} a LEFT JOIN ${other} b ON b.stream = a.stream AND b.n = a.n
   WHERE b.digest IS NOT a.digest`

/** In a file without a name, which ends with it. */
export const copyIndex = (): CopyIndex => {
  const db = new DatabaseSync('')
  for (const side of SIDES)
    db.exec(`CREATE TABLE ${side} (stream TEXT NOT NULL, n INTEGER NOT NULL, revision INTEGER NOT NULL,
      digest TEXT NOT NULL, PRIMARY KEY (stream, n)) WITHOUT ROWID`)
  db.exec('BEGIN')
  const sides = { source: sideOn(db, 'source'), target: sideOn(db, 'target') }
  const surplus = query<[StreamName]>(
    db,
    `SELECT DISTINCT stream FROM target WHERE stream > ? AND n > coalesce(
       (SELECT max(n) FROM source WHERE source.stream = target.stream), -1) ORDER BY stream LIMIT ?`,
  )
  const differing = query<[StreamName]>(
    db,
    `SELECT DISTINCT stream FROM (${unlike('source', 'target')} UNION ALL ${unlike('target', 'source')})
     ORDER BY stream LIMIT ?`,
  )
  const renumbered = query<[number]>(
    db,
    `SELECT count(*) FROM source JOIN target USING (stream, n) WHERE n = 0 AND source.revision <> target.revision`,
  )
  const last = (side: Side, stream: StreamName): Placed | null => {
    const found = sides[side].last.get(stream)
    return found === undefined ? null : { n: found[0], revision: found[1] }
  }
  return {
    clear: side => void sides[side].clear.run(),
    add: (side, stream, revision, digest) =>
      void sides[side].add.run(stream, (last(side, stream)?.n ?? -1) + 1, revision, digest),
    last,
    digestAt: (side, stream, n) => sides[side].at.get(stream, n)?.[0] ?? null,
    forget: (side, stream) => void sides[side].forget.run(stream),
    surplus: (stream, limit) => surplus.all(stream, limit).map(([name]) => name),
    differing: limit => differing.all(limit).map(([name]) => name),
    renumbered: () => renumbered.get()?.[0] ?? 0,
    counts: side => {
      const [records = 0, streams = 0] = sides[side].counts.get() ?? []
      return { records, streams }
    },
    digest: side => digestOf(db, side),
    close: () => db.close(),
  }
}
