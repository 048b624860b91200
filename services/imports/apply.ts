import type { ItemOutcome } from '../../shared/facts/import.ts'
import type { Writing } from '../calendar/writing.ts'
import { applyItem, duplicateItem, type Session } from './apply-item.ts'
import { fingerprintKey } from './identity.ts'
import type { RawItem } from './item.ts'
import { subjectOf } from './subject.ts'

type Chunk = Omit<Session, 'writing' | 'changed' | 'met'>

/** Work on the same key goes one after the other, in the order of the calls; other work runs side by side. */
const turns = () => {
  const tails = new Map<string, Promise<void>>()
  return async <T>(keys: readonly string[], work: () => Promise<T>): Promise<T> => {
    const before = keys.flatMap(key => tails.get(key) ?? [])
    const mine = Promise.all(before).then(work)
    const settled = mine.then(
      () => undefined,
      () => undefined,
    )
    for (const key of keys) tails.set(key, settled)
    return mine
  }
}

/**
 * Applies the items of one chunk, any number at a time (spec 05 §5-7). Items with a common identity, or that could
 * be taken for each other, follow each other.
 */
export const chunkApplier = (writing: Writing, chunk: Chunk) => {
  const { run, plan, moment } = chunk
  const session: Session = {
    ...chunk,
    writing,
    changed: new Set(),
    met: new Set(),
  }
  const inTurn = turns()
  return async (position: number, raw: RawItem): Promise<ItemOutcome> => {
    const subject = subjectOf(run.source, moment, position, raw)
    if ('outcome' in subject) return subject
    const keys = [...subject.keys, fingerprintKey(run.source, subject.looks)]
    const apply = plan.duplicates.has(position) ? duplicateItem : applyItem
    return inTurn(keys, () => apply(session, subject))
  }
}
