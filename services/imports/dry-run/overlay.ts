import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import {
  type StreamName,
  streamRevision,
  logPosition,
  noRevision,
  type Revision,
  revisionAfter,
} from '../../../shared/kernel/brands.ts'
import {
  RevisionConflict,
  type Append,
  type EventStore,
  type Expected,
  type NewRecord,
  type StoredRecord,
} from '../../../shared/event-store/port.ts'
import { isObject } from '../../../shared/kernel/json.ts'
import { DRY_RUN_KEPT_LENGTH } from '../../../shared/limits/imports.ts'

/** Behind everything in any log. */
const FIRST_POSITION = 2 ** 52
/** Looks and appends, between some of which everything else in the process has its turn. */
const TURN = 24

/** What would be recorded is more than a dry run may hold. */
export class DryRunTooLarge extends Error {
  override readonly name = 'DryRunTooLarge'
}

/** `base`: revision of the last record that the log had of the stream when it was first written to here. */
type Layer = { readonly base: Revision; readonly added: StoredRecord[] }

/** A log on which everything can be done, and which leaves the one below as it is. */
export type Overlay = EventStore & {
  /** What was appended to it, in order, of streams whose names begin so. */
  readonly added: (prefix: string) => Iterable<StoredRecord>
  /** The same of one stream. */
  readonly addedTo: (stream: StreamName) => readonly StoredRecord[]
  /** Whether the stream begins here. */
  readonly isMade: (stream: StreamName) => boolean
}

const isExpected = (expected: Expected, last: Revision): boolean =>
  expected === 'any' || (expected === 'absent' ? last === noRevision : expected === last)

const lastOf = (records: readonly StoredRecord[]): Revision => records.at(-1)?.revision ?? noRevision

/** Has everything else wait no longer than a few looks take; null: nothing waits yet. */
const breath = () => {
  let looks = 0
  return (): Promise<void> | null => (++looks % TURN === 0 ? nextTurn() : null)
}

/** About how many characters it has as JSON: it need not be written for that. */
const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length + 2
  let length = 2
  if (Array.isArray(value)) for (const one of value) length += lengthOf(one) + 1
  else if (isObject(value)) for (const name in value) length += name.length + lengthOf(value[name]) + 4
  else return 6
  return length
}

/** What a stream counts besides its records. */
const LEAST = 200

/** Streams below as they were when they were looked at: what is looked at is mostly written to next, and told of in the end. */
const lookedAt = () =>
  new LRUCache<StreamName, readonly StoredRecord[]>({
    maxSize: DRY_RUN_KEPT_LENGTH,
    sizeCalculation: records => records.reduce((sum, { data }) => sum + lengthOf(data), LEAST),
  })

const within = (records: readonly StoredRecord[], from: number, limit: number): readonly StoredRecord[] =>
  from === 0 && records.length <= limit
    ? records
    : records.filter(({ revision }) => revision >= from).slice(0, limit)

const layersOver = (store: EventStore, isBelow: (stream: StreamName) => boolean) => {
  const layers = new Map<string, Layer | Promise<Layer>>()
  const looked = lookedAt()
  /** What the log below has of a stream. */
  const below: EventStore['read'] = async (stream, options = {}) => {
    if (!isBelow(stream)) return []
    const { from = 0, limit = Infinity } = options
    const known = looked.get(stream)
    if (known !== undefined) return within(known, from, limit)
    const records = await store.read(stream, options)
    if (from === 0 && records.length < limit) looked.set(stream, records)
    return records
  }
  const made = (stream: StreamName, base: Revision): Layer => {
    const layer: Layer = { base, added: [] }
    layers.set(stream, layer)
    return layer
  }
  return {
    below,
    get: (stream: StreamName) => layers.get(stream),
    /** At once, unless the log has to be asked. */
    make: (stream: StreamName): Layer | Promise<Layer> => {
      const layer = layers.get(stream)
      if (layer !== undefined) return layer
      const known = isBelow(stream) ? looked.get(stream) : []
      if (known !== undefined) return made(stream, lastOf(known))
      const making: Promise<Layer> = below(stream).then(records => {
        const base = lastOf(records)
        return layers.get(stream) === making ? made(stream, base) : { base, added: [] }
      })
      layers.set(stream, making)
      return making
    },
    replace: (stream: StreamName): void => {
      made(stream, noRevision)
    },
  }
}

/** Takes records with up to `most` characters. Throws DryRunTooLarge. */
const shelf = (most: number) => {
  const all: StoredRecord[] = []
  let held = 0
  return {
    all,
    put: (layer: Layer, stream: StreamName, { id, type, data, meta }: NewRecord): StoredRecord => {
      held += lengthOf(data)
      if (held > most) throw new DryRunTooLarge(`a dry run holds at most ${most} characters`)
      const place = { stream, revision: streamRevision(layer.base + layer.added.length + 1) }
      const record = { id, type, data, meta, ...place, position: logPosition(FIRST_POSITION + all.length) }
      layer.added.push(record)
      all.push(record)
      return record
    },
  }
}

/** All appends or none: each stream is looked at before the first of them is written to. */
const appendingTo =
  (
    layers: ReturnType<typeof layersOver>,
    { all, put }: ReturnType<typeof shelf>,
    pause: ReturnType<typeof breath>,
  ): EventStore['appendAll'] =>
  async (before, last) => {
    const met: (readonly [Append, Layer])[] = []
    for (const append of [...before, last]) {
      const turn = pause()
      if (turn !== null) await turn
      const layer = layers.make(append.stream)
      met.push([append, layer instanceof Promise ? await layer : layer])
    }
    for (const [{ stream, expected }, { base, added }] of met)
      if (!isExpected(expected, revisionAfter(base, added.length))) throw new RevisionConflict(stream)
    let revision = noRevision
    for (const [{ stream, records }, layer] of met)
      for (const record of records) ({ revision } = put(layer, stream, record))
    return { revision, position: logPosition(FIRST_POSITION + all.length - 1) }
  }

const forgetsNothing = (): never => {
  throw new Error('a dry run forgets nothing')
}

/**
 * What is appended lies in memory as it is, since nobody changes a fact, up to `most` characters of it, over what `store`
 * holds, which nobody writes to. Of a stream that was written to here, it goes on showing what it showed then.
 * `isBelow`: whether there may be such a stream below.
 */
export const overlayOn = (
  store: EventStore,
  most: number,
  isBelow: (stream: StreamName) => boolean = () => true,
): Overlay => {
  const layers = layersOver(store, isBelow)
  const held = shelf(most)
  const pause = breath()

  const appendAll = appendingTo(layers, held, pause)

  const read: EventStore['read'] = async (stream, options = {}) => {
    const turn = pause()
    if (turn !== null) await turn
    const known = layers.get(stream)
    if (known === undefined) return layers.below(stream, options)
    const layer = known instanceof Promise ? await known : known
    const { from = 0, limit = Infinity } = options
    const below =
      from > layer.base
        ? []
        : (await layers.below(stream, options)).filter(({ revision }) => revision <= layer.base)
    const first = Math.max(0, from - layer.base - 1)
    return [...below, ...layer.added.slice(first, first + Math.max(0, limit - below.length))]
  }

  /** What was written to it; null: nothing was. */
  const layerOf = (stream: StreamName): Layer | null => {
    const layer = layers.get(stream)
    return layer === undefined || layer instanceof Promise ? null : layer
  }

  return {
    append: (stream, records, expected) => appendAll([], { stream, records, expected }),
    appendAll,
    read,
    follow: () => {
      throw new Error('nobody follows a dry run')
    },
    head: store.head,
    deleteStream: async stream => layers.replace(stream),
    truncate: forgetsNothing,
    // what it holds is gone with it
    ...{ expireAfter: async () => undefined, close: async () => undefined },
    added: function* (prefix) {
      for (const record of held.all) if (record.stream.startsWith(prefix)) yield record
    },
    addedTo: stream => layerOf(stream)?.added ?? [],
    isMade: stream => {
      const layer = layerOf(stream)
      return layer !== null && layer.base === noRevision && layer.added.length > 0
    },
  }
}
