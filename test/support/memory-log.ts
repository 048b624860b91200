import {
  type StreamName,
  streamRevision,
  logPosition,
  type Position,
  noRevision,
  noPosition,
} from '../../shared/kernel/brands.ts'
import {
  RevisionConflict,
  StoreUnavailable,
  type Appended,
  type EventStore,
  type Followed,
  type StoredRecord,
} from '../../shared/event-store/port.ts'
import { checkBefore, checkRange, checkSeconds, checkStream } from '../../shared/event-store/given.ts'
import { ABSENT, ANY, packAll, type Packed, unpack } from '../../shared/event-store/sqlite/record.ts'

const STEP = 500
/** Positions are no numbers of records: between two of them there is room. */
const GAP = 2

type Stream = {
  floor: number
  records: StoredRecord[]
  lifetimeMs: number | null
  bornAt: Map<number, number>
}

/** The last record of an append that was made before; null: it is new. Throws RevisionConflict. */
const repeated = (
  name: StreamName,
  { last, readable }: { readonly last: number; readonly readable: readonly StoredRecord[] },
  ids: readonly string[],
  expected: number,
): StoredRecord | null => {
  if (expected === ANY) {
    const places = ids.map(id => readable.findIndex(record => record.id === id))
    if (places[0] === -1) return null
    if (!places.includes(-1)) return readable[places.at(-1) ?? 0] ?? null
  } else {
    if (expected === last || (expected === ABSENT && readable.length === 0)) return null
    const there = readable.filter(({ revision }) => revision > expected).slice(0, ids.length)
    const same = there.length === ids.length && there.every(({ id }, index) => id === ids[index])
    if (same) return there.at(-1) ?? null
  }
  throw new RevisionConflict(name)
}

const isAborted = ({ aborted }: AbortSignal): boolean => aborted

const matches = ({ stream }: StoredRecord, prefixes: readonly string[]): boolean =>
  prefixes.length === 0 || prefixes.some(prefix => stream.startsWith(prefix))

/** The log in memory, by the port's contract. `now` is epoch milliseconds, for expiry. */
export const memoryLog = (now: () => number = () => Date.now()): EventStore => {
  const streams = new Map<string, Stream>()
  const all = new Map<number, StoredRecord>()
  let position = logPosition(0)
  let closed = false
  let waiting: (() => void)[] = []

  const alive = (): void => {
    if (closed) throw new StoreUnavailable('the log is closed')
  }

  const isLive = (record: StoredRecord): boolean => {
    const stream = streams.get(record.stream)
    if (stream !== undefined && record.revision < stream.floor) return false
    if (stream === undefined || stream.lifetimeMs === null) return true
    return (stream.bornAt.get(record.position) ?? 0) + stream.lifetimeMs > now()
  }

  const wake = (): void => {
    const ringing = waiting
    waiting = []
    for (const ring of ringing) ring()
  }

  /** Until something is appended, the log is closed or the follower gives up. */
  const news = (signal: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      const ring = () => {
        signal.removeEventListener('abort', ring)
        resolve()
      }
      if (closed || signal.aborted) {
        resolve()
        return
      }
      waiting.push(ring)
      signal.addEventListener('abort', ring)
    })

  /** What it is a repeat of; null: it is new. Throws RevisionConflict. */
  const judged = ({ stream: name, ids, expected }: Packed): StoredRecord | null => {
    const records = streams.get(name)?.records ?? []
    return repeated(name, { last: records.length - 1, readable: records.filter(isLive) }, ids, expected)
  }

  const write = ({ stream: name, ids, bodies }: Packed): Appended => {
    const stream = streams.get(name) ?? {
      floor: 0,
      records: [],
      lifetimeMs: null,
      bornAt: new Map<number, number>(),
    }
    streams.set(name, stream)
    for (const [index, body] of bodies.entries()) {
      position = logPosition(position + GAP)
      const place = {
        id: ids[index] ?? '',
        stream: name,
        revision: streamRevision(stream.records.length),
        position,
      }
      const record = unpack(body, place)
      stream.records.push(record)
      stream.bornAt.set(position, now())
      all.set(position, record)
    }
    return { revision: streamRevision(stream.records.length - 1), position }
  }

  const appendAll: EventStore['appendAll'] = async (before, last) => {
    alive()
    const packed = packAll([...before, last])
    const verdicts = packed.map(judged)
    const places = packed.map((each, index) => verdicts[index] ?? write(each))
    wake()
    const { revision, position: at } = places.at(-1) ?? { revision: noRevision, position: noPosition }
    return { revision, position: at }
  }

  const read: EventStore['read'] = async (name, { from = 0, limit } = {}) => {
    alive()
    checkStream(name)
    checkRange(from, limit)
    const stored = streams.get(name)?.records ?? []
    return stored.filter(record => record.revision >= from && isLive(record)).slice(0, limit)
  }

  const follow = async function* (
    after: Position | null,
    prefixes: readonly string[],
    signal: AbortSignal,
  ): AsyncIterable<Followed> {
    let done = after
    while (!isAborted(signal)) {
      alive()
      const step: StoredRecord[] = []
      const first = (Math.floor((done ?? 0) / GAP) + 1) * GAP
      for (let at = first; at <= position && step.length < STEP; at += GAP) {
        const record = all.get(at)
        if (record !== undefined) step.push(record)
      }
      const last = step.length === STEP ? step.at(-1)?.position : undefined
      done = last ?? (position === 0 ? null : position)
      const records = step.filter(record => matches(record, prefixes) && isLive(record))
      yield { records, reached: done, live: last === undefined }
      if (last === undefined && (done ?? 0) === position) await news(signal)
    }
  }

  return {
    append: (stream, records, expected) => appendAll([], { stream, records, expected }),
    appendAll,
    read,
    follow,
    head: async () => {
      alive()
      return position === 0 ? null : position
    },
    deleteStream: async name => {
      alive()
      for (const record of streams.get(name)?.records ?? []) all.delete(record.position)
      streams.delete(name)
    },
    truncate: async (name, before) => {
      alive()
      checkStream(name)
      checkBefore(before)
      const stream = streams.get(name)
      if (stream === undefined) return
      for (const record of stream.records)
        if (record.revision < before && all.delete(record.position)) stream.floor = before
    },
    expireAfter: async (name, seconds) => {
      alive()
      checkStream(name)
      checkSeconds(seconds)
      const stream = streams.get(name)
      if (stream !== undefined) stream.lifetimeMs = seconds * 1000
    },
    close: async () => {
      closed = true
      wake()
    },
  }
}
