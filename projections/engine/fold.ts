import type { Collection, Key } from '../../shared/documents/port.ts'
import { keptStates, type ReadStream, type StreamFold } from '../../shared/event-store/folding.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { Codec } from '../../shared/facts/codec.ts'
import { eventCodec, type EventFact, type EventValues } from '../../shared/facts/event.ts'
import { organizerCodec } from '../../shared/facts/organizer.ts'
import { termCodec } from '../../shared/facts/term.ts'
import { venueCodec } from '../../shared/facts/venue.ts'
import type { IsoTime, OrganizerId, Position, TermId, UtcTime, VenueId } from '../../shared/kernel/brands.ts'
import { utcOfIso } from '../../shared/kernel/time/calculate.ts'
import { madeOnce } from '../../shared/remembered.ts'

// From records to documents: batches of records, facts that are read once, values that many events have
// alike.

type Versioned<Id> = { readonly _id: Id; readonly rev: Position }

export type Fold<State, Fact, Id extends Key> = {
  readonly decode: (record: StoredRecord) => Fact
  readonly idOf: (fact: Fact) => Id
  /** null: the fact says nothing about a document that is not there. */
  readonly evolve: (state: State | null, fact: Fact, record: StoredRecord) => State | null
}

/** A document that a batch changed; `before` as it was stored. */
export type Changed<State, Stored> = { readonly before: Stored | null; readonly after: State }

type Folded<State, Stored, Fact> = {
  readonly changed: readonly Changed<State, Stored>[]
  /** Facts that the stored document had seen: they come again, and what was to follow them may not have. */
  readonly again: readonly Fact[]
}

/**
 * Folds a batch onto what is stored. Records a document has already seen are passed over, so a batch may come
 * again.
 */
export const foldBatch = async <Id extends Key, State extends Versioned<Id>, Stored extends State, Fact>(
  stored: Collection<Stored>,
  records: readonly StoredRecord[],
  { decode, idOf, evolve }: Fold<State, Fact, Id>,
): Promise<Folded<State, Stored, Fact>> => {
  type Entry = { before: Stored | null; now: State | null }
  const facts = records.map(decode)
  const entries = new Map<Id, Entry>()
  for (const fact of facts) entries.set(idOf(fact), { before: null, now: null })
  for (const document of await stored.getMany([...entries.keys()]))
    entries.set(document._id, { before: document, now: document })
  const again: Fact[] = []
  for (const [n, fact] of facts.entries()) {
    const record = records[n]
    const entry = entries.get(idOf(fact))
    if (record === undefined || entry === undefined) continue
    if (entry.now !== null && record.position <= entry.now.rev) again.push(fact)
    else entry.now = evolve(entry.now, fact, record)
  }
  const changed: Changed<State, Stored>[] = []
  for (const { before, now } of entries.values())
    if (now !== null && now !== before) changed.push({ before, after: now })
  return { changed, again }
}

/** What the records of one stream say, all of them, in order. */
export const foldRecords = <State, Fact, Id extends Key>(
  records: readonly StoredRecord[],
  { decode, evolve }: Fold<State, Fact, Id>,
  before: State | null = null,
): State | null => records.reduce((state, record) => evolve(state, decode(record), record), before)

/** What is shown of something, as records of its own stream say. null: there is none. */
export const shownInRecords =
  <State, Fact, Id extends Key, Shown>(fold: Fold<State, Fact, Id>, shown: (state: State) => Shown) =>
  (records: readonly StoredRecord[]): Shown | null => {
    const state = foldRecords(records, fold)
    return state === null ? null : shown(state)
  }

/** The same as all of the stream says: for when the read model lags (spec 00 §8), and for who is going to write. */
export type ShownInLog<Shown> = (stream: ReadStream) => Promise<Shown | null>

export const shownInLog = <State, Fact, Id extends Key, Shown>(
  fold: Fold<State, Fact, Id>,
  shown: (state: State) => Shown,
): ShownInLog<Shown> => {
  const how: StreamFold<State | null> = {
    initial: null,
    after: (before, records) => foldRecords(records, fold, before),
    kept: keptStates(),
  }
  return async stream => {
    const { state } = await stream.fold(how)
    return state === null ? null : shown(state)
  }
}

/** Different ones that are known at a time; then all are forgotten, which only costs room. */
const MOST = 4_096
/** Longer ones are seldom alike. */
const LONGEST_LIST = 8
const LONGEST_TEXT = 200

/** Answers the one that was given first of those with the same key. */
const first = <Value>() => {
  const known = new Map<string, Value>()
  return (key: string, value: Value): Value => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= MOST) known.clear()
    known.set(key, value)
    return value
  }
}

const alikeTexts = <Text extends string>() => {
  const firstText = first<Text>()
  return (text: Text): Text => (text.length > LONGEST_TEXT ? text : firstText(text, text))
}

const alikeTime = alikeTexts<UtcTime>()

/** When something was recorded; one text for all of the same second, as an import records many. */
export const recordedAt = (iso: IsoTime): UtcTime => alikeTime(utcOfIso(iso))

const alikeLists = <Id extends number>() => {
  const firstList = first<Id[]>()
  return (list: Id[]): Id[] => (list.length > LONGEST_LIST ? list : firstList(list.join(), list))
}

/**
 * Values in which what many events have alike is one object for all of them: lists of the same ids, zone, publication,
 * import and source. Read from the log each event would have its own, 340 bytes of them.
 */
export const alikeValues = (): ((values: EventValues) => EventValues) => {
  const text = alikeTexts<string>()
  const nothing: string[] = []
  const [venuesOf, organizersOf] = [alikeLists<VenueId>(), alikeLists<OrganizerId>()]
  const termsOf = alikeLists<TermId>()
  return values => {
    const { venues, organizers, categories, tags, timezone, publishedAt, lineage, origin } = values
    return {
      ...values,
      venues: venuesOf(venues),
      organizers: organizersOf(organizers),
      categories: termsOf(categories),
      tags: termsOf(tags),
      timezone: text(timezone),
      publishedAt: publishedAt === null ? null : alikeTime(publishedAt),
      lineage: lineage.length === 0 ? nothing : lineage,
      origin:
        // written out, its members are in one piece of memory: 24 bytes less
        origin === null
          ? null
          : {
              importId: text(origin.importId),
              source: text(origin.source),
              uid: origin.uid,
              occurrence: origin.occurrence,
              sequence: origin.sequence,
              lastModified: origin.lastModified,
            },
    }
  }
}

/** Several projections read the same record; its fact is checked once, and its texts are shared. */
const once = <Fact>({ decode }: Pick<Codec<Fact>, 'decode'>) =>
  madeOnce(({ type, data }: StoredRecord): Fact => decode(type, data))

const alike = alikeValues()

export const eventFact = once<EventFact>({
  decode: (type, data) => {
    const fact = eventCodec.decode(type, data)
    return fact.type === 'EventCreated' ? { ...fact, values: alike(fact.values) } : fact
  },
})
export const venueFact = once(venueCodec)
export const organizerFact = once(organizerCodec)
export const termFact = once(termCodec)
