import { keptStates, readStream, type StreamFold } from '../../shared/event-store/folding.ts'
import { RevisionConflict, type EventStore } from '../../shared/event-store/port.ts'
import { idsCodec, idsStream, type Sequence } from '../../shared/facts/claim.ts'
import { LARGEST_KEPT_ID } from '../../shared/limits/moving.ts'
import { expectedAfter, MOST_ATTEMPTS, recordOf, type Context } from '../handle.ts'

/** Who has which ids of a sequence: blocks that are handed out, and those kept for a calendar that moves in. */
type Taken = {
  readonly blocks: readonly { readonly from: number; readonly to: number }[]
  readonly kept: ReadonlyMap<number, string>
}

/** Of a block, or of an id that is kept: two numbers, and what a map needs for them. */
const TAKEN_CHARACTERS = 32

/** The stream grows with every part of a calendar that moves in, each of which asks it. */
const taking: StreamFold<Taken> = {
  initial: { blocks: [], kept: new Map() },
  after: (before, records) => {
    const blocks = [...before.blocks]
    const kept = new Map(before.kept)
    for (const { type, data } of records) {
      const fact = idsCodec.decode(type, data)
      if (fact.type === 'IdsReserved') blocks.push(fact)
      else for (const id of fact.ids) kept.set(id, fact.source)
    }
    return { blocks, kept }
  },
  kept: keptStates(({ blocks, kept }) => (blocks.length + kept.size) * TAKEN_CHARACTERS),
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
  store: Pick<EventStore, 'read' | 'append' | 'folds'>,
  { sequence, source, ids }: { sequence: Sequence; source: string; ids: readonly number[] },
  context: Context,
): Promise<ReadonlySet<number>> => {
  const stream = idsStream(sequence)
  for (let attempt = 1; ; attempt++) {
    const { state: taken, revision } = await (await readStream(store, stream)).fold(taking)
    const wanted = [...new Set(ids)]
    const free = wanted.filter(id => isFree(id, taken))
    const mine = new Set(wanted.filter(id => taken.kept.get(id) === source))
    if (free.length === 0) return mine
    const record = recordOf(idsCodec, { type: 'IdsKept', source, ids: free }, context)
    try {
      await store.append(stream, [record], expectedAfter(revision))
      return new Set([...mine, ...free])
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === MOST_ATTEMPTS) throw error
    }
  }
}
