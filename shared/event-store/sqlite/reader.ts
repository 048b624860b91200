import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type StreamName, logPosition, type EpochMs } from '../../kernel/brands.ts'
import { PIECE, type Position, type StoredRecord } from '../port.ts'
import { bloomFilter, type BloomFilter } from './bloom-filter.ts'
import { GIVEN_LIMIT, guarded, openForReading, query } from './file.ts'
import { fingerprintOf } from './fingerprint.ts'
import { decodeRow, type Row } from './record.ts'
import { sparseRows } from './sparse.ts'

// Reading the log on a connection of its own; reads that are asked for together are answered together.

export type Reader = ReturnType<typeof openReader>

type ReaderOptions = {
  readonly now: () => EpochMs
  /** Resolves when everything that was asked of the thread that writes is durable, or failed. */
  readonly settled: () => Promise<void>
}

/** Reads on a connection of its own; sees exactly what is durable. Expired records are invisible. */
export const openReader = (file: string, { now, settled }: ReaderOptions) =>
  guarded(file, () => {
    const db = openForReading(file)
    const [reader, streams] = [readerOn(file, db, now), streamsThere(() => namesIn(db), settled)]
    return {
      ...reader,
      stream: async (stream: StreamName, from: number, limit?: number): Promise<readonly StoredRecord[]> => {
        if (streams.isUnused(stream)) return []
        const records = await reader.stream(stream, from, limit)
        // who goes on behind the end of a stream has found it
        if (records.length === 0 && from === 0) streams.foundNothing()
        return records
      },
      /** To be asked before something is appended: whether nothing ever was, as far as that is known without a look. */
      begin: streams.begin,
    }
  })

/** Records looked at in one step, and bytes decoded in one: how long a reader may hold the main thread. */
const WINDOW = 1_000
const WINDOW_BYTES = 2_000_000

/** A stretch of the log: the wanted records of it, its end, and whether the log ended there. */
type Stretch = {
  readonly records: readonly StoredRecord[]
  readonly reached: Position | null
  readonly atEnd: boolean
}

/** `?1` … are the prefixes: exact comparison, whatever characters a name holds. */
const wanted = (prefixes: readonly string[]): string =>
  prefixes.length === 0
    ? 'TRUE'
    : prefixes.map((_, i) => `substr(stream, 1, length(?${i + 1})) = ?${i + 1}`).join(' OR ')

const readerOn = (file: string, db: DatabaseSync, now: () => EpochMs) => {
  const wholeStream = readQueue(file, db, now, 'whole')
  const beginning = readQueue(file, db, now, 'beginning')
  const firstRecord = readQueue(file, db, now, 'first')
  const ofStream = query<Row>(
    db,
    `SELECT position, revision, id, crc, body, stream FROM records
     WHERE stream = ? AND revision >= ? AND expires > ? ORDER BY revision LIMIT ${GIVEN_LIMIT}`,
  )
  const newest = query<[Position | null]>(db, 'SELECT max(position) FROM records')

  const decode = (row: Row): StoredRecord => decodeRow(file, row)

  /** Steps through the log behind a position, seeing streams whose names start with one of `prefixes`. */
  const view = (prefixes: readonly string[]) => {
    const at = prefixes.length
    const window = query<[Position | null, number, number, number]>(
      db,
      `SELECT max(position), count(*), coalesce(sum(size), 0), coalesce(sum(size > 0), 0) FROM (
         SELECT position, CASE WHEN ${wanted(prefixes)} THEN octet_length(body) ELSE 0 END AS size
         FROM records WHERE position > ?${at + 1} ORDER BY position LIMIT ?${at + 2})`,
    )
    const rows = query<Row>(
      db,
      `SELECT position, revision, id, crc, body, stream FROM records
       WHERE position > ?${at + 1} AND position <= ?${at + 2} AND expires > ?${at + 3} AND (${wanted(prefixes)})
       ORDER BY position`,
    )
    const sparse = sparseRows(db, prefixes, WINDOW_BYTES)
    const fewOrAll = (after: Position | null): Stretch => {
      const few = sparse(after ?? logPosition(0), now())
      if (few === null) return step(after, WINDOW)
      return { records: few.rows.map(decode), reached: few.reached, atEnd: false }
    }
    const step = (after: Position | null, size: number): Stretch => {
      const start = after ?? 0
      const [end, count, bytes, matches] = window.get(...prefixes, start, size) ?? [null, 0, 0, 0]
      if (bytes > WINDOW_BYTES && size > 1) return step(after, Math.ceil(size / 4))
      const atEnd = count < size
      if (end === null) return { records: [], reached: after, atEnd }
      const found = matches === 0 ? [] : rows.all(...prefixes, start, end, now())
      return { records: found.map(decode), reached: end, atEnd }
    }
    return { after: (position: Position | null): Stretch => guarded(file, () => fewOrAll(position)) }
  }

  return {
    stream: async (stream: StreamName, from: number, limit?: number): Promise<readonly StoredRecord[]> => {
      if (from === 0 && limit === undefined) return wholeStream(stream)
      if (from === 0 && limit === PIECE) return beginning(stream)
      if (from === 0 && limit === 1) return firstRecord(stream)
      return guarded(file, () => ofStream.all(stream, from, now(), limit ?? -1).map(decode))
    },
    head: (): Position | null => guarded(file, () => newest.get()?.[0] ?? null),
    ...fingerprintOf(file, db),
    view: (prefixes: readonly string[]) => guarded(file, () => view(prefixes)),
    close: (): void => db.close(),
  }
}

/** Streams looked up by one statement. */
const TOGETHER = 256

type Waiting = {
  readonly stream: StreamName
  readonly resolve: (records: readonly StoredRecord[]) => void
  readonly reject: (error: unknown) => void
}

/** Of each stream everything, its first piece, or its first record alone. */
const JOINS = {
  whole: 'r.stream = wanted.value',
  beginning: `r.stream = wanted.value AND r.revision < ${PIECE} +
    (SELECT revision FROM records WHERE stream = wanted.value AND expires > ?2 ORDER BY revision LIMIT 1)`,
  first: `r.position = (SELECT position FROM records WHERE stream = wanted.value AND expires > ?2
          ORDER BY revision LIMIT 1)`,
} as const

/**
 * Reads of streams from their first record on that are asked for in one turn are one statement: calling SQLite costs
 * several times what finding a stream does. They see what is durable when the code that asked gives way.
 */
const readQueue = (file: string, db: DatabaseSync, now: () => EpochMs, what: keyof typeof JOINS) => {
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

  return (stream: StreamName): Promise<readonly StoredRecord[]> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush)
      waiting.push({ stream, resolve, reject })
    })
}

/** Looks that found nothing, as those of an import do for what is new, from which on it is worth knowing all names. */
const LOOKS_IN_VAIN = 500

/** Which streams there are, once many were looked for that there are not: then those need not be looked for. */
const streamsThere = (names: () => Iterable<readonly string[]>, settled: () => Promise<void>) => {
  let looks = 0
  let known: BloomFilter | null = null
  let isComplete = false

  const learn = async (filter: BloomFilter): Promise<void> => {
    known = filter
    // what was appended before is in the file by then, and what is appended meanwhile is noted
    await settled()
    for (const some of names()) {
      for (const name of some) filter.add(name)
      await nextTurn()
    }
    isComplete = true
  }

  return {
    isUnused: (stream: StreamName): boolean => isComplete && known?.mayHave(stream) === false,
    /** Whether it was unused; from now on it is not. */
    begin: (stream: StreamName): boolean => known?.add(stream) === true && isComplete,
    foundNothing: (): void => {
      if (++looks !== LOOKS_IN_VAIN) return
      // of a log that is damaged, busy, or closed by then, everything is looked for, until as many have looked in vain again
      learn(bloomFilter()).catch(() => {
        known = null
        looks = 0
      })
    },
  }
}

type Rows<Row> = (...behind: SQLInputValue[]) => readonly Row[]

/** Names that rows begin with, some at a time, behind a first row that there never is. */
const namesBehind = function* <Row extends readonly [string, ...SQLInputValue[]]>(
  all: Rows<Row>,
  first: Row,
) {
  for (let rows = all(...first); rows.length > 0; rows = all(...(rows.at(-1) ?? first)))
    yield rows.map(([name]) => name)
}

/** Names of all streams, one for each record, and of those of which it is only known where they end. */
const namesIn = function* (db: DatabaseSync): Generator<readonly string[]> {
  const ofRecords = query<[stream: string, revision: number]>(
    db,
    `SELECT stream, revision FROM records WHERE (stream, revision) > (?, ?) ORDER BY stream, revision LIMIT ${WINDOW}`,
  )
  const ofEnds = query<[stream: string]>(
    db,
    `SELECT stream FROM lifetimes WHERE stream > ? ORDER BY stream LIMIT ${WINDOW}`,
  )
  // in this order: what is cut meanwhile goes from the former to the latter
  yield* namesBehind(ofRecords.all, ['', -1])
  yield* namesBehind(ofEnds.all, [''])
}
