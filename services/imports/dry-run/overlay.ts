import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import {
  RevisionConflict,
  type EventStore,
  type Expected,
  type NewRecord,
  type StoredRecord,
} from '../../../shared/event-store/port.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'

/** Behind everything in any log. */
const FIRST_POSITION = 2 ** 52
/** Looks and appends, between some of which everything else in the process has its turn. */
const TURN = 24

/** What would be recorded is more than a dry run may hold. */
export class DryRunTooLarge extends Error {
  override readonly name = 'DryRunTooLarge'
}

/** As a text: most of it is never looked at again. */
type Added = Omit<StoredRecord, 'data'> & { readonly data: string }

/** `base`: revision of the last record that the log had of the stream when it was first written to here; -1: none. */
type Layer = { readonly base: number; readonly added: Added[] }

/** A log on which everything can be done, and which leaves the one below as it is. */
export type Overlay = EventStore & {
  /** What was appended to it, in order, of streams whose names begin so. */
  readonly added: (prefix: string) => Iterable<StoredRecord>
  /** The same of one stream. */
  readonly addedTo: (stream: string) => Promise<readonly StoredRecord[]>
  /** Whether the stream begins here. */
  readonly isMade: (stream: string) => Promise<boolean>
}

const opened = (record: Added): StoredRecord => ({ ...record, data: JSON.parse(record.data) as JsonObject })

const isExpected = (expected: Expected, last: number): boolean =>
  expected === 'any' || (expected === 'absent' ? last === -1 : expected === last)

const lastIn = async (store: EventStore, stream: string): Promise<number> =>
  (await store.read(stream)).at(-1)?.revision ?? -1

/** Has everything else wait no longer than a few looks take. */
const breath = () => {
  let looks = 0
  return async (): Promise<void> => {
    if (++looks % TURN === 0) await nextTurn()
  }
}

/** Streams below of which it is kept what was found: what is looked at is mostly written to next. */
const LOOKED_AT = 20_000

const layersOver = (store: EventStore, isBelow: (stream: string) => boolean) => {
  const layers = new Map<string, Promise<Layer>>()
  /** Last revisions; -1: there is no such stream. */
  const looked = new LRUCache<string, number>({ max: LOOKED_AT })
  /** What the log below has of a stream that was not written to here. */
  const below: EventStore['read'] = async (stream, options = {}) => {
    if (!isBelow(stream) || looked.get(stream) === -1) return []
    const records = await store.read(stream, options)
    const { from = 0, limit } = options
    const last = records.at(-1)?.revision ?? -1
    if (limit === undefined && (from === 0 || last !== -1)) looked.set(stream, last)
    return records
  }
  return {
    below,
    get: (stream: string) => layers.get(stream),
    make: (stream: string): Promise<Layer> => {
      const last = async () => looked.get(stream) ?? (isBelow(stream) ? lastIn(store, stream) : -1)
      const known = layers.get(stream) ?? last().then(base => ({ base, added: [] }))
      layers.set(stream, known)
      return known
    },
    replace: (stream: string): void => {
      layers.set(stream, Promise.resolve({ base: -1, added: [] }))
    },
  }
}

/** Takes up to `bytes` of texts. Throws DryRunTooLarge. */
const shelf = (bytes: number) => {
  const all: Added[] = []
  let held = 0
  return {
    all,
    put: (layer: Layer, stream: string, { id, type, data, meta }: NewRecord): Added => {
      const text = JSON.stringify(data)
      held += text.length
      if (held > bytes) throw new DryRunTooLarge(`a dry run holds at most ${bytes} bytes`)
      const place = { stream, revision: layer.base + layer.added.length + 1 }
      const record = { id, type, data: text, meta, ...place, position: FIRST_POSITION + all.length }
      layer.added.push(record)
      all.push(record)
      return record
    },
  }
}

/**
 * What is appended lies in memory, up to `bytes` of it, over what `store` holds, which nobody writes to. Of a stream that
 * was written to here, it goes on showing what it showed then. `isBelow`: whether there may be such a stream below.
 */
export const overlayOn = (
  store: EventStore,
  bytes: number,
  isBelow: (stream: string) => boolean = () => true,
): Overlay => {
  const layers = layersOver(store, isBelow)
  const { all, put } = shelf(bytes)
  const pause = breath()

  const append: EventStore['append'] = async (stream, records, expected) => {
    await pause()
    const layer = await layers.make(stream)
    if (!isExpected(expected, layer.base + layer.added.length)) throw new RevisionConflict(stream)
    let revision = layer.base + layer.added.length
    for (const record of records) ({ revision } = put(layer, stream, record))
    return { revision, position: FIRST_POSITION + all.length - 1 }
  }

  const read: EventStore['read'] = async (stream, options = {}) => {
    await pause()
    const layer = await layers.get(stream)
    if (layer === undefined) return layers.below(stream, options)
    const { from = 0, limit = Infinity } = options
    const below =
      from > layer.base
        ? []
        : (await store.read(stream, options)).filter(({ revision }) => revision <= layer.base)
    const first = Math.max(0, from - layer.base - 1)
    const above = layer.added.slice(first, first + Math.max(0, limit - below.length)).map(opened)
    return [...below, ...above]
  }

  return {
    append,
    appendAll: async (before, last) => {
      for (const { stream, records, expected } of before) await append(stream, records, expected)
      return append(last.stream, last.records, last.expected)
    },
    read,
    follow: () => {
      throw new Error('nobody follows a dry run')
    },
    head: store.head,
    deleteStream: async stream => layers.replace(stream),
    // what it holds is gone with it
    expireAfter: async () => undefined,
    close: async () => undefined,
    added: function* (prefix) {
      for (const record of all) if (record.stream.startsWith(prefix)) yield opened(record)
    },
    addedTo: async stream => {
      await pause()
      return ((await layers.get(stream))?.added ?? []).map(opened)
    },
    isMade: async stream => {
      const layer = await layers.get(stream)
      return layer !== undefined && layer.base === -1 && layer.added.length > 0
    },
  }
}
