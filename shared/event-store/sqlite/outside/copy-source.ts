import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { EpochMs, StreamName, Position } from '../../../kernel/brands.ts'
import type { CopySource, Limited } from '../../copying.ts'
import { StoreUnavailable } from '../../port.ts'
import { guarded, NEVER, openForLooking, query } from '../file.ts'
import { damageIn, wholeRecord } from './scan.ts'
import { walk } from './walk.ts'

const LIMITED = `SELECT r.stream, l.seconds, r.at FROM records r JOIN lifetimes l ON l.stream = r.stream
  WHERE r.expires > ?1 AND r.expires < ${NEVER} AND r.stream > ?2 ORDER BY r.stream, r.revision LIMIT 1000`

type Row = readonly [stream: StreamName, seconds: number, at: number]

const grouped = (rows: readonly Row[]): readonly Limited[] => {
  const groups = new Map<StreamName, { seconds: number; stored: number[] }>()
  for (const [stream, seconds, at] of rows) {
    const group = groups.get(stream) ?? { seconds, stored: [] }
    group.stored.push(at)
    groups.set(stream, group)
  }
  return [...groups].map(([stream, group]) => ({ stream, ...group }))
}

const sourceOn = (file: string, db: DatabaseSync, now: () => EpochMs): CopySource => {
  const newest = query<[Position | null]>(db, 'SELECT max(position) FROM records')
  const limited = query<Row>(db, LIMITED)
  const ofStream = query<Row>(
    db,
    `SELECT r.stream, l.seconds, r.at FROM records r JOIN lifetimes l ON l.stream = r.stream
     WHERE r.expires > ? AND r.expires < ${NEVER} AND r.stream = ? ORDER BY r.revision`,
  )
  return {
    records: async function* (signal) {
      for (const step of walk(db, file)) {
        if (signal.aborted) return
        const whole = step.rows.map(wholeRecord)
        const [damage] = damageIn(step, whole)
        if (damage !== undefined) throw new StoreUnavailable(`the log ${file} is damaged: ${damage}`)
        const at = now()
        yield whole.filter(record => record !== null).filter((_, n) => Number(step.rows[n]?.[5] ?? 0) > at)
        await nextTurn()
      }
    },
    limited: async function* (signal) {
      for (let after = ''; !signal.aborted;) {
        const some = guarded(file, () => limited.all(now(), after))
        const last = some.at(-1)?.[0]
        if (last === undefined) return
        // the last one may have more than were read
        yield* grouped([
          ...some.filter(([stream]) => stream !== last),
          ...guarded(file, () => ofStream.all(now(), last)),
        ])
        after = last
      }
    },
    head: async () => guarded(file, () => newest.get()?.[0] ?? null),
    close: async () => db.close(),
  }
}

/** The embedded log as a source of copies, whether a service has it open or not. */
export const openSqliteSource = (file: string, now: () => EpochMs): CopySource =>
  guarded(file, () => sourceOn(file, openForLooking(file), now))
