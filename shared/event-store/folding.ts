import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import {
  noRevision,
  revisionAfter,
  streamRevision,
  type Revision,
  type StreamName,
} from '../kernel/brands.ts'
import { LET_GO } from '../remembered.ts'
import {
  PIECE,
  type EventStore,
  type KeptFolds,
  type Position,
  type StoredRecord,
  type StreamEnd,
} from './port.ts'

// Folds of long streams are kept, so that a change of what was changed a thousand times reads and folds what is new. From
// their beginnings they are read and folded in pieces (ADR 39).

/** Streams of fewer records are folded from their beginnings: that costs no more than looking whether they are the same. */
const LONG = 32
/** Characters of all states that are kept, and what each stream counts besides: so states of at most 256 are. */
const MOST_CHARACTERS = 8_388_608
const LEAST = 32_768
/** A fold that fell so many records behind the others of its stream is not gone on with. */
const BEHIND = 256

/** The state of a stream, and its last revision; `noRevision`: there is nothing there that can be read. */
export type Loaded<State> = { readonly state: State; readonly revision: Revision }

/** States by the ends of streams, which a log keeps; they go with these. */
export type KeptStates<State> = {
  readonly at: WeakMap<StreamEnd, Loaded<State>>
  /** About how many characters a state has. */
  readonly weigh: (state: State) => number
}

/** `weigh`: as JSON, when absent. */
export const keptStates = <State>(
  weigh = (state: State): number => JSON.stringify(state).length,
): KeptStates<State> => ({ at: new WeakMap(), weigh })

export type StreamFold<State> = {
  readonly initial: State
  readonly after: (state: State, records: readonly StoredRecord[]) => State
  /** Absent: its states are not kept. */
  readonly kept?: KeptStates<State> | undefined
}

type Ends = ReturnType<KeptFolds['endsOf']>
const NO_ENDS: Ends = new Map()

const keptFolds = (letGoMs: number) => {
  const known = new LRUCache<StreamName, Ends>({
    ...LET_GO,
    ttl: letGoMs,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ends => [...ends.values()].reduce((sum, { weight }) => sum + weight, LEAST),
  })
  let removals = 0
  const folds: KeptFolds = {
    endsOf: stream => known.get(stream) ?? NO_ENDS,
    keep: (stream, by, end, since) => {
      if (since !== removals) return
      const others = [...(known.get(stream) ?? NO_ENDS)].filter(
        ([one, { revision }]) => one !== by && end.revision - revision < BEHIND,
      )
      known.set(stream, new Map([...others, [by, end]]))
    },
    removals: () => removals,
  }
  const forget = (stream: StreamName): void => {
    removals++
    known.delete(stream)
  }
  return { folds, forget }
}

/** Of a log on which others work, too: what they remove is not held on to for longer. */
const SHARED_MS = 60_000

/** The log, which keeps folds of long streams. What this process removes from it is not kept any more when that resolves. */
export const keepingFolds = (log: EventStore, isShared = false): EventStore => {
  const { folds, forget } = keptFolds(isShared ? SHARED_MS : LET_GO.ttl)
  const removing = (stream: StreamName, work: () => Promise<void>) => work().finally(() => forget(stream))
  return {
    ...log,
    folds,
    deleteStream: stream => removing(stream, () => log.deleteStream(stream)),
    truncate: (stream, before) => removing(stream, () => log.truncate(stream, before)),
    expireAfter: (stream, seconds) => removing(stream, () => log.expireAfter(stream, seconds)),
  }
}

/** A stream that is read once, for all that is folded of it. */
export type ReadStream = {
  /** Where its newest record stands; null: there is nothing. */
  readonly last: Position | null
  readonly fold: <State>(how: StreamFold<State>) => Promise<Loaded<State>>
}

/** Goes on with records that come right behind `known`. */
export const foldOn = <State>(
  { after }: Pick<StreamFold<State>, 'after'>,
  records: readonly StoredRecord[],
  known: Loaded<State>,
): Loaded<State> => ({
  state: after(known.state, records),
  revision: records.at(-1)?.revision ?? known.revision,
})

/** From this revision on, in pieces, between which everything else has its turn. */
const readFrom = async (
  store: Pick<EventStore, 'read'>,
  stream: StreamName,
  from: Revision,
): Promise<readonly StoredRecord[]> => {
  const first = await store.read(stream, { from, limit: PIECE })
  if (first.length < PIECE) return first
  const all = [...first]
  for (let piece = first; piece.length === PIECE;) {
    await nextTurn()
    piece = await store.read(stream, { from: revisionAfter(all.at(-1)?.revision ?? from), limit: PIECE })
    all.push(...piece)
  }
  return all
}

const foldInTurns = async <State>(
  how: StreamFold<State>,
  records: readonly StoredRecord[],
  known: Loaded<State> = { state: how.initial, revision: noRevision },
): Promise<Loaded<State>> => {
  let loaded = known
  for (let from = 0; from < records.length; from += PIECE) {
    if (from > 0) await nextTurn()
    loaded = foldOn(how, records.slice(from, from + PIECE), loaded)
  }
  return loaded
}

/** A stream of these records. */
export const streamOf = (records: readonly StoredRecord[]): ReadStream => ({
  last: records.at(-1)?.position ?? null,
  fold: async how => foldInTurns(how, records),
})

/** All records of a stream, however many. */
export const readAll = (store: Pick<EventStore, 'read'>, stream: StreamName) =>
  readFrom(store, stream, streamRevision(0))

/**
 * Reads a stream from where what is kept of it ends. A kept fold counts while the record that it ended with stands there:
 * whoever else wrote, removed or began anew, what is answered is what a fold from the beginning says, since whoever
 * truncates a stream has said once more behind it how things stand.
 */
export const readStream = async (
  store: Pick<EventStore, 'read' | 'folds'>,
  stream: StreamName,
): Promise<ReadStream> => {
  const { folds } = store
  const removals = folds?.removals() ?? 0
  const ends = folds?.endsOf(stream) ?? NO_ENDS
  const from = ends.size === 0 ? 0 : Math.min(...[...ends.values()].map(({ revision }) => revision))
  const tail = await readFrom(store, stream, streamRevision(from))
  let all: Promise<readonly StoredRecord[]> | null = from === 0 ? Promise.resolve(tail) : null
  const whole = () => (all ??= readAll(store, stream))
  return {
    last: tail.at(-1)?.position ?? null,
    fold: async how => {
      const { kept } = how
      const end = kept && ends.get(kept)
      const at = end === undefined ? -1 : tail.findIndex(({ id }) => id === end.id)
      const known = end === undefined || at === -1 ? undefined : kept?.at.get(end)
      const records = known === undefined ? await whole() : tail.slice(at + 1)
      const loaded = await foldInTurns(how, records, known)
      const last = records.at(-1)
      const isLong = known !== undefined || records.length >= LONG
      if (folds !== undefined && kept !== undefined && last !== undefined && isLong) {
        const next = { id: last.id, revision: last.revision, weight: kept.weigh(loaded.state) }
        kept.at.set(next, loaded)
        folds.keep(stream, kept, next, removals)
      }
      return loaded
    },
  }
}
