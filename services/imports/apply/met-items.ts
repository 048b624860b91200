import { LRUCache } from 'lru-cache'
import { type Revision, noRevision, revisionAfter } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { importCodec, importStream, isItemType, type ImportFact } from '../../../shared/facts/import.ts'
import { LET_GO } from '../../../shared/remembered.ts'
import { evolve, initial, isSettled, type RunState } from '../run/state.ts'
import { emptyMap } from '../run/state-lists.ts'

export type MetBatch = {
  readonly digest: string
  /** Events, venues and organizers that its items made or met. */
  readonly met: ReadonlySet<number>
  /** Uids of items that failed, and so name nothing. */
  readonly failed: ReadonlySet<string>
}
type Batch = MetBatch & { readonly met: Set<number>; readonly failed: Set<string> }

/** What an import did with which items, as far as its stream was read. */
type Known = { readonly run: RunState; readonly revision: Revision; readonly batches: Batch[] }

/** Ids kept: enough for some imports of 100,000 items; what is no longer kept is read again. */
const KEPT_IDS = 500_000

const weightOf = ({ batches }: Known): number =>
  batches.reduce((sum, { met, failed }) => sum + 10 + met.size + failed.size, 100)

const note = (batches: Batch[], fact: ImportFact): void => {
  if (fact.type === 'ImportBatchReceived')
    batches.push({ digest: fact.digest, met: new Set(), failed: new Set() })
  const batch = fact.type === 'ImportOutcomesRecorded' ? batches[fact.batch] : undefined
  if (fact.type !== 'ImportOutcomesRecorded' || batch === undefined) return
  for (const { id, outcome, uid, touched } of fact.outcomes) {
    if (id !== null) batch.met.add(id)
    for (const [type, , one] of touched) if (isItemType(type)) batch.met.add(one)
    if (outcome === 'failed' && id === null && uid !== null) batch.failed.add(uid)
  }
}

/** What it takes to know whether the import is over, without all that it touched. */
const slim = (run: RunState): RunState =>
  run.status === 'unknown' ? run : { ...run, touches: emptyMap(), touchedIds: {} }

export type MetItems = {
  readonly isSettled: boolean
  /** Stable text naming the feed; null: there is no such import. */
  readonly source: string | null
  /** Those that it accepted, in this order. */
  readonly batches: readonly MetBatch[]
}

const shown = ({ run, batches }: Known): MetItems => ({
  isSettled: isSettled(run),
  source: run.status === 'unknown' ? null : run.source,
  batches,
})

/** What imports did with which items; asked again, it reads what is new of an import. */
export const metItems = (store: EventStore) => {
  const kept = new LRUCache<string, Known>({ ...LET_GO, maxSize: KEPT_IDS, sizeCalculation: weightOf })
  const of = async (importId: string): Promise<MetItems> => {
    const known = kept.get(importId) ?? { run: initial, revision: noRevision, batches: [] }
    const batches = [...known.batches]
    let { run, revision } = known
    // what is over stays as it is
    if (run.status !== 'unknown' && isSettled(run)) return shown(known)
    for (const record of await store.read(importStream(importId), { from: revisionAfter(revision) })) {
      const fact = importCodec.decode(record.type, record.data)
      run = slim(evolve(run, fact))
      note(batches, fact)
      revision = record.revision
    }
    kept.set(importId, { run, revision, batches })
    return shown({ run, revision, batches })
  }
  /** Nobody will ask for it soon. */
  const forget = (importId: string): void => {
    kept.delete(importId)
  }
  return { of, forget }
}
