import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { streamName, logPosition, streamRevision } from '../../../kernel/brands.ts'
import type { StoredRecord } from '../../port.ts'
import type { LogScan } from '../../scan.ts'
import { guarded, openForLooking, query } from '../file.ts'
import { checksum, decodeRow, type Row, unpack } from '../record.ts'
import { walk, type Raw, type Walked } from './walk.ts'

/** null: it is not what was written. */
export const wholeRecord = ([position, stream, revision, id, , , crc, body]: Raw): StoredRecord | null => {
  if (typeof stream !== 'string' || typeof id !== 'string' || typeof body !== 'string') return null
  if (typeof revision !== 'number') return null
  const place = {
    id,
    stream: streamName(stream),
    revision: streamRevision(revision),
    position: logPosition(position),
  }
  return checksum(body, place) === crc ? unpack(body, place) : null
}

const placeOf = ([position, stream, revision]: Raw): string =>
  typeof stream === 'string' && typeof revision === 'number'
    ? `record ${revision} of ${stream}`
    : `the record at position ${position}`

export const damageIn = ({ rows, unreadable }: Walked, whole: readonly (StoredRecord | null)[]) => [
  ...(unreadable === null
    ? []
    : [`records at positions ${unreadable.from} to ${unreadable.to} cannot be read, if there are any`]),
  ...rows.flatMap((row, index) =>
    whole[index] === null ? [`${placeOf(row)} does not match its checksum`] : [],
  ),
]

const scanOn = (file: string, db: DatabaseSync): LogScan => {
  const ofStream = query<Row>(
    db,
    `SELECT position, revision, id, crc, body, stream FROM records WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`,
  )
  const floor = query<[number]>(db, 'SELECT floor FROM lifetimes WHERE stream = ?')
  const at = query<[string]>(db, 'SELECT stream FROM records WHERE position = ?')
  return {
    everything: async function* (signal) {
      for (const step of walk(db, file)) {
        if (signal.aborted) return
        const whole = step.rows.map(wholeRecord)
        yield { records: whole.filter(one => one !== null), damaged: damageIn(step, whole) }
        await nextTurn()
      }
    },
    read: async (stream, { from = 0, limit = -1 } = {}) =>
      guarded(file, () => ofStream.all(stream, from, limit).map(row => decodeRow(file, row))),
    floorOf: stream => guarded(file, () => floor.get(stream)?.[0] ?? 0),
    holds: (stream, position) => guarded(file, () => at.get(position)?.[0] === stream),
    close: async () => db.close(),
  }
}

/**
 * Looks through a log, whether a service has it open or not; what has expired and is still in the file, too. Throws
 * StoreUnavailable when there is no log in the file.
 */
export const openSqliteScan = (file: string): LogScan =>
  guarded(file, () => scanOn(file, openForLooking(file)))
