import { LRUCache } from 'lru-cache'
import { noRevision, revisionAfter } from '../../../shared/kernel/brands.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { claimCodec, identityStream } from '../../../shared/facts/claim.ts'
import type { Revision } from '../../../shared/facts/common.ts'
import { importOf, undoDepth } from '../../../shared/facts/undo.ts'
import { LET_GO } from '../../../shared/remembered.ts'
import { seriesKey } from '../item/identity.ts'
import { isOlder, olderOf } from '../item/revision.ts'

/** An event of a series as its stream has it; what it is now, its own stream says. */
type SeriesOwner = {
  /** Its original start; null: noted by a former release, which did not say. */
  readonly occurrence: string | null
  /** Import that gave it another original start than it had before; null: none did. */
  readonly movedIn: string | null
}

/** All that a source brought of a series so far. */
export type SeriesFold = {
  readonly owners: ReadonlyMap<number, SeriesOwner>
  /** By import: with which revision it changed something. */
  readonly revisions: ReadonlyMap<string, Revision>
  /** Imports that were undone: what they brought is not newer than anything. */
  readonly undone: ReadonlySet<string>
}

type Kept = {
  owners: Map<number, SeriesOwner>
  revisions: Map<string, Revision>
  undone: Set<string>
  revision: StoredRecord['revision']
}

/** An undo takes back what an import brought, an undo of that brings it again, and so on. */
const noteUndo = (undone: Set<string>, correlation: string): void => {
  const depth = undoDepth(correlation)
  if (depth % 2 === 1) undone.add(importOf(correlation))
  else if (depth > 0) undone.delete(importOf(correlation))
}

const newBook = (): Kept => ({
  owners: new Map(),
  revisions: new Map(),
  undone: new Set(),
  revision: noRevision,
})

/** Events of kept series. */
const KEPT = 100_000

/** Reads what each source brought of each series (spec 05 §5); asked again, it reads what is new. */
export const seriesBook = (store: Pick<EventStore, 'read'>) => {
  const kept = new LRUCache<string, Kept>({
    ...LET_GO,
    maxSize: KEPT,
    sizeCalculation: ({ owners, revisions }) => 1 + owners.size + revisions.size,
  })
  return async (source: string, uid: string): Promise<SeriesFold> => {
    const stream = identityStream('event', seriesKey(source, uid))
    const known: Kept = kept.get(stream) ?? newBook()
    const records = await store.read(stream, { from: revisionAfter(known.revision) })
    for (const record of records) {
      // somebody else may have read it meanwhile
      if (record.revision <= known.revision) continue
      known.revision = record.revision
      const fact = claimCodec.decode(record.type, record.data)
      const importId = record.meta.correlation
      noteUndo(known.undone, importId)
      const before = known.owners.get(fact.owner)
      if (fact.type === 'Released') {
        known.owners.delete(fact.owner)
        continue
      }
      const occurrence = fact.occurrence ?? before?.occurrence ?? null
      const isMoved = (before?.occurrence ?? occurrence) !== occurrence
      known.owners.set(fact.owner, { occurrence, movedIn: isMoved ? importId : (before?.movedIn ?? null) })
      if (fact.revision !== undefined)
        known.revisions.set(importId, olderOf(known.revisions.get(importId), fact.revision))
    }
    // what was kept is the same object, whose size is asked for anew only where it had gone
    kept.delete(stream)
    // of what was never a series there is nothing to keep
    if (known.revision >= 0) kept.set(stream, known)
    return known
  }
}

export type SeriesBook = ReturnType<typeof seriesBook>

/** Whether another import brought something newer of the series. */
export const isOutdated = (
  { revisions, undone }: SeriesFold,
  importId: string,
  revision: Revision,
): boolean =>
  [...revisions].some(
    ([other, known]) => other !== importId && !undone.has(other) && isOlder(revision, known),
  )
