import {
  MAX_APPEND_BYTES,
  RecordTooLarge,
  RevisionConflict,
  StoreUnavailable,
  type EventStore,
  type Expected,
  type Followed,
  type NewRecord,
  type StoredRecord,
} from '../../shared/event-store/port.ts'

const STEP = 500

type Stream = { records: readonly StoredRecord[]; lifetimeMs: number | null; bornAt: Map<number, number> }

const bytesOf = (records: readonly NewRecord[]): number =>
  records.reduce((sum, { data, meta }) => sum + Buffer.byteLength(JSON.stringify({ data, meta })), 0)

const isAborted = ({ aborted }: AbortSignal): boolean => aborted

const matches = ({ stream }: StoredRecord, prefixes: readonly string[]): boolean =>
  prefixes.length === 0 || prefixes.some(prefix => stream.startsWith(prefix))

/** The log in memory, by the port's contract. `now` is epoch milliseconds, for expiry. */
export const memoryLog = (now: () => number = () => Date.now()): EventStore => {
  const streams = new Map<string, Stream>()
  const all = new Map<number, StoredRecord>()
  let position = 0
  let closed = false
  let waiting: (() => void)[] = []

  const alive = (): void => {
    if (closed) throw new StoreUnavailable('the log is closed')
  }

  const isLive = (record: StoredRecord): boolean => {
    const stream = streams.get(record.stream)
    if (stream === undefined || stream.lifetimeMs === null) return true
    return (stream.bornAt.get(record.position) ?? 0) + stream.lifetimeMs > now()
  }

  const wake = (): void => {
    const ringing = waiting
    waiting = []
    for (const ring of ringing) ring()
  }

  const isRepeat = (stored: readonly StoredRecord[], records: readonly NewRecord[], expected: Expected) => {
    const first = records[0]
    if (first === undefined) return false
    const start =
      expected === 'any'
        ? stored.findIndex(({ id }) => id === first.id)
        : expected === 'absent'
          ? 0
          : expected + 1
    return start >= 0 && records.every(({ id }, index) => stored[start + index]?.id === id) ? start : false
  }

  const append: EventStore['append'] = async (name, records, expected) => {
    alive()
    if (bytesOf(records) > MAX_APPEND_BYTES) throw new RecordTooLarge(`append to ${name}`)
    const stream = streams.get(name) ?? { records: [], lifetimeMs: null, bornAt: new Map<number, number>() }
    const revision = stream.records.length - 1
    const repeat = isRepeat(stream.records, records, expected)
    if (repeat !== false) {
      const last = stream.records[repeat + records.length - 1]
      return { revision: last?.revision ?? revision, position: last?.position ?? position }
    }
    if (expected !== 'any' && (expected === 'absent' ? -1 : expected) !== revision)
      throw new RevisionConflict(name)
    const added = records.map((record, index) => {
      position += 2
      return structuredClone({ ...record, stream: name, revision: revision + 1 + index, position })
    })
    for (const record of added) {
      all.set(record.position, record)
      stream.bornAt.set(record.position, now())
    }
    streams.set(name, { ...stream, records: [...stream.records, ...added] })
    wake()
    return { revision: revision + records.length, position }
  }

  const read: EventStore['read'] = async (name, { from = 0, limit = Infinity } = {}) => {
    alive()
    const stored = streams.get(name)?.records ?? []
    return stored.filter(record => record.revision >= from && isLive(record)).slice(0, limit)
  }

  const follow = async function* (
    after: number | null,
    prefixes: readonly string[],
    signal: AbortSignal,
  ): AsyncIterable<Followed> {
    let done = after
    while (!isAborted(signal)) {
      alive()
      const step = [...all.values()].filter(record => record.position > (done ?? 0)).slice(0, STEP)
      const last = step.length === STEP ? step.at(-1)?.position : undefined
      done = last ?? (position === 0 ? null : position)
      const records = step.filter(record => matches(record, prefixes) && isLive(record))
      yield { records, reached: done, live: last === undefined }
      if (isAborted(signal) || last !== undefined || (done ?? 0) !== position) continue
      await new Promise<void>(resolve => {
        waiting.push(resolve)
        signal.addEventListener(
          'abort',
          () => {
            resolve()
          },
          { once: true },
        )
      })
    }
  }

  return {
    append,
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
    expireAfter: async (name, seconds) => {
      alive()
      const stream = streams.get(name)
      if (stream !== undefined) streams.set(name, { ...stream, lifetimeMs: seconds * 1000 })
    },
    close: async () => {
      closed = true
      wake()
    },
  }
}
