import { DocumentsUnavailable, type WriteOp } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { importCodec, importPayloadCodec, type ImportFact } from '../../shared/facts/import.ts'
import { onListingFailure } from '../failure-policy.ts'
import { putIfNewer } from '../guarded-write.ts'
import type { ProjectionFactory } from '../projection.ts'
import { evolve, receivedItems } from './evolve.ts'
import { importQueries, type ImportQueries } from './queries.ts'
import { importCollections, type ImportDoc, type ImportItemDoc } from './store.ts'

const PAYLOAD = 'importpayload-'

const digestOfStream = (stream: string) => stream.slice(stream.lastIndexOf('/') + 1)

/** Items a repeated record must not reset: what was already written stays. */
const newItems = (record: StoredRecord): WriteOp<ImportItemDoc>[] =>
  receivedItems(importPayloadCodec.decode(record.type, record.data), digestOfStream(record.stream)).map(
    item => ({
      replaceOne: { filter: { _id: item._id, outcome: null }, replacement: item, upsert: true },
    }),
  )

const itemWrites = (fact: ImportFact): WriteOp<ImportItemDoc>[] => {
  const { importId } = fact
  switch (fact.type) {
    case 'ImportBatchReceived':
      return [
        { updateMany: { filter: { importId, digest: fact.digest }, update: { $set: { accepted: true } } } },
      ]
    case 'ImportOutcomesRecorded':
      return fact.outcomes.map(({ position, outcome, reason, warnings, id, uid, touched }) => ({
        updateMany: {
          filter: { importId, position, accepted: true },
          update: { $set: { outcome, reason, warnings, id, touched, ...(uid === null ? {} : { uid }) } },
        },
      }))
    case 'ImportClosed':
      return [{ deleteMany: { filter: { importId, accepted: false } } }]
    case 'ImportRegistered':
    case 'ImportStateReported':
      return []
  }
}

/** Records of imports for operators and progress displays (spec 05 §1). */
export const importStatus: ProjectionFactory<ImportQueries> = async documents => {
  const collections = await importCollections(documents)

  const apply = async (records: readonly StoredRecord[]): Promise<void> => {
    const headers = new Map<string, ImportDoc>()
    const writes: WriteOp<ImportItemDoc>[] = []
    for (const record of records) {
      if (record.stream.startsWith(PAYLOAD)) {
        writes.push(...newItems(record))
        continue
      }
      const fact = importCodec.decode(record.type, record.data)
      const before = headers.get(fact.importId) ?? (await collections.imports.get(fact.importId))
      const after = evolve(before, fact, { at: record.meta.at, position: record.position })
      if (after !== null) headers.set(fact.importId, after)
      writes.push(...itemWrites(fact))
    }
    await collections.items.bulkWrite(writes)
    await collections.imports.bulkWrite([...headers.values()].map(putIfNewer))
  }

  return {
    name: 'import-status@1',
    prefixes: ['import-', PAYLOAD],
    apply,
    onFailure: failure =>
      failure.error instanceof DocumentsUnavailable
        ? { then: 'retry', afterMs: 1_000 }
        : onListingFailure(failure),
    queries: importQueries(collections),
  }
}
