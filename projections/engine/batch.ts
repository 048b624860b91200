import type { Collection, Key } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'

type Versioned<Id> = { readonly _id: Id; readonly rev: number }

export type Fold<State, Fact, Id extends Key = number> = {
  readonly decode: (record: StoredRecord) => Fact
  readonly idOf: (fact: Fact) => Id
  /** null: the fact says nothing about a document that is not there. */
  readonly evolve: (state: State | null, fact: Fact, record: StoredRecord) => State | null
}

/** A document that a batch changed; `before` as it was stored. */
export type Changed<State, Stored> = { readonly before: Stored | null; readonly after: State }

export type Folded<State, Stored, Fact> = {
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
export const foldRecords = <State, Fact>(
  records: readonly StoredRecord[],
  { decode, evolve }: Fold<State, Fact>,
): State | null =>
  records.reduce<State | null>((state, record) => evolve(state, decode(record), record), null)
