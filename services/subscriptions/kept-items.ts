import { LRUCache } from 'lru-cache'
import { type StreamName, type Revision, streamRevision } from '../../shared/kernel/brands.ts'
import type { EventStore, StoredRecord } from '../../shared/event-store/port.ts'
import { LET_GO } from '../../shared/remembered.ts'
import { beginningOf, type Fold, type Seen } from './seen.ts'

/** Where a fact stands that may be told. */
export type FactAt = Pick<StoredRecord, 'stream' | 'revision' | 'position'>

/** The record with which an item began, as far as it is asked about. */
export type First = Pick<StoredRecord, 'stream' | 'position' | 'meta'> & {
  /** Made for an event, and hidden until that comes (spec 02 §5 create). */
  readonly isHidden: boolean
}

/** An item before and after a fact of it. */
type Around = {
  readonly record: StoredRecord
  readonly before: Seen | null
  readonly after: Seen | null
  readonly first: First
}

/** An item as it is now. */
type Now = {
  readonly seen: Seen | null
  /** Of a category or tag: somebody has taken it up since. */
  readonly isAdopted: boolean
}

export type Items = {
  /** null: the fact is no more to be read. Asked for facts in their order, it reads each record of the item about once. */
  readonly around: (fact: FactAt) => Promise<Around | null>
  readonly now: (stream: StreamName) => Promise<Now>
}

/** How far a stream was folded. */
type Kept = {
  readonly first: First
  /** The last record that is in it, which is read again: it says whether the stream is the same one still. */
  readonly last: FactAt
  readonly before: Fold
  readonly after: Fold
  readonly isAdopted: boolean
}

/** Characters of texts of items that are kept: some tens of events with the longest, and thousands of usual ones. */
const KEPT_LENGTH = 8_000_000
/** What an item takes beside its texts. */
const ONE_LENGTH = 1_000

const textsOf = ({ seen }: Fold): number =>
  Object.values(seen?.values ?? {}).reduce<number>(
    (all, value) => all + (typeof value === 'string' ? value.length : 0),
    0,
  )

const lengthOf = ({ before, after }: Kept): number => ONE_LENGTH + textsOf(before) + textsOf(after)

const isAdoption = ({ type }: StoredRecord): boolean => type === 'TermAdopted'

const firstOf = ({ stream, position, meta, data }: StoredRecord): First => ({
  ...{ stream, position, meta },
  isHidden: data['hiddenUntilLinked'] === true,
})

/** `records`: all of a stream up to its last; [] is nothing. */
const begun = (records: readonly StoredRecord[]): Kept | null => {
  const [first, last] = [records[0], records.at(-1)]
  if (first === undefined || last === undefined) return null
  const before = beginningOf(first.stream).with(records.slice(0, -1))
  return {
    ...{ first: firstOf(first), last, before, after: before.with([last]) },
    isAdopted: records.some(isAdoption),
  }
}

/** `behind`: what comes right behind what is kept. */
const goneOn = (kept: Kept, behind: readonly StoredRecord[]): Kept => {
  const last = behind.at(-1)
  if (last === undefined) return kept
  const before = kept.after.with(behind.slice(0, -1))
  const isAdopted = kept.isAdopted || behind.some(isAdoption)
  return { first: kept.first, last, before, after: before.with([last]), isAdopted }
}

const plainPlace = ({ stream, revision, position }: FactAt): FactAt => ({ stream, revision, position })

/**
 * Items as those who tell them need them (spec 08 §3), in one process: folds are kept, those that were used last, so
 * that whoever tells the facts of an item one after the other does not read all of it for each.
 */
export const keptItems = ({ read }: Pick<EventStore, 'read'>) => {
  const kept = new LRUCache<string, Kept>({ ...LET_GO, maxSize: KEPT_LENGTH, sizeCalculation: lengthOf })

  /** Folds up to a revision; null: there is nothing. `record`: the last that was read. */
  const upTo = async (key: string, stream: StreamName, revision = Infinity) => {
    const limited = (from: Revision) =>
      revision === Infinity ? { from } : { from, limit: revision - from + 1 }
    const known = kept.get(key)
    if (known !== undefined && known.last.revision <= revision) {
      const records = await read(stream, limited(known.last.revision))
      const [same, ...behind] = records
      if (same?.position === known.last.position)
        return { fold: goneOn(known, behind), record: records.at(-1) }
    }
    // deleted for good, begun anew, or asked for what was before
    const records = (await read(stream, limited(streamRevision(0)))).filter(one => one.revision <= revision)
    return { fold: begun(records), record: records.at(-1) }
  }

  const keep = (key: string, fold: Kept | null): void => {
    if (fold === null) kept.delete(key)
    else kept.set(key, { ...fold, last: plainPlace(fold.last) })
  }

  const now: Items['now'] = async stream => {
    const { fold } = await upTo(`now ${stream}`, stream)
    keep(`now ${stream}`, fold)
    return { seen: fold?.after.seen ?? null, isAdopted: fold?.isAdopted === true }
  }

  return {
    /** For one who tells in an order of its own, such as a subscription. */
    of: (teller: string): Items => ({
      now,
      around: async ({ stream, revision, position }) => {
        const key = `${teller} ${stream}`
        const { fold, record } = await upTo(key, stream, revision)
        keep(key, fold)
        if (fold === null || record === undefined || record.position !== position) return null
        return { record, before: fold.before.seen, after: fold.after.seen, first: fold.first }
      },
    }),
  }
}
