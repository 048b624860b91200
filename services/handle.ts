import { randomUUID } from 'node:crypto'
import {
  type UtcTime,
  type StreamName,
  noRevision,
  revisionAfter,
  type EpochMs,
} from '../shared/kernel/brands.ts'
import type { By } from '../shared/facts/common.ts'
import { utcOfIso, isoOfMs } from '../shared/kernel/time/calculate.ts'
import {
  RevisionConflict,
  type EventStore,
  type Expected,
  type NewRecord,
  type Position,
  type Revision,
  type StoredRecord,
} from '../shared/event-store/port.ts'
import type { Meta } from '../shared/facts/meta.ts'
import type { Codec } from '../shared/facts/codec.ts'
import type { Decider } from '../shared/kernel/decision.ts'
import {
  foldOn,
  readStream,
  type Loaded,
  type KeptStates,
  type StreamFold,
} from '../shared/event-store/folding.ts'

/** A decider and how its facts are stored. */
export type Aggregate<State, Command, Fact, Refusal> = Decider<State, Command, Fact, Refusal> & {
  readonly codec: Codec<Fact>
  /** Of those whose streams grow as long as somebody changes something. */
  readonly kept?: KeptStates<State>
}

/** Who asks, when, through what: becomes the metadata of every fact. Now and actor come from the edge. */
export type Context = Meta

/** Number under which something is made, asked for once it is about to be; undefined: any. */
export type IdFor = (context: Context) => Promise<number | undefined>
export const anyId: IdFor = async () => undefined

/** Of what the service does by itself, in nobody's name. */
export const serviceContext = (
  correlation: string,
  nowMs: EpochMs,
  causation: string | null = null,
): Context => ({
  actor: null,
  at: isoOfMs(nowMs),
  source: 'worker',
  route: null,
  correlation,
  causation,
})

/** One fact as a record of its own. */
export const recordOf = <Fact>(codec: Pick<Codec<Fact>, 'encode'>, fact: Fact, meta: Context): NewRecord => ({
  id: randomUUID(),
  ...codec.encode(fact),
  meta,
})

/** What is believed by who has read a stream up to this revision; `noRevision`: it found nothing there. */
export const expectedAfter = (last: Revision): Expected => (last === noRevision ? 'absent' : last)

export type Handled<State, Refusal> =
  | {
      readonly ok: true
      readonly state: State
      readonly revision: Revision
      /** Where the facts were recorded; null when there was nothing to record. */
      readonly position: Position | null
    }
  | { readonly ok: false; readonly refusal: Refusal }

/** Each round of a race has a winner: this many writers of one stream at the same moment all come through. */
export const MOST_ATTEMPTS = 64

/** How a stream is folded to decide on it. */
export const foldOf = <State, Command, Fact, Refusal>({
  initial,
  evolve,
  codec,
  kept,
}: Aggregate<State, Command, Fact, Refusal>): StreamFold<State> => ({
  ...{ initial, kept },
  after: (before, records) =>
    records.reduce((state, { type, data }) => evolve(state, codec.decode(type, data)), before),
})

/** Folds records of a stream; `known` is a fold of all that came before them. */
export const folded = <State, Command, Fact, Refusal>(
  aggregate: Aggregate<State, Command, Fact, Refusal>,
  records: readonly StoredRecord[],
  known: Loaded<State> = { state: aggregate.initial, revision: noRevision },
): Loaded<State> => foldOn(foldOf(aggregate), records, known)

/** Folds a stream. `known` is an earlier fold of the same stream: only what came after it is read. */
export const load = async <State, Command, Fact, Refusal>(
  store: Pick<EventStore, 'read' | 'folds'>,
  aggregate: Aggregate<State, Command, Fact, Refusal>,
  stream: StreamName,
  known?: Loaded<State>,
): Promise<Loaded<State>> =>
  known === undefined
    ? (await readStream(store, stream)).fold(foldOf(aggregate))
    : folded(aggregate, await store.read(stream, { from: revisionAfter(known.revision) }), known)

/**
 * Load, fold, decide, append; a decision without facts appends nothing. With `known`, an earlier fold, nothing is read
 * first: the append finds out whether it is still true, and any other outcome is decided on what the stream says now.
 *
 * A lost race is decided anew, `MOST_ATTEMPTS` times; then RevisionConflict reaches the caller (409 at the edge). So it
 * does at once when another stream was the reason, to which the log appends together with this one (`inOneAct`).
 */
export const handle = async <State, Command, Fact, Refusal>(
  store: EventStore,
  aggregate: Aggregate<State, Command, Fact, Refusal>,
  stream: StreamName,
  command: Command,
  context: Context,
  known?: Loaded<State>,
): Promise<Handled<State, Refusal>> => {
  const ids: string[] = []
  let loaded = known ?? (await load(store, aggregate, stream))
  let isCurrent = known === undefined
  for (let attempt = 1; ; attempt++) {
    const { state, revision } = loaded
    const decision = aggregate.decide(command, state)
    const facts = decision.ok ? decision.facts : []
    let refused: RevisionConflict | null = null
    if (isCurrent && !decision.ok) return decision
    if (isCurrent && facts.length === 0) return { ok: true, state, revision, position: null }
    try {
      if (facts.length > 0) {
        const records = recordsOf(aggregate.codec, facts, ids, context)
        const appended = await store.append(stream, records, expectedAfter(revision))
        return { ok: true, state: facts.reduce(aggregate.evolve, state), ...appended }
      }
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === MOST_ATTEMPTS) throw error
      refused = error
    }
    const later = await load(store, aggregate, stream, loaded)
    const isSame = later.revision === loaded.revision
    if (refused !== null && isSame && refused.stream !== stream) throw refused
    // nothing came after what is known, and still the append was refused: the stream is another one now
    loaded = refused !== null && isSame ? await load(store, aggregate, stream) : later
    isCurrent = true
  }
}

/** Those that are appended again have the `ids` of before, by which the log knows them. */
const recordsOf = <Fact>(codec: Codec<Fact>, facts: readonly Fact[], ids: string[], context: Context) =>
  facts.map((fact, index) => ({ id: (ids[index] ??= randomUUID()), ...codec.encode(fact), meta: context }))

/** Who counts as the cause, as far as later decisions ask (spec 05 §5-6). */
export const byOf = ({ source }: Context): By =>
  source === 'import' || source === 'move-in' ? 'import' : source === 'worker' ? 'service' : 'person'

/** `YYYY-MM-DD HH:MM:SS`, UTC: the instant of the decision as facts hold it. */
export const instantOf = ({ at }: Context): UtcTime => utcOfIso(at)
