import type { Collection } from '../shared/documents/port.ts'
import type { StoredRecord } from '../shared/event-store/port.ts'

type Numbered = { readonly _id: number; readonly rev: number }

export type Fold<State, Fact> = {
  readonly decode: (record: StoredRecord) => Fact
  readonly idOf: (fact: Fact) => number
  /** null: the fact says nothing about a document that is not there. */
  readonly evolve: (state: State | null, fact: Fact, record: StoredRecord) => State | null
}

/**
 * Folds a batch onto what is stored and answers the documents that changed. Records a document has already seen
 * are passed over, so a batch may come again.
 */
export const foldBatch = async <State extends Numbered, Stored extends State, Fact>(
  stored: Collection<Stored>,
  records: readonly StoredRecord[],
  { decode, idOf, evolve }: Fold<State, Fact>,
): Promise<readonly State[]> => {
  const facts = records.map(decode)
  const ids = facts.map(idOf)
  const states = new Map<number, State>()
  for (const document of await stored.getMany([...new Set(ids)])) states.set(document._id, document)
  const changed = new Set<number>()
  for (const [n, record] of records.entries()) {
    const [fact, id] = [facts[n], ids[n]]
    if (fact === undefined || id === undefined) continue
    const state = states.get(id) ?? null
    if (state !== null && record.position <= state.rev) continue
    const next = evolve(state, fact, record)
    if (next === null || next === state) continue
    states.set(id, next)
    changed.add(id)
  }
  return [...changed].flatMap(id => states.get(id) ?? [])
}

/** What the records of one stream say, all of them, in order. */
export const foldRecords = <State, Fact>(
  records: readonly StoredRecord[],
  { decode, evolve }: Fold<State, Fact>,
): State | null =>
  records.reduce<State | null>((state, record) => evolve(state, decode(record), record), null)
