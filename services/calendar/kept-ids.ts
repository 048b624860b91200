import { type Revision, noRevision } from '../../shared/kernel/brands.ts'
import { RevisionConflict, type EventStore, type StoredRecord } from '../../shared/event-store/port.ts'
import { idsCodec, idsStream, type Sequence } from '../../shared/facts/claim.ts'
import { LARGEST_KEPT_ID } from '../../shared/limits/moving.ts'
import { expectedAfter, MOST_ATTEMPTS, recordOf, type Context } from '../handle.ts'

/** Who has which ids of a sequence: blocks that are handed out, and those kept for a calendar that moves in. */
type Taken = {
  readonly blocks: readonly { readonly from: number; readonly to: number }[]
  readonly kept: ReadonlyMap<number, string>
  readonly revision: Revision
}

const takenIn = (records: readonly StoredRecord[]): Taken => {
  const blocks: { from: number; to: number }[] = []
  const kept = new Map<number, string>()
  for (const { type, data } of records) {
    const fact = idsCodec.decode(type, data)
    if (fact.type === 'IdsReserved') blocks.push(fact)
    else for (const id of fact.ids) kept.set(id, fact.source)
  }
  return { blocks, kept, revision: records.at(-1)?.revision ?? noRevision }
}

const isFree = (id: number, { blocks, kept }: Taken): boolean =>
  Number.isSafeInteger(id) &&
  id > 0 &&
  id <= LARGEST_KEPT_ID &&
  !kept.has(id) &&
  !blocks.some(({ from, to }) => from <= id && id <= to)

/**
 * Keeps for a calendar the ids that its things have there, as far as nobody here has them: one append at the expected
 * revision decides, as with blocks, and whoever reserves a block takes it from above them. Asked again it records nothing.
 * Answers the ids that are kept for it now. Throws StoreUnavailable, RevisionConflict.
 */
export const keepIds = async (
  store: Pick<EventStore, 'read' | 'append'>,
  { sequence, source, ids }: { sequence: Sequence; source: string; ids: readonly number[] },
  context: Context,
): Promise<ReadonlySet<number>> => {
  const stream = idsStream(sequence)
  for (let attempt = 1; ; attempt++) {
    const taken = takenIn(await store.read(stream))
    const wanted = [...new Set(ids)]
    const free = wanted.filter(id => isFree(id, taken))
    const mine = new Set(wanted.filter(id => taken.kept.get(id) === source))
    if (free.length === 0) return mine
    const record = recordOf(idsCodec, { type: 'IdsKept', source, ids: free }, context)
    try {
      await store.append(stream, [record], expectedAfter(taken.revision))
      return new Set([...mine, ...free])
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === MOST_ATTEMPTS) throw error
    }
  }
}
