import { setImmediate as nextTurn } from 'node:timers/promises'
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

const lastIn = async (store: EventStore, stream: StreamName): Promise<Revision> =>
  (await store.read(stream)).at(-1)?.revision ?? noRevision

/** Has everything else wait no longer than a few looks take; null: nothing waits yet. */
const breath = () => {
  let looks = 0
  return (): Promise<void> | null => (++looks % TURN === 0 ? nextTurn() : null)
}

/** Streams below of which it is kept what was found: what is looked at is mostly written to next. */
const LOOKED_AT = 20_000

/** Last revisions of what was looked at lately; `noRevision`: there is no such stream. */
const lookedAt = () => {
  const known = new Map<string, Revision>()
  return {
    get: (stream: StreamName) => known.get(stream),
    note: (stream: StreamName, last: Revision): void => {
      const [oldest] = known.size < LOOKED_AT ? [] : known.keys()
      if (oldest !== undefined) known.delete(oldest)
      known.set(stream, last)
    },
    forget: (stream: StreamName) => known.delete(stream),
  }
}

const layersOver = (store: EventStore, isBelow: (stream: StreamName) => boolean) => {
  const layers = new Map<string, Layer | Promise<Layer>>()
  const looked = lookedAt()
  /** What the log below has of a stream that was not written to here. */
  const below: EventStore['read'] = async (stream, options = {}) => {
    if (looked.get(stream) === noRevision || !isBelow(stream)) return []
    const records = await store.read(stream, options)
    const { from = 0, limit } = options
    const last = records.at(-1)?.revision ?? noRevision
    if (limit === undefined && (from === 0 || last !== noRevision)) looked.note(stream, last)
    return records
  }
  const made = (stream: StreamName, base: Revision): Layer => {
    const layer: Layer = { base, added: [] }
    layers.set(stream, layer)
    looked.forget(stream)
    return layer
  }
  return {
    below,
    get: (stream: StreamName) => layers.get(stream),
    /** At once, unless the log has to be asked. */
    make: (stream: StreamName): Layer | Promise<Layer> => {
      const known = layers.get(stream)
      if (known !== undefined) return known
      const last = looked.get(stream) ?? (isBelow(stream) ? null : noRevision)
      if (last !== null) return made(stream, last)
      const making: Promise<Layer> = lastIn(store, stream).then(base =>
        layers.get(stream) === making ? made(stream, base) : { base, added: [] },
      )
      layers.set(stream, making)
      return making
    },
    replace: (stream: StreamName): void => {
      made(stream, noRevision)
    },
  }
}

/** About how many characters it has as JSON: it need not be written for that. */
const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 6
  let length = 2
  if (Array.isArray(value)) for (const one of value) length += lengthOf(one) + 1
  else for (const [name, member] of Object.entries(value)) length += name.length + lengthOf(member) + 4
  return length
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
const appendingTo = (
  layers: ReturnType<typeof layersOver>,
  { all, put }: ReturnType<typeof shelf>,
  pause: ReturnType<typeof breath>,
): EventStore['appendAll'] => {
  const layerOf = async ({ stream }: Append): Promise<Layer> => {
    const turn = pause()
    if (turn !== null) await turn
    const layer = layers.make(stream)
    return layer instanceof Promise ? await layer : layer
  }
  return async (before, last) => {
    const met: (Append & { readonly layer: Layer })[] = []
    for (const append of [...before, last]) met.push({ ...append, layer: await layerOf(append) })
    for (const { stream, expected, layer } of met)
      if (!isExpected(expected, revisionAfter(layer.base, layer.added.length)))
        throw new RevisionConflict(stream)
    let revision = noRevision
    for (const { stream, records, layer } of met)
      for (const record of records) ({ revision } = put(layer, stream, record))
    return { revision, position: logPosition(FIRST_POSITION + all.length - 1) }
  }
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
        : (await store.read(stream, options)).filter(({ revision }) => revision <= layer.base)
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
