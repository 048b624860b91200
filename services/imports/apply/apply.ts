import { cleanNow, type Cleaning } from '../../../shared/cleaning/texts.ts'
import type { ItemOutcome } from '../../../shared/facts/import.ts'
import { foldName } from '../../../shared/kernel/text/fold.ts'
import type { Writing } from '../../calendar/writing.ts'
import { alikeFinder } from '../item/alike.ts'
import { applyItem, duplicateItem } from './apply-item.ts'
import { applyRow, duplicateRow } from '../places/apply-row.ts'
import { callOffByKeys } from '../run/call-off.ts'
import { fingerprintKey, rowKey, type Fingerprint } from '../item/identity.ts'
import type { RawItem } from '../item/item.ts'
import type { KnownEvent } from './known-event.ts'
import type { ImportedItem } from '../item/read-item.ts'
import { wasMet, type Session } from './chunk-scope.ts'
import { turns } from '../../turns.ts'

const isDivisible = ({ venues = [], organizers = [] }: ImportedItem): boolean =>
  [...venues, ...organizers].some(({ parts }) => parts !== undefined)

type Chunk = Omit<Session, 'writing' | 'findAlike' | 'changed' | 'met'>

/**
 * Applies the items of one chunk, any number at a time (spec 05 §5-7). Items with a common identity, or that could
 * be taken for each other, follow each other.
 */
export const chunkApplier = (writing: Writing, chunk: Chunk) => {
  const { run, plan } = chunk
  const met = new Set<number>()
  /** Known under something that no item of the batch has. */
  const isOthers = ({ item: { values } }: KnownEvent, looks: Fingerprint): boolean => {
    const uid = values.origin?.uid ?? null
    return uid === null ? !plan.keys.has(rowKey(run.source, looks, values)) : !plan.uids.has(uid)
  }
  const findAlike = alikeFinder(writing, run.source, {
    id: id => !met.has(id) && !wasMet(run, id),
    // one that this import made, but has not recorded, is that of a later item, begun before this one was recorded
    event: (known, looks) => known.item.values.origin?.importId !== chunk.importId && isOthers(known, looks),
  })
  const session: Session = { ...chunk, writing, findAlike, changed: new Set(), met }
  const inTurn = turns()
  const begun: Promise<unknown>[] = []

  const applied = async (position: number, raw: RawItem, cleaning: Cleaning): Promise<ItemOutcome> => {
    const isDuplicate = plan.duplicates.has(position)
    const read = plan.read(position, raw, cleaning)
    if ('outcome' in read) return read
    if ('noun' in read) {
      // rows of one name meet the same places
      const keys = [`${read.noun}/${foldName(read.place.name)}`]
      return inTurn(keys, async () => (isDuplicate ? duplicateRow(read) : applyRow(session, read)))
    }
    const subject = read
    if (subject.period === null) {
      const { keys } = subject
      return inTurn(keys, () => (isDuplicate ? duplicateItem : callOffByKeys)(session, subject))
    }
    const keys = [...subject.keys, fingerprintKey(run.source, subject.looks)]
    // which names a cell may be divided into is known when the rows before it are done
    const before = isDivisible(subject.item) ? [...begun] : []
    return inTurn(keys, async () => {
      await Promise.allSettled(before)
      return (isDuplicate ? duplicateItem : applyItem)(session, subject)
    })
  }

  return (position: number, raw: RawItem, cleaning = cleanNow): Promise<ItemOutcome> => {
    const outcome = applied(position, raw, cleaning)
    begun.push(outcome)
    return outcome
  }
}
