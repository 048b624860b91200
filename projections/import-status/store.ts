import type { StreamName, Position, IsoTime } from '../../shared/kernel/brands.ts'
import { DocumentsUnavailable, type Documents } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { importCodec, importPayloadCodec, PAYLOAD, type ImportFact } from '../../shared/facts/import.ts'
import { PURGED, purgeCodec, type PurgeFact } from '../../shared/facts/purge.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import type { Failure, ProjectionFactory } from '../engine/projection.ts'
import { forgettingPurges } from '../items/item.ts'
import { activityLists, type ActivityLists } from './activity.ts'
import { evolve, receivedChunk, toldChunks, withOutcomes, withoutTitles } from './evolve.ts'
import { isOver } from './pace.ts'
import { importQueries, type ImportQueries } from './queries.ts'
import { importCollections, type ImportDoc } from './collections.ts'
import { packed } from './packed.ts'
import { workspace, type PackChunk, type Workspace } from './workspace.ts'

const digestOfStream = (stream: StreamName) => stream.slice(stream.lastIndexOf('/') + 1)

const applyItems = async (work: Workspace, fact: ImportFact, position: Position): Promise<void> => {
  const { importId } = fact
  switch (fact.type) {
    case 'ImportBatchReceived':
      for (const chunk of await work.chunksOfBatch(importId, fact.digest))
        work.put({ ...chunk, accepted: true }, position)
      return
    case 'ImportOutcomesRecorded': {
      const { outcomes } = fact
      const [first, last] = [outcomes[0]?.position ?? 0, outcomes.at(-1)?.position ?? 0]
      const purged = await work.purgedOf(outcomes.flatMap(({ id }) => id ?? []))
      const known = await work.chunksAt(importId, first, last)
      for (const chunk of known) work.put(withOutcomes(chunk, outcomes, purged), position)
      for (const chunk of toldChunks(importId, outcomes, known, position)) await work.putNew(chunk)
      return
    }
    case 'ImportOccurrencesWithdrawn':
      for (const chunk of toldChunks(importId, fact.outcomes, [], position)) await work.putNew(chunk)
      return
    case 'ImportClosed':
      for (const chunk of await work.chunksNotAccepted(importId)) work.empty(chunk, position)
      return
    case 'ImportRegistered':
    case 'ImportBatchRefused':
    case 'ImportStateReported':
    case 'ImportPaused':
    case 'ImportResumed':
    case 'ImportReattributed':
      return
  }
}

/** The header after one more fact, with what its items touched. */
const headerAfter = async (
  work: Workspace,
  lists: ActivityLists,
  fact: ImportFact,
  when: { readonly at: IsoTime; readonly position: Position },
): Promise<ImportDoc | null> => {
  const before = await work.header(fact.importId)
  const after = evolve(before, fact, when)
  if (before === null || after === null || after === before) return after
  if (fact.type !== 'ImportOutcomesRecorded' && fact.type !== 'ImportOccurrencesWithdrawn') {
    if (isOver(after)) lists.forget(fact.importId)
    return after
  }
  const { touched, pages } = await lists.add(before, fact.outcomes, when.position)
  work.putPages(pages)
  return { ...after, touched }
}

/** Events, venues and organizers share one sequence of ids. */
const applyPurge = async (
  work: Workspace,
  { type, itemId }: PurgeFact,
  position: Position,
): Promise<void> => {
  if (type !== 'ItemPurged') return
  work.putPurged(itemId, position)
  for (const chunk of await work.chunksOf(itemId)) work.put(withoutTitles(chunk, itemId), position)
}

/** Records of imports for operators and progress displays (spec 05 §1). */
export const importStatus: ProjectionFactory<ImportQueries> = documents => importStatusKept(documents, packed)

/** The same, with chunks stored as `pack` has them: what is soon forgotten need not be small. */
export const importStatusKept = async (
  documents: Documents,
  pack: PackChunk,
): ReturnType<ProjectionFactory<ImportQueries>> => {
  const collections = await importCollections(documents)
  const lists = activityLists(collections.activity)

  const apply = async (records: readonly StoredRecord[]): Promise<void> => {
    const work = workspace(collections, documents, pack)
    for (const record of records) {
      if (record.stream.startsWith(PURGED)) {
        await applyPurge(work, purgeCodec.decode(record.type, record.data), record.position)
        continue
      }
      if (record.stream.startsWith(PAYLOAD)) {
        const fact = importPayloadCodec.decode(record.type, record.data)
        await work.putNew(receivedChunk(fact, digestOfStream(record.stream), record.position))
        continue
      }
      const fact = importCodec.decode(record.type, record.data)
      const when = { at: record.meta.at, position: record.position }
      work.putHeader(await headerAfter(work, lists, fact, when))
      await applyItems(work, fact, record.position)
    }
    await work.save()
  }

  const buried = [{ kinds: ['event', 'venue', 'organizer'], documents: collections.purged }] as const
  return forgettingPurges(documents, buried, {
    name: 'import-status@7',
    prefixes: ['import-', PAYLOAD, PURGED],
    apply,
    onFailure: (failure: Failure) =>
      failure.error instanceof DocumentsUnavailable
        ? { then: 'retry', afterMs: 1_000 }
        : onListingFailure(failure),
    queries: importQueries(collections),
  })
}
