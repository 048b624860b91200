import { cleanNow, type Cleaning } from '../../../shared/cleaning/texts.ts'
import type { ItemOutcome, SeriesSpan } from '../../../shared/facts/import.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import type { Writing } from '../../calendar/writing.ts'
import { alikeFinder } from '../item/alike.ts'
import { isDivisible } from '../item/divided.ts'
import { applyItem, duplicateItem } from './apply-item.ts'
import type { Subject } from '../item/dated-item.ts'
import { applyRow, duplicateRow } from '../directory/apply-row.ts'
import { callOffByKeys } from '../run/call-off.ts'
import { fingerprintKey, rowDayKey, rowKey, type Fingerprint } from '../item/identity.ts'
import type { RawItem } from '../item/item.ts'
import type { KnownEvent } from './known-event.ts'
import type { Session } from './chunk-scope.ts'
import type { SeriesBook } from '../series/series-book.ts'
import { seriesScope } from '../series/series-scope.ts'
import { wasMet } from './was-met.ts'
import { withdrawLeft, type Withdrawn } from '../series/withdraw.ts'
import { turns } from '../../turns.ts'

type Chunk = Omit<Session, 'writing' | 'findAlike' | 'series' | 'changed' | 'met'>

/** What is done with the items of a chunk. */
export type ChunkWork = {
  /** Makes one item true in the calendar. Doing it again finds it "already so". */
  readonly apply: (position: number, item: RawItem, cleaning?: Cleaning) => Promise<ItemOutcome>
  /** What its items said of series, some of whose events no item has met so far. */
  readonly spans: () => Promise<readonly SeriesSpan[]>
  /** After the last item of an import, whose outcomes are not recorded yet: what is left over of its series. */
  readonly withdraw: (outcomes: readonly ItemOutcome[]) => AsyncIterable<readonly Withdrawn[]>
}

/** What the items of a chunk share while they are applied. */
const sessionOf = (writing: Writing, book: SeriesBook, chunk: Chunk): Session => {
  const { run, plan, importId } = chunk
  const met = new Set<number>()
  /** Known under something that no item of the batch has. */
  const isOthers = ({ item: { values } }: KnownEvent, looks: Fingerprint): boolean => {
    const uid = values.origin?.uid ?? null
    return uid === null ? !plan.keys.has(rowKey(run.source, looks, values)) : !plan.uids.has(uid)
  }
  const findAlike = alikeFinder(writing, run.source, {
    id: id => !met.has(id) && !wasMet(run, id),
    // one that this import made, but has not recorded, is that of a later item, begun before this one was recorded
    event: (known, looks) => known.item.values.origin?.importId !== importId && isOthers(known, looks),
  })
  const series = seriesScope({ ...chunk, writing, book, met })
  return { ...chunk, writing, findAlike, series, changed: new Set(), met }
}

/** Everything by which an item could be taken for the same as another one. */
const turnKeys = (source: string, { keys, looks, period, item }: Subject): readonly string[] => {
  const isRow = item.version.uid === null
  const day = isRow ? [rowDayKey(source, looks.title, period.start.slice(0, 10))] : []
  return [...keys, ...day, fingerprintKey(source, looks)]
}

/**
 * Applies the items of one chunk, any number at a time (spec 05 §5-7). Items with a common identity, or that could
 * be taken for each other, follow each other.
 */
export const chunkApplier = (writing: Writing, book: SeriesBook, chunk: Chunk): ChunkWork => {
  const { run, plan } = chunk
  const session = sessionOf(writing, book, chunk)
  const { series } = session
  const inTurn = turns()
  const begun: Promise<unknown>[] = []

  const applied = async (position: number, raw: RawItem, cleaning: Cleaning): Promise<ItemOutcome> => {
    const isDuplicate = plan.duplicates.has(position)
    const read = plan.read(position, raw, cleaning)
    if ('outcome' in read) return read
    if ('noun' in read) {
      // rows of one name meet the same venues and organizers
      const keys = [`${read.noun}/${foldName(read.entry.name)}`]
      return inTurn(keys, async () => (isDuplicate ? duplicateRow(read) : applyRow(session, read)))
    }
    if (read.period === null)
      return inTurn(read.keys, () => (isDuplicate ? duplicateItem : callOffByKeys)(session, read))
    // which names a cell may be divided into is known when the rows before it are done
    const { venues, organizers } = read.item
    const before = isDivisible(venues) || isDivisible(organizers) ? [...begun] : []
    return inTurn(turnKeys(run.source, read), async () => {
      await Promise.allSettled(before)
      return (isDuplicate ? duplicateItem : applyItem)(session, read)
    })
  }

  return {
    apply: (position, raw, cleaning = cleanNow) => {
      const outcome = applied(position, raw, cleaning)
      begun.push(outcome)
      return outcome
    },
    spans: series.spans,
    withdraw: async function* (outcomes) {
      yield* withdrawLeft({ ...session, book }, await series.spans(), outcomes)
    },
  }
}
