import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { ItemOutcome } from '../../../shared/facts/import.ts'
import { subjectOf, type CalledOff, type Subject } from '../item/dated-item.ts'
import type { RawItem } from '../item/item.ts'
import { readItem } from '../item/read-item.ts'
import type { TimingContext } from '../item/timing.ts'
import { entryRowOf, type EntryRow } from '../directory/read-row.ts'

/** Reads an item, whatever it is, for the sake of the texts that it has cleaned. */
export const readRaw = (raw: RawItem, cleaning: Cleaning): unknown =>
  entryRowOf('', 1, raw, cleaning) ?? readItem(raw, cleaning)

/** An item of a batch as it is to be applied; its outcome when it cannot be read. */
export type ReadItem = EntryRow | Subject | CalledOff | ItemOutcome

export const readItemOf = (
  source: string,
  moment: TimingContext,
  position: number,
  raw: RawItem,
  cleaning: Cleaning,
): ReadItem =>
  entryRowOf(source, position, raw, cleaning) ?? subjectOf(source, moment, position, raw, cleaning)
